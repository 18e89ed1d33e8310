CREATE ROLE x_a; CREATE TABLE t (id int); CREATE OPERATOR @@@ (LEFTARG=int, RIGHTARG=int, FUNCTION=int4eq);
CREATE POLICY p ON t USING (id @@@ 1); SELECT count(*) FROM pg_policies;
CREATE VIEW v AS SELECT * FROM t WHERE id @@@ 1; DROP TABLE t;
CREATE FUNCTION pg_temp.ok() RETURNS bool LANGUAGE sql AS 'select true'; CREATE TABLE u (id int); CREATE POLICY q ON u TO x_a USING (pg_temp.ok()); DROP ROLE x_a;
