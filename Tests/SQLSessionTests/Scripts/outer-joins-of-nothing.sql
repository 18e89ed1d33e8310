-- What depends on no row is not asked beside the outer join of nothing.
CREATE ROLE bob@;
CREATE TABLE members (id bigint, ref integer);
CREATE TABLE docs (id integer PRIMARY KEY, b numeric, ref integer);
INSERT INTO members (id, ref) VALUES (3, NULL), (9, NULL);
CREATE FUNCTION f0 (p1 integer) RETURNS boolean LANGUAGE sql SET row_security = off AS $$ SELECT NOT EXISTS (SELECT * FROM public.docs s0 WHERE s0.ref = f0.p1) $$;
CREATE VIEW v0 AS SELECT id FROM members WHERE f0 (ref);
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
GRANT ALL ON members, docs, v0 TO bob@;
SET ROLE bob@;
SELECT FROM docs q LEFT JOIN members ON true WHERE '42' IN (SELECT id FROM v0);
SELECT FROM docs q LEFT JOIN members ON b > 5 WHERE '42' IN (SELECT id FROM v0);
SELECT FROM docs q LEFT JOIN members ON b > NULL::smallint WHERE '42' IN (SELECT id FROM v0);
SELECT FROM docs q LEFT JOIN members ON false WHERE '42' IN (SELECT id FROM v0);
SELECT FROM docs q JOIN members ON true WHERE '42' IN (SELECT id FROM v0);
