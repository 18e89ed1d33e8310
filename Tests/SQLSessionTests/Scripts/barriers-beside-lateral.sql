-- A security_barrier view stays one when conditions have been moved into it, and is read before what
-- is lateral to it.
CREATE TABLE b (id int PRIMARY KEY, n int, t text, who text);
CREATE TABLE c (id int, n int, t text, who text);
INSERT INTO b VALUES (1, 1, 'x', 'bob'), (2, 2, 'x', 'ann'), (5, 4, 'z', 'bob');
INSERT INTO c VALUES (1, 2, 'x', 'bob'), (1, 1, 'y', 'bob'), (2, NULL, 'x', 'ann');
CREATE FUNCTION raises(int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN IF $1 = 2 THEN RAISE EXCEPTION 'r %', $1; END IF; RETURN $1 > 0; END $$;
CREATE VIEW vb WITH (security_barrier) AS SELECT * FROM b;
SELECT vb.id FROM vb, c WHERE c.id = vb.id AND c.n > 0 AND raises(vb.id) AND vb.n > 0 ORDER BY 1;
SELECT vb.id FROM vb, LATERAL (SELECT FROM c WHERE id = vb.id AND n > 0) f WHERE raises(vb.id) AND n > 0 ORDER BY 1;
SELECT vb.id FROM vb, LATERAL (SELECT FROM c WHERE id = vb.id) f WHERE raises(vb.id) AND n > 0 ORDER BY 1;
SELECT b.id FROM b, LATERAL (SELECT FROM c WHERE id = b.id AND n > 0) f WHERE raises(b.id) AND n > 0 ORDER BY 1;
