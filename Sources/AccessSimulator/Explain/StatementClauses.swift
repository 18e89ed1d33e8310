import SQLBinding

/// Which clause of a statement reads which columns.
struct StatementClause {
  let name: String
  let expressions: [BoundExpression]
}

extension BoundStatement {
  /// Whether the statement itself names a relation, views and policies aside.
  func mentions(_ id: RelationID) -> Bool {
    if target?.id == id { return true }
    if case .truncate(let truncate) = self { return truncate.relations.contains(id) }
    if case .with(let tables, let main) = self {
      return main.mentions(id) || tables.contains { $0.statement.mentions(id) }
    }
    return !scopes.allSatisfy { scope in
      scope.sources.allSatisfy { $0.relationID != id }
        && scope.clauses.flatMap(\.expressions).allSatisfy { !$0.mentions(id) }
    }
  }

  /// The clauses that read any of `columns` of a relation, with those they read. With no columns
  /// given: those that read any.
  func clauses(
    reading columns: Set<Int>, of id: RelationID
  ) -> [(clause: String, columns: Set<Int>)] {
    if case .with(let tables, let main) = self {
      return main.clauses(reading: columns, of: id)
        + tables.flatMap { $0.statement.clauses(reading: columns, of: id) }
    }
    return scopes.flatMap { $0.clauses(reading: columns, of: id) }
  }

  /// A query level with its clauses.
  struct Scope {
    let sources: [BoundSource]
    let target: RelationID?
    let clauses: [StatementClause]

    func clauses(
      reading columns: Set<Int>, of id: RelationID
    ) -> [(clause: String, columns: Set<Int>)] {
      var places = Set(sources.indices.filter { sources[$0].relationID == id })
      // In INSERT, source 0 is the row and source 1 EXCLUDED.
      if target == id { places.formUnion(sources.isEmpty ? [0, 1] : [0]) }
      var found: [(clause: String, columns: Set<Int>)] = []
      for clause in clauses {
        var read: Set<Int> = []
        for expression in clause.expressions {
          read.formUnion(expression.columns(ofSources: places, level: 0))
        }
        let wanted = columns.isEmpty ? read : read.intersection(columns)
        if !wanted.isEmpty { found.append((clause.name, wanted)) }
        for query in clause.expressions.flatMap(\.directSubqueries) {
          found += BoundStatement.query(query).clauses(reading: columns, of: id).map {
            ("\($0.clause) of a subquery", $0.columns)
          }
        }
      }
      for source in sources {
        guard case .query(let query) = source.kind else { continue }
        found += BoundStatement.query(query).clauses(reading: columns, of: id)
      }
      return found
    }
  }

  var scopes: [Scope] {
    switch self {
    case .with, .truncate: return []
    case .query(let query):
      let inner = query.commonTables.flatMap { $0.statement.scopes }
      return inner + [
        Scope(
          sources: query.sources, target: nil,
          clauses: [
            StatementClause(
              name: "SELECT",
              expressions: query.targets.map(\.expression)
                + (query.grouping?.aggregates.flatMap(\.expressions) ?? [])),
            StatementClause(name: "JOIN", expressions: query.joins.flatMap(\.conditions)),
            StatementClause(name: "WHERE", expressions: [query.condition].compactMap { $0 }),
            StatementClause(name: "GROUP BY", expressions: query.grouping?.keys ?? []),
            StatementClause(
              name: "HAVING", expressions: [query.grouping?.having].compactMap { $0 }),
            StatementClause(name: "ORDER BY", expressions: query.orderBy.map(\.expression)),
          ])
      ]
    case .insert(let insert):
      var scopes: [Scope] = []
      if case .query(let query) = insert.source { scopes += BoundStatement.query(query).scopes }
      var conflict: [BoundExpression] = []
      if case .update(let assignments, let condition)? = insert.conflict?.action {
        conflict = assignments.compactMap(\.value) + [condition].compactMap { $0 }
      }
      scopes.append(
        Scope(
          sources: [], target: insert.target.id,
          clauses: [
            StatementClause(name: "ON CONFLICT", expressions: conflict),
            StatementClause(name: "RETURNING", expressions: insert.returning.map(\.expression)),
          ]))
      return scopes
    case .update(let update):
      return [
        Scope(
          sources: update.sources, target: update.target.id,
          clauses: [
            StatementClause(
              name: "SET", expressions: update.assignments.compactMap(\.value)),
            StatementClause(name: "JOIN", expressions: update.joins.flatMap(\.conditions)),
            StatementClause(name: "WHERE", expressions: [update.condition].compactMap { $0 }),
            StatementClause(name: "RETURNING", expressions: update.returning.map(\.expression)),
          ])
      ]
    case .delete(let delete):
      return [
        Scope(
          sources: delete.sources, target: delete.target.id,
          clauses: [
            StatementClause(name: "JOIN", expressions: delete.joins.flatMap(\.conditions)),
            StatementClause(name: "WHERE", expressions: [delete.condition].compactMap { $0 }),
            StatementClause(name: "RETURNING", expressions: delete.returning.map(\.expression)),
          ])
      ]
    case .merge(let merge):
      return [
        Scope(
          sources: merge.sources, target: merge.target.id,
          clauses: [
            StatementClause(name: "ON", expressions: [merge.condition]),
            StatementClause(name: "WHEN", expressions: merge.expressions),
            StatementClause(name: "RETURNING", expressions: merge.returning.map(\.expression)),
          ])
      ]
    }
  }
}

extension BoundSource {
  fileprivate var relationID: RelationID? {
    if case .relation(let relation) = kind { relation.id } else { nil }
  }
}

extension BoundExpression {
  /// Subqueries in it, not those in them.
  var directSubqueries: [BoundQuery] {
    var found: [BoundQuery] = []
    forEach { if let query = $0.subquery { found.append(query) } }
    return found
  }

  fileprivate func mentions(_ id: RelationID) -> Bool {
    directSubqueries.contains { BoundStatement.query($0).mentions(id) }
  }

  /// Columns of some sources of the query at `level` around it.
  fileprivate func columns(ofSources places: Set<Int>, level: Int) -> Set<Int> {
    var found: Set<Int> = []
    forEach { node in
      if case .column(let position, _) = node, position.level == level,
        places.contains(position.source)
      {
        found.insert(position.column)
      }
      guard let query = node.subquery else { return }
      for inner in query.expressions {
        found.formUnion(inner.columns(ofSources: places, level: level + 1))
      }
    }
    return found
  }
}
