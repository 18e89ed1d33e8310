import AccessModel

extension Binder {
  /// UNION, INTERSECT and EXCEPT. The queries become sources; what is selected are columns of the
  /// first, which names them all.
  ///
  /// Source: `transformSetOperationStmt()` in `analyze.c`.
  mutating func setOperation(
    _ operation: SQLSetOperation, of query: SQLQuery, in scope: Scope, resolvesUnknowns: Bool
  ) throws(EngineFailure) -> BoundQuery {
    guard query.locks == nil else {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "\(lockWords(query)) is not allowed with UNION/INTERSECT/EXCEPT"))
    }
    let (tree, types) = try tree(operation, in: scope)
    var result = BoundQuery(targets: [])
    let names = scope.sources.first?.columnNames ?? []
    for (column, (name, type)) in zip(names, types).enumerated() {
      result.targets.append(
        BoundTarget(
          name,
          .column(ColumnPosition(level: 0, source: 0, column: column), type ?? .text)))
    }
    (result.sources, result.setOperation) = (scope.sources, tree)
    result.orderBy = try setOrder(query.orderBy, result.targets, in: scope)
    (result.limit, result.offset) = try limits(of: query, in: scope)
    result.withTies = query.withTies == true
    return result
  }

  /// ORDER BY of a set operation: the outputs, by name or number.
  private mutating func setOrder(
    _ written: [SQLOrder], _ targets: [BoundTarget], in scope: Scope
  ) throws(EngineFailure) -> [BoundOrder] {
    guard !written.isEmpty else { return [] }
    scope.namespace = [
      NamespaceItem(
        name: "", source: nil,
        columns: targets.map { NamespaceColumn(name: $0.name, meaning: .merged($0.expression)) },
        isNamed: false)
    ]
    scope.clause = .ordering
    let order = try orderBy(written, targets: targets, in: scope)
    guard order.allSatisfy({ item in targets.contains { $0.expression == item.expression } })
    else {
      throw .postgres(
        PostgresError(
          .featureNotSupported, "invalid UNION/INTERSECT/EXCEPT ORDER BY clause",
          detail: "Only result column names can be used, not expressions or functions.",
          hint: "Add the expression/function to every SELECT, or move the UNION into a FROM "
            + "clause."))
    }
    return order
  }

  private mutating func tree(
    _ operation: SQLSetOperation, in scope: Scope
  ) throws(EngineFailure) -> (BoundSetOperation, [DataType?]) {
    try nested { (binder) throws(EngineFailure) in
      let word = operation.kind.rawValue
      let (left, leftTypes) = try binder.side(operation.left, in: scope)
      if let open = binder.openTable { try binder.declare(open, leftTypes, in: scope) }
      let (right, rightTypes) = try binder.side(operation.right, in: scope)
      guard leftTypes.count == rightTypes.count else {
        throw .postgres(
          PostgresError(
            .syntaxError, "each \(word) query must have the same number of columns"))
      }
      var types: [DataType] = []
      for (a, b) in zip(leftTypes, rightTypes) {
        let type = try binder.commonType(
          [.constant(.null, a ?? .unknown), .constant(.null, b ?? .unknown)], word)
        if !(operation.kind == .union && operation.isAll) { try type.requireGroupable() }
        types.append(type)
      }
      return (
        .operation(
          operation.kind, isAll: operation.isAll,
          try binder.converted(left, leftTypes, to: types, in: scope),
          try binder.converted(right, rightTypes, to: types, in: scope)),
        types
      )
    }
  }

  /// A nested operation, or a query as a source. Types of untyped literals are nil.
  private mutating func side(
    _ query: SQLQuery, in scope: Scope
  ) throws(EngineFailure) -> (BoundSetOperation, [DataType?]) {
    let isPlain =
      query.orderBy.isEmpty && query.limit == nil && query.offset == nil && query.with == nil
      && query.locks == nil
    let open = openTable
    openTable = nil
    defer { openTable = open }
    if isPlain, case .setOperation(let inner) = query.body { return try tree(inner, in: scope) }
    let usedOutside = scope.parent?.used
    let bound = try self.query(query, inside: scope, resolvesUnknowns: false)
    // OLD and NEW stand beside the queries of an action. Source: `transformSetOperationTree()`.
    if let rows = scope.parent, rows.isOfRule, rows.used != usedOutside {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"),
          "UNION/INTERSECT/EXCEPT member statement cannot refer to other relations of same query "
            + "level"))
    }
    let number = scope.addUnnamed(
      BoundSource(
        alias: "*SELECT* \(scope.sources.count + 1)", kind: .query(bound),
        columnNames: bound.targets.map(\.name),
        columnTypes: bound.targets.map(\.expression.type)))
    return (
      .source(number),
      bound.targets.map { $0.expression.type == .unknown ? nil : $0.expression.type }
    )
  }

  /// Rows of a side in the common types. Untyped literals take theirs where they stand.
  private func converted(
    _ side: BoundSetOperation, _ types: [DataType?], to common: [DataType], in scope: Scope
  ) throws(EngineFailure) -> BoundSetOperation {
    if case .source(let number) = side, case .query(var query) = scope.sources[number].kind {
      for (index, type) in types.enumerated() where type == nil {
        try query.coerceOutput(index, to: common[index], by: self)
        scope.sources[number].columnTypes[index] = common[index]
      }
      scope.sources[number].kind = .query(query)
    }
    let from = zip(types, common).map { $0 ?? $1 }
    for (source, target) in zip(from, common) where source != target {
      _ = try coerce(.parameter(number: 0, source), to: target, .implicit)
    }
    return from == common ? side : .converted(side, from: from, to: common)
  }
}
