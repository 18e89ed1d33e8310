import AccessModel

/// Rewrites expressions that stand above a grouping: keys and aggregates are all they may use.
struct GroupedExpressions {
  private(set) var keys: [BoundExpression]
  /// Positions of the keys of each of several groupings; nil: all keys.
  let sets: [[Int]]?
  let sources: [BoundSource]
  let catalog: Catalog

  mutating func rewrite(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    if let key = keys.firstIndex(of: expression) { return .groupKey(key, expression.type) }
    switch expression {
    case .aggregate, .constant, .parameter, .valueFunction, .window, .setResult:
      return expression
    case .column(let position, _) where position.level == 0:
      let source = sources[position.source]
      guard isKeyGrouped(position.source) else {
        throw .postgres(
          PostgresError(
            .groupingError,
            "column \"\(source.alias).\(source.columnNames[position.column])\" must appear in "
              + "the GROUP BY clause or be used in an aggregate function"))
      }
      guard sets == nil else { throw .undecided(Undecided("a dependent column of grouping sets")) }
      // The whole primary key is grouped by, so this column has one value in each group.
      keys.append(expression)
      return .groupKey(keys.count - 1, expression.type)
    case .exists, .scalarQuery, .inQuery, .arrayQuery, .quantifiedQuery:
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

  mutating func rewrite(_ windows: inout [BoundWindow]) throws(EngineFailure) {
    for index in windows.indices {
      switch windows[index].function {
      case .builtin(let builtin, let arguments):
        windows[index].function = .builtin(builtin, try each(arguments))
      case .aggregate(var aggregate):
        if let argument = aggregate.argument { aggregate.argument = try rewrite(argument) }
        if let filter = aggregate.filter { aggregate.filter = try rewrite(filter) }
        windows[index].function = .aggregate(aggregate)
      }
      windows[index].partitionBy = try each(windows[index].partitionBy)
      for order in windows[index].orderBy.indices {
        windows[index].orderBy[order].expression = try rewrite(
          windows[index].orderBy[order].expression)
      }
    }
  }

  mutating func rewrite(_ functions: inout [BoundSetFunction]) throws(EngineFailure) {
    for index in functions.indices {
      switch functions[index].call {
      case .builtin(let builtin, let arguments):
        functions[index].call = .builtin(builtin, try each(arguments))
      case .function(let number, let arguments):
        functions[index].call = .function(index: number, try each(arguments))
      case .scalar(let expression):
        functions[index].call = .scalar(try rewrite(expression))
      }
    }
  }

  mutating func each(
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
