import AccessModel
import CPgQuery

extension SyntaxReader {
  mutating func merge(
    _ node: UnsafeMutablePointer<PgQuery__MergeStmt>
  ) throws(ReadFailure) -> SQLMerge {
    let merge = node.pointee
    guard let target = merge.relation, let source = merge.source_relation,
      let condition = merge.join_condition
    else { throw .unsupported("MERGE without a table") }
    let newer = newer.merges[Int(target.pointee.location)]
    var branches: [SQLMerge.Branch] = []
    for item in list(merge.n_merge_when_clauses, merge.merge_when_clauses)
    where item.kind == PG_QUERY__NODE__NODE_MERGE_WHEN_CLAUSE {
      var branch = try branch(item.pointee.merge_when_clause.pointee)
      if newer?.bySource.contains(branches.count) == true { branch.match = .notMatchedBySource }
      branches.append(branch)
    }
    guard let using = try fromItems([source]).first else {
      throw .unsupported("MERGE without a source")
    }
    return SQLMerge(
      into: try relation(target), using: using, on: try expression(condition), branches,
      returning: try returning(newer?.returning), with: try with(merge.with_clause),
      returnedNames: newer?.returnedNames)
  }

  /// RETURNING, which was parsed by itself as `SELECT list`.
  private func returning(_ parsed: ParsedStatement?) throws(ReadFailure) -> [SQLTarget] {
    guard let parsed, let node = parsed.node else { return [] }
    var reader = SyntaxReader(parsed.newer)
    let query = try reader.query(node)
    guard case .select(let select) = query.body,
      query == SQLQuery(.select(SQLSelect(select.targets)))
    else { throw .unsupported("more than a list in RETURNING") }
    return select.targets
  }

  private mutating func branch(
    _ clause: PgQuery__MergeWhenClause
  ) throws(ReadFailure) -> SQLMerge.Branch {
    let targets = list(clause.n_target_list, clause.target_list)
    let action: SQLMerge.Action
    switch clause.command_type {
    case PG_QUERY__CMD_TYPE__CMD_UPDATE: action = .update(set: try assignments(targets))
    case PG_QUERY__CMD_TYPE__CMD_DELETE: action = .delete
    case PG_QUERY__CMD_TYPE__CMD_INSERT:
      var values: [SQLExpression?] = []
      for item in list(clause.n_values, clause.values) { values.append(try value(item)) }
      let columns = try columnNames(targets)
      action = .insert(
        SQLMerge.Insertion(
          columns: columns.isEmpty ? nil : columns, values: values.isEmpty ? nil : values,
          overriding: overriding(clause.override)))
    default: action = .nothing
    }
    return SQLMerge.Branch(
      clause.matched != 0 ? .matched : .notMatched, and: try optional(clause.condition), action)
  }

  func overriding(_ kind: PgQuery__OverridingKind) -> SQLOverriding? {
    switch kind {
    case PG_QUERY__OVERRIDING_KIND__OVERRIDING_USER_VALUE: .user
    case PG_QUERY__OVERRIDING_KIND__OVERRIDING_SYSTEM_VALUE: .system
    default: nil
    }
  }

  func truncate(
    _ node: UnsafeMutablePointer<PgQuery__TruncateStmt>
  ) throws(ReadFailure) -> SQLTruncate {
    let truncate = node.pointee
    return SQLTruncate(
      try relations(list(truncate.n_relations, truncate.relations)),
      restartsIdentity: truncate.restart_seqs != 0,
      isCascading: truncate.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE)
  }
}
