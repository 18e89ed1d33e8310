-- Functions that ask about privileges.
SELECT v >= 160000 AS v16, v >= 170000 AS v17, v >= 180000 AS v18 FROM (SELECT current_setting($$server_version_num$$)::int) s(v) \gset
CREATE ROLE ann@;
CREATE ROLE g@;
GRANT g@ TO ann@;
CREATE SCHEMA s;
CREATE TABLE s.t (id int, n int);
CREATE VIEW s.v AS SELECT * FROM s.t;
CREATE SEQUENCE s.q;
CREATE FUNCTION s.f(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
GRANT SELECT (id), INSERT ON s.t TO g@;
GRANT UPDATE (n) ON s.t TO ann@ WITH GRANT OPTION;
GRANT USAGE ON SEQUENCE s.q TO PUBLIC;
REVOKE ALL ON FUNCTION s.f(int) FROM PUBLIC;
SELECT has_table_privilege('ann@','s.t','SELECT'), has_table_privilege('ann@','s.t','INSERT'), has_table_privilege('ann@','s.t','UPDATE'), has_table_privilege('ann@','s.t','SELECT, INSERT'), has_table_privilege('ann@','s.t','INSERT WITH GRANT OPTION');
SELECT has_any_column_privilege('ann@','s.t','SELECT'), has_any_column_privilege('ann@','s.t','REFERENCES');
SELECT has_schema_privilege('ann@','s','USAGE'), has_schema_privilege('ann@','public','CREATE'), has_schema_privilege('ann@','public','USAGE');
SELECT has_sequence_privilege('ann@','s.q','USAGE'), has_sequence_privilege('ann@','s.q','UPDATE');
SELECT has_function_privilege('ann@','s.f(int)','EXECUTE');
SELECT has_database_privilege('ann@',current_database(),'CONNECT'), has_database_privilege('ann@',current_database(),'CREATE'), has_database_privilege('ann@',current_database(),'TEMP');
SELECT has_table_privilege('nope@','s.t','SELECT');
SELECT has_table_privilege('ann@','s.nope','SELECT');
SELECT has_table_privilege('ann@','s.t','NOPE');
SELECT has_column_privilege('ann@','s.t','nope','SELECT');
SELECT has_table_privilege('public','s.t','SELECT');
SELECT pg_has_role('ann@','g@','USAGE'), pg_has_role('g@','ann@','USAGE'), pg_has_role('ann@','g@','MEMBER WITH ADMIN OPTION'), pg_has_role('ann@','ann@','MEMBER WITH ADMIN OPTION');
SET ROLE ann@;
SELECT has_table_privilege('s.t','INSERT'), has_table_privilege('s.v','SELECT');
SELECT row_security_active('s.t');
SELECT count(*) FROM pg_policies WHERE schemaname = 's';
SELECT relrowsecurity FROM pg_class WHERE oid = 's.t'::regclass;
RESET ROLE;
\if :v16
SELECT pg_has_role('ann@','g@','SET');
\endif
\if :v17
SELECT has_table_privilege('ann@','s.t','MAINTAIN');
\endif
\if :v18
\endif
create table no_sequence (id serial);
select has_sequence_privilege('no_sequence', 'usage');
select has_sequence_privilege('no_sequence', 'nope');
select has_sequence_privilege('nobody', 'no_sequence', 'usage');
select has_sequence_privilege('no_sequence'::regclass, 'usage');
select has_sequence_privilege('no_sequence_id_seq', 'usage');
drop table no_sequence;
create role asked@;
create table asked (id int, own text);
grant select on asked to asked@;
grant update (own) on asked to asked@;
create function asked_f(int) returns int language sql as 'select 1';
revoke execute on function asked_f(int) from public;
select has_table_privilege('asked@'::regrole, 'asked', 'select'),
  has_table_privilege('asked@'::regrole, 'asked'::regclass, 'insert'),
  has_column_privilege('asked@'::regrole, 'asked', 'own', 'update'),
  has_any_column_privilege('asked@'::regrole, 'asked', 'update'),
  has_schema_privilege('asked@'::regrole, 'public', 'create'),
  has_function_privilege('asked@'::regrole, 'asked_f(int)', 'execute');
select r.rolname, has_table_privilege(r.oid, 'asked', 'select')
  from pg_roles r where r.rolname in ('asked@', 'postgres') order by 1;
select has_function_privilege('no_such_function(int)', 'execute');
drop table asked;
drop function asked_f(int);
drop role asked@;
