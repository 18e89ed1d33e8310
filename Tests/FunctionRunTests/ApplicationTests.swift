import Testing

/// Functions and triggers as applications have them.
@Suite struct ApplicationTests {
  @Test func `Profiles, tenants, counters and views to write to`() throws {
    try expectAgreement(
      #"""
      CREATE SCHEMA app;
      CREATE TABLE app.users (id int PRIMARY KEY, email text, is_admin boolean NOT NULL DEFAULT false);
      CREATE TABLE app.profiles (user_id int PRIMARY KEY REFERENCES app.users ON DELETE CASCADE, name text, updated_at text);
      CREATE ROLE web;
      GRANT USAGE ON SCHEMA app TO web;
      GRANT ALL ON ALL TABLES IN SCHEMA app TO web;
      CREATE FUNCTION app.handle_new_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        INSERT INTO app.profiles (user_id, name) VALUES (NEW.id, coalesce(NEW.email, 'nobody'));
        RETURN NEW;
      END;
      $$;
      CREATE TRIGGER on_user AFTER INSERT ON app.users FOR EACH ROW EXECUTE FUNCTION app.handle_new_user();
      CREATE FUNCTION app.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.updated_at = 'touched'; RETURN NEW; END $$;
      CREATE TRIGGER touch BEFORE UPDATE ON app.profiles FOR EACH ROW EXECUTE PROCEDURE app.touch();
      INSERT INTO app.users VALUES (1, 'ana@x', true), (2, NULL, false), (3, 'bob@x', false);
      SELECT * FROM app.profiles ORDER BY user_id;
      UPDATE app.profiles SET name = 'Ana' WHERE user_id = 1;
      SELECT * FROM app.profiles ORDER BY user_id;
      DELETE FROM app.users WHERE id = 3;
      SELECT count(*) FROM app.profiles;
      CREATE FUNCTION app.is_admin(uid int) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
      DECLARE answer boolean;
      BEGIN
        SELECT u.is_admin INTO answer FROM app.users u WHERE u.id = uid;
        RETURN coalesce(answer, false);
      END $$;
      ALTER TABLE app.users ENABLE ROW LEVEL SECURITY;
      CREATE POLICY self_or_admin ON app.users USING (id = current_setting('app.uid', true)::int OR app.is_admin(current_setting('app.uid', true)::int));
      SET app.uid = '2';
      SET ROLE web;
      SELECT id FROM app.users ORDER BY id;
      SET app.uid = '1';
      SELECT id FROM app.users ORDER BY id;
      RESET ROLE;
      CREATE VIEW app.people AS SELECT u.id, u.email, p.name FROM app.users u JOIN app.profiles p ON p.user_id = u.id;
      CREATE FUNCTION app.people_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO app.users (id, email) VALUES (NEW.id, NEW.email);
          RETURN NEW;
        ELSIF TG_OP = 'UPDATE' THEN
          UPDATE app.profiles SET name = NEW.name WHERE user_id = OLD.id;
          RETURN NEW;
        END IF;
        DELETE FROM app.users WHERE id = OLD.id;
        RETURN OLD;
      END $$;
      CREATE TRIGGER people_write INSTEAD OF INSERT OR UPDATE OR DELETE ON app.people FOR EACH ROW EXECUTE FUNCTION app.people_write();
      INSERT INTO app.people VALUES (7, 'new@x', 'ignored');
      SELECT * FROM app.people ORDER BY id;
      UPDATE app.people SET name = 'Seven' WHERE id = 7;
      DELETE FROM app.people WHERE id = 2;
      SELECT * FROM app.people ORDER BY id;
      CREATE FUNCTION app.transfer(a int, b int) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE n int;
      BEGIN
        IF a = b THEN RAISE EXCEPTION 'same user %', a USING ERRCODE = '22023', HINT = 'choose another'; END IF;
        UPDATE app.profiles SET name = 'moved' WHERE user_id = a;
        GET DIAGNOSTICS n = ROW_COUNT;
        IF n = 0 THEN RAISE no_data_found USING MESSAGE = 'no user ' || a; END IF;
        RETURN 'ok';
      EXCEPTION
        WHEN no_data_found THEN RETURN SQLERRM;
      END $$;
      SELECT app.transfer(1, 2);
      SELECT app.transfer(99, 1);
      SELECT app.transfer(5, 5);
      DO $$ DECLARE r record; n int := 0; BEGIN
        FOR r IN SELECT id FROM app.users ORDER BY id LOOP
          BEGIN
            IF r.id = 7 THEN RAISE EXCEPTION 'seven'; END IF;
            n := n + 1;
          EXCEPTION WHEN raise_exception THEN
            RAISE NOTICE 'skipped % after %', r.id, n;
          END;
        END LOOP;
        RAISE NOTICE 'done %', n;
      END $$;
      DO $$ BEGIN IF NOT EXISTS (SELECT FROM app.users WHERE id = 100) THEN INSERT INTO app.users VALUES (100, 'c@x'); END IF; END $$;
      SELECT count(*) FROM app.users;
      CREATE FUNCTION app.jwt_role() RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN coalesce(current_setting('request.jwt.claims', true)::jsonb ->> 'role', 'anon'); END $$;
      SET request.jwt.claims = '{"role": "service"}';
      SELECT app.jwt_role();
      CREATE TABLE app.counters (name text PRIMARY KEY, n int);
      CREATE FUNCTION app.bump(k text) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE v int;
      BEGIN
        INSERT INTO app.counters VALUES (k, 1) ON CONFLICT (name) DO UPDATE SET n = app.counters.n + 1 RETURNING n INTO v;
        RETURN v;
      END $$;
      SELECT app.bump('a');
      SELECT app.bump('a');
      SELECT app.bump('b');
      CREATE FUNCTION app.upsert_loop(k text) RETURNS int LANGUAGE plpgsql AS $$
      BEGIN
        LOOP
          UPDATE app.counters SET n = n + 10 WHERE name = k;
          IF found THEN RETURN (SELECT n FROM app.counters WHERE name = k); END IF;
          BEGIN
            INSERT INTO app.counters VALUES (k, 0);
            RETURN 0;
          EXCEPTION WHEN unique_violation THEN NULL;
          END;
        END LOOP;
      END $$;
      SELECT app.upsert_loop('a'), app.upsert_loop('z');
      SELECT * FROM app.counters ORDER BY name;
      CREATE FUNCTION app.tg_argv() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% %', TG_ARGV[0], TG_ARGV[1]; RETURN NEW; END $$;
      CREATE TRIGGER argv BEFORE INSERT ON app.counters FOR EACH ROW EXECUTE FUNCTION app.tg_argv('one', 2);
      INSERT INTO app.counters VALUES ('q', 1);
      CREATE FUNCTION app.fmt(t text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE q text; r text; BEGIN q := format('SELECT %L || %s', t, '1'); EXECUTE q INTO r; RETURN r; END $$;
      SELECT app.fmt('a''b');
      ALTER TABLE app.counters DISABLE TRIGGER argv;
      INSERT INTO app.counters VALUES ('w', 1);
      CREATE FUNCTION app.truncated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'truncate %', TG_TABLE_NAME; RETURN NULL; END $$;
      CREATE TRIGGER trunc BEFORE TRUNCATE ON app.counters FOR EACH STATEMENT EXECUTE FUNCTION app.truncated();
      TRUNCATE app.counters;
      SELECT count(*) FROM app.counters;
      """#)
  }
}
