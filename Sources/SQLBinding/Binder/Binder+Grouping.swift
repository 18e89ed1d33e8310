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
    default: return try rebuilt(expression)
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

  private mutating func each(
    _ list: [BoundExpression]
  ) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for item in list { result.append(try rewrite(item)) }
    return result
  }

  private mutating func rebuilt(_ expression: BoundExpression) throws(EngineFailure)
    -> BoundExpression
  {
    switch expression {
    case .compare(let symbol, let a, let b, let type):
      return .compare(symbol, try rewrite(a), try rewrite(b), type: type)
    case .arithmetic(let symbol, let a, let b, let type):
      return .arithmetic(symbol, try rewrite(a), try rewrite(b), type: type)
    case .negate(let a, let type): return .negate(try rewrite(a), type: type)
    case .not(let a): return .not(try rewrite(a))
    case .test(let a, let test): return .test(try rewrite(a), test)
    case .cast(let a, let from, let to): return .cast(try rewrite(a), from: from, to: to)
    case .distinct(let a, let b, let type, let negated):
      return .distinct(try rewrite(a), try rewrite(b), type: type, negated: negated)
    case .nullIf(let a, let equality, let type):
      return .nullIf(try rewrite(a), equality: try rewrite(equality), type: type)
    case .and(let list): return .and(try each(list))
    case .or(let list): return .or(try each(list))
    case .builtin(let builtin, let list): return .builtin(builtin, try each(list))
    case .function(let index, let list, let type):
      return .function(index: index, try each(list), returns: type)
    case .coalesce(let list, let type): return .coalesce(try each(list), type: type)
    case .cases(let branches, let otherwise, let type):
      var rewritten: [BoundCaseBranch] = []
      for branch in branches {
        rewritten.append(
          BoundCaseBranch(
            condition: try rewrite(branch.condition), result: try rewrite(branch.result)))
      }
      return .cases(rewritten, otherwise: try rewrite(otherwise), type: type)
    default: return expression
    }
  }

  /// Whether a subquery refers to this query's ungrouped sources.
  private func mentionsGroupedRow(_ expression: BoundExpression) -> Bool {
    expression.mentions(level: 0)
  }
}
