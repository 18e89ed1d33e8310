import AccessModel
import Foundation

extension FuzzSeeds {
  static let scripts = [definitions, alterations, queries, changes, session, functions]

  static let definitions = """
    CREATE ROLE alice LOGIN;
    CREATE ROLE staff NOINHERIT;
    GRANT staff TO alice WITH ADMIN OPTION;
    CREATE SCHEMA app AUTHORIZATION alice;
    CREATE TYPE app.state AS ENUM ('open', 'closed');
    CREATE TYPE app.pair AS (a integer, b text);
    CREATE DOMAIN app.email AS text NOT NULL CHECK (VALUE ~ '@');
    CREATE SEQUENCE app.numbers START 5 INCREMENT BY 2 MAXVALUE 100 CYCLE;
    CREATE TABLE t (id integer PRIMARY KEY, who text DEFAULT current_user, n numeric(6,2) CHECK (n > 0), at timestamptz DEFAULT now(), tags text[] DEFAULT '{}', data jsonb);
    CREATE TABLE u (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, t_id integer REFERENCES t ON DELETE CASCADE, s app.state, p app.pair, twice integer GENERATED ALWAYS AS (t_id * 2) STORED, UNIQUE (t_id, s));
    CREATE TABLE part (a integer, b date) PARTITION BY RANGE (a, b);
    CREATE TABLE part1 PARTITION OF part FOR VALUES FROM (1, '2024-01-01') TO (10, MAXVALUE);
    CREATE TABLE part2 PARTITION OF part DEFAULT;
    CREATE TABLE child (extra text) INHERITS (t);
    CREATE TABLE likes (LIKE t INCLUDING ALL, c integer);
    CREATE UNIQUE INDEX ON t (lower(who), id DESC) WHERE n IS NOT NULL;
    CREATE VIEW v WITH (security_barrier, security_invoker = on) AS SELECT id, who, n + 1 AS m FROM t WHERE who = current_user WITH CHECK OPTION;
    CREATE MATERIALIZED VIEW mv AS SELECT count(*) AS c FROM t;
    ALTER TABLE t ENABLE ROW LEVEL SECURITY;
    ALTER TABLE u FORCE ROW LEVEL SECURITY;
    CREATE POLICY own ON t FOR ALL TO alice, staff USING (who = current_user AND EXISTS (SELECT 1 FROM u WHERE u.t_id = t.id)) WITH CHECK (n < 100);
    CREATE POLICY tight ON t AS RESTRICTIVE FOR SELECT TO PUBLIC USING (id <> ALL (ARRAY[1, 2]) OR data ->> 'a' = 'b');
    CREATE POLICY deep ON u USING (t_id IN (SELECT id FROM v) AND (current_setting('request.jwt.claims', true)::json ->> 'sub') IS NOT NULL);
    GRANT SELECT (id, who), INSERT, UPDATE ON t TO alice WITH GRANT OPTION;
    GRANT ALL ON ALL TABLES IN SCHEMA public TO staff;
    ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO PUBLIC;
    CREATE RULE nothing AS ON DELETE TO u WHERE old.id > 5 DO INSTEAD NOTHING;
    COMMENT ON TABLE t IS 'a table';
    """

  static let alterations = """
    ALTER TABLE t ADD COLUMN extra integer NOT NULL DEFAULT 3, DROP COLUMN n CASCADE, ALTER COLUMN who TYPE varchar(10);
    ALTER TABLE t RENAME COLUMN who TO whom;
    ALTER TABLE t RENAME TO t2;
    ALTER TABLE t OWNER TO alice;
    ALTER TABLE t SET SCHEMA app;
    ALTER TABLE t ATTACH PARTITION part1 FOR VALUES IN (1, NULL);
    ALTER TABLE part DETACH PARTITION part1;
    ALTER TABLE t ADD CONSTRAINT c FOREIGN KEY (id) REFERENCES u (id) NOT VALID;
    ALTER TABLE t ALTER COLUMN id SET DEFAULT nextval('app.numbers'), DROP CONSTRAINT IF EXISTS t_pkey CASCADE;
    ALTER TABLE child NO INHERIT t;
    ALTER TABLE t INHERIT child;
    ALTER POLICY own ON t RENAME TO mine;
    ALTER POLICY own ON t TO PUBLIC USING (true);
    ALTER VIEW v SET (security_invoker = false);
    CREATE OR REPLACE VIEW v AS SELECT * FROM v;
    CREATE RECURSIVE VIEW r (a) AS SELECT 1 UNION ALL SELECT a + 1 FROM r WHERE a < 5;
    ALTER TYPE app.state ADD VALUE 'new' BEFORE 'open';
    ALTER ROLE alice BYPASSRLS;
    GRANT alice TO staff;
    REVOKE GRANT OPTION FOR SELECT ON t FROM alice CASCADE;
    REASSIGN OWNED BY alice TO staff;
    DROP OWNED BY alice CASCADE;
    DROP TABLE t, u CASCADE;
    DROP SCHEMA app CASCADE;
    DROP POLICY IF EXISTS own ON t;
    DROP ROLE alice;
    DROP TYPE app.state CASCADE;
    SELECT * INTO copied FROM t;
    CREATE TABLE made AS SELECT id, array_agg(who) AS whos FROM t GROUP BY id WITH NO DATA;
    """

  static let queries = """
    SELECT * FROM t ORDER BY id DESC NULLS FIRST LIMIT 3 OFFSET 1;
    SELECT t.*, u.s FROM t LEFT JOIN u ON u.t_id = t.id AND u.s = 'open' WHERE t.n BETWEEN 1 AND 10;
    SELECT who, count(*), sum(n) FILTER (WHERE n > 1), string_agg(who, ',' ORDER BY id) FROM t GROUP BY ROLLUP (who) HAVING count(*) > 0;
    SELECT row_number() OVER (PARTITION BY who ORDER BY id), lag(id) OVER w FROM t WINDOW w AS (ORDER BY n);
    WITH RECURSIVE r(a) AS (SELECT 1 UNION SELECT a + 1 FROM r WHERE a < 10) SELECT * FROM r;
    WITH gone AS (DELETE FROM t WHERE id = 1 RETURNING *) SELECT count(*) FROM gone;
    SELECT (SELECT max(id) FROM u WHERE u.t_id = t.id), EXISTS (SELECT FROM u), id = ANY (SELECT t_id FROM u) FROM t;
    SELECT * FROM t, LATERAL (SELECT * FROM u WHERE u.t_id = t.id LIMIT 1) AS l (a, b);
    SELECT x, y FROM generate_series(1, 5) WITH ORDINALITY AS g (x, y) CROSS JOIN unnest(ARRAY['a', 'b']) AS q;
    SELECT 1 UNION ALL SELECT 2 EXCEPT (SELECT 3 INTERSECT SELECT 1) ORDER BY 1;
    VALUES (1, 'a'), (2, NULL), (3, DEFAULT);
    SELECT CASE who WHEN 'a' THEN 1 WHEN 'b' THEN 2 ELSE 3 END, COALESCE(n, 0), NULLIF(id, 1), GREATEST(1, id) FROM t;
    SELECT '{"a": [1, {"b": null}]}'::jsonb #>> '{a,1,b}', '[1]'::jsonb @> '1', data -> 'a' ->> 0, data ? 'a' FROM t;
    SELECT ARRAY[1,2] || 3, (ARRAY[[1,2],[3,4]])[1][2], ('{a,b,c}'::text[])[2:], array_length(tags, 1), 'a' = ANY (tags) FROM t;
    SELECT substring('abc' FROM 2 FOR 1), 'abc' LIKE 'a%', 'x' SIMILAR TO '(x|y)', 'a' || 1, upper('ß'), lpad('a', 5, 'xy'), position('b' IN 'abc');
    SELECT 7 / 2, 7 % -2, 2 ^ 10, -(-5), 1.5::numeric(3,1), round(2.5), 10::numeric / 3, 1e10::integer, 'NaN'::float8, abs(-2147483648);
    SELECT now() - interval '1 day 02:03', date '2024-02-29' + 365, extract(epoch FROM at), date_trunc('month', at), age(at) FROM t;
    SELECT ROW(1, 'a') = ROW(1, 'b'), (p).a, (ROW(1, 'x')::app.pair).b, u IS NULL FROM u;
    SELECT DISTINCT ON (who) who, id FROM t FOR UPDATE SKIP LOCKED;
    SELECT to_char(n, '999D99'), md5(who), gen_random_uuid() IS NULL, format('%I %L', who, id), regexp_replace(who, '(.)b', '\\1', 'g') FROM t;
    SELECT has_table_privilege('alice', 't', 'SELECT'), row_security_active('t'), pg_has_role('alice', 'staff', 'USAGE');
    SELECT relname, relrowsecurity FROM pg_class WHERE relname = 't';
    TABLE t;
    """

  static let changes = """
    INSERT INTO t (id, who, n) VALUES (1, 'alice', 1), (2, 'bob', 2.5), (3, NULL, NULL) ON CONFLICT (id) DO UPDATE SET who = excluded.who WHERE t.n > 1 RETURNING *;
    INSERT INTO u (t_id, s, p) SELECT id, 'open', (id, who) FROM t;
    INSERT INTO t DEFAULT VALUES;
    INSERT INTO v VALUES (9, 'alice', 3);
    INSERT INTO part VALUES (1, '2024-05-05'), (100, NULL);
    UPDATE t SET (who, n) = (SELECT 'x', 5), id = DEFAULT FROM u WHERE u.t_id = t.id RETURNING t.*, u.id;
    UPDATE t SET tags[2] = 'a', data = jsonb_set(data, '{a}', '1') WHERE CURRENT OF c;
    DELETE FROM t USING u WHERE t.id = u.t_id RETURNING u.s;
    MERGE INTO t USING u ON t.id = u.t_id WHEN MATCHED AND u.s = 'open' THEN UPDATE SET who = 'm' WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, who) VALUES (u.t_id, 'n');
    TRUNCATE t, u RESTART IDENTITY CASCADE;
    COPY t (id, who) FROM stdin;
    1\\talice
    2\\t\\\\N
    \\.
    COPY t TO stdout WITH (FORMAT csv, HEADER);
    COPY (SELECT * FROM t) TO stdout;
    REFRESH MATERIALIZED VIEW mv;
    """

  static let session = """
    BEGIN;
    SAVEPOINT a;
    ROLLBACK TO a;
    RELEASE a;
    COMMIT;
    ROLLBACK;
    SET ROLE alice;
    SET LOCAL ROLE staff;
    SET SESSION AUTHORIZATION alice;
    RESET ROLE;
    RESET SESSION AUTHORIZATION;
    SET row_security = off;
    SET search_path = app, public;
    SELECT set_config('request.jwt.claims', '{"sub": "1"}', true);
    SHOW search_path;
    PREPARE p (integer, text) AS SELECT * FROM t WHERE id = $1 AND who = $2;
    EXECUTE p (1, 'alice');
    DEALLOCATE ALL;
    DECLARE c CURSOR FOR SELECT * FROM t;
    FETCH 2 FROM c;
    FETCH BACKWARD ALL FROM c;
    CLOSE c;
    EXPLAIN (COSTS OFF) SELECT * FROM t;
    \\set x 5
    SELECT :x, :'x', :"x";
    \\echo :x `no`
    \\if :x
    \\else
    \\endif
    SELECT 1 AS one \\gset
    \\c - alice
    LISTEN a;
    DISCARD ALL;
    LOCK TABLE t IN SHARE MODE;
    """

  static let functions = """
    CREATE FUNCTION one() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 1';
    CREATE FUNCTION add(a integer, b integer DEFAULT 2, OUT c integer) LANGUAGE sql AS $$ SELECT a + b $$;
    CREATE FUNCTION rows() RETURNS SETOF t LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$ SELECT * FROM t $$;
    CREATE FUNCTION loops(n integer) RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE total integer := 0; r record; x t%ROWTYPE;
    BEGIN
      FOR i IN REVERSE n..1 BY 2 LOOP total := total + i; CONTINUE WHEN i = 3; END LOOP;
      FOR r IN SELECT * FROM t LOOP total := total + r.id; END LOOP;
      WHILE total < 100 LOOP total := total * 2 + 1; EXIT WHEN total > 50; END LOOP;
      IF total > 5 THEN RETURN total; ELSIF total = 1 THEN RAISE NOTICE 'x %', total; ELSE NULL; END IF;
      CASE total WHEN 1, 2 THEN total := 3; ELSE total := 4; END CASE;
      EXECUTE 'SELECT $1 + 1' INTO total USING total;
      SELECT * INTO STRICT x FROM t WHERE id = n;
      PERFORM add(1);
      BEGIN
        INSERT INTO t (id) VALUES (n);
      EXCEPTION WHEN unique_violation OR division_by_zero THEN GET STACKED DIAGNOSTICS total = ROW_COUNT; WHEN OTHERS THEN RAISE;
      END;
      RETURN total;
    END $$;
    CREATE FUNCTION forever() RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
      LOOP PERFORM 1; END LOOP;
    END $$;
    CREATE FUNCTION again(n integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN again(n + 1); END $$;
    CREATE FUNCTION sets() RETURNS TABLE (a integer, b text) LANGUAGE plpgsql AS $$
    BEGIN
      RETURN QUERY SELECT id, who FROM t;
      a := 1; RETURN NEXT;
      RETURN;
    END $$;
    CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.who := TG_OP || TG_NAME; IF OLD IS NOT NULL THEN RETURN NULL; END IF;
      UPDATE t SET n = n + 1 WHERE id = NEW.id;
      RETURN NEW;
    END $$;
    CREATE TRIGGER touched BEFORE INSERT OR UPDATE OF who ON t FOR EACH ROW WHEN (NEW.id > 0) EXECUTE FUNCTION touch('a');
    SELECT one(), add(1), add(b => 3, a => 4), loops(5), (rows()).*, again(1);
    SELECT * FROM sets() AS s (x, y), rows() r, loops(2);
    DO $$ DECLARE i integer; BEGIN FOR i IN 1..3 LOOP EXECUTE format('CREATE TABLE d%s (a integer)', i); END LOOP; END $$;
    CREATE PROCEDURE p() LANGUAGE sql AS $$ DELETE FROM t $$;
    CALL p();
    CREATE FUNCTION atomic(x integer) RETURNS integer BEGIN ATOMIC SELECT x + 1; END;
    ALTER FUNCTION one() SECURITY DEFINER;
    DROP FUNCTION add(integer, integer);
    GRANT EXECUTE ON FUNCTION one() TO alice;
    """

  static let cases = """
    # Who asks.
    identities:
      ana: {role: alice, claims: {sub: "1", list: [1, 2.5, null]}}
      ben:
        role: staff
        claims: {}
        description: "a\\tb"
    cases:
      - as: ana
        select: t
        where: {id: 1}
        expect: {rows: [{id: 1, who: alice}]}
      - as: [ana, ben]
        insert: t
        values: {id: 4, who: 'x', n: 1e3, tags: [a, b]}
        expect: denied
      - as: ben
        update: t
        set: {who: ~}
        where: {id: 0x1F}
        expect: {count: 0}
      - as: ana
        delete: public.t
        expect: allowed
    """

  static let plan: String = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try? encoder.encode(PlanDocument(name: "seed", catalog: catalog))
    return String(decoding: data ?? Data(), as: UTF8.self)
  }()
}
