import AccessModel
import CPgQuery

extension SyntaxReader {
  /// The query of a node that must be a SELECT or VALUES.
  mutating func query(_ node: Node?) throws(ReadFailure) -> SQLQuery {
    guard let node, node.kind == PG_QUERY__NODE__NODE_SELECT_STMT else {
      throw .unsupported("a statement in the place of a query")
    }
    return try query(node.pointee.select_stmt)
  }

  /// The query, or its text where the model has no form for it.
  mutating func lenientQuery(_ node: Node?) throws(ReadFailure) -> SQLQuery {
    do throws(ReadFailure) {
      return try query(node)
    } catch {
      guard case .unsupported = error, let node, let text = Deparser.statement(node) else {
        throw error
      }
      return SQLQuery(.unread(text: text))
    }
  }

  mutating func query(
    _ node: UnsafeMutablePointer<PgQuery__SelectStmt>
  ) throws(ReadFailure) -> SQLQuery {
    try nested { (reader) throws(ReadFailure) in try reader.unnestedQuery(node) }
  }

  private mutating func unnestedQuery(
    _ node: UnsafeMutablePointer<PgQuery__SelectStmt>
  ) throws(ReadFailure) -> SQLQuery {
    let select = node.pointee
    guard select.into_clause == nil || readsInto else { throw .unsupported("SELECT INTO") }
    let outer = (windows, usedWindows)
    defer { (windows, usedWindows) = outer }
    (windows, usedWindows) = ([:], [])
    for node in list(select.n_window_clause, select.window_clause)
    where node.kind == PG_QUERY__NODE__NODE_WINDOW_DEF {
      let window = node.pointee.window_def
      windows[text(window?.pointee.name)] = window
    }
    let limit = try optional(select.limit_count)
    let withTies = select.limit_option == PG_QUERY__LIMIT_OPTION__LIMIT_OPTION_WITH_TIES
    let query = SQLQuery(
      try body(select), orderBy: try orders(list(select.n_sort_clause, select.sort_clause)),
      limit: limit == .null ? nil : limit, offset: try optional(select.limit_offset),
      withTies: withTies ? true : nil,
      locks: try locks(list(select.n_locking_clause, select.locking_clause)),
      with: try with(select.with_clause))
    // Its columns are read all the same.
    guard usedWindows.isSuperset(of: windows.keys) else {
      throw .unsupported("a window that nothing refers to")
    }
    return query
  }

  private func locks(_ nodes: [Node]) throws(ReadFailure) -> [SQLRowLock]? {
    var result: [SQLRowLock] = []
    // The parser lists them from the last to the first.
    for node in nodes where node.kind == PG_QUERY__NODE__NODE_LOCKING_CLAUSE {
      let clause = node.pointee.locking_clause.pointee
      let strength: SQLRowLock.Strength =
        switch clause.strength {
        case PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORKEYSHARE: .keyShare
        case PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORSHARE: .share
        case PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORNOKEYUPDATE: .noKeyUpdate
        default: .update
        }
      let waiting: SQLRowLock.Waiting =
        switch clause.wait_policy {
        case PG_QUERY__LOCK_WAIT_POLICY__LockWaitSkip: .skip
        case PG_QUERY__LOCK_WAIT_POLICY__LockWaitError: .error
        default: .block
        }
      var sources: [String] = []
      for item in list(clause.n_locked_rels, clause.locked_rels)
      where item.kind == PG_QUERY__NODE__NODE_RANGE_VAR {
        guard text(item.pointee.range_var.pointee.schemaname).isEmpty else {
          throw .refused(
            .syntaxError, "\(strength.rawValue) must specify unqualified relation names")
        }
        sources.append(text(item.pointee.range_var.pointee.relname))
      }
      result.append(SQLRowLock(strength, of: sources, waiting))
    }
    return result.isEmpty ? nil : result
  }

  /// `ROLLUP`, `CUBE` and `GROUPING SETS`; nil for a plain key.
  private mutating func groupingSets(_ node: Node) throws(ReadFailure) -> SQLGroupingSets? {
    guard node.kind == PG_QUERY__NODE__NODE_GROUPING_SET else { return nil }
    return try nested { (reader) throws(ReadFailure) in
      let set = node.pointee.grouping_set.pointee
      let content = list(set.n_content, set.content)
      switch set.kind {
      case PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_ROLLUP:
        return SQLGroupingSets(.rollup, try reader.groupingItems(content))
      case PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_CUBE:
        return SQLGroupingSets(.cube, try reader.groupingItems(content))
      case PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_EMPTY:
        return SQLGroupingSets(.sets, [.keys([])])
      default: return SQLGroupingSets(.sets, try reader.groupingItems(content))
      }
    }
  }

  private mutating func groupingItems(
    _ nodes: [Node]
  ) throws(ReadFailure) -> [SQLGroupingSets.Item] {
    var result: [SQLGroupingSets.Item] = []
    for node in nodes {
      if node.kind == PG_QUERY__NODE__NODE_GROUPING_SET,
        node.pointee.grouping_set.pointee.kind == PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_EMPTY
      {
        result.append(.keys([]))
      } else if let sets = try groupingSets(node) {
        result.append(.nested(sets))
      } else if case .row(let fields) = try expression(node) {
        result.append(.keys(fields))
      } else {
        result.append(.keys([try expression(node)]))
      }
    }
    return result
  }

  private mutating func body(_ select: PgQuery__SelectStmt) throws(ReadFailure) -> SQLQuery.Body {
    if let left = select.larg, let right = select.rarg {
      let kind: SQLSetOperation.Kind =
        switch select.op {
        case PG_QUERY__SET_OPERATION__SETOP_INTERSECT: .intersect
        case PG_QUERY__SET_OPERATION__SETOP_EXCEPT: .except
        default: .union
        }
      return .setOperation(
        SQLSetOperation(kind, isAll: select.all != 0, try query(left), try query(right)))
    }
    if select.n_values_lists > 0 {
      var rows: [[SQLExpression]] = []
      for row in list(select.n_values_lists, select.values_lists) {
        rows.append(try expressions(row.items))
      }
      return .values(rows: rows)
    }
    guard select.group_distinct == 0 else { throw .unsupported("GROUP BY DISTINCT") }
    var keys: [Node] = []
    var sets: [SQLGroupingSets] = []
    for node in list(select.n_group_clause, select.group_clause) {
      if let set = try groupingSets(node) { sets.append(set) } else { keys.append(node) }
    }
    let distinct = list(select.n_distinct_clause, select.distinct_clause)
    let distinctKeys = distinct.filter { $0.kind != PG_QUERY__NODE__NODE__NOT_SET }
    return .select(
      SQLSelect(
        try targets(list(select.n_target_list, select.target_list)),
        from: try fromItems(list(select.n_from_clause, select.from_clause)),
        where: try optional(select.where_clause),
        groupBy: try expressions(keys), groupingSets: sets.isEmpty ? nil : sets,
        having: try optional(select.having_clause),
        isDistinct: select.n_distinct_clause > 0 && distinctKeys.isEmpty,
        distinctOn: distinctKeys.isEmpty ? nil : try expressions(distinctKeys)))
  }

  mutating func targets(_ nodes: [Node]) throws(ReadFailure) -> [SQLTarget] {
    var result: [SQLTarget] = []
    for node in nodes where node.kind == PG_QUERY__NODE__NODE_RES_TARGET {
      let target = node.pointee.res_target.pointee
      let name = text(target.name)
      if let value = target.val, let star = try star(value) {
        result.append(star)
      } else {
        result.append(.expression(try expression(target.val), name: name.isEmpty ? nil : name))
      }
    }
    return result
  }

  /// `*` or `t.*`, which in a select list stands for columns.
  func star(_ node: Node) throws(ReadFailure) -> SQLTarget? {
    guard node.kind == PG_QUERY__NODE__NODE_COLUMN_REF else { return nil }
    let reference = node.pointee.column_ref.pointee
    let fields = list(reference.n_fields, reference.fields)
    guard fields.last?.kind == PG_QUERY__NODE__NODE_A_STAR else { return nil }
    let names = strings(fields)
    if names.count == 3 {
      try requireCurrent(
        database: names[0], of: Array(names[1...]) + ["*"], isQuoted: false)
    }
    return .star(qualifier: names.last, schema: names.dropLast().last)
  }

  mutating func with(
    _ node: UnsafeMutablePointer<PgQuery__WithClause>?
  ) throws(ReadFailure) -> SQLWith? {
    guard let clause = node?.pointee else { return nil }
    var tables: [SQLCommonTable] = []
    for item in list(clause.n_ctes, clause.ctes)
    where item.kind == PG_QUERY__NODE__NODE_COMMON_TABLE_EXPR {
      let table = item.pointee.common_table_expr.pointee
      guard table.search_clause == nil, table.cycle_clause == nil else {
        throw .unsupported("SEARCH and CYCLE", location: Int(table.location))
      }
      guard let query = table.ctequery, let statement = try statement(query) else {
        throw .unsupported("a statement in WITH", location: Int(table.location))
      }
      let isMaterialized: Bool? =
        switch table.ctematerialized {
        case PG_QUERY__CTEMATERIALIZE__CTEMaterializeAlways: true
        case PG_QUERY__CTEMATERIALIZE__CTEMaterializeNever: false
        default: nil
        }
      tables.append(
        SQLCommonTable(
          text(table.ctename), columns: strings(list(table.n_aliascolnames, table.aliascolnames)),
          statement, isMaterialized: isMaterialized))
    }
    return SQLWith(tables, isRecursive: clause.recursive != 0)
  }
}
