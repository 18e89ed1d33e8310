-- The schemas of the search path.
CREATE ROLE r@; CREATE SCHEMA r@ AUTHORIZATION r@; SELECT current_schema();
CREATE TABLE r@.t (a int); CREATE TABLE t (a int);
SET ROLE r@; SELECT current_schema(), current_schema;
SHOW search_path;
SELECT 't'::regclass;
RESET ROLE;
SELECT 't'::regclass;
SET search_path = nope; SELECT current_schema() IS NULL;
SELECT * FROM t;
CREATE TABLE z (a int);
SET search_path = '';
SELECT current_schema() IS NULL;
SET search_path = nope, public;
SELECT current_schema();
SET search_path = pg_catalog, public;
SELECT current_schema();
SELECT current_schemas(true), current_schemas(false);
