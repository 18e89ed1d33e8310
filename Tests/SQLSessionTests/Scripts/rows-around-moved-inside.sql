-- Subqueries of a row take what the row says of them, before what they ask themselves.
CREATE TABLE n (id int PRIMARY KEY, b int);
INSERT INTO n VALUES (1, 1), (2, 5), (3, 5);
CREATE TABLE m (id int, b int);
INSERT INTO m VALUES (1, 1), (2, 5), (3, 5);
CREATE FUNCTION f1 (int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'f1 %', $1; RETURN true; END $$;
SELECT (SELECT count(m.b) FROM m WHERE f1(m.b) AND m.b = n.b) FROM n;
SELECT (SELECT count(d.b) FROM (SELECT b FROM m WHERE f1(b) ORDER BY b) d WHERE d.b = n.b) FROM n;
SELECT (SELECT count(d.b) FROM (SELECT b FROM m WHERE f1(b) GROUP BY b) d WHERE d.b = n.b) FROM n;
SELECT (SELECT count(d.b) FROM (SELECT b FROM m WHERE f1(b) AND b = n.b GROUP BY b) d) FROM n;
SELECT (SELECT count(d.b) FROM (SELECT b FROM m WHERE f1(b) GROUP BY b HAVING b = n.b) d) FROM n;
SELECT count(d.b) FROM n, LATERAL (SELECT b FROM m WHERE f1(b) AND b = n.b ORDER BY b) d;
