CREATE ROLE alice;
CREATE TABLE notes (id integer, b integer, ref integer);
CREATE TABLE t (id integer, ref integer);
CREATE VIEW v0 WITH (security_invoker) AS SELECT id FROM notes UNION SELECT id FROM notes;
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY p1 ON notes USING (b = (SELECT id FROM v0));
SET ROLE alice;
INSERT INTO t VALUES (1, 2), (3, CASE WHEN 42 = ANY (SELECT id FROM v0) THEN 1 END) RETURNING (SELECT id FROM notes s1 WHERE s1.ref = t.ref);
INSERT INTO t VALUES (3, CASE WHEN 42 = ANY (SELECT id FROM v0) THEN 1 END) RETURNING (SELECT id FROM notes s1 WHERE s1.ref = t.ref);
