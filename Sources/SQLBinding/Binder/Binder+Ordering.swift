import AccessModel

extension Binder {
  /// ORDER BY items: an output column's name or number first, else an expression over the input.
  mutating func orderBy(
    _ items: [SQLOrder], targets: [BoundTarget], in scope: Scope
  ) throws(EngineFailure) -> [BoundOrder] {
    var result: [BoundOrder] = []
    for item in items {
      let bound: BoundExpression
      if let output = try listed(item.expression, among: targets, "ORDER BY") {
        bound = output
      } else {
        bound = try expression(item.expression, in: scope)
      }
      result.append(try order(bound, item))
    }
    return result
  }

  /// ORDER BY of a window or aggregate, where outputs have no say.
  mutating func plainOrder(
    _ items: [SQLOrder], in scope: Scope
  ) throws(EngineFailure) -> [BoundOrder] {
    var result: [BoundOrder] = []
    for item in items {
      result.append(try order(try expression(item.expression, in: scope), item))
    }
    return result
  }

  private func order(
    _ expression: BoundExpression, _ item: SQLOrder
  ) throws(EngineFailure) -> BoundOrder {
    try expression.type.requireSortable()
    return BoundOrder(
      expression, isDescending: item.isDescending,
      nullsFirst: item.nullsFirst ?? item.isDescending)
  }

  /// The output that a name or number means; nil for other expressions and names.
  ///
  /// Source: `findTargetlistEntrySQL92()` in `parse_clause.c`.
  func listed(
    _ item: SQLExpression, among targets: [BoundTarget], _ clause: String
  ) throws(EngineFailure) -> BoundExpression? {
    switch item {
    case .literal(.integer(let number)):
      guard number >= 1, number <= Int64(targets.count) else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42P10"), "\(clause) position \(number) is not in select list"))
      }
      return targets[Int(number) - 1].expression
    case .literal(.boolean): return nil
    case .literal:
      throw .postgres(PostgresError(.syntaxError, "non-integer constant in \(clause)"))
    case .column(nil, let name):
      let found = targets.filter { $0.name == name }.map(\.expression)
      if let first = found.first, !found.allSatisfy({ $0 == first }) {
        throw .postgres(
          PostgresError(.ambiguousColumn, "\(clause) \"\(name)\" is ambiguous"))
      }
      return found.first
    default: return nil
    }
  }

  /// Source: `transformDistinctClause()`.
  func requireOrderInTargets(
    _ order: [BoundOrder], _ targets: [BoundTarget]
  ) throws(EngineFailure) {
    for target in targets { try target.expression.type.requireGroupable() }
    guard order.allSatisfy({ item in targets.contains { $0.expression == item.expression } })
    else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"),
          "for SELECT DISTINCT, ORDER BY expressions must appear in select list"))
    }
  }

  /// DISTINCT ON keys; the first items of ORDER BY must be among them.
  ///
  /// Source: `transformDistinctOnClause()`.
  mutating func distinctOn(
    _ items: [SQLExpression], targets: [BoundTarget], order: [BoundOrder], in scope: Scope
  ) throws(EngineFailure) -> [BoundExpression] {
    var keys: [BoundExpression] = []
    for item in items {
      if let output = try listed(item, among: targets, "DISTINCT ON") {
        keys.append(output)
      } else {
        keys.append(try expression(item, in: scope))
      }
      try keys.last?.type.requireGroupable()
    }
    var isPastKeys = false
    for item in order {
      let isKey = keys.contains(item.expression)
      if isKey, isPastKeys { throw unorderedDistinctOn }
      isPastKeys = isPastKeys || !isKey
    }
    let sorted = order.map(\.expression)
    if isPastKeys, !keys.allSatisfy({ sorted.contains($0) }) { throw unorderedDistinctOn }
    return keys
  }

  private var unorderedDistinctOn: EngineFailure {
    .postgres(
      PostgresError(
        SQLState(rawValue: "42P10"),
        "SELECT DISTINCT ON expressions must match initial ORDER BY expressions"))
  }
}
