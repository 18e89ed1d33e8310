-- ON CONFLICT through rules, views and policies; SET LOCAL and branches in odd places.
CREATE ROLE r@;
CREATE TABLE a (id int PRIMARY KEY, n int);
CREATE RULE u AS ON UPDATE TO a DO ALSO NOTHING;
CREATE VIEW v AS SELECT * FROM a;
INSERT INTO v VALUES (1, 1) ON CONFLICT DO NOTHING;
CREATE VIEW vv AS SELECT * FROM v;
INSERT INTO vv VALUES (1, 1) ON CONFLICT (id) DO NOTHING;
SET ROLE r@;
INSERT INTO v VALUES (1, 1) ON CONFLICT DO NOTHING;
INSERT INTO a VALUES (1, 1) ON CONFLICT DO NOTHING;
INSERT INTO a VALUES (1, 1) ON CONFLICT (n) DO NOTHING;
RESET ROLE;
PREPARE p AS INSERT INTO a VALUES (1, 1) ON CONFLICT DO NOTHING;
DO $$ BEGIN INSERT INTO a VALUES (1, 1) ON CONFLICT DO NOTHING; END $$;
DROP RULE u ON a;
CREATE RULE i AS ON INSERT TO a WHERE new.id < 0 DO INSTEAD NOTHING;
INSERT INTO a SELECT g, g FROM generate_series(-2, 2) g ON CONFLICT (id) DO UPDATE SET n = 100;
INSERT INTO a SELECT g, g FROM generate_series(-2, 2) g ON CONFLICT (id) DO UPDATE SET n = a.n + excluded.n WHERE a.id > 0;
TABLE a;
INSERT INTO a (n, id) VALUES (5, 5), (-5, -5) ON CONFLICT (id) DO UPDATE SET n = excluded.n + excluded.id;
INSERT INTO a (n, id) VALUES (6, 5), (-5, -5) ON CONFLICT (id) DO UPDATE SET n = excluded.n + excluded.id;
TABLE a;
INSERT INTO v VALUES (-9, 1), (9, 1) ON CONFLICT DO NOTHING;
INSERT INTO v VALUES (-9, 1), (9, 7) ON CONFLICT (id) DO UPDATE SET n = excluded.n;
TABLE a;
ALTER TABLE a ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON a TO r@ USING (n < 50) WITH CHECK (n < 50);
GRANT ALL ON a TO r@;
SET ROLE r@;
INSERT INTO a VALUES (9, 60), (-1, 70) ON CONFLICT (id) DO UPDATE SET n = excluded.n;
INSERT INTO a VALUES (9, 40), (-1, 70) ON CONFLICT (id) DO UPDATE SET n = excluded.n;
INSERT INTO a VALUES (-1, 70) ON CONFLICT (id) DO UPDATE SET n = excluded.n;
TABLE a;
RESET ROLE;
BEGIN;
SET LOCAL a.x = '1';
SAVEPOINT s;
ROLLBACK AND CHAIN;
SELECT current_setting('a.x', true);
COMMIT;
SET LOCAL search_path = nowhere;
SELECT count(*) FROM a;
SET LOCAL TIME ZONE 'Nope';
SET LOCAL nope = 1;
SET LOCAL "a.b c" = 1;
SET LOCAL is_superuser = on;
SET LOCAL ROLE r@; SELECT current_user;
SET LOCAL SESSION AUTHORIZATION r@;
SELECT session_user = current_user, session_user <> 'r@';
CREATE TABLE "weird" (x int
\if true
, y int
\endif
); SELECT * FROM weird WHERE
\if false
x = 1; SELECT 'x'; SELECT (
\endif
y = 2;
SELECT 1 \if false
 , 2 \else
 , 3 \endif
 , 4;
SELECT 'a
\if false
b';
SELECT 1 /* c
\if false
*/ , 2;
