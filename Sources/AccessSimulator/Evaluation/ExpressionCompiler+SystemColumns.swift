import AccessModel
import SQLBinding

extension ExpressionCompiler {
  /// IS [NOT] NULL of a system column, which every stored row has; nil: it is another test.
  func systemColumnTest(_ expression: BoundExpression, _ test: SQLTest) -> Evaluator? {
    guard case .column(let position, _) = expression,
      SystemColumn(rawValue: position.column) != nil,
      test == .isNull || test == .isNotNull
    else { return nil }
    let (source, level) = (position.source, position.level)
    return { frame in
      var current = frame
      for _ in 0..<level { current = current.parent ?? current }
      let isThere =
        current.positions.indices.contains(source) && current.positions[source] >= 0
      return .boolean(isThere == (test == .isNotNull))
    }
  }

  /// `tableoid` is the table that holds the row, by name; the others only a server knows.
  func systemColumn(_ column: SystemColumn, _ position: ColumnPosition) -> Evaluator {
    let (source, level) = (position.source, position.level)
    let catalog = session.catalog.catalog
    return { (frame) throws(EngineFailure) in
      var current = frame
      for _ in 0..<level { current = current.parent ?? current }
      guard current.positions.indices.contains(source), current.positions[source] >= 0 else {
        return .null
      }
      guard column == .tableoid, current.origins.indices.contains(source) else {
        throw .undecided(Undecided("the system column `\(column.name)`"))
      }
      switch current.origins[source] {
      case .table(let table): return .object(.relation(catalog.tables[table].name))
      case .filtered(let rows):
        let table = rows.place(current.positions[source]).table
        return .object(.relation(catalog.tables[table].name))
      case .none: throw .undecided(Undecided("the system column `\(column.name)`"))
      }
    }
  }
}
