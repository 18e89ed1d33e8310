import AccessModel
import SQLFrontend
import SQLSession
import Testing

/// DO blocks and CALLs whose effects have to be computed: the catalogs that scripts leave here and on
/// a server must be the same.
struct ComputedStatementTests {
  private static let tables = """
    CREATE ROLE app; CREATE ROLE reader;
    CREATE TABLE notes (id int PRIMARY KEY, owner_id int, body text);
    CREATE TABLE "Odd Name" (id int PRIMARY KEY, owner_id int);
    CREATE TABLE plain (id int);

    """

  @Test func `a loop over the tables of a schema`() throws {
    try expectSameAsServer(
      Self.tables + """
        DO $$
        DECLARE
          r record;
        BEGIN
          FOR r IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename
          LOOP
            EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', r.tablename);
            EXECUTE format('GRANT SELECT ON %I TO app', r.tablename);
          END LOOP;
        END $$;
        """)
  }

  @Test func `policies for tables that have a column`() throws {
    try expectSameAsServer(
      Self.tables + """
        DO $$
        DECLARE
          t text;
        BEGIN
          FOR t IN SELECT table_name FROM information_schema.columns
            WHERE table_schema = 'public' AND column_name = 'owner_id'
          LOOP
            EXECUTE format('CREATE POLICY own ON %I FOR ALL TO app USING (owner_id = 1)', t);
          END LOOP;
        END $$;
        """)
  }

  @Test func `policies dropped by name, whatever they are called`() throws {
    try expectSameAsServer(
      Self.tables + """
        CREATE POLICY "one of them" ON notes USING (true);
        CREATE POLICY two ON "Odd Name" USING (true);
        CREATE POLICY stays ON plain USING (true);
        DO $$
        DECLARE
          pol record;
        BEGIN
          FOR pol IN SELECT policyname, tablename FROM pg_policies WHERE tablename <> 'plain' LOOP
            EXECUTE format('DROP POLICY IF EXISTS %I ON public.%I', pol.policyname, pol.tablename);
          END LOOP;
        END $$;
        """)
  }

  @Test func `an array of names, and text put together`() throws {
    try expectSameAsServer(
      Self.tables + """
        DO $$
        DECLARE
          name text;
          names text[] := ARRAY['notes', 'plain'];
        BEGIN
          FOREACH name IN ARRAY names LOOP
            EXECUTE 'REVOKE ALL ON ' || quote_ident(name) || ' FROM PUBLIC';
            EXECUTE 'GRANT INSERT (id) ON ' || quote_ident(name) || ' TO reader';
          END LOOP;
          EXECUTE 'CREATE TABLE made (id int)';
          CREATE VIEW shown AS SELECT id FROM notes;
        END $$;
        GRANT SELECT ON made, shown TO app;
        """)
  }

  @Test func `a procedure that a migration defines`() throws {
    try expectSameAsServer(
      Self.tables + """
        CREATE PROCEDURE protect(target regclass, who name) LANGUAGE plpgsql AS $$
        BEGIN
          EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
          EXECUTE format('CREATE POLICY p ON %s TO %I USING (true)', target, who);
        END $$;
        CALL protect('notes', 'app');
        CALL protect('"Odd Name"', 'reader');
        """)
  }

  @Test func `what PostgreSQL refuses changes nothing`() throws {
    try expectSameAsServer(
      Self.tables + """
        DO $$
        DECLARE
          n int := 2;
        BEGIN
          FOR i IN 1..n LOOP
            EXECUTE format('CREATE POLICY twice ON notes USING (%L = %L)', i, i);
          END LOOP;
        END $$;
        DO $$
        BEGIN
          FOR i IN 1..3 LOOP
            EXECUTE 'GRANT SELECT ON plain TO app';
            IF i = 2 THEN RAISE EXCEPTION 'stop at %', i; END IF;
          END LOOP;
        END $$;
        CREATE POLICY twice ON notes USING (true);
        """)
  }

  @Test func `a transaction that is rolled back takes its blocks along`() throws {
    let loaded = Self.read(
      """
      CREATE TABLE t (id int);
      BEGIN;
      DO $$ BEGIN FOR i IN 1..2 LOOP EXECUTE format('CREATE POLICY p%s ON t USING (true)', i);
      END LOOP; END $$;
      ROLLBACK;
      DO $$ BEGIN FOR i IN 3..3 LOOP EXECUTE format('CREATE POLICY p%s ON t USING (true)', i);
      END LOOP; END $$;
      """)
    #expect(loaded.diagnostics.isEmpty)
    #expect(loaded.catalog.tables[0].policies.map(\.name) == ["p3"])
  }

  @Test func `a block that asks for rows nobody knows is not read, and named with its place`() {
    let loaded = Self.read(
      """
      CREATE ROLE app;
      CREATE TABLE settings (name text);
      CREATE TABLE t (id int);
      INSERT INTO settings VALUES ('t');

      DO $$
      DECLARE s text;
      BEGIN
        FOR s IN SELECT name FROM settings LOOP EXECUTE format('GRANT SELECT ON %I TO app', s);
        END LOOP;
      END $$;
      """)
    #expect(loaded.counts.unread == 1)
    #expect(loaded.diagnostics.map { $0.place?.line } == [6])
    #expect(loaded.diagnostics.first?.message.contains("the rows of `settings`") == true)
    #expect(loaded.catalog.tables.allSatisfy { $0.acl?.entries.count != 2 })
  }

  @Test func `tables that nothing has filled are known to be empty`() {
    let loaded = Self.read(
      """
      CREATE TABLE settings (name text);
      CREATE TABLE t (id int);
      DO $$
      BEGIN
        FOR i IN 1..2 LOOP
          IF NOT EXISTS (SELECT FROM settings) THEN INSERT INTO settings VALUES ('made'); END IF;
        END LOOP;
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', 't');
      END $$;
      """)
    #expect(loaded.diagnostics.isEmpty)
    #expect(loaded.catalog.tables.map(\.rowSecurityEnabled) == [false, true])
    #expect(loaded.rows.doubtful["settings"] != nil)
  }

  @Test func `settings are those of a new session, unless something has made them`() {
    let block = """
      DO $$
      DECLARE install text := current_setting('app.install', true);
      BEGIN
        IF install IS NULL THEN EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', 't');
        END IF;
      END $$;
      """
    let fresh = Self.read("CREATE TABLE t (id int); " + block)
    #expect(fresh.diagnostics.isEmpty)
    #expect(fresh.catalog.tables.map(\.rowSecurityEnabled) == [true])
    let set = Self.read("CREATE TABLE t (id int); SET app.install = 'x'; " + block)
    #expect(set.counts.unread == 1)
  }

  @Test func `what only changes rows leaves an empty table empty`() {
    let loaded = Self.read(
      """
      CREATE TABLE t (id int, n int);
      UPDATE t SET n = 1;
      DO $$ DECLARE found int; BEGIN
        LOOP
          UPDATE t SET n = 2 WHERE id IN (SELECT id FROM t WHERE n IS NULL LIMIT 10);
          GET DIAGNOSTICS found = ROW_COUNT;
          EXIT WHEN found = 0;
        END LOOP;
      END $$;
      INSERT INTO t VALUES (1, 2);
      DO $$ BEGIN FOR i IN 1..2 LOOP UPDATE t SET n = i; END LOOP; END $$;
      """)
    #expect(loaded.diagnostics.map { $0.place?.line } == [11])
  }

  @Test func `without a runner such statements are not read`() {
    let text = "CREATE TABLE t (id int); DO $$ BEGIN FOR i IN 1..2 LOOP NULL; END LOOP; END $$;"
    let loaded = SQLReader(platform: .postgres).read([SQLFile(name: "s.sql", text: text)])
    #expect(loaded.counts.unread == 1)
  }

  private static func read(_ text: String) -> LoadedSQL {
    SQLReader(platform: .postgres, runner: ComputedStatement.simulated)
      .read([SQLFile(name: "s.sql", text: text)])
  }
}
