import AccessModel

extension Binder {
  /// Binds a query; `outer` is the scope around it, if it may refer there.
  ///
  /// `resolvesUnknowns`: false leaves untyped literals among the outputs untyped, for INSERT.
  ///
  /// Source: `transformSelectStmt()` and its kin in `analyze.c`.
  mutating func query(
    _ query: SQLQuery, inside outer: Scope?, resolvesUnknowns: Bool = true
  ) throws(EngineFailure) -> BoundQuery {
    try nested { (binder) throws(EngineFailure) in
      let scope = Scope(binder.names, inside: outer)
      let tables = try binder.with(query.with, in: scope)
      var bound: BoundQuery
      switch query.body {
      case .unread: throw binder.undecided("SQL text that has not been parsed")
      case .setOperation(let operation):
        bound = try binder.setOperation(
          operation, of: query, in: scope, resolvesUnknowns: resolvesUnknowns)
      case .values(let rows):
        bound = try binder.values(rows, of: query, in: scope, resolvesUnknowns: resolvesUnknowns)
      case .select(let select):
        bound = try binder.select(
          select, of: query, in: scope, resolvesUnknowns: resolvesUnknowns)
      }
      bound.commonTables = tables.map(\.finished)
      return bound
    }
  }

  private mutating func select(
    _ select: SQLSelect, of query: SQLQuery, in scope: Scope, resolvesUnknowns: Bool
  ) throws(EngineFailure) -> BoundQuery {
    let joins = try fromClause(select.from, in: scope)
    // In PostgreSQL's order, which decides the first of several mistakes.
    scope.aggregates = []
    scope.windows = []
    scope.setFunctions = []
    var targets = try self.targets(select.targets, in: scope, resolvesUnknowns: false)
    let condition = try select.condition.map { (expression) throws(EngineFailure) in
      try clause(.conditions, in: scope) { (binder) throws(EngineFailure) in
        try binder.condition(expression, "WHERE", in: scope)
      }
    }
    var having = try select.having.map { (expression) throws(EngineFailure) in
      try clause(.having, in: scope) { (binder) throws(EngineFailure) in
        try binder.condition(expression, "HAVING", in: scope)
      }
    }
    scope.clause = .ordering
    var order = try orderBy(query.orderBy, targets: targets, in: scope)
    var keys = try clause(.grouping, in: scope) { (binder) throws(EngineFailure) in
      try binder.groupKeys(select.groupBy, targets: targets, in: scope)
    }
    let sets = try clause(.grouping, in: scope) { (binder) throws(EngineFailure) in
      try binder.groupingSets(select.groupingSets, &keys, targets: targets, in: scope)
    }
    scope.clause = .other
    var distinctOn = try select.distinctOn.map { (items) throws(EngineFailure) in
      try self.distinctOn(items, targets: targets, order: order, in: scope)
    }
    if select.isDistinct { try requireOrderInTargets(order, targets) }
    let limits = try self.limits(of: query, in: scope)
    if resolvesUnknowns { try resolveUnknowns(&targets) }
    for index in order.indices where order[index].expression.type == .unknown {
      order[index].expression = try coerce(order[index].expression, to: .text, .implicit)
    }
    var result = BoundQuery(targets: [])
    (result.windows, result.setFunctions) = (scope.windows ?? [], scope.setFunctions ?? [])
    let aggregates = scope.aggregates ?? []
    let grouped = keys.reduce(into: Set<Int>()) { $0.formUnion($1.setResults) }
    let locked = try lockedSources(query.locks, select, in: scope)
    if !keys.isEmpty || sets != nil || !aggregates.isEmpty || having != nil {
      try requireGrouped(aggregates, by: keys)
      var above = GroupedExpressions(
        keys: keys, sets: sets, sources: scope.sources, catalog: names.catalog,
        ruleRows: scope.parent.map { $0.isOfRule ? $0.sources : [] } ?? [])
      for index in targets.indices {
        targets[index].expression = try above.rewrite(targets[index].expression)
      }
      for index in order.indices {
        order[index].expression = try above.rewrite(order[index].expression)
      }
      if let written = having { having = try above.rewrite(written) }
      if let written = distinctOn { distinctOn = try above.each(written) }
      try above.rewrite(&result.windows)
      try above.rewrite(&result.setFunctions, except: grouped)
      result.grouping = BoundGrouping(keys: above.keys, aggregates: aggregates, having: having)
      result.grouping?.sets = sets
      result.grouping?.setFunctions = grouped
      let outputs = targets.map(\.expression) + order.map(\.expression) + (distinctOn ?? [])
      guard outputs.allSatisfy({ grouped.isDisjoint(with: $0.setResults) }) else {
        throw undecided("a set-returning function below and above GROUP BY")
      }
    }
    // Source: `parseCheckAggregates()` in `src/backend/parser/parse_agg.c`.
    guard aggregates.isEmpty || !scope.isRecursive else {
      throw .postgres(
        PostgresError(
          RecursionCheck.state,
          "aggregate functions are not allowed in a recursive query's recursive term"))
    }
    (result.sources, result.joins) = (scope.finishedSources(), joins)
    (result.condition, result.targets) = (condition, targets)
    (result.isDistinct, result.distinctOn) = (select.isDistinct, distinctOn)
    (result.orderBy, result.lockedSources) = (order, locked)
    (result.limit, result.offset) = limits
    result.withTies = query.withTies == true
    return result
  }

  /// Binds something in a clause; what may not stand there is refused.
  mutating func clause<Result>(
    _ clause: Scope.Clause, in scope: Scope,
    _ body: (inout Binder) throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    let (outer, windows, functions) = (scope.clause, scope.windows, scope.setFunctions)
    let aggregates = scope.aggregates
    scope.clause = clause
    if clause != .having { scope.aggregates = nil }
    scope.windows = nil
    if clause != .grouping { scope.setFunctions = nil }
    let result = try body(&self)
    if clause != .having { scope.aggregates = aggregates }
    (scope.clause, scope.windows) = (outer, windows)
    if clause != .grouping { scope.setFunctions = functions }
    return result
  }

  /// LIMIT and OFFSET, which see no column of their query.
  mutating func limits(
    of query: SQLQuery, in scope: Scope
  ) throws(EngineFailure) -> (limit: BoundExpression?, offset: BoundExpression?) {
    let offset = try rowCount(query.offset, .offset, in: scope)
    let limit = try rowCount(query.limit, .limit, in: scope)
    if query.withTies == true, query.orderBy.isEmpty {
      throw .postgres(
        PostgresError(.syntaxError, "WITH TIES cannot be specified without ORDER BY clause"))
    }
    return (limit, offset)
  }

  private mutating func rowCount(
    _ written: SQLExpression?, _ clause: Scope.Clause, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression? {
    guard let written else { return nil }
    let bound = try self.clause(clause, in: scope) { (binder) throws(EngineFailure) in
      try binder.coerce(try binder.expression(written, in: scope), to: .bigint, .assignment)
    }
    guard bound.sources(atLevel: 0).isEmpty else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"),
          "argument of \(clause.rawValue) must not contain variables"))
    }
    return bound
  }

  /// Untyped literals among outputs become text. Source: `resolveTargetListUnknowns()`.
  func resolveUnknowns(_ targets: inout [BoundTarget]) throws(EngineFailure) {
    for index in targets.indices where targets[index].expression.type == .unknown {
      targets[index].expression = try coerce(targets[index].expression, to: .text, .implicit)
    }
  }

  /// Binds a select list or RETURNING list, with stars expanded.
  mutating func targets(
    _ list: [SQLTarget], in scope: Scope, resolvesUnknowns: Bool = true
  ) throws(EngineFailure) -> [BoundTarget] {
    var result: [BoundTarget] = []
    for target in list {
      switch target {
      case .expression(.field(let operand, name: ""), nil):
        result += try fields(of: operand, in: scope)
      case .expression(let written, let name):
        result.append(
          BoundTarget(name ?? Self.columnName(of: written), try expression(written, in: scope)))
      case .star(let qualifier, let schema):
        result += try star(qualifier, schema, in: scope)
      }
    }
    if resolvesUnknowns { try resolveUnknowns(&result) }
    return result
  }

  /// Throws unless `schema.name` is what the name alone means here.
  ///
  /// Source: `scanNameSpaceForRelid()`, `errorMissingRTE()` in `parse_relation.c`.
  func requireSource(
    _ name: String, in schema: String, _ scope: Scope
  ) throws(EngineFailure) {
    var current: Scope? = scope
    var isHidden = false
    while let query = current {
      let named = query.namespace.count { $0.isNamed && $0.name == name }
      if !query.items(named: name, in: schema).isEmpty {
        guard !isHidden, named == 1 else {
          throw undecided("a name of tables in several schemas: `\(name)`")
        }
        return
      }
      if named > 0 { isHidden = true }
      current = query.parent
    }
    if names.catalog.schema(schema) != nil { try useSchema?(schema) }
    throw .postgres(scope.missingEntry(name, schema: schema))
  }

  /// Source: `ExpandAllTables()` and `ExpandColumnRefStar()` in `parse_target.c`.
  private func star(
    _ qualifier: String?, _ schema: String?, in scope: Scope
  ) throws(EngineFailure) -> [BoundTarget] {
    guard let qualifier else {
      let items = scope.namespace.filter(\.showsColumns)
      guard !items.isEmpty else {
        throw .postgres(
          PostgresError(.syntaxError, "SELECT * with no tables specified is not valid"))
      }
      return try items.flatMapThrowing { (item) throws(EngineFailure) in
        try self.columns(of: item, in: scope, level: 0)
      }
    }
    if let schema {
      do throws(EngineFailure) {
        try requireSource(qualifier, in: schema, scope)
      } catch {
        guard case .postgres(let reason) = error, reason.sqlState == .undefinedTable,
          let fields = try variableFields([schema, qualifier])
        else { throw error }
        return fields
      }
    }
    var current: Scope? = scope
    var level = 0
    while let query = current {
      if let item = try query.item(named: qualifier) {
        return try columns(of: item, in: query, level: level)
      }
      (current, level) = (query.parent, level + 1)
    }
    if let fields = try variableFields([qualifier]) { return fields }
    throw .postgres(scope.missingEntry(qualifier))
  }

  private func columns(
    of item: NamespaceItem, in scope: Scope, level: Int
  ) throws(EngineFailure) -> [BoundTarget] {
    var result: [BoundTarget] = []
    for column in item.columns {
      result.append(
        BoundTarget(column.name, try scope.reference(column, column.name, level: level)))
    }
    return result
  }
}

extension Array {
  func flatMapThrowing<Item>(
    _ transform: (Element) throws(EngineFailure) -> [Item]
  ) throws(EngineFailure) -> [Item] {
    var result: [Item] = []
    for element in self { result += try transform(element) }
    return result
  }
}
