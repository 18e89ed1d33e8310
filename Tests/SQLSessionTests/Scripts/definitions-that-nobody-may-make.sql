SET search_path=pg_catalog,public; CREATE TABLE z (i int); CREATE VIEW zv AS SELECT 1; SET search_path = public;
CREATE FUNCTION gf(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'select $1'; CREATE TABLE vx (a int, g int GENERATED ALWAYS AS (gf(a)) VIRTUAL);
