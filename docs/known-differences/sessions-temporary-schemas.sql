-- 15-18: current_schemas(true) once a temporary table was made and dropped
-- < {pg_catalog,public}  > {pg_temp_3,pg_catalog,public} (number not decidable)
CREATE TEMP TABLE x (a int);
DROP TABLE x;
SELECT current_schemas(true);
