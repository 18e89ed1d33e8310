import AccessModel

extension Binder {
  /// Source: `transformMergeStmt()` in `src/backend/parser/parse_merge.c`.
  mutating func merge(_ merge: SQLMerge) throws(EngineFailure) -> BoundMerge {
    try requireReachable(merge.branches)
    let id = try relation(schema: merge.relation.schema, merge.relation.name)
    try requireMergeable(id)
    let scope = Scope(names, inside: statementScope)
    try scope.add(
      source(id, alias: merge.relation.alias ?? merge.relation.name),
      hasAlias: merge.relation.alias != nil)
    let join = try mergeSource(merge.source, in: scope)
    scope.clause = .joins
    let condition = try self.condition(merge.condition, "JOIN/ON", in: scope)
    let namespace = scope.namespace
    if merge.branches.contains(where: { $0.match == .notMatchedBySource }) {
      scope.nullable.formUnion(scope.sources.indices.dropFirst())
    }
    // RETURNING comes before the actions; `*` has the columns of the source first.
    scope.namespace = namespace.filter { $0.source != 0 } + namespace.filter { $0.source == 0 }
    let (returning, rows) = try returning(
      merge.returning, merge.returnedNames, of: id, in: scope, isMerge: true)
    var branches: [BoundMerge.Branch] = []
    for branch in merge.branches {
      // Where there is no row of the one, there is none to refer to.
      switch branch.match {
      case .matched: scope.namespace = namespace
      case .notMatched: scope.namespace = namespace.filter { $0.source != 0 }
      case .notMatchedBySource: scope.namespace = namespace.filter { $0.source == 0 }
      }
      scope.clause = .mergeWhen
      let when = try branch.condition.map { (written) throws(EngineFailure) in
        try self.condition(written, "WHEN", in: scope)
      }
      branches.append(
        BoundMerge.Branch(
          match: branch.match, condition: when,
          action: try action(branch.action, merge.relation, id, in: scope)))
    }
    return BoundMerge(
      target: BoundTargetRelation(
        id, readColumns: scope.used[0], isOnly: merge.relation.isOnly == true),
      sources: scope.finishedSources(), joins: [join], condition: condition, branches: branches,
      returning: returning, returnedRows: rows)
  }

  /// Views can be merged into from 17 on. Until then rules are found here too.
  ///
  /// Source: `transformMergeStmt()` in `src/backend/parser/parse_merge.c`.
  private func requireMergeable(_ id: RelationID) throws(EngineFailure) {
    switch id {
    case .table(let index)
    where names.version < .v17 && names.catalog.tables[index].kind != .foreign:
      let table = names.catalog.tables[index]
      guard !table.rules.isEmpty else { return }
      throw .postgres(
        PostgresError(
          .featureNotSupported, "cannot execute MERGE on relation \"\(table.name.name)\"",
          detail: "MERGE is not supported for relations with rules."))
    case .table(let index) where names.catalog.tables[index].kind == .foreign: break
    case .view(let index)
    where names.catalog.views[index].isMaterialized || names.version < .v17:
      break
    default: return
    }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "cannot execute MERGE on relation \"\(names.name(of: id).name)\"",
        detail: "This operation is not supported for \(names.kinds(of: id))."))
  }

  private func requireReachable(_ branches: [SQLMerge.Branch]) throws(EngineFailure) {
    var ended: Set<SQLMerge.Match> = []
    for branch in branches {
      guard !ended.contains(branch.match) else {
        throw .postgres(
          PostgresError(
            .syntaxError,
            "unreachable WHEN clause specified after unconditional WHEN clause"))
      }
      if branch.condition == nil { ended.insert(branch.match) }
    }
  }

  private mutating func mergeSource(
    _ item: SQLFromItem, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    let alias = scope.sources[0].alias
    do throws(EngineFailure) {
      // The target is seen once the source is there.
      let target = scope.namespace
      scope.namespace = []
      let join = try fromItem(item, in: scope)
      let found = scope.namespace
      scope.namespace = target
      for item in found { try scope.add(item) }
      return join
    } catch .postgres(let error) where error.sqlState == .duplicateAlias {
      guard error.message == "table name \"\(alias)\" specified more than once" else {
        throw .postgres(error)
      }
      throw .postgres(
        PostgresError(
          .duplicateAlias, "name \"\(alias)\" specified more than once",
          detail: "The name is used both as MERGE target table and data source."))
    } catch {
      throw error
    }
  }

  private mutating func action(
    _ action: SQLMerge.Action, _ relation: SQLRelationName, _ id: RelationID, in scope: Scope
  ) throws(EngineFailure) -> BoundMerge.Action {
    switch action {
    case .nothing: return .nothing
    case .delete: return .delete
    case .update(let list): return .update(try assignments(list, of: relation, id, in: scope))
    case .insert(let insertion):
      let columnNames = names.columnNames(of: id)
      let columns = try insertion.columns.map { (list) throws(EngineFailure) in
        try positions(list, in: columnNames, of: relation)
      }
      guard let written = insertion.values else {
        return .insert(columns: [], values: [], insertion.overriding)
      }
      scope.clause = .values
      var values: [BoundExpression?] = []
      for value in written {
        values.append(
          try value.map { (value) throws(EngineFailure) in try expression(value, in: scope) })
      }
      let assigned = columns ?? Array(columnNames.indices.prefix(values.count))
      try requireSameCount(values.count, assigned.count)
      for (index, column) in assigned.enumerated() {
        guard let value = values[index] else { continue }
        values[index] = try self.assigned(value, to: column, of: id)
      }
      return .insert(columns: assigned, values: values, insertion.overriding)
    }
  }
}
