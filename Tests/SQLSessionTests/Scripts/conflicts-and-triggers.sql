-- ON CONFLICT DO UPDATE meets a row that its own command has stored, with a trigger between.
CREATE ROLE r@;
CREATE TABLE t (id int PRIMARY KEY, a int, note text UNIQUE);
INSERT INTO t VALUES (1, 1, 'x');
CREATE FUNCTION fire@() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN IF NEW.id = 42 THEN RETURN NULL; END IF; RETURN NEW; END$$;
CREATE TRIGGER fire BEFORE INSERT ON t FOR ROW EXECUTE FUNCTION fire@();
INSERT INTO t VALUES (50, 2, 'b'), (50, 0, 'c') ON CONFLICT (id) DO UPDATE SET a = 0;
INSERT INTO t VALUES (1, 2, 'b'), (1, 0, 'c') ON CONFLICT (id) DO UPDATE SET a = 7;
INSERT INTO t VALUES (89, 1, 'bob'), (80, 2, 'bob') ON CONFLICT (note) DO UPDATE SET note = 'x';
INSERT INTO t VALUES (1, 2, 'b'), (3, 0, 'c') ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING id, a;
INSERT INTO t SELECT 5, t.a, NULL FROM t ON CONFLICT (id) DO UPDATE SET a = 9;
INSERT INTO t VALUES (7, 2, 'b'), (42, 0, 'c'), (42, 0, 'd') ON CONFLICT (id) DO UPDATE SET a = 9;
INSERT INTO t VALUES (8, 2, 'e'), (8, 0, 'f') ON CONFLICT DO NOTHING;
SELECT * FROM t ORDER BY 1;
-- Names of a prepared statement were resolved as whoever prepared it.
CREATE SCHEMA s@;
CREATE TABLE s@.u (id int);
GRANT SELECT ON s@.u TO r@;
PREPARE q AS SELECT id FROM s@.u;
EXECUTE q;
SET ROLE r@;
SELECT id FROM s@.u;
PREPARE q2 AS SELECT id FROM s@.u;
RESET ROLE;
DEALLOCATE q;
DROP SCHEMA s@ CASCADE;
DROP ROLE r@;
