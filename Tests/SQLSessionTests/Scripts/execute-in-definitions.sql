-- Definitions that compute, with or without rows, need EXECUTE on what they call. RULES 18.
CREATE ROLE ann@;
CREATE FUNCTION plain@(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
CREATE FUNCTION fresh@(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN $1; END';
CREATE FUNCTION stops@() RETURNS int LANGUAGE plpgsql STABLE AS
  $$ BEGIN RAISE EXCEPTION 'stopped'; END $$;
CREATE FUNCTION holds@(int) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END';
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
GRANT CREATE ON SCHEMA public TO ann@;
SET ROLE ann@;
CREATE TABLE tt (id int);
ALTER TABLE tt ADD COLUMN z int DEFAULT plain@(2);
ALTER TABLE tt ADD COLUMN z int DEFAULT fresh@(2);
ALTER TABLE tt ADD COLUMN z int DEFAULT stops@();
ALTER TABLE tt ADD COLUMN z int GENERATED ALWAYS AS (plain@(id)) STORED;
ALTER TABLE tt ADD CHECK (holds@(id));
ALTER TABLE tt ADD CHECK (holds@(id)) NOT VALID;
ALTER TABLE tt ADD CHECK (plain@(id) > 0);
ALTER TABLE tt ALTER COLUMN id SET DEFAULT plain@(3);
ALTER TABLE tt ALTER COLUMN id TYPE int USING plain@(id);
COPY tt FROM stdin;
\.
CREATE TABLE t2 (id int, n int DEFAULT plain@(3), CHECK (holds@(id)));
COPY t2 (id) FROM stdin;
\.
CREATE INDEX ON tt (plain@(id));
CREATE TABLE part (id int) PARTITION BY RANGE (plain@(id));
CREATE TABLE part1 PARTITION OF part FOR VALUES FROM (1) TO (10);
INSERT INTO part VALUES (1);
INSERT INTO part1 VALUES (1);
UPDATE part SET id = 2;
CREATE TABLE list (id int) PARTITION BY LIST (id);
CREATE TABLE list1 PARTITION OF list FOR VALUES IN (1);
ALTER TABLE list ADD COLUMN z int DEFAULT plain@(2);
ALTER TABLE list ADD CHECK (holds@(id));
RESET ROLE;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ann@;
SET ROLE ann@;
ALTER TABLE tt ADD COLUMN a1 int DEFAULT stops@();
ALTER TABLE tt ADD COLUMN a2 int DEFAULT fresh@(1);
ALTER TABLE tt ADD COLUMN a3 int DEFAULT 1 / 0;
ALTER TABLE list ADD COLUMN a1 int DEFAULT stops@();
INSERT INTO part VALUES (1);
RESET ROLE;
-- A WITH that stores is done once, whatever is called beside it.
CREATE TABLE once (id int);
CREATE FUNCTION one@() RETURNS int LANGUAGE sql AS 'SELECT 1';
WITH w AS (INSERT INTO once VALUES (61) RETURNING id) SELECT one@() FROM w;
SELECT count(*) FROM once;
WITH w AS (UPDATE once SET id = id + 1 RETURNING id) SELECT one@(), id FROM w;
SELECT * FROM once;
-- Policies of which one is TRUE are not asked.
CREATE POLICY first ON once USING (stops@() = 1);
CREATE POLICY second ON once USING (true);
ALTER TABLE once ENABLE ROW LEVEL SECURITY;
GRANT ALL ON once TO ann@;
SET ROLE ann@;
SELECT count(*) FROM once;
UPDATE once SET id = id;
INSERT INTO once VALUES (3);
RESET ROLE;
-- A plan made for the values given.
CREATE TABLE hidden (id int);
PREPARE q(bool) AS SELECT id FROM once WHERE $1 OR EXISTS (SELECT 1 FROM hidden);
SET ROLE ann@;
EXECUTE q(true);
EXECUTE q(false);
-- Settings.
SHOW is_superuser;
SELECT current_setting('is_superuser');
SET is_superuser = off;
SET app.list = a, b;
SET "app.foo bar" = 1;
SELECT set_config('app.a-b', '1', false);
RESET ROLE;
SHOW is_superuser;
SELECT ctid IS NOT NULL AS there, xmin IS NULL AS missing FROM once LIMIT 1;
UPDATE once SET id = 4 WHERE ctid IS NOT NULL RETURNING ctid IS NOT NULL;
DO $$ DECLARE r int; BEGIN EXECUTE 'SET app.x = 1' INTO r; END $$;
CREATE VIEW shown AS SELECT 1 AS one;
DROP POLICY first ON shown;
DROP POLICY IF EXISTS first ON shown;
SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v';
DROP VIEW shown;
DROP TABLE tt, t2, part, list, once, hidden;
DROP FUNCTION plain@(int), fresh@(int), stops@(), holds@(int), one@();
REVOKE CREATE ON SCHEMA public FROM ann@;
DROP ROLE ann@;
