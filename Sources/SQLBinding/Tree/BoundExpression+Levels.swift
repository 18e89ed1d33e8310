extension BoundExpression {
  /// Whether it refers to a source of the query `level` levels up, from inside subqueries too.
  public func mentions(level: Int) -> Bool {
    if case .column(let position, _) = self { return position.level == level }
    return hasOperand { $0.mentions(level: level) }
      || subquery?.mentions(level: level + 1) == true
  }

  /// Sources at `level` that it refers to, from inside subqueries too.
  public func sources(atLevel level: Int) -> Set<Int> {
    if case .column(let position, _) = self {
      return position.level == level ? [position.source] : []
    }
    var result = subquery?.sources(atLevel: level + 1) ?? []
    for operand in operands { result.formUnion(operand.sources(atLevel: level)) }
    return result
  }

  /// For use `depth` queries further in; further out where that is negative, of expressions that
  /// mention no source of the queries left.
  public func shifted(by depth: Int) -> BoundExpression {
    guard depth != 0 else { return self }
    return mapColumns { position, type, inner in
      guard position.level >= inner else { return .column(position, type) }
      var moved = position
      moved.level += depth
      return .column(moved, type)
    }
  }

  /// Whether it may have another value each time that a statement runs, on the same rows: it depends on
  /// the parameters, or on where a sequence stands. From inside subqueries too.
  public var dependsOnRun: Bool {
    if case .parameter = self { return true }
    return hasOperand(where: \.dependsOnRun) || subquery?.dependsOnRun == true
  }
}

extension BoundQuery {
  /// Every expression that stands directly in this query; subqueries in FROM have their own.
  public var expressions: [BoundExpression] {
    var result = targets.map(\.expression) + orderBy.map(\.expression)
    result += [condition, limit, offset, grouping?.having].compactMap { $0 }
    result += grouping?.keys ?? []
    result += grouping?.aggregates.flatMap(\.expressions) ?? []
    result += joins.flatMap(\.conditions)
    result += values?.flatMap { $0 } ?? []
    result += distinctOn ?? []
    result += windows.flatMap(\.expressions) + setFunctions.flatMap(\.call.arguments)
    for case .function(let function) in sources.map(\.kind) { result += function.call.arguments }
    return result
  }

  /// The queries in FROM and in WITH, for which this one is the query around them.
  public var innerQueries: [BoundQuery] {
    sources.compactMap { if case .query(let query) = $0.kind { query } else { nil } }
      + commonTables.compactMap {
        if case .query(let query) = $0.statement { query } else { nil }
      }
  }

  /// Whether it may have other rows each time that a statement runs, on the same rows of tables.
  public var dependsOnRun: Bool {
    expressions.contains(where: \.dependsOnRun)
      || innerQueries.contains(where: \.dependsOnRun)
      || sources.contains { source in
        guard case .relation(let relation) = source.kind else { return false }
        if case .sequence = relation.id { return true }
        return relation.security?.viewQuery?.dependsOnRun == true
      }
  }

  /// Whether an expression of it refers to the query `level` levels up; 1 is the one around it.
  public func mentions(level: Int) -> Bool {
    expressions.contains { $0.mentions(level: level) }
      || innerQueries.contains { $0.mentions(level: level + 1) }
  }

  /// Sources that it refers to of the query `level` levels up.
  public func sources(atLevel level: Int) -> Set<Int> {
    var result: Set<Int> = []
    for expression in expressions { result.formUnion(expression.sources(atLevel: level)) }
    for query in innerQueries { result.formUnion(query.sources(atLevel: level + 1)) }
    return result
  }

  /// Whether it refers to any query around it.
  public var isCorrelated: Bool { !outerColumns.isEmpty }

  /// The columns of queries around it that it refers to, from inside subqueries too: each once, as
  /// the query just around it would name them.
  public var outerColumns: [BoundExpression] {
    var columns: [BoundExpression] = []
    collectColumns(beyond: 0, into: &columns)
    return columns
  }

  fileprivate func collectColumns(beyond level: Int, into columns: inout [BoundExpression]) {
    for expression in expressions { expression.collectColumns(beyond: level, into: &columns) }
    for query in innerQueries { query.collectColumns(beyond: level + 1, into: &columns) }
  }

  /// The tables of WITH that it refers to but does not define.
  public var outerCommonTables: Set<Int> {
    var result: Set<Int> = []
    for source in sources {
      if case .commonTable(let id) = source.kind { result.insert(id) }
    }
    for query in innerQueries { result.formUnion(query.outerCommonTables) }
    for expression in expressions { result.formUnion(expression.commonTables) }
    return result.subtracting(commonTables.map(\.id))
  }
}

extension BoundWindow {
  /// Every expression in it, its function's first.
  public var expressions: [BoundExpression] {
    let arguments =
      switch function {
      case .builtin(_, let arguments): arguments
      case .aggregate(let aggregate): aggregate.expressions
      }
    return arguments + partitionBy + orderBy.map(\.expression) + (frame?.offsets ?? [])
  }
}

extension BoundExpression {
  /// The tables of WITH that its subqueries refer to from outside of them.
  var commonTables: Set<Int> {
    operands.reduce(into: subquery?.outerCommonTables ?? []) { $0.formUnion($1.commonTables) }
  }

  /// Whether it refers to a query around the one it stands in.
  public var reachesOut: Bool {
    var columns: [BoundExpression] = []
    collectColumns(beyond: 0, into: &columns)
    return !columns.isEmpty
  }

  /// Adds the columns of queries more than `level` levels up.
  fileprivate func collectColumns(beyond level: Int, into columns: inout [BoundExpression]) {
    if case .column(var position, let type) = self, position.level > level {
      position.level -= level + 1
      let column = BoundExpression.column(position, type)
      if !columns.contains(column) { columns.append(column) }
    }
    for operand in operands { operand.collectColumns(beyond: level, into: &columns) }
    subquery?.collectColumns(beyond: level + 1, into: &columns)
  }
}

extension BoundJoin {
  /// The ON conditions in it.
  public var conditions: [BoundExpression] {
    switch self {
    case .source: []
    case .join(_, let left, let right, let condition):
      left.conditions + right.conditions + [condition].compactMap { $0 }
    }
  }

  /// The numbers of the sources in it.
  public var sources: [Int] {
    switch self {
    case .source(let index): [index]
    case .join(_, let left, let right, _): left.sources + right.sources
    }
  }
}
