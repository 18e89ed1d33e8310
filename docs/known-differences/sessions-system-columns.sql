-- system columns in DDL: server refuses with its own errors (42701 conflicts with a system column name / 0A000 cannot rename|alter system column); simulated accepts the 1st 2nd 3rd 4th, other errors for the rest. 15-18
CREATE TABLE t (id int, a int);
CREATE TABLE z AS SELECT 1 AS cmin; -- 42701
CREATE INDEX ON t (id) WHERE xmin IS NULL; -- 0A000 index creation on system columns is not supported
ALTER TABLE t ALTER COLUMN ctid SET STATISTICS 5; -- 0A000
ALTER TABLE t RENAME COLUMN ctid TO x;
ALTER TABLE t ALTER COLUMN ctid SET NOT NULL;
ALTER TABLE t ALTER COLUMN ctid SET DEFAULT 1;
ALTER TABLE t ALTER COLUMN ctid TYPE int;
ALTER TABLE t ALTER COLUMN ctid DROP NOT NULL;
ALTER TABLE t ADD PRIMARY KEY (ctid);
COMMENT ON COLUMN t.ctid IS 'x'; -- accepted
ALTER TABLE t RENAME COLUMN a TO ctid; -- 42701
