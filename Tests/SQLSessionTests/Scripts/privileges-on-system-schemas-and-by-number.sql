-- What the inquiry functions say of the server's own schemas, and of columns by number.
CREATE ROLE pos_a@;
CREATE ROLE pos_s@ SUPERUSER;
SELECT has_schema_privilege('pos_a@', 'pg_catalog', 'usage'), has_schema_privilege('pos_a@', 'information_schema', 'USAGE');
SELECT has_schema_privilege('pos_a@', 'pg_catalog', 'create'), has_schema_privilege('pos_s@', 'pg_catalog', 'create');
SELECT has_schema_privilege('pos_a@', 'information_schema', 'usage with grant option'), has_schema_privilege('public', 'pg_catalog', 'usage');
CREATE TABLE t (a int, b int);
GRANT UPDATE (b) ON t TO pos_a@;
SELECT has_column_privilege('t', 1::smallint, 'update'), has_column_privilege('pos_a@', 't', 2::smallint, 'update');
SELECT has_column_privilege('pos_a@', 't', 1::smallint, 'update');
