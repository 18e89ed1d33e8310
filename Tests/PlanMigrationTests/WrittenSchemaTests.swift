import AccessModel
import LivePostgres
import MigrationTesting
import SQLFrontend
import ScratchServerTesting
import Testing

@testable import MigrationPlanner

/// What real schemas hold, made by their own SQL, on the oldest and the newest version.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct WrittenSchemaTests {
  @Test func `indexes keep order, operator classes, collations, what they include, parameters`()
    throws
  {
    try WrittenDatabases.expect(
      """
      CREATE TABLE item (id int, name text, price varchar(9), data jsonb);
      CREATE INDEX latest ON item (id DESC, name);
      CREATE INDEX prefix ON item (lower(name) text_pattern_ops);
      CREATE INDEX plain ON item USING btree (name text_ops ASC NULLS LAST);
      CREATE INDEX priced ON item (price DESC NULLS LAST) INCLUDE (id) WITH (fillfactor = 70);
      CREATE INDEX data ON item USING gin (data jsonb_path_ops) WITH (fastupdate = off);
      CREATE INDEX computed ON item ((price || 'x') COLLATE "C" DESC);
      CREATE INDEX ordered ON item (id);
      """,
      to: """
        CREATE TABLE item (id bigint, name text, price text, data jsonb);
        CREATE INDEX latest ON item (id DESC NULLS LAST, name);
        CREATE INDEX prefix ON item (lower(name) text_pattern_ops);
        CREATE INDEX plain ON item (name);
        CREATE INDEX priced ON item (price DESC) INCLUDE (id, name);
        CREATE INDEX data ON item USING gin (data);
        CREATE INDEX computed ON item ((price || 'x') COLLATE "C" DESC);
        CREATE INDEX ordered ON item (id NULLS FIRST);
        CREATE INDEX more ON item (name COLLATE "C" varchar_pattern_ops);
        """)
  }

  @Test func `literals of types without values of their own are no difference`() throws {
    try WrittenDatabases.expectNothingToDo(
      """
      CREATE TABLE doc (
        title varchar(90), body text, place point DEFAULT '(1,2)', path path DEFAULT '[(0,0),(1,1)]',
        search tsvector GENERATED ALWAYS AS (to_tsvector('english', title)) STORED,
        weighed tsvector GENERATED ALWAYS AS (
          setweight(to_tsvector('pg_catalog.simple', coalesce(title, '')), 'A')
            || setweight(to_tsvector('simple', coalesce(body, '')), 'B')) STORED,
        CHECK (place <-> '(0,0)'::point < 100));
      CREATE INDEX words ON doc USING gin (to_tsvector('english', body));
      """)
  }

  @Test func `a literal that says something else is a difference`() throws {
    func table(_ configuration: String) -> String {
      """
      CREATE TABLE doc (
        body text,
        search tsvector GENERATED ALWAYS AS (to_tsvector('\(configuration)', body)) STORED);
      """
    }
    try WrittenDatabases.expect(table("english"), to: table("simple"))
  }

  @Test func `functions on rows, whatever they are called, and domains that call functions`() throws
  {
    try WrittenDatabases.expect(
      """
      CREATE TABLE item (id int, name text);
      CREATE FUNCTION label(item) RETURNS text LANGUAGE sql STABLE AS $$ SELECT $1.name $$;
      CREATE FUNCTION all_items() RETURNS SETOF item LANGUAGE plpgsql AS
        $$ BEGIN RETURN QUERY SELECT * FROM item; END $$;
      """,
      to: """
        CREATE TABLE item (id int, name text);
        CREATE FUNCTION label(item) RETURNS text LANGUAGE sql STABLE AS $$ SELECT $1.name $$;
        CREATE FUNCTION all_items() RETURNS SETOF item LANGUAGE plpgsql AS
          $$ BEGIN RETURN QUERY SELECT * FROM item; END $$;
        CREATE FUNCTION is_code(text) RETURNS boolean LANGUAGE sql IMMUTABLE AS
          $$ SELECT $1 <> '' $$;
        CREATE DOMAIN code AS text CHECK (is_code(VALUE));
        CREATE FUNCTION next(code) RETURNS code LANGUAGE sql AS $$ SELECT $1 $$;
        CREATE SCHEMA shop;
        CREATE TABLE shop.sale (id int, code code);
        CREATE FUNCTION shop.label(s shop.sale) RETURNS text LANGUAGE sql STABLE AS
          $$ SELECT s.code::text $$;
        CREATE FUNCTION shop.sales() RETURNS SETOF shop.sale LANGUAGE sql AS
          $$ SELECT * FROM shop.sale $$;
        CREATE VIEW shop.labels AS SELECT shop.label(sale) AS label FROM shop.sale;
        CREATE FUNCTION shop.seen(shop.labels) RETURNS text LANGUAGE sql AS $$ SELECT $1.label $$;
        """)
  }

  @Test func `rules that name no columns, and whether they are enabled`() throws {
    try WrittenDatabases.expect(
      """
      CREATE TABLE item (id int, day date, name text);
      CREATE TABLE log (id int, day date, name text);
      CREATE RULE note AS ON INSERT TO item DO ALSO INSERT INTO log VALUES (NEW.id, '2020-01-01');
      CREATE RULE copy AS ON DELETE TO item DO ALSO INSERT INTO log SELECT OLD.id, OLD.day;
      ALTER TABLE item DISABLE RULE copy;
      CREATE RULE none AS ON DELETE TO log DO INSTEAD NOTHING;
      CREATE RULE move AS ON UPDATE TO item
        DO INSTEAD UPDATE log SET day = '2020-01-02', name = 'x' WHERE log.id = OLD.id
        RETURNING log.id, log.day, 'y'::text;
      """,
      to: """
        CREATE TABLE item (id int, day date, name text);
        CREATE TABLE log (id int, day date, name text);
        CREATE RULE note AS ON INSERT TO item
          DO ALSO INSERT INTO log VALUES (NEW.id + 1, '2020-01-01');
        CREATE RULE copy AS ON DELETE TO item DO ALSO INSERT INTO log SELECT OLD.id, OLD.day;
        CREATE RULE none AS ON DELETE TO log DO INSTEAD NOTHING;
        ALTER TABLE log ENABLE ALWAYS RULE none;
        """)
  }

  @Test func `functions keep how many rows they give and whether they run in parallel`() throws {
    let second = """
      CREATE FUNCTION few() RETURNS SETOF int LANGUAGE plpgsql STABLE ROWS 20 COST 5 PARALLEL SAFE
        AS $$ BEGIN RETURN NEXT 2; END $$;
      CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql PARALLEL RESTRICTED AS
        $$ BEGIN RETURN 2; END $$;
      """
    let query =
      "SELECT proname, prorows, procost, proparallel FROM pg_proc WHERE proname IN ('few', 'one') "
      + "ORDER BY 1"
    for installation in WrittenPlans.versions {
      try RoleServer.run(on: installation) { connection in
        try connection.execute(second.replacing("20", with: "10").replacing(" 2;", with: " 1;"))
        let migration = try WrittenPlans.migration(
          to: WrittenPlans.document(second), on: connection)
        try MigrationTrial.apply(migration, connection)
        #expect(
          try connection.query(query).rows == [["few", "20", "5", "s"], ["one", "0", "100", "r"]])
      }
    }
  }

  @Test func `indexes of a partitioned table come and go with those of its partitions`() throws {
    let table = """
      CREATE TABLE event (id int, day date) PARTITION BY RANGE (day);
      CREATE TABLE event_2020 PARTITION OF event FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
      """
    try WrittenDatabases.expect(
      table,
      to: table + "CREATE INDEX days ON event (day DESC); CREATE INDEX own ON event_2020 (id);"
    )
  }

  @Test(arguments: [
    (
      "CREATE TABLE event (day date) PARTITION BY RANGE (day);", "CREATE TABLE event (day date);",
      "table event is to be of another kind"
    ),
    (
      "CREATE TABLE event (day date) PARTITION BY RANGE (day);",
      "CREATE TABLE event (day date) PARTITION BY LIST (day);",
      "table event is to be partitioned by something else"
    ),
    (
      "CREATE TABLE a (id int); CREATE VIEW b AS SELECT id FROM a;",
      "CREATE TABLE a (id int); CREATE TABLE b (id int);", "b is a view and is to be a table"
    ),
    (
      "CREATE TABLE a (id int); CREATE TABLE b (id int);",
      "CREATE TABLE a (id int); CREATE VIEW b AS SELECT id FROM a;",
      "b is a table and is to be a view"
    ),
  ])
  func `what no statement changes is refused by name`(
    first: String, second: String, refusal: String
  ) throws {
    for installation in WrittenPlans.versions {
      try RoleServer.run(on: installation) { connection in
        try connection.execute(first)
        let migration = try WrittenPlans.migration(
          to: WrittenPlans.document(second), on: connection)
        #expect(migration.unplanned.count == 1)
        #expect(migration.unplanned.first?.hasPrefix(refusal) == true, "\(migration.unplanned)")
      }
    }
  }

  @Test func `a host's administrator owns what the plan gives to postgres`() throws {
    let plan = WrittenPlans.document(
      """
      CREATE SCHEMA app;
      CREATE TABLE app.item (id bigserial, name text);
      CREATE FUNCTION app.one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
      CREATE VIEW app.names AS SELECT name FROM app.item;
      """)
    for installation in WrittenPlans.versions {
      try RoleServer.run(on: installation) { connection in
        try connection.execute(
          """
          CREATE ROLE host CREATEROLE CREATEDB;
          DO $$ BEGIN
            EXECUTE format('GRANT CREATE ON DATABASE %I TO host', current_database());
          END $$;
          SET SESSION AUTHORIZATION host;
          """)
        func migration() throws -> PlannedMigration {
          let live = try LiveCatalog.read(from: connection)
          let adapted = plan.adapted(
            toOwnersOf: live.catalog, connectedAs: live.role, version: live.version.known)
          return PlannedMigration(from: live.catalog, to: adapted, version: live.version.known)
        }
        let first = try migration()
        #expect(first.missingRights(as: "host") == [])
        try MigrationTrial.apply(first, connection)
        let left = try migration().statements.map(\.text)
        #expect(left == [])
        #expect(
          try connection.query(
            "SELECT DISTINCT relowner::regrole FROM pg_class WHERE relnamespace = 'app'::regnamespace"
          ).rows == [["host"]])
        try connection.execute("RESET SESSION AUTHORIZATION")
      }
    }
  }

  @Test func `a constraint that comes with its table is valid, whatever it says`() throws {
    try WrittenDatabases.expectNothingToDo(
      """
      CREATE TABLE item (id int PRIMARY KEY);
      CREATE TABLE sale (
        item int, CONSTRAINT known FOREIGN KEY (item) REFERENCES item NOT VALID,
        CONSTRAINT positive CHECK (item > 0) NOT VALID);
      CREATE TABLE later (item int);
      ALTER TABLE later ADD CONSTRAINT known FOREIGN KEY (item) REFERENCES item NOT VALID;
      """)
  }
}
