-- Cursors that functions open: rights are those of who opens them, rows of who fetches.
CREATE ROLE rca@;
CREATE ROLE rco@;
CREATE TABLE t (id int, who text);
INSERT INTO t VALUES (1, 'rca@'), (2, 'rco@'), (3, 'rca@');
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON t USING (who = current_user);
GRANT SELECT ON t TO rco@;
CREATE FUNCTION opened(c refcursor) RETURNS refcursor LANGUAGE plpgsql SECURITY DEFINER
  AS $$ BEGIN OPEN c FOR SELECT id, current_user FROM t; RETURN c; END $$;
ALTER FUNCTION opened(refcursor) OWNER TO rco@;
CREATE FUNCTION own(refcursor, int) RETURNS refcursor LANGUAGE plpgsql
  AS $$ BEGIN OPEN $1 FOR SELECT id FROM t WHERE id >= $2 ORDER BY id; RETURN $1; END $$;
CREATE FUNCTION two(OUT a refcursor, OUT b refcursor) LANGUAGE plpgsql
  AS $$ BEGIN a := 'aa'; b := 'bb'; OPEN a FOR SELECT 1; OPEN b FOR SELECT 2 AS y; END $$;
CREATE FUNCTION named() RETURNS refcursor LANGUAGE plpgsql
  AS $$ DECLARE r refcursor := 'named'; BEGIN OPEN r FOR SELECT id FROM t; RETURN r; END $$;
CREATE FUNCTION dynamic(c refcursor, name text) RETURNS refcursor LANGUAGE plpgsql
  AS $$ BEGIN OPEN c FOR EXECUTE format('SELECT id FROM %I WHERE id > $1', name) USING 1; RETURN c; END $$;
CREATE FUNCTION several() RETURNS SETOF refcursor LANGUAGE plpgsql
  AS $$ DECLARE r refcursor := 'm1'; s refcursor := 'm2'; BEGIN OPEN r FOR SELECT current_user; RETURN NEXT r; OPEN s FOR SELECT 2; RETURN NEXT s; END $$;
CREATE FUNCTION closed() RETURNS refcursor LANGUAGE plpgsql
  AS $$ DECLARE r refcursor := 'cl'; BEGIN OPEN r FOR SELECT 1; CLOSE r; RETURN r; END $$;
CREATE FUNCTION failing() RETURNS refcursor LANGUAGE plpgsql
  AS $$ DECLARE r refcursor := 'fa'; BEGIN BEGIN OPEN r FOR SELECT 1; RAISE EXCEPTION 'x'; EXCEPTION WHEN OTHERS THEN NULL; END; RETURN r; END $$;
CREATE FUNCTION unnamed() RETURNS refcursor LANGUAGE plpgsql
  AS $$ DECLARE r refcursor; BEGIN OPEN r FOR SELECT id FROM t; RETURN r; END $$;
CREATE FUNCTION counted() RETURNS int LANGUAGE plpgsql
  AS $$ DECLARE r record; n int := 0; BEGIN FOR r IN SELECT FROM generate_series(1, 2) LOOP n := n + 1; END LOOP; RETURN n; END $$;
CREATE PROCEDURE opens(INOUT c refcursor) LANGUAGE plpgsql
  AS $$ BEGIN OPEN c FOR SELECT 7 AS seven; END $$;
SET ROLE rca@;
BEGIN;
SELECT opened('x');
FETCH ALL x;
COMMIT;
SELECT own('y', 1);
RESET ROLE;
GRANT SELECT ON t TO rca@;
SET ROLE rca@;
BEGIN;
SELECT own('y', 1);
FETCH 1 FROM y;
FETCH ALL FROM y;
CLOSE y;
FETCH y;
ROLLBACK;
BEGIN;
SELECT own('y', 2);
MOVE y;
SELECT own('y', 1);
ROLLBACK;
BEGIN;
SELECT * FROM two();
FETCH ALL aa;
FETCH ALL bb;
ROLLBACK;
SELECT named();
BEGIN;
FETCH ALL named;
ROLLBACK;
BEGIN;
SELECT named();
FETCH ALL named;
COMMIT;
BEGIN;
SELECT dynamic('d', 't');
FETCH ALL FROM d;
COMMIT;
BEGIN;
SELECT several();
RESET ROLE;
FETCH ALL m1;
FETCH ALL m2;
ROLLBACK;
BEGIN;
SELECT closed();
FETCH ALL cl;
ROLLBACK;
BEGIN;
SELECT failing();
FETCH ALL fa;
ROLLBACK;
BEGIN;
SELECT unnamed();
FETCH ALL "<unnamed portal 1>";
SELECT counted();
SELECT unnamed();
FETCH NEXT FROM "<unnamed portal 3>";
ROLLBACK;
PREPARE one AS SELECT 1;
EXECUTE one;
BEGIN;
CALL opens('z');
FETCH ALL z;
CALL opens(NULL);
FETCH ALL "<unnamed portal 5>";
ROLLBACK;
BEGIN;
SAVEPOINT s;
SELECT named();
ROLLBACK TO s;
FETCH ALL named;
ROLLBACK;
BEGIN;
DECLARE named CURSOR FOR SELECT 1;
SELECT named();
ROLLBACK;
RESET ROLE;
BEGIN;
SELECT named();
DROP TABLE t;
ROLLBACK;
BEGIN;
SELECT named();
INSERT INTO t VALUES (9, 'z');
FETCH ALL named;
ROLLBACK;
DO $$ DECLARE r refcursor; BEGIN RAISE NOTICE '% %', r, r IS NULL; r := 'k'; RAISE NOTICE '%', r; FETCH r INTO r; END $$;
DO $$ DECLARE r refcursor; BEGIN FOR i IN 1..2 LOOP OPEN r FOR SELECT 1; RAISE NOTICE '%', r; CLOSE r; END LOOP; END $$;
DO $$ DECLARE r refcursor := 'q'; BEGIN OPEN r FOR SELECT 1; OPEN r FOR SELECT 2; END $$;
SELECT 'a'::refcursor, pg_typeof('a'::refcursor), 'x'::text::refcursor::text;
