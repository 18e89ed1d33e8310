-- What is asked once is asked of the query around too, however far out it stands.
CREATE TABLE n (id bigint, k int);
CREATE TABLE child (extra text) INHERITS (n);
INSERT INTO n (id) VALUES (2);
CREATE VIEW v0 WITH (security_barrier) AS SELECT * FROM n;
CREATE VIEW vn AS SELECT * FROM n offset 0;
SELECT count (*) FROM n q WHERE q.id = 2 and EXISTS (SELECT FROM v0 s1 WHERE s1.id = q.id and s1.id = 2);
SELECT count (*) FROM n q WHERE EXISTS (SELECT FROM v0 s1 WHERE s1.id = q.id and s1.id = 2);
SELECT count (*) FROM n q WHERE EXISTS (SELECT FROM v0 s1 WHERE s1.id = 2);
SELECT count (*) FROM n q WHERE EXISTS (SELECT FROM v0 s1 WHERE s1.id = q.id and s1.id < 3);
SELECT count (*) FROM n q WHERE EXISTS (SELECT FROM v0 s1 WHERE s1.id = q.id and s1.id = 2 offset 0);
SELECT count (*) FROM n q WHERE EXISTS (SELECT FROM vn s1 WHERE s1.id = q.id and s1.id = 2);
SELECT count (*) FROM n q WHERE EXISTS (SELECT FROM vn s1 WHERE s1.id = q.id and s1.id = 2 offset 0);
SELECT count (*) FROM n q WHERE q.id in (SELECT s1.id FROM v0 s1 WHERE s1.id = 2);
SELECT count (*) FROM n q, v0 s1 where s1.id = q.id and s1.id = 2;
SELECT count (*) FROM n q, v0 s1 where s1.id = q.id and s1.id = 2 and q.id = 2;
SELECT (select count (*) FROM v0 s1 where s1.id = q.id and s1.id = 2) from n q;
SELECT exists(select FROM v0 s1 where s1.id = q.id and s1.id = 2) from n q;
