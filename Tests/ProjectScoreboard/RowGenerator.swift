import AccessFixtures
import AccessModel
import LivePostgres
import SQLFrontend
import SQLText

/// A few rows for every table, of values that the same tables and policies ask for.
///
/// The server says which rows it takes: candidates that break a CHECK or a key are thrown away.
struct RowGenerator {
  /// The users of the probes are two of these; keys of tables are all of them.
  static let uuids = [
    "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
    "33333333-3333-4333-8333-333333333333",
  ]
  private static let rowsPerTable = 3
  private static let attempts = 60

  private let catalog: Catalog
  private let words: [String]
  private let connection: Connection
  private var state: UInt64 = 42
  private var made: [QualifiedName: TableRows] = [:]

  init(_ project: Project, _ connection: Connection) {
    catalog = project.loaded.catalog
    words = ["a", "member", "owner"] + project.words
    self.connection = connection
  }

  /// Rows of `tables`, referenced ones first; nothing is left in the database.
  mutating func rows(of tables: some Sequence<Catalog.Table>) throws -> [TableRows] {
    try connection.execute("BEGIN")
    defer { _ = try? connection.execute("ROLLBACK") }
    var waiting = Array(tables)
    var result: [TableRows] = []
    while !waiting.isEmpty {
      let names = Set(waiting.map(\.name))
      let index =
        waiting.firstIndex { table in
          table.foreignKeys.allSatisfy {
            $0.references == table.name || !names.contains($0.references)
          }
        } ?? 0
      let rows = try rows(of: waiting.remove(at: index))
      made[rows.table] = rows
      result.append(rows)
    }
    return result
  }

  private mutating func rows(of table: Catalog.Table) throws -> TableRows {
    let columns = table.columns.filter { $0.generated == nil }
    var rows: [TableRows.Row] = []
    let names = columns.map { quoteIdentifier($0.name) }.joined(separator: ", ")
    let marks = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let sql =
      "INSERT INTO \(sqlText(table.name)) (\(names)) OVERRIDING SYSTEM VALUE VALUES (\(marks))"
    for attempt in 0..<Self.attempts where rows.count < Self.rowsPerTable && !columns.isEmpty {
      let values = candidate(table, columns, row: rows.count, attempt: attempt)
      try connection.execute("SAVEPOINT candidate; SET session_replication_role = replica")
      do {
        try connection.query(sql, parameters: values)
        rows.append(TableRows.Row(values))
        try connection.execute("SET session_replication_role = origin")
      } catch is PostgresError {
        try connection.execute("ROLLBACK TO candidate")
      }
    }
    return TableRows(table.name, columns: columns.map(\.name), rows: rows)
  }

  private mutating func candidate(
    _ table: Catalog.Table, _ columns: [Catalog.Column], row: Int, attempt: Int
  ) -> [String?] {
    var values = columns.map { value(of: $0, in: table, row: row, attempt: attempt) }
    for key in table.foreignKeys where key.references != table.name {
      guard let target = made[key.references], !target.rows.isEmpty,
        key.columns.count == key.referencedColumns.count
      else { continue }
      // The first rows go together, so that what one user owns hangs together.
      let chosen = target.rows[(attempt < 8 ? row : dice(target.rows.count)) % target.rows.count]
      for (column, referenced) in zip(key.columns, key.referencedColumns) {
        guard let here = columns.firstIndex(where: { $0.name == column }), values[here] != nil,
          let there = target.columns.firstIndex(of: referenced)
        else { continue }
        values[here] = chosen.values[there]
      }
    }
    return values
  }

  private mutating func value(
    of column: Catalog.Column, in table: Catalog.Table, row: Int, attempt: Int
  ) -> String? {
    let isKey = table.keys.contains { $0.columns.contains(column.name) }
    if column.isNullable, !isKey, dice(5) == 0 || attempt > Self.attempts / 2 { return nil }
    if column.type.isArray {
      return dice(2) == 0 ? "{}" : "{\(scalar(column, row, attempt, isKey))}"
    }
    return scalar(column, row, attempt, isKey)
  }

  private mutating func scalar(
    _ column: Catalog.Column, _ row: Int, _ attempt: Int, _ isKey: Bool
  ) -> String {
    scalar(column.type, row: row, attempt: attempt, isKey: isKey)
  }

  private mutating func scalar(
    _ type: TypeName, row: Int, attempt: Int, isKey: Bool
  ) -> String {
    switch type.name {
    case "uuid": return Self.uuids[isKey && attempt < 8 ? row : dice(3)]
    case "boolean": return dice(2) == 0 ? "true" : "false"
    case "smallint", "integer", "bigint", "numeric", "real", "double precision":
      return "\(isKey && attempt < 8 ? row + 1 : dice(4) + 1)"
    case "date": return "2024-01-0\(row + 1)"
    case "timestamp with time zone", "timestamp without time zone":
      return "20\(dice(2) == 0 ? 24 : 90)-01-0\(row + 1) 12:00:00"
    case "time without time zone", "time with time zone": return "12:00:00"
    case "interval": return "\(row + 1) days"
    case "json", "jsonb": return dice(2) == 0 ? "{}" : #"{"role": "owner", "a": [1]}"#
    case "inet": return "10.0.0.\(row + 1)"
    case "bytea": return "\\x0\(row + 1)"
    default: break
    }
    if let custom = catalog.types.first(where: { matches($0.name, type) }) {
      switch custom.kind {
      case .enumeration(let labels) where !labels.isEmpty:
        return labels[(isKey && attempt < 8 ? row : dice(labels.count)) % labels.count]
      case .domain(let base, _) where base.name != type.name:
        return scalar(base, row: row, attempt: attempt, isKey: isKey)
      default: break
      }
    }
    if attempt > 10 {
      return attempt % 4 == 0 ? "user\(row)@example.com" : words[dice(words.count)]
    }
    return isKey ? "text\(row)" : words[dice(words.count)]
  }

  private func matches(_ name: QualifiedName, _ type: TypeName) -> Bool {
    type.name == name.name || type.name == "\(name.schema).\(name.name)"
  }

  /// The same rows in every run.
  private mutating func dice(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(sides, 1)))
  }
}
