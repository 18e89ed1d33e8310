create table ex(id int, r int4range, exclude using gist (r with &&), unique (id) deferrable); insert into ex values (1,'[1,5)');
insert into ex values (2,'[2,3)') on conflict do nothing;
insert into ex values (1,'[7,8)') on conflict do nothing;
