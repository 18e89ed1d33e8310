import AccessModel
import SQLBinding

/// NOT NULL, CHECK and unique constraints of one table, compiled. RULES 75, 78.
///
/// Source: `ExecConstraints()` in `src/backend/executor/execMain.c`.
struct TableConstraints {
  private let table: Int
  private let model: Catalog.Table
  private let checks: [(name: String, condition: Evaluator)]
  private let keys: [(name: String, columns: [Int])]
  private let primaryKey: [String]
  private let description: RowDescription

  init(
    _ table: Int, _ session: Session, _ description: RowDescription
  ) throws(EngineFailure) {
    self.table = table
    self.description = description
    model = session.catalog.catalog.tables[table]
    primaryKey = model.primaryKey?.columns ?? []
    let names = model.columns.map(\.name)
    var checks: [(name: String, condition: Evaluator)] = []
    for (check, bound) in zip(model.checks, session.catalog.tables[table].checks) {
      checks.append(
        (check.name, try ExpressionCompiler(session).compile(try bound.get())))
    }
    // PostgreSQL tries them by name.
    self.checks = checks.sorted { Text($0.name) < Text($1.name) }
    keys = model.keys.map { key in
      (key.name, key.columns.compactMap { names.firstIndex(of: $0) })
    }
  }

  /// NOT NULL, then CHECK: both come after row security. FALSE fails a CHECK, NULL does not.
  func requireValid(_ row: Row) throws(EngineFailure) {
    for (column, value) in zip(model.columns, row)
    where value.isNull && (!column.isNullable || primaryKey.contains(column.name)) {
      throw .postgres(
        PostgresError(
          .notNullViolation,
          "null value in column \"\(column.name)\" of relation \"\(model.name.name)\" "
            + "violates not-null constraint", detail: description.failingRow(row)))
    }
    let frame = Frame(row: row)
    for (name, condition) in checks where try condition(frame).truth == false {
      throw .postgres(
        PostgresError(
          .checkViolation,
          "new row for relation \"\(model.name.name)\" violates check constraint \"\(name)\"",
          detail: description.failingRow(row)))
    }
  }

  /// Unique constraints see every row, hidden ones too. `old` is the row being replaced.
  func requireUnique(_ row: Row, replacing old: Row?, in changes: Changes) throws(EngineFailure) {
    for (name, columns) in keys {
      let values = columns.map { row[$0] }
      if values.contains(where: \.isNull) { continue }
      if let old, columns.allSatisfy({ old[$0] == row[$0] }) { continue }
      guard changes.find(table, columns, values).isEmpty else {
        throw .postgres(
          PostgresError(
            .uniqueViolation, "duplicate key value violates unique constraint \"\(name)\"",
            detail: description.key(columns, row).map { "\($0) already exists." }))
      }
    }
  }

  /// The first row that a unique constraint would find in the way. `numbers`: of the constraints
  /// to look at; nil: all.
  func conflict(
    with row: Row, keys numbers: [Int]?, in changes: Changes
  ) -> Changes.RowReference? {
    for (number, key) in keys.enumerated() where numbers?.contains(number) != false {
      let values = key.columns.map { row[$0] }
      if values.contains(where: \.isNull) { continue }
      if let found = changes.find(table, key.columns, values).first { return found }
    }
    return nil
  }
}
