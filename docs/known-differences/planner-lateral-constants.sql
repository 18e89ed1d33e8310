CREATE ROLE a_x;
CREATE TABLE docs (id integer PRIMARY KEY, a uuid);
CREATE VIEW v AS SELECT 'alice' made FROM docs;
GRANT ALL ON v TO a_x;
SET ROLE a_x;
-- 16 and later: < no rows > permission denied for table docs
SELECT FROM v r, LATERAL (SELECT FROM docs q WHERE EXISTS (SELECT FROM docs s WHERE s.a = q.a AND r.made IN ('bob', 'carl')));
