import AccessModel

extension Binder {
  mutating func update(_ update: SQLUpdate) throws(EngineFailure) -> BoundUpdate {
    try requirePlainCursor(update.cursor)
    let id = try relation(schema: update.relation.schema, update.relation.name)
    let scope = Scope(names, inside: statementScope)
    try scope.add(
      source(id, alias: update.relation.alias ?? update.relation.name),
      hasAlias: update.relation.alias != nil)
    let joins = try beside(update.from, in: scope)
    scope.clause = .conditions
    let condition = try update.condition.map { (written) throws(EngineFailure) in
      try self.condition(written, "WHERE", in: scope)
    }
    let (returning, rows) = try returning(
      update.returning, update.returnedNames, of: id, in: scope)
    let assignments = try assignments(update.assignments, of: update.relation, id, in: scope)
    return BoundUpdate(
      target: BoundTargetRelation(
        id, readColumns: scope.used[0], isOnly: update.relation.isOnly == true),
      assignments: assignments,
      sources: scope.finishedSources(), joins: joins, condition: condition,
      cursor: update.cursor, returning: returning, returnedRows: rows)
  }

  /// In a function the name of a cursor may be that of a variable, which holds its name.
  private func requirePlainCursor(_ name: String?) throws(EngineFailure) {
    guard let name, let variables, variables.isCursor?(name) != true,
      try variables.lookUp([name]) != nil
    else { return }
    throw undecided("WHERE CURRENT OF a cursor variable")
  }

  /// What stands in FROM beside the target, to which nothing in it may refer.
  ///
  /// Source: `transformUpdateStmt()` in `src/backend/parser/analyze.c`.
  private mutating func beside(
    _ items: [SQLFromItem], in scope: Scope
  ) throws(EngineFailure) -> [BoundJoin] {
    (scope.namespace[0].isReferable, scope.namespace[0].isTarget) = (false, true)
    var joins: [BoundJoin] = []
    for item in items { joins.append(try fromItem(item, in: scope)) }
    scope.namespace[0].isReferable = true
    return joins
  }

  mutating func delete(_ delete: SQLDelete) throws(EngineFailure) -> BoundDelete {
    try requirePlainCursor(delete.cursor)
    let id = try relation(schema: delete.relation.schema, delete.relation.name)
    let scope = Scope(names, inside: statementScope)
    try scope.add(
      source(id, alias: delete.relation.alias ?? delete.relation.name),
      hasAlias: delete.relation.alias != nil)
    let joins = try beside(delete.using, in: scope)
    scope.clause = .conditions
    let condition = try delete.condition.map { (written) throws(EngineFailure) in
      try self.condition(written, "WHERE", in: scope)
    }
    let (returning, rows) = try returning(
      delete.returning, delete.returnedNames, of: id, in: scope)
    return BoundDelete(
      target: BoundTargetRelation(
        id, readColumns: scope.used[0], isOnly: delete.relation.isOnly == true),
      sources: scope.finishedSources(), joins: joins, condition: condition,
      cursor: delete.cursor, returning: returning, returnedRows: rows)
  }

  func truncate(_ truncate: SQLTruncate) throws(EngineFailure) -> BoundTruncate {
    var relations: [RelationID] = []
    var only: Set<RelationID> = []
    var failure: PostgresError?
    for relation in truncate.relations {
      do throws(EngineFailure) {
        if let schema = relation.schema { try names.requireSchema(schema) }
        try names.requireTruncatable(relation)
        let id = try self.relation(schema: relation.schema, relation.name)
        if relation.isOnly == true { only.insert(id) }
        if !relations.contains(id) { relations.append(id) }
      } catch {
        guard !relations.isEmpty, case .postgres(let refusal) = error else { throw error }
        failure = refusal
        break
      }
    }
    return BoundTruncate(
      relations: relations, failure: failure, onlyRelations: only,
      restartsIdentity: truncate.restartsIdentity,
      isCascading: truncate.isCascading)
  }
}
