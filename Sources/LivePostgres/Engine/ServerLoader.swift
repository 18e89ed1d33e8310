import AccessFixtures
import AccessModel
import SQLText

/// Opens the engine's transaction and fills it: platform, migration, rows, sequences.
struct ServerLoader {
  let connection: Connection
  let contents: ServerContents

  /// Gives SQL that puts all sequences back to where they stand now, or nil without any.
  func load() throws -> String? {
    if contents.keepsRows {
      // One snapshot: who sees how many of how many rows must be of the same moment.
      try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      try connection.execute(Self.settings)
      return nil
    }
    try connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    try connection.execute(Self.settings)
    try requireEmptyTables()
    if try lacksPlatform() { try runPrelude() }
    for (index, sql) in contents.migration.enumerated() {
      try runMigrationStatement(sql, number: index + 1)
    }
    // The migration may have changed them.
    try connection.execute(Self.settings)
    let rows = RowLoader(connection: connection, rows: contents.rows)
    let sequences = SequenceRestart(connection: connection, tables: contents.catalog.tables)
    do {
      try rows.load()
      return try sequences.restart()
    } catch let error as PostgresError {
      throw explained(error, "the fixtures are refused", .rowsRefused)
    }
  }

  /// The text forms that the simulator writes, and limits that keep a probe from hanging. A
  /// transaction of ours must not be ended for standing idle while the simulator computes.
  static let settings = """
    SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL TimeZone = 'UTC'; SET LOCAL IntervalStyle = postgres;
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = hex; SET LOCAL xmloption = content;
    SET LOCAL standard_conforming_strings = on; SET LOCAL search_path = public;
    SET LOCAL row_security = on; SET LOCAL jit = off;
    SET LOCAL statement_timeout = '30s'; SET LOCAL lock_timeout = '5s';
    SET LOCAL idle_in_transaction_session_timeout = 0
    """

  /// Fixtures among other people's rows would decide nothing, and the migration must not lock or
  /// change a table in use.
  private func requireEmptyTables() throws {
    for table in contents.catalog.tables {
      let found = try connection.query(
        "SELECT to_regclass($1) IS NOT NULL", parameters: [sqlText(table.name)])
      guard found.firstValue == "t" else { continue }
      let holdsRows: String?
      do {
        // Rows hidden by policies count: `row_security = off` makes hiding them an error.
        try connection.execute("SET LOCAL row_security = off")
        holdsRows = try connection.query("SELECT EXISTS (SELECT FROM \(sqlText(table.name)))")
          .firstValue
      } catch let error as PostgresError {
        throw explained(error, "table `\(table.name)` exists and cannot be read", .notAllowed)
      }
      guard holdsRows == "f" else {
        throw LivePostgresError(
          .tableHoldsRows, "table `\(table.name)` exists in this database and holds rows",
          help: "name a database without them, or use --scratch")
      }
    }
    try connection.execute("SET LOCAL row_security = on")
  }

  private func runMigrationStatement(_ sql: String, number: Int) throws {
    do {
      try connection.requireNoTransactionControl(sql)
      try connection.query(sql)
    } catch let error as PostgresError {
      throw explained(
        error, "statement \(number) of the migration is refused: `\(Self.excerpt(of: sql))`",
        .migrationRefused)
    }
  }

  func explained(
    _ error: PostgresError, _ problem: String, _ code: LivePostgresError.Code
  ) -> LivePostgresError {
    let text = "\(problem): \(error.message) (\(error.sqlState))"
    let detail = error.detail.map { ": \($0)" } ?? ""
    switch error.sqlState.rawValue {
    case "42501":
      return LivePostgresError(
        .notAllowed, text + detail,
        help: "connect as a superuser or the owner, not as `\(connection.user)`", cause: error)
    case "55P03":
      return LivePostgresError(
        .locked, text, help: "another session is busy there; try again", cause: error)
    default:
      return LivePostgresError(code, text + detail, help: error.hint ?? "", cause: error)
    }
  }

  static func excerpt(of sql: String) -> String {
    let line = sql.onOneLine
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}
