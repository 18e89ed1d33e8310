create role s; create table m(id int, u int); create table z(id bigint, o text, g int);
create view v with (security_invoker, security_barrier) as select * from z q where exists (select from m s1 where s1.u = q.g);
alter table m enable row level security; alter table z enable row level security;
set row_security = off; set role s;
with w as (delete from v where '4' in (select id from z where o = o) returning id) select count(*);
