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

  /// `tableoid` is the table that holds the row, by name; `ctid` where in it, as far as that is known;
  /// the others only a server knows.
  func systemColumn(_ column: SystemColumn, _ position: ColumnPosition) -> Evaluator {
    let (source, level) = (position.source, position.level)
    let catalog = session.catalog.catalog
    return { (frame) throws(EngineFailure) in
      var current = frame
      for _ in 0..<level { current = current.parent ?? current }
      guard current.positions.indices.contains(source), current.positions[source] >= 0 else {
        return .null
      }
      guard current.origins.indices.contains(source) else {
        throw .undecided(Undecided("the system column `\(column.name)`"))
      }
      if column == .ctid, let place = current.origins[source].place(current.positions[source]) {
        return .place(place)
      }
      guard column == .tableoid else {
        throw .undecided(Undecided("the system column `\(column.name)`"))
      }
      switch current.origins[source] {
      case .table(let table), .unstored(let table):
        return .object(.relation(catalog.tables[table].name))
      case .filtered(let rows):
        let table = rows.place(current.positions[source]).table
        return .object(.relation(catalog.tables[table].name))
      case .none: throw .undecided(Undecided("the system column `\(column.name)`"))
      }
    }
  }
}

extension RowOrigin {
  /// What `ctid` says of a row; nil: not known.
  fileprivate func place(_ position: Int) -> RowPlace? {
    switch self {
    case .filtered(let rows): rows.storedPlace(position)
    case .unstored: RowPlace.none
    case .table, .none: nil
    }
  }
}
