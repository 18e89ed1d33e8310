import AccessModel

extension Binder {
  /// GROUP BY items: an input column, else an output column's name or number, else an expression.
  mutating func groupKeys(
    _ items: [SQLExpression], targets: [BoundTarget], in scope: Scope
  ) throws(EngineFailure) -> [BoundExpression] {
    var keys: [BoundExpression] = []
    for item in items {
      switch item {
      case .literal(.integer(let number)):
        keys.append(try target(number, of: targets, clause: "GROUP BY").expression)
      case .column(nil, let name):
        let isInput = scope.sources.contains { $0.columnNames.contains(name) }
        if !isInput, let output = targets.first(where: { $0.name == name }) {
          keys.append(output.expression)
        } else {
          keys.append(try expression(item, in: scope))
        }
      default: keys.append(try expression(item, in: scope))
      }
    }
    return keys
  }

  /// ORDER BY items: an output column's name or number first, else an expression over the input.
  mutating func orderBy(
    _ items: [SQLOrder], targets: [BoundTarget], in scope: Scope
  ) throws(EngineFailure) -> [BoundOrder] {
    var result: [BoundOrder] = []
    for item in items {
      let bound: BoundExpression
      switch item.expression {
      case .literal(.integer(let number)):
        bound = try target(number, of: targets, clause: "ORDER BY").expression
      case .column(nil, let name) where targets.contains { $0.name == name }:
        bound =
          targets.first { $0.name == name }?.expression ?? .constant(.null, .text)
      default: bound = try expression(item.expression, in: scope)
      }
      result.append(
        BoundOrder(
          bound, isDescending: item.isDescending,
          nullsFirst: item.nullsFirst ?? item.isDescending))
    }
    return result
  }

  private func target(
    _ number: Int64, of targets: [BoundTarget], clause: String
  ) throws(EngineFailure) -> BoundTarget {
    guard number >= 1, number <= Int64(targets.count) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"), "\(clause) position \(number) is not in select list"))
    }
    return targets[Int(number) - 1]
  }
}

/// Rewrites expressions that stand above a grouping: keys and aggregates are all they may use.
struct GroupedExpressions {
  private(set) var keys: [BoundExpression]
  let sources: [BoundSource]
  let catalog: Catalog

  mutating func rewrite(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    if let key = keys.firstIndex(of: expression) { return .groupKey(key, expression.type) }
    switch expression {
    case .aggregate, .constant, .parameter, .valueFunction: return expression
    case .column(let position, _) where position.level == 0:
      let source = sources[position.source]
      guard isKeyGrouped(position.source) else {
        throw .postgres(
          PostgresError(
            .groupingError,
            "column \"\(source.alias).\(source.columnNames[position.column])\" must appear in "
              + "the GROUP BY clause or be used in an aggregate function"))
      }
      // The whole primary key is grouped by, so this column has one value in each group.
      keys.append(expression)
      return .groupKey(keys.count - 1, expression.type)
    case .exists, .scalarQuery, .inQuery:
      guard !mentionsGroupedRow(expression) else {
        throw .undecided(Undecided("a subquery over the ungrouped row"))
      }
      return expression
    default:
      return try expression.mapOperands { (operand) throws(EngineFailure) in
        try rewrite(operand)
      }
    }
  }

  /// Whether the keys hold a table's whole primary key: then its other columns depend on them.
  private func isKeyGrouped(_ source: Int) -> Bool {
    guard case .relation(let relation) = sources[source].kind, case .table(let table) = relation.id,
      let key = catalog.tables[table].primaryKey
    else { return false }
    let grouped = keys.compactMap { expression -> String? in
      guard case .column(let position, _) = expression, position.level == 0,
        position.source == source
      else { return nil }
      return sources[source].columnNames[position.column]
    }
    return Set(key.columns).isSubset(of: grouped)
  }

  /// Whether a subquery refers to this query's ungrouped sources.
  private func mentionsGroupedRow(_ expression: BoundExpression) -> Bool {
    expression.mentions(level: 0)
  }
}
