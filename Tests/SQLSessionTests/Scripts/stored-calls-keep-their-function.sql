create role au@; create function f(bigint) returns bool language sql stable as 'select true'; create table t(a int); insert into t values (1); alter table t enable row level security; grant all on t to au@; create policy p on t using (f(a)); create view v as select f(a) from t; grant select on v to au@;
create function f(int) returns bool language sql stable as 'select false';
set role au@; select * from t; insert into t values (2); update t set a = 3; select * from v; reset role;
drop function f(int); set role au@; select * from t;
