-- LOCK in functions, as whom they run.
CREATE ROLE a@; CREATE TABLE t (id int); GRANT SELECT ON t TO a@; create table u (id int); create view v as select * from u; grant select on v to a@;
create function f() returns void language plpgsql as $$ begin lock table t in exclusive mode; end $$;
create function g() returns void language plpgsql security definer as $$ begin lock table t in exclusive mode; raise notice 'locked'; end $$;
SET ROLE a@;
DO $$ BEGIN LOCK TABLE t IN ACCESS SHARE MODE; END $$;
DO $$ BEGIN LOCK TABLE t IN EXCLUSIVE MODE; END $$;
DO $$ BEGIN LOCK TABLE u; END $$;
DO $$ BEGIN LOCK TABLE v in access share mode; END $$;
DO $$ BEGIN LOCK TABLE nope; END $$;
do $$ begin execute 'lock table t in row exclusive mode'; exception when insufficient_privilege then raise notice 'no: %', sqlerrm; end $$;
select f();
select g();
