import AccessDecisions
import AccessFixtures
import AccessModel
import LivePostgres
import ScratchServerTesting
import Testing

/// `verify --database`: a database that somebody uses.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct NamedDatabaseTests {
  private let migration = [
    "CREATE TABLE IF NOT EXISTS words (id serial, word text)",
    "ALTER TABLE words ENABLE ROW LEVEL SECURITY",
    "GRANT INSERT, SELECT ON words TO member",
    "GRANT USAGE ON SEQUENCE words_id_seq TO member",
    "CREATE POLICY anyone ON words TO member USING (true)",
    "COMMENT ON TABLE words IS 'made by a plan'",
  ]
  private let rows = [TableRows("words", ["id", "word"], [["41", "fixture"]])]
  private let insert = Probe(
    .insert("word", into: "words", returning: "id"), parameterTypes: [.text],
    parameterSets: [["new"]])

  private func refusal(_ body: () throws -> ServerEngine) throws -> LivePostgresError {
    let error = try #require(throws: LivePostgresError.self) { _ = try body() }
    #expect(!error.description.contains("\n"))
    return error
  }

  @Test func `nothing is left behind in an empty database`() throws {
    let database = try TestDatabase()
    let before = try CatalogSnapshot(of: database.connect())
    let engine = try database.engine(migration, rows: rows)
    #expect(try engine.ask(insert, as: ana).first?.rows == [["42"]])
    try engine.finish()
    let after = try CatalogSnapshot(of: database.connect())
    #expect(before.difference(to: after) == [])
  }

  @Test func `an empty table that was there is left as it was, its sequence too`() throws {
    let database = try TestDatabase()
    try database.connect().execute(
      "CREATE TABLE words (id serial, word text); SELECT nextval('words_id_seq')")
    let before = try CatalogSnapshot(of: database.connect())
    do {
      let engine = try database.engine(migration, rows: rows)
      #expect(try engine.ask(insert, as: ana).first?.rows == [["42"]])
    }
    let connection = try database.connect()
    #expect(try before.difference(to: CatalogSnapshot(of: connection)) == [])
    #expect(try connection.query("SELECT * FROM words").rows == [])
    #expect(try connection.query("SELECT nextval('words_id_seq')").firstValue == "2")
  }

  @Test func `a table that holds rows is refused by name, and left alone`() throws {
    let database = try TestDatabase()
    let connection = try database.connect()
    try connection.execute("CREATE TABLE words AS SELECT 1 AS id, 'live'::text AS word")
    let before = try CatalogSnapshot(of: connection)
    let error = try refusal { try database.engine(migration, rows: rows) }
    #expect(error.code == .tableHoldsRows)
    #expect(error.description.hasPrefix("table `words` exists in this database and holds rows; "))
    #expect(try before.difference(to: CatalogSnapshot(of: connection)) == [])
  }

  @Test func `rows hidden from the user are not taken for none`() throws {
    let database = try TestDatabase()
    try database.connect().execute(
      """
      CREATE TABLE words AS SELECT 1 AS id, 'live'::text AS word;
      ALTER TABLE words ENABLE ROW LEVEL SECURITY;
      GRANT SELECT ON words TO PUBLIC
      """)
    let error = try refusal {
      try database.engine(migration, rows: rows, user: "member")
    }
    #expect(error.code == .notAllowed)
    #expect(error.description.contains("table `words`"))
  }

  @Test func `a user who may not make tables is told so`() throws {
    let database = try TestDatabase()
    let error = try refusal { try database.engine(migration, user: "member") }
    #expect(error.code == .notAllowed)
    #expect(error.description.contains("statement 1 of the migration"))
    #expect(error.description.contains("not as `member`"))
  }

  @Test func `a user who may not act as a role is told so`() throws {
    let database = try TestDatabase()
    let engine = try database.engine(user: "member")
    let error = try #require(throws: LivePostgresError.self) {
      try engine.ask(.text("SELECT 1"), as: visitor)
    }
    #expect(error.code == .notAllowed)
    #expect(error.help == "GRANT visitor TO member, or connect as a superuser")
  }

  @Test(arguments: [
    "COMMIT", " /* a /* b */ */ commit", "-- a\n ;END", "rollback", "BEGIN",
    "START TRANSACTION", "PREPARE TRANSACTION 'x'", "ABORT", "SAVEPOINT a",
    "RELEASE rowkeep_try",
  ])
  func `statements that would end the transaction are refused`(sql: String) throws {
    let database = try TestDatabase()
    let error = try refusal { try database.engine(["CREATE TABLE words ()", sql]) }
    #expect(error.code == .migrationRefused)
    #expect(error.cause?.sqlState.rawValue == "25000")
    #expect(throws: LivePostgresError.self) { try database.engine(prelude: [sql]) }
    #expect(
      try database.connect().query("SELECT to_regclass('words')").rows == [[nil]])
  }

  @Test func `a block of code cannot commit either`() throws {
    let database = try TestDatabase()
    let error = try refusal { try database.engine(["DO $$BEGIN COMMIT; END$$"]) }
    #expect(error.code == .migrationRefused)
  }

  @Test func `several statements in one are refused`() throws {
    let database = try TestDatabase()
    let error = try refusal { try database.engine(["SELECT 1; COMMIT"]) }
    #expect(error.cause?.sqlState == .syntaxError)
  }

  @Test func `a lock that another session holds is waited for no longer than five seconds`() throws
  {
    let database = try TestDatabase()
    let other = try database.connect()
    try other.execute("CREATE TABLE words (id serial, word text)")
    try other.execute("BEGIN; LOCK TABLE words")
    let error = try refusal { try database.engine(migration, rows: rows) }
    #expect(error.code == .locked)
  }

  @Test func `the prelude leaves alone what is there`() throws {
    let database = try TestDatabase()
    try database.connect().execute(
      """
      CREATE SCHEMA auth; GRANT USAGE ON SCHEMA auth TO PUBLIC;
      CREATE FUNCTION auth.role() RETURNS text LANGUAGE sql AS $$SELECT 'the database''s'$$
      """)
    let engine = try database.engine(
      prelude: [
        "CREATE SCHEMA auth", "CREATE ROLE visitor",
        "CREATE FUNCTION auth.role() RETURNS text LANGUAGE sql AS $$SELECT 'ours'$$",
        "CREATE FUNCTION auth.uid() RETURNS text LANGUAGE sql AS $$SELECT 'ours'$$",
      ])
    #expect(
      try engine.ask(.text("SELECT auth.role(), auth.uid()"), as: visitor).rows
        == [["the database's", "ours"]])
  }

  @Test func `a prelude the server refuses is an error`() throws {
    let error = try refusal { try TestDatabase().engine(prelude: ["CREATE SHEEP"]) }
    #expect(error.code == .migrationRefused)
    #expect(error.description.contains("`CREATE SHEEP`"))
  }

  @Test func `a platform that is there needs no prelude`() throws {
    let database = try TestDatabase()
    let catalog = Catalog(roles: [
      Catalog.Role("visitor", origin: .platform("test")), Catalog.Role("later"),
    ])
    let contents = ServerContents(catalog: catalog, prelude: ["SELECT 1 / 0"])
    let engine = try ServerEngine(database.connect(), contents: contents, sqlText: \.testText)
    #expect(try engine.ask(.text("SELECT 1"), as: visitor).rows == [["1"]])
  }

  @Test func `a busy connection is refused, and free again after the engine`() throws {
    let connection = try TestDatabase().connect()
    let contents = ServerContents(catalog: Catalog())
    let engine = try ServerEngine(connection, contents: contents, sqlText: \.testText)
    let error = try refusal {
      try ServerEngine(connection, contents: contents, sqlText: \.testText)
    }
    #expect(error.code == .connectionBusy)
    try engine.finish()
    #expect(throws: LivePostgresError.self) { try engine.ask(.text("SELECT 1"), as: visitor) }
    _ = try ServerEngine(connection, contents: contents, sqlText: \.testText)
    #expect(!connection.isInTransaction)
  }
}
