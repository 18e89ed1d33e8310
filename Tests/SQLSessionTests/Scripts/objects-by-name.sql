-- Objects that may not be there, labels of enumerations, comments, and roles of policies.
CREATE ROLE ana@;
CREATE ROLE ben@;
CREATE SCHEMA s;
CREATE TABLE t (a int, own text);
CREATE TABLE s.q (a int);
CREATE VIEW v AS SELECT a FROM t;
SELECT to_regclass('t'), to_regclass('public.t'), to_regclass('s.q');
SELECT to_regclass('nosuch') IS NULL, to_regclass('q') IS NULL, to_regclass('nosuch.q') IS NULL;
SELECT to_regclass('pg_class'), to_regclass(NULL) IS NULL;
SELECT to_regrole('ana@'), to_regrole('nobody@') IS NULL;
SELECT to_regnamespace('s'), to_regnamespace('nosuch') IS NULL;
SELECT n, n::regclass FROM (VALUES ('t'), ('s.q')) x (n);
SELECT n::regclass FROM (VALUES ('nosuch')) x (n);
SELECT pg_get_userbyid('ana@'::regrole);
SELECT count(*) FROM pg_class WHERE relname = 't' AND pg_get_userbyid(relowner) = current_user;
SELECT row_security_active('pg_class'), row_security_active('t');

CREATE TYPE e AS ENUM ('x', 'y', 'z');
SELECT enum_range(NULL::e), enum_first(NULL::e), enum_last('x'::e);
SELECT enum_range('y'::e, NULL), enum_range('x'::e, 'y'), enum_range(NULL, 'y'::e);
SELECT enum_range('z'::e, 'x'), enum_last(NULL::e) > 'x';

SELECT obj_description('t'::regclass) IS NULL, obj_description('t'::regclass, 'pg_class') IS NULL;
COMMENT ON TABLE t IS 'notes';
COMMENT ON VIEW v IS 'shown';
SELECT obj_description('t'::regclass), obj_description('v'::regclass, 'pg_class');

-- A policy that names a role twice depends on it twice, and is shown with it once.
CREATE POLICY p1 ON t USING (own = current_user);
CREATE POLICY p2 ON t AS RESTRICTIVE FOR INSERT TO ana@, ben@, ana@ WITH CHECK (true);
SELECT policyname, roles FROM pg_policies ORDER BY 1;
SELECT polname, array_length(polroles, 1), polroles = '{0}' FROM pg_policy ORDER BY 1;
SELECT polname, rolname FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles) ORDER BY 1, 2;
SELECT polname, 'ana@'::regrole = ANY (polroles) AS ana FROM pg_policy ORDER BY 1;
DROP ROLE ana@;
DROP TABLE t, s.q CASCADE;
DROP SCHEMA s;
DROP TYPE e;
DROP ROLE ana@, ben@;
