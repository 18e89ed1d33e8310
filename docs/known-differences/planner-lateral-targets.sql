create table u(id int, n int); insert into u values(1,1);
update u set n=2 from generate_series(1,u.id) g;
update u set n=3 from lateral (select u.id) g;
delete from u using generate_series(1,u.id) g;
insert into u values(1,1);
merge into u using generate_series(1,u.id) g on true when matched then do nothing;
