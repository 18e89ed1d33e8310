create view v9 as select 1 as one;
alter view v9 add column x int;
alter view v9 drop column one;
refresh materialized view v9;
create role y_x; grant y_x to public; grant usage on domain jsonb to public;
create table as_t as select 1 a; create table as_t(x,y,z) as select 1,2;
create table t(i int); create policy p4 on t as nope;
