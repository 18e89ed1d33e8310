import AccessModel

extension Binder {
  /// `VALUES (…), (…)`; with ORDER BY it is a query over them.
  ///
  /// Source: `transformValuesClause()` in `analyze.c`.
  mutating func values(
    _ written: [[SQLExpression]], of query: SQLQuery, in scope: Scope, resolvesUnknowns: Bool
  ) throws(EngineFailure) -> BoundQuery {
    var rows: [[SQLExpression]] = []
    for row in written { rows.append(try starsExpanded(row, in: scope).compactMap { $0 }) }
    guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else {
      throw .postgres(PostgresError(.syntaxError, "VALUES lists must all be the same length"))
    }
    guard query.locks == nil else {
      throw .postgres(
        PostgresError(.featureNotSupported, "\(lockWords(query)) cannot be applied to VALUES"))
    }
    // Behind an ORDER BY they are a query of their own.
    let cellScope = query.orderBy.isEmpty ? scope : Scope(names, inside: scope)
    cellScope.clause = .values
    var bound: [[BoundExpression]] = []
    for row in rows {
      var cells: [BoundExpression] = []
      for cell in row { cells.append(try expression(cell, in: cellScope)) }
      bound.append(cells)
    }
    var targets: [BoundTarget] = []
    for column in 0..<width {
      let type = try valuesType(bound.map { $0[column] }, resolvesUnknowns: resolvesUnknowns)
      for row in bound.indices {
        bound[row][column] = try coerce(bound[row][column], to: type, .implicit)
      }
      targets.append(BoundTarget("column\(column + 1)", .constant(.null, type)))
    }
    let plain = BoundQuery(targets: targets, values: bound)
    guard !query.orderBy.isEmpty else {
      var result = plain
      (result.limit, result.offset) = try limits(of: query, in: scope)
      return result
    }
    return try ordered(plain, query, in: scope)
  }

  private func valuesType(
    _ cells: [BoundExpression], resolvesUnknowns: Bool
  ) throws(EngineFailure) -> DataType {
    // INSERT … VALUES ORDER BY keeps literals untyped, as a SELECT of them would.
    if !resolvesUnknowns, cells.allSatisfy({ $0.type == .unknown }) { return .unknown }
    return try commonType(cells, "VALUES")
  }

  private mutating func ordered(
    _ values: BoundQuery, _ query: SQLQuery, in scope: Scope
  ) throws(EngineFailure) -> BoundQuery {
    let names = values.targets.map(\.name)
    try scope.add(
      BoundSource(
        alias: "*VALUES*", kind: .query(values), columnNames: names,
        columnTypes: values.targets.map(\.expression.type)))
    scope.clause = .ordering
    var targets: [BoundTarget] = []
    for name in names { targets.append(BoundTarget(name, try scope.resolve(name, qualifier: nil))) }
    var result = BoundQuery(
      sources: scope.sources, joins: [.source(0)], targets: targets,
      orderBy: try orderBy(query.orderBy, targets: targets, in: scope))
    (result.limit, result.offset) = try limits(of: query, in: scope)
    result.withTies = query.withTies == true
    return result
  }
}
