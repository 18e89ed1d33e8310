-- What is known of rows that a clock's time or a random number stands in stays known: as JSON, and in functions.
CREATE TABLE t (id int PRIMARY KEY, name text, at timestamptz DEFAULT now(), tag uuid DEFAULT gen_random_uuid(), n numeric DEFAULT 1.5);
CREATE TABLE log (id int, op text, old_row jsonb, new_row jsonb, raw json, changed jsonb);
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE d jsonb;
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO log VALUES (new.id, tg_op, NULL, to_jsonb(new), row_to_json(new), NULL);
    RETURN new;
  ELSIF tg_op = 'UPDATE' THEN
    SELECT jsonb_object_agg(n.key, n.value) INTO d FROM jsonb_each(to_jsonb(new)) n JOIN jsonb_each(to_jsonb(old)) o USING (key) WHERE n.value IS DISTINCT FROM o.value;
    INSERT INTO log VALUES (new.id, tg_op, to_jsonb(old), to_jsonb(new), to_json(new), d);
    RETURN new;
  END IF;
  INSERT INTO log VALUES (old.id, tg_op, to_jsonb(old), NULL, NULL, to_jsonb(old) - 'at' - 'tag');
  RETURN old;
END $$;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION audit();
INSERT INTO t (id, name) VALUES (1, 'a'), (2, 'b');
UPDATE t SET name = 'c' WHERE id = 1;
DELETE FROM t WHERE id = 2;
SELECT id, op, new_row->>'id', new_row->>'name', raw->>'name', raw->>'id', raw->>'n', old_row->>'name', changed FROM log ORDER BY op, id;
SELECT id, new_row - 'at' - 'tag' FROM log ORDER BY 1, op;
SELECT id, new_row ? 'at', new_row ? 'nope', jsonb_typeof(new_row) FROM log WHERE op = 'INSERT' ORDER BY 1;
SELECT key FROM log, jsonb_object_keys(new_row) key WHERE op = 'UPDATE' ORDER BY 1;
SELECT key, value FROM log, jsonb_each(new_row) WHERE op = 'UPDATE' AND key NOT IN ('at', 'tag') ORDER BY 1;
SELECT count(*) FROM log WHERE new_row IS DISTINCT FROM old_row;
SELECT id FROM log WHERE jsonb_contains(new_row, '{"name": "c"}');
SELECT id FROM log WHERE jsonb_contained('{"name": "d"}', new_row);
SELECT (new_row || '{"x": 1}')->>'x', new_row || '{"at": 1, "tag": 2}' FROM log WHERE op = 'UPDATE';
SELECT jsonb_set(new_row, '{at}', '1')->'at' FROM log WHERE op = 'UPDATE';
SELECT new_row->>'at' IS NULL, (new_row->>'at') IS NOT NULL FROM log WHERE op = 'INSERT';
SELECT new_row #>> '{name}', new_row->'name', raw->'name', raw->'id' FROM log WHERE op = 'INSERT' ORDER BY id;
CREATE TABLE org (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, at timestamptz DEFAULT now());
CREATE FUNCTION make_org(n text) RETURNS org LANGUAGE plpgsql AS $$
DECLARE o org;
BEGIN
  INSERT INTO org (name) VALUES (n) RETURNING * INTO o;
  RETURN o;
END $$;
SELECT id, name FROM make_org('a');
SELECT (make_org('b')).name;
CREATE FUNCTION make_orgs(n text) RETURNS SETOF org LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY INSERT INTO org (name) VALUES (n) RETURNING *; END $$;
SELECT id, name FROM make_orgs('c');
CREATE FUNCTION org_made(n text) RETURNS org LANGUAGE sql AS 'INSERT INTO org (name) VALUES (n) RETURNING *';
SELECT id, name FROM org_made('d');
CREATE FUNCTION org_as_jsonb(n text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r org;
BEGIN
  WITH w AS (INSERT INTO org (name) VALUES (n) RETURNING *) SELECT * INTO r FROM w;
  RETURN jsonb_build_object('id', r.id, 'org', to_jsonb(r), 'at', r.at);
END $$;
SELECT org_as_jsonb('e')->>'id', org_as_jsonb('f')->'org'->>'name';
CREATE FUNCTION org_as_json(n text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE r org;
BEGIN
  UPDATE org SET name = n WHERE id = 1 RETURNING * INTO r;
  RETURN json_build_object('id', r.id, 'org', r);
END $$;
SELECT org_as_json('e')->>'id', org_as_json('f')->'org'->>'name';
CREATE TYPE pair AS (a org, b int);
CREATE FUNCTION pair_made(n text) RETURNS pair LANGUAGE plpgsql AS $$
DECLARE r org; t pair;
BEGIN
  DELETE FROM org WHERE id = 2 RETURNING * INTO r;
  t.a := r;
  t.b := 2;
  RETURN t;
END $$;
SELECT (a).name, b FROM pair_made('z');
SELECT count(*), min(name), max(name) FROM org;
