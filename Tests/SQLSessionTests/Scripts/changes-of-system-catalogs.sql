-- PostgreSQL's own relations are changed by nobody, and owned by the role that made the server.
CREATE ROLE ana@;
ALTER TABLE pg_class ENABLE ROW LEVEL SECURITY;
ALTER TABLE pg_class FORCE ROW LEVEL SECURITY;
ALTER TABLE pg_catalog.pg_authid DISABLE ROW LEVEL SECURITY;
CREATE POLICY p ON pg_class USING (true);
ALTER POLICY p ON pg_class USING (true);
ALTER POLICY p ON pg_class RENAME TO q;
DROP POLICY p ON pg_class;
DROP POLICY IF EXISTS p ON pg_class;
CREATE POLICY p ON pg_roles USING (true);
ALTER TABLE pg_roles ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON information_schema.tables USING (true);
ALTER TABLE information_schema.tables FORCE ROW LEVEL SECURITY;
ALTER TABLE pg_class ADD COLUMN x int;
ALTER TABLE pg_class RENAME COLUMN relname TO x;
ALTER TABLE pg_class RENAME TO x;
ALTER TABLE pg_class OWNER TO ana@;
ALTER TABLE pg_class SET SCHEMA public;
DROP TABLE pg_class;
DROP TABLE IF EXISTS pg_catalog.pg_class;
TRUNCATE pg_class;
CREATE INDEX ON pg_class (relname);
CREATE TRIGGER t BEFORE INSERT ON pg_class FOR EACH ROW
  EXECUTE FUNCTION suppress_redundant_updates_trigger();
CREATE RULE r AS ON INSERT TO pg_class DO INSTEAD NOTHING;

SET ROLE ana@;
ALTER TABLE pg_class ENABLE ROW LEVEL SECURITY;
ALTER TABLE pg_class NO FORCE ROW LEVEL SECURITY;
CREATE POLICY p ON pg_class USING (true);
ALTER POLICY p ON pg_class USING (true);
ALTER POLICY p ON pg_class RENAME TO q;
DROP POLICY p ON pg_class;
DROP POLICY IF EXISTS p ON pg_authid;
ALTER TABLE pg_roles ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON pg_roles USING (true);
CREATE POLICY p ON information_schema.tables USING (true);
CREATE POLICY p ON information_schema.sql_features USING (true);
ALTER TABLE pg_class ADD COLUMN x int;
DROP TABLE pg_class;
DROP VIEW pg_roles;
TRUNCATE pg_authid;
CREATE INDEX ON pg_class (relname);
CREATE TRIGGER t BEFORE INSERT ON pg_class FOR EACH ROW
  EXECUTE FUNCTION suppress_redundant_updates_trigger();
CREATE RULE r AS ON INSERT TO pg_class DO INSTEAD NOTHING;
RESET ROLE;

-- Nothing of it has put the catalogs in doubt.
CREATE TABLE t (a int);
SELECT relname, relrowsecurity FROM pg_class WHERE oid = 't'::regclass;
DROP TABLE t;
DROP ROLE ana@;
