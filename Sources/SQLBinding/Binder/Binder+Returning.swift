import AccessModel

extension Binder {
  /// Binds RETURNING. From 18 on OLD and NEW are rows in it; in a MERGE `merge_action()` tells, from
  /// 17 on, what was done. Columns of OLD and NEW are read like any others. RULES 51.
  ///
  /// Source: `transformReturningClause()` in `src/backend/parser/analyze.c`, 18.
  mutating func returning(
    _ list: [SQLTarget], _ written: SQLReturnedNames?, of target: RelationID, in scope: Scope,
    isMerge: Bool = false
  ) throws(EngineFailure) -> ([BoundTarget], BoundReturnedRows?) {
    scope.clause = .returning
    let hasNames = names.version >= .v18
    guard !list.isEmpty, hasNames || isMerge else {
      return (try targets(list, in: scope), nil)
    }
    let rows = BoundReturnedRows(after: scope.sources.count)
    let namespace = scope.namespace
    scope.mergeAction = isMerge ? rows : nil
    if hasNames {
      try addRow(written?.old, "old", .hasOld, rows, of: target, in: scope)
      try addRow(written?.new, "new", .hasNew, rows, of: target, in: scope)
    }
    let bound = try targets(list, in: scope)
    for columns in scope.used.dropFirst(rows.old) { scope.used[0].formUnion(columns) }
    scope.sources.removeSubrange(rows.old...)
    scope.used.removeSubrange(rows.old...)
    scope.namespace = namespace
    scope.mergeAction = nil
    let isUsed = bound.contains { target in
      !target.expression.sources(atLevel: 0).isDisjoint(with: rows.old...rows.facts)
    }
    return (bound, isUsed ? rows : nil)
  }

  /// A name that was not given is taken only if nothing else has it.
  private func addRow(
    _ given: String?, _ word: String, _ fact: BoundReturnedRows.Fact, _ rows: BoundReturnedRows,
    of target: RelationID, in scope: Scope
  ) throws(EngineFailure) {
    let name = given ?? word
    let isTaken = try isName(name, in: scope)
    if isTaken, given != nil {
      throw .postgres(
        PostgresError(
          .duplicateAlias, "table name \"\(name)\" specified more than once"))
    }
    let number = scope.addUnnamed(source(target, alias: name))
    scope.existence[number] = rows.fact(fact)
    guard !isTaken else { return }
    var item = NamespaceItem(
      name: name, source: number,
      columns: scope.sources[number].columnNames.enumerated().map {
        NamespaceColumn(name: $0.element, meaning: .column(source: number, column: $0.offset))
      })
    item.showsColumns = false
    try scope.add(item)
  }

  private func isName(_ name: String, in scope: Scope) throws(EngineFailure) -> Bool {
    var current: Scope? = scope
    while let query = current {
      if try query.item(named: name) != nil { return true }
      current = query.parent
    }
    return false
  }

  /// `merge_action()`; nil for any other call. Source: `transformMergeSupportFunc()`.
  func mergeAction(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression? {
    guard call.name == "merge_action", call.schema == nil, call.arguments.isEmpty else {
      return nil
    }
    guard names.version >= .v17 else {
      guard names.functions(schema: nil, call.name).isEmpty else { return nil }
      throw .postgres(
        PostgresError(
          .undefinedFunction, "function merge_action() does not exist",
          hint: "No function matches the given name and argument types. "
            + "You might need to add explicit type casts."))
    }
    var current: Scope? = scope
    var level = 0
    while let query = current {
      if let rows = query.mergeAction { return rows.fact(.mergeAction, level: level) }
      (current, level) = (query.parent, level + 1)
    }
    throw .postgres(
      PostgresError(
        .syntaxError,
        "MERGE_ACTION() can only be used in the RETURNING list of a MERGE command"))
  }
}
