public import AccessFixtures
public import AccessModel

/// An engine that can be had with other rows in one table.
public protocol MarkableEngine: DecisionEngine {
  /// The same catalog and rows, but these in their table; nil if there is no such table.
  func replacing(_ rows: TableRows) -> (any DecisionEngine)?
}

extension DecisionEngine {
  /// Undecided, but for engines that can be had with other rows: those are asked with the row as it
  /// has become.
  public func ask(
    _ probe: Probe, as identity: Identity, after change: RowChange
  ) throws -> [Outcome] {
    func undecided(_ construct: Undecided) -> [Outcome] {
      probe.parameterSets.map { _ in .undecided(construct) }
    }
    guard let markable = self as? any MarkableEngine else {
      return undecided(Undecided("\(name) can't be asked after a change"))
    }
    guard case .completed(let completion) = try ask(change.probe, as: change.identity).first,
      let row = completion.rows.first
    else { return undecided(Undecided("a change that was refused")) }
    let reading = Probe(
      .query(
        SQLQuery(
          SQLSelect(
            completion.columns.map { .expression(.column($0), name: nil) },
            from: [
              .relation(schema: change.relation.schema, name: change.relation.name, alias: nil)
            ]))))
    guard case .completed(let before) = try ask(reading, as: change.identity).first else {
      return undecided(Undecided("the rows of `\(change.relation)`"))
    }
    var rows = before.rows
    rows.removeAll { change.isOld($0, before.columns) }
    rows.append(row)
    let changed = markable.replacing(
      TableRows(change.relation, columns: completion.columns, rows: rows.map { TableRows.Row($0) }))
    return try changed?.ask(probe, as: identity)
      ?? undecided(Undecided("the rows of `\(change.relation)`"))
  }
}
