import AccessModel
import CPgQuery

/// A rule ON SELECT, which before 16 made a view of an empty table.
extension CatalogBuilder {
  /// Source: `DefineQueryRewrite()` in `src/backend/rewrite/rewriteDefine.c`, 15.
  mutating func createSelectRule(
    _ rule: PgQuery__RuleStmt, on relation: QualifiedName
  ) throws(ReadFailure) -> Effect {
    let actions = list(rule.n_actions, rule.actions)
    if case .table = state.slot(relation), state.postgresVersion >= .v16, isSession {
      for action in actions where action.kind == PG_QUERY__NODE__NODE_SELECT_STMT {
        _ = try definition(try reader.lenientQuery(action), names: [], kind: "CREATE RULE")
      }
      try requireOwner(of: relation)
      throw .refused(
        state.wrongKind("relation \"\(relation.name)\" cannot have ON SELECT rules", relation),
        location: nil)
    }
    guard case .table(let index) = state.slot(relation), state.postgresVersion == .v15, isSession,
      rule.instead != 0, rule.where_clause == nil, actions.count == 1, let action = actions.first,
      action.kind == PG_QUERY__NODE__NODE_SELECT_STMT
    else { throw .unsupported("a rule ON SELECT") }
    let table = state.catalog.tables[index]
    let (query, columns, unknown) = try definition(
      try reader.lenientQuery(action), names: [], kind: "CREATE RULE")
    try requireOwner(of: relation)
    if let unknown { throw .unsupported(unknown) }
    try requireSame(columns, as: table)
    guard text(rule.rulename) == "_RETURN" else {
      throw .refused(
        .invalidObjectDefinition,
        "view rule for \"\(relation.name)\" must be named \"_RETURN\"")
    }
    let kind =
      table.kind == .partitioned
      ? "partitioned table" : table.partitionBound != nil ? "partition" : nil
    if let kind {
      throw .refused(
        SQLState(rawValue: "42809"),
        "cannot convert \(kind) \"\(relation.name)\" to a view")
    }
    var view = Catalog.View(
      relation, columns: columns, query: query, securityInvoker: false, owner: table.owner,
      acl: table.acl, comment: table.comment, origin: table.origin, place: place)
    view.isTemporary = table.isTemporary
    for (number, column) in table.columns.enumerated() {
      view.columns[number].acl = column.acl
      view.columns[number].comment = column.comment
    }
    note(
      .becameView(
        relation,
        unless: obstacle(table).map {
          PostgresError(
            .notInPrerequisiteState,
            "could not convert table \"\(relation.name)\" to a view because it has \($0)")
        }))
    state.remove(relation)
    state.add(view)
    return .applied
  }

  /// What keeps a table from becoming a view, in the order in which the server looks.
  private func obstacle(_ table: Catalog.Table) -> String? {
    let isReferenced = state.catalog.tables.contains { other in
      other.foreignKeys.contains { $0.references == table.name }
    }
    if !table.triggers.isEmpty || !table.foreignKeys.isEmpty || isReferenced { return "triggers" }
    if !table.keys.isEmpty || !table.indexes.isEmpty || !table.exclusions.isEmpty {
      return "indexes"
    }
    if state.catalog.tables.contains(where: { $0.parents.contains(table.name) }) {
      return "child tables"
    }
    if !table.parents.isEmpty { return "parent tables" }
    if table.rowSecurityEnabled { return "row security enabled" }
    return table.policies.isEmpty ? nil : "row security policies"
  }

  /// Source: `checkRuleResultList()`.
  private func requireSame(
    _ columns: [Catalog.ViewColumn], as table: Catalog.Table
  ) throws(ReadFailure) {
    for (index, column) in columns.enumerated() {
      guard table.columns.indices.contains(index) else {
        throw .refused(
          .invalidObjectDefinition, "SELECT rule's target list has too many entries")
      }
      let own = table.columns[index]
      guard own.name == column.name else {
        throw .refused(
          .invalidObjectDefinition,
          "SELECT rule's target entry \(index + 1) has different column name from column "
            + "\"\(own.name)\"")
      }
      guard own.type == column.type else {
        throw .unsupported("a rule ON SELECT that gives another type")
      }
    }
    guard columns.count == table.columns.count else {
      throw .refused(.invalidObjectDefinition, "SELECT rule's target list has too few entries")
    }
  }
}
