import AccessFixtures
import AccessModel
import SQLText

/// Loads fixture rows with COPY, in any order of tables.
///
/// Rows are the tables' state, not events: triggers of users stay off, explicit values of identity
/// columns are taken, and foreign keys are checked once, when all rows are there.
struct RowLoader {
  let connection: Connection
  let rows: [TableRows]

  func load() throws {
    // Rows hidden from the loader, or refused to it, are an error and not a choice.
    try connection.execute("SET LOCAL row_security = off")
    let triggers = try listed(Self.userTriggers)
    let keys = try listed(Self.foreignKeys)
    for (table, name, _) in triggers {
      try connection.execute("ALTER TABLE \(table) DISABLE TRIGGER \(name)")
    }
    for (table, name, _) in keys {
      try connection.execute(
        "ALTER TABLE \(table) ALTER CONSTRAINT \(name) DEFERRABLE INITIALLY DEFERRED")
    }
    for table in rows { try load(table) }
    // For the rest of the transaction: it never commits, so no later check would come.
    try connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for (table, name, state) in keys {
      try connection.execute("ALTER TABLE \(table) ALTER CONSTRAINT \(name) \(state)")
    }
    for (table, name, state) in triggers {
      try connection.execute("ALTER TABLE \(table) \(state) TRIGGER \(name)")
    }
    try connection.execute("SET LOCAL row_security = on")
  }

  private func load(_ table: TableRows) throws {
    guard !table.columns.isEmpty else {
      for _ in table.rows {
        try connection.query("INSERT INTO \(sqlText(table.table)) DEFAULT VALUES")
      }
      return
    }
    if let row = table.rows.first(where: { $0.values.count != table.columns.count }) {
      throw LivePostgresError(
        .rowsRefused, "\(place(of: row))a row of `\(table.table)` has \(row.values.count) values",
        help: "give one for each of its \(table.columns.count) columns")
    }
    let columns = table.columns.map(quoteIdentifier).joined(separator: ", ")
    do {
      try connection.copy(
        "COPY \(sqlText(table.table)) (\(columns)) FROM STDIN", table.rows.lazy.map(\.values))
    } catch let failure as CopyFailure {
      let row = failure.line.flatMap { table.rows.indices.contains($0 - 1) ? $0 - 1 : nil }
      let from = row.map { place(of: table.rows[$0]) } ?? ""
      let error = failure.error
      let detail = error.detail.map { ": \($0)" } ?? ""
      throw LivePostgresError(
        .rowsRefused,
        "\(from)rows of `\(table.table)` are refused: \(error.message) (\(error.sqlState))\(detail)",
        help: error.hint ?? "", cause: error)
    }
  }

  private func place(of row: TableRows.Row) -> String { row.place.map { "\($0): " } ?? "" }

  /// Rows of table, name and command of `sql`, which takes the tables' quoted names as `$1`.
  private func listed(_ sql: String) throws -> [(String, String, String)] {
    try Set(rows.map { sqlText($0.table) }).sorted().flatMap { name in
      try connection.query(sql, parameters: [name]).rows.compactMap { row in
        guard row.count == 3, let table = row[0], let name = row[1], let state = row[2] else {
          return nil
        }
        return (table, name, state)
      }
    }
  }

  private static let userTriggers = """
    SELECT $1, quote_ident(tgname),
      CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END
    FROM pg_trigger WHERE tgrelid = to_regclass($1) AND NOT tgisinternal AND tgenabled <> 'D'
      AND tgparentid = 0
    ORDER BY tgname
    """

  private static let foreignKeys = """
    SELECT $1, quote_ident(conname),
      CASE WHEN NOT condeferrable THEN 'NOT DEFERRABLE' ELSE 'DEFERRABLE INITIALLY IMMEDIATE' END
    FROM pg_constraint WHERE conrelid = to_regclass($1) AND contype = 'f' AND conparentid = 0
      AND NOT condeferred
    ORDER BY conname
    """
}
