import AccessModel

extension Binder {
  mutating func insert(_ insert: SQLInsert) throws(EngineFailure) -> BoundInsert {
    let id = try relation(schema: insert.relation.schema, insert.relation.name)
    let columnNames = names.columnNames(of: id)
    let columns = try insert.columns.map { (list) throws(EngineFailure) in
      try positions(list, in: columnNames, of: insert.relation)
    }
    let assigned: [Int]
    let source: BoundInsert.Source
    switch insert.source {
    case .defaultValues:
      (assigned, source) = ([], .values([[]]))
    case .values(let rows):
      let width = rows.first?.count ?? 0
      assigned = columns ?? Array(columnNames.indices.prefix(width))
      source = .values(try insertedRows(rows, into: id, columns: assigned))
    case .query(let query):
      let bound = try self.query(query, inside: statementScope, resolvesUnknowns: false)
      assigned = columns ?? Array(columnNames.indices.prefix(bound.targets.count))
      source = .query(try converted(bound, into: id, columns: assigned))
    }
    let scope = Scope(names, inside: statementScope)
    try scope.add(self.source(id, alias: insert.relation.alias ?? insert.relation.name))
    let conflict = try insert.onConflict.map { (written) throws(EngineFailure) in
      try self.conflict(written, of: insert.relation, id, in: scope)
    }
    let (returning, rows) = try returning(
      insert.returning, insert.returnedNames, of: id, in: scope)
    return BoundInsert(
      target: BoundTargetRelation(id, readColumns: scope.used[0]), columns: assigned,
      source: source, conflict: conflict, overriding: insert.overriding, returning: returning,
      returnedRows: rows)
  }

  mutating func insertedRows(
    _ rows: [[SQLExpression?]], into id: RelationID, columns: [Int]
  ) throws(EngineFailure) -> [[BoundExpression?]] {
    let scope = Scope(names, inside: statementScope)
    scope.clause = .values
    var result: [[BoundExpression?]] = []
    for row in rows {
      var bound: [BoundExpression?] = []
      for value in row {
        bound.append(
          try value.map { (written) throws(EngineFailure) in try expression(written, in: scope) })
      }
      try requireSameCount(row.count, columns.count)
      for (index, column) in columns.enumerated() {
        guard let value = bound[index] else { continue }
        bound[index] = try assigned(value, to: column, of: id)
      }
      result.append(bound)
    }
    return result
  }

  private func converted(
    _ query: BoundQuery, into id: RelationID, columns: [Int]
  ) throws(EngineFailure) -> BoundQuery {
    try requireSameCount(query.targets.count, columns.count)
    var result = query
    for (index, column) in columns.enumerated() {
      let value = try assigned(query.targets[index].expression, to: column, of: id)
      if query.values != nil, value.type != query.targets[index].expression.type {
        throw undecided("INSERT from VALUES of another type")
      }
      result.targets[index].expression = value
    }
    return result
  }
}
