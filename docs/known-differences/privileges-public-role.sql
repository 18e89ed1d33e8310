create role a; create role ra; create schema s;
create role r1 role public;
alter group ra add user public;
alter default privileges for role public grant select on tables to a;
reassign owned by public to a;
alter default privileges grant select (id) on tables to a;
set role a; create temp table s.x(id int); create sequence s.q increment 0;
create unlogged table pg_temp.z(id int);
