-- Writing through views: the view's privileges for the user, the table's for the owner.
CREATE ROLE own@; CREATE ROLE ann@;
CREATE TABLE b (id int PRIMARY KEY, own text DEFAULT 'd', n int DEFAULT 0); INSERT INTO b VALUES (1, 'own', 1), (2, 'ann', 2), (3, 'own', 30);
ALTER TABLE b ENABLE ROW LEVEL SECURITY; CREATE POLICY po ON b TO own@ USING (own = 'own'); CREATE POLICY pa ON b TO ann@ USING (own = 'ann');
CREATE VIEW v AS SELECT id, own AS whose, n FROM b WHERE n < 10; ALTER VIEW v OWNER TO own@;
GRANT SELECT (id), INSERT (id, whose), UPDATE (n) ON v TO ann@; GRANT SELECT, INSERT, UPDATE ON b TO own@;
SET ROLE ann@;
SELECT id FROM v; SELECT * FROM v; SELECT count(*) FROM v;
INSERT INTO v (id, whose) VALUES (4, 'own'); INSERT INTO v (id, whose) VALUES (5, 'ann'); INSERT INTO v (id, n) VALUES (6, 1); INSERT INTO v VALUES (6); INSERT INTO v (id) VALUES (7) RETURNING id; INSERT INTO v (id, whose) VALUES (7, 'own') RETURNING id; INSERT INTO v (id, whose) VALUES (8, 'own') RETURNING whose;
UPDATE v SET n = 5; UPDATE v SET n = 6 WHERE id = 1; UPDATE v SET n = 7 WHERE n = 6; UPDATE v SET n = 70 WHERE id = 1 RETURNING id; UPDATE v SET whose = 'x';
DELETE FROM v; DELETE FROM v WHERE id = 1;
RESET ROLE; GRANT DELETE ON v TO ann@; SET ROLE ann@; DELETE FROM v; RESET ROLE; GRANT DELETE ON b TO own@; SET ROLE ann@; DELETE FROM v WHERE id = 2; DELETE FROM v WHERE id = 4 RETURNING id;
RESET ROLE; REVOKE SELECT ON b FROM own@; SET ROLE ann@; UPDATE v SET n = 1; UPDATE v SET n = 1 WHERE true; UPDATE v SET n = 1 WHERE id = 1; DELETE FROM v; INSERT INTO v (id, whose) VALUES (9, 'own'); INSERT INTO v (id, whose) VALUES (10, 'own') RETURNING id; INSERT INTO v (id, whose) VALUES (10, 'own') RETURNING 1;
RESET ROLE; GRANT SELECT (id) ON b TO own@; SET ROLE ann@; DELETE FROM v WHERE id = 9; INSERT INTO v (id, whose) VALUES (11, 'own') RETURNING id; 
RESET ROLE; GRANT SELECT (own, n) ON b TO own@; SET ROLE ann@; DELETE FROM v WHERE id = 9; 
RESET ROLE; SELECT * FROM b ORDER BY id; ALTER VIEW v SET (security_invoker = true); SET ROLE ann@; SELECT id FROM v; UPDATE v SET n = 3; INSERT INTO v (id) VALUES (20);
RESET ROLE; GRANT ALL ON b TO ann@; SET ROLE ann@; SELECT id FROM v; UPDATE v SET n = 3; INSERT INTO v (id) VALUES (20); INSERT INTO v (id, whose) VALUES (20, 'ann'); DELETE FROM v; RESET ROLE; SELECT * FROM b ORDER BY id;
