-- Names of PostgreSQL's own catalogs begin with pg_; passwords are for superusers.
CREATE ROLE u@; create role v@ with createdb;
CREATE TABLE snap1 (id int PRIMARY KEY, p int REFERENCES snap1);
SELECT relname, relrowsecurity FROM pg_class WHERE relname LIKE 'snap%' ORDER BY 1;
SELECT indexname FROM pg_indexes WHERE indexname LIKE 'snap%' ORDER BY 1;
SELECT rolname, rolcreatedb from pg_authid where rolname like '%@' order by 1;
SET ROLE u@;
SELECT * FROM pg_authid;
SELECT rolname, rolpassword FROM pg_authid;
SELECT rolname FROM pg_authid where rolname = 'u@';
do $$ begin perform rolname from pg_authid; exception when insufficient_privilege then raise notice 'no'; end $$;
select rolname from pg_roles where rolname = 'v@';
reset role; grant pg_read_all_data to u@; set role u@;
select rolname from pg_authid where rolname = 'u@';
