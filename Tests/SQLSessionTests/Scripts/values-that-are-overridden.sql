-- OVERRIDING USER VALUE leaves nothing of what one row gives for an identity column: its policies are not asked. A subquery's mistakes come before those of what it is compared with.
CREATE ROLE bob@;
CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY (START 60), owner bigint);
CREATE TABLE m (id integer PRIMARY KEY, owner text);
INSERT INTO m VALUES (7, 'a');
ALTER TABLE m ENABLE ROW LEVEL SECURITY;
GRANT ALL ON t TO bob@;
SET row_security = off;
SET ROLE bob@;
INSERT INTO t OVERRIDING USER VALUE VALUES ((SELECT id FROM m), 7) RETURNING *;
INSERT INTO t OVERRIDING USER VALUE VALUES ((SELECT id FROM m), 7), (1, 8) RETURNING *;
INSERT INTO t OVERRIDING USER VALUE VALUES (1 / 0, 7) RETURNING *;
INSERT INTO t OVERRIDING USER VALUE SELECT id, 7 FROM m;
RESET ROLE;
CREATE TABLE a (id int, ref int); CREATE TABLE b (id int, ref int); CREATE TABLE c (n int);
SELECT FROM a JOIN b ON id = ANY (SELECT FROM c WHERE n = ref);
SELECT FROM a JOIN b ON id IN (SELECT n FROM c WHERE n = ref);
SELECT FROM a JOIN b ON id IN (SELECT n FROM c);
SELECT FROM a JOIN b ON (id, 1) IN (SELECT n, nope FROM c);
