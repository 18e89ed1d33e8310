-- Leakproof conditions come before a policy that raises an error through subqueries in FROM too.
CREATE ROLE u@;
CREATE SCHEMA p;
CREATE TABLE p.m (id integer);
CREATE TABLE docs (id integer, kind text, g varchar(12), ref integer);
INSERT INTO docs VALUES (17, NULL, NULL, 2), (18, 'b', 'c', 2);
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
CREATE POLICY p0 ON docs USING (has_column_privilege ('p.m', 'id', 'INSERT'));
CREATE POLICY tenant2 ON docs TO u@ USING (kind < 'a' AND id <> ALL (ARRAY [ '0'::bigint ]));
GRANT SELECT ON docs TO u@;
SET ROLE u@;
WITH w AS (SELECT * FROM docs) SELECT FROM w WHERE g < g;
SELECT FROM docs WHERE g < g;
SELECT FROM (SELECT * FROM docs) d WHERE g < g;
SELECT FROM docs WHERE id < id;
SELECT FROM docs WHERE kind < kind;
WITH w AS (SELECT * FROM docs) SELECT FROM w WHERE kind < kind;
WITH w AS (SELECT * FROM docs) SELECT FROM w WHERE id < id;
WITH w AS MATERIALIZED (SELECT * FROM docs) SELECT FROM w WHERE id < id;
