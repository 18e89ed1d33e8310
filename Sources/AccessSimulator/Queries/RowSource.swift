import SQLBinding

/// Where a source's rows come from: a filtered table, or rows computed once.
enum RowSource {
  case table(FilteredTable)
  case rows(MaterializedRows)

  /// Known to be empty before anything is evaluated.
  var isDenied: Bool {
    if case .table(let table) = self { table.isDenied } else { false }
  }

  /// Calls `body` with each row and its position until it returns false; false if it did.
  func scan(
    _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    switch self {
    case .table(let table):
      for position in table.rows.indices where try table.isVisible(position) {
        guard try body(table.rows[position], position) else { return false }
      }
    case .rows(let materialized):
      for (position, row) in try materialized.rows().enumerated() {
        guard try body(row, position) else { return false }
      }
    }
    return true
  }

  /// As `scan`, for the rows whose `column` equals `value`.
  func lookUp(
    _ column: Int, equal value: SQLValue, _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    switch self {
    case .table(let table):
      for position in table.positions(column: column, equal: value)
      where try table.isVisible(position) {
        guard try body(table.rows[position], position) else { return false }
      }
    case .rows(let materialized):
      let rows = try materialized.rows()
      for position in try materialized.positions(column: column, equal: value) {
        guard try body(rows[position], position) else { return false }
      }
    }
    return true
  }
}
