-- What a subquery says of the row around it is one more condition on its table: before 17 that hides default deny.
CREATE ROLE bob@; CREATE ROLE s@;
CREATE TABLE docs (id bigint, q text);
CREATE VIEW m AS SELECT q.id, count(*) FROM docs q GROUP BY q.id;
CREATE VIEW v1 AS SELECT q.id, count(*) n FROM docs q GROUP BY q.id;
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
GRANT ALL ON docs, m TO bob@;
ALTER VIEW v1 OWNER TO s@;
GRANT SELECT ON v1 TO bob@;
SET ROLE bob@;
SELECT (SELECT s1 FROM docs s1 WHERE s1.id = q.id AND EXISTS (SELECT FROM v1 s2 WHERE s2.n = s1.id AND id >= 1) LIMIT 1) FROM m q;
SELECT (SELECT s1 FROM docs s1 WHERE EXISTS (SELECT FROM v1 s2 WHERE s2.n = s1.id AND id >= 1) LIMIT 1) FROM m q;
SELECT (SELECT s1 FROM docs s1, v1 s2 WHERE s2.n = s1.id AND s1.id = q.id LIMIT 1) FROM m q;
SELECT (SELECT s1 FROM docs s1, v1 s2 WHERE s2.n = s1.id AND s2.id = q.id LIMIT 1) FROM m q;
SELECT FROM docs q WHERE EXISTS (SELECT FROM docs s1, v1 s2 WHERE s2.n = s1.id AND s1.id = q.id);
