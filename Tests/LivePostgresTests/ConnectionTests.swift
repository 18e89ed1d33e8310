import AccessModel
import LivePostgres
import ScratchServerTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ConnectionTests {
  let connection: Connection
  init() throws { connection = try SharedServer.connect() }

  @Test func `values travel as text and NULL as nil`() throws {
    let result = try connection.query(
      "SELECT $1::int AS number, $2::text AS words, $3::text AS nothing",
      parameters: ["41", "ä 'quoted' \\ \n", nil])
    #expect(result.columns == ["number", "words", "nothing"])
    #expect(result.rows == [["41", "ä 'quoted' \\ \n", nil]])
  }

  @Test func `an empty string is not NULL`() throws {
    #expect(try connection.query("SELECT $1::text", parameters: [""]).rows == [[""]])
  }

  @Test func `the tag and the count are the server's`() throws {
    let result = try connection.execute(
      "CREATE TEMP TABLE t AS SELECT 1 AS a; INSERT INTO t VALUES (2), (3)")
    #expect(result.tag == "INSERT 0 2")
    #expect(result.count == 2)
  }

  @Test func `a prepared statement runs with each set of parameters`() throws {
    let statement = try connection.prepare("SELECT $1 + 1", types: [20])
    #expect(try connection.execute(statement, parameters: ["1"]).firstValue == "2")
    let large = try connection.execute(statement, parameters: ["9000000000"])
    #expect(large.firstValue == "9000000001")
    try connection.deallocate(statement)
    #expect(throws: PostgresError.self) {
      try connection.execute(statement, parameters: ["1"])
    }
  }

  @Test func `declared types decide over inferred ones`() throws {
    let result = try connection.query(
      "SELECT pg_typeof($1), pg_typeof($2)", parameters: ["1", "x"], types: [20, 25])
    #expect(result.rows == [["bigint", "text"]])
  }

  @Test func `a refused statement throws the server's error`() throws {
    try connection.execute("CREATE TEMP TABLE u (a int PRIMARY KEY); INSERT INTO u VALUES (1)")
    let error = try #require(throws: PostgresError.self) {
      try connection.query("INSERT INTO u VALUES (1)")
    }
    #expect(error.sqlState == .uniqueViolation)
    #expect(error.message == "duplicate key value violates unique constraint \"u_pkey\"")
    #expect(error.detail == "Key (a)=(1) already exists.")
    let unknown = try #require(throws: PostgresError.self) {
      try connection.query("SELECT b FROM u WHERE aa = 1")
    }
    #expect(unknown.sqlState == .undefinedColumn)
  }

  @Test func `several statements in one query are refused`() throws {
    let error = try #require(throws: PostgresError.self) {
      try connection.query("SELECT 1; SELECT 2")
    }
    #expect(error.sqlState == .syntaxError)
  }

  @Test func `a zero byte is an error and not the end of the text`() throws {
    let error = try #require(throws: PostgresError.self) {
      try connection.query("SELECT $1", parameters: ["a\0b"])
    }
    #expect(error.sqlState.rawValue == "22021")
    #expect(throws: PostgresError.self) { try connection.execute("SELECT 1\0; DROP TABLE x") }
  }

  @Test func `too many parameters are an error`() throws {
    let error = try #require(throws: PostgresError.self) {
      try connection.query("SELECT 1", parameters: Array(repeating: nil, count: 70_000))
    }
    #expect(error.sqlState.rawValue == "54023")
  }

  @Test func `a server that goes away is a lost connection`() throws {
    let error = try #require(throws: LivePostgresError.self) {
      try connection.query("SELECT pg_terminate_backend(pg_backend_pid())")
    }
    #expect(error.code == .connectionLost)
    #expect(!error.description.contains("\n"))
    let again = try #require(throws: LivePostgresError.self) { try connection.query("SELECT 1") }
    #expect(again.code == .connectionLost)
  }

  @Test func `the version is the server's`() throws {
    let number = try connection.query("SHOW server_version_num").firstValue
    #expect("\(connection.serverVersion.number)" == number)
  }
}
