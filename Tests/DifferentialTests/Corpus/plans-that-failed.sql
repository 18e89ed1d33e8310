-- 15-18: after five EXECUTEs that failed with 42501 the server takes the generic plan, q(2): ERROR permission denied for function f1; simulator SELECT 0. (With five q(2) before, both agree.)
create role alice; create table t(id int, x int); grant all on t to alice;
create function f1(int) returns bool language plpgsql volatile cost 1000 as $$ begin return true; end $$; revoke execute on function f1 from public;
create view v with (security_barrier) as select x id, count(*)::int x from t group by x; grant all on v to alice; set role alice;
prepare q(int) as select * from t where $1 = 1 and f1(1);
prepare q2(int) as select * from v where $1 = 1 and f1(1);
execute q(1); execute q(1); execute q(1); execute q(1); execute q(1); execute q(2);
execute q2(1); execute q2(1); execute q2(1); execute q2(1); execute q2(1); execute q2(2); execute q2(2);
execute q(2);
