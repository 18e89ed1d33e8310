create role o; create role u;
create table a(id int); create table l(id int); create table s(id int);
alter table a owner to o;
create rule r as on delete to a do also insert into l select s.id from s where s.id = old.id;
grant select on a to u;
set role u;
delete from a;
