-- COPY counts what was stored; both sides of a comparison are computed; a lock is looked at before a view is opened.
CREATE TABLE t (id int, b bigint);
CREATE TABLE log (id int);
CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.id > 1 THEN RETURN NULL; END IF; RETURN NEW; END $$;
CREATE TRIGGER skip BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION skip();
COPY t FROM STDIN;
1	\N
2	5
\.
SELECT id FROM t;
CREATE FUNCTION note(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES ($1); RETURN 3; END $$;
SELECT id FROM t WHERE b < note(7);
SELECT id FROM t WHERE b = note(8);
SELECT id FROM log ORDER BY id;
CREATE MATERIALIZED VIEW stored AS SELECT id FROM t WITH NO DATA;
BEGIN;
DECLARE c CURSOR FOR SELECT id FROM stored FOR UPDATE;
ROLLBACK;
SELECT id FROM stored FOR UPDATE;
SELECT id FROM stored;
