import AccessModel

extension Binder {
  /// Whether a call is of an aggregate, by its name. No other function has a name of theirs.
  func isAggregate(_ call: SQLFunctionCall) -> Bool {
    guard call.schema == nil || call.schema == "pg_catalog" else { return false }
    return Builtin.functions(named: call.name).contains { $0.kind == .aggregate }
  }

  /// Binds an aggregate and notes it in the query it belongs to.
  mutating func aggregate(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let isGrouping = call.clauses?.isGrouping == true
    let what = isGrouping ? "grouping operations" : "aggregate functions"
    let wasNested = scope.isInAggregate
    scope.isInAggregate = true
    let bound =
      isGrouping
      ? try groupingOperation(call, in: scope) : try boundAggregate(call, in: scope)
    scope.isInAggregate = wasNested
    let isOuter = bound.expressions.allSatisfy { $0.sources(atLevel: 0).isEmpty }
    // OLD and NEW of a rule stand beside the query's own sources.
    let isOfRule = scope.parent?.isOfRule == true
    if isOuter, !isOfRule, bound.expressions.contains(where: \.reachesOut) {
      if let around = scope.parent, around.aggregates == nil,
        bound.expressions.contains(where: { $0.mentions(level: 1) })
      {
        throw .postgres(
          PostgresError(
            .groupingError,
            "\(what) are not allowed in \(around.clause.rawValue)"))
      }
      throw undecided("an aggregate of the query around it")
    }
    guard !wasNested else {
      throw .postgres(
        PostgresError(.groupingError, "aggregate function calls cannot be nested"))
    }
    guard let soFar = scope.aggregates else {
      throw .postgres(
        PostgresError(
          .groupingError, "\(what) are not allowed in \(scope.clause.rawValue)"))
    }
    // What may give something else each time is computed for each.
    let isVolatile = bound.expressions.contains { $0.isVolatile(names.catalog) }
    if !isVolatile, let known = soFar.firstIndex(of: bound) {
      return .aggregate(known, bound.type)
    }
    scope.aggregates = soFar + [bound]
    return .aggregate(soFar.count, bound.type)
  }

  /// `GROUPING (a, b)` as an aggregate of its own, of which `requireGrouped` asks what it is about.
  ///
  /// Source: `transformGroupingFunc()` in `src/backend/parser/parse_agg.c`.
  private mutating func groupingOperation(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundAggregate {
    guard call.arguments.count < 32 else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "54023"), "GROUPING must have fewer than 32 arguments"))
    }
    let arguments = try expressions(call.arguments, in: scope)
    return BoundAggregate(.grouping(arguments.map(\.type)), arguments)
  }

  /// Source: `finalize_grouping_exprs_walker()` in `parse_agg.c`.
  func requireGrouped(
    _ aggregates: [BoundAggregate], by keys: [BoundExpression]
  ) throws(EngineFailure) {
    for aggregate in aggregates where aggregate.function.isGrouping {
      guard aggregate.arguments.allSatisfy(keys.contains) else {
        throw .postgres(
          PostgresError(
            .groupingError,
            "arguments to GROUPING must be grouping expressions of the associated query level"))
      }
    }
  }

  /// An aggregate with its arguments converted, of a query or a window.
  mutating func boundAggregate(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundAggregate {
    if call.clauses?.isWithinGroup == true { return try orderedSet(call, in: scope) }
    scope.isInAggregateArguments = true
    defer { scope.isInAggregateArguments = false }
    let arguments = try expressions(call.arguments, in: scope)
    let resolved = try resolve(call, arguments, names: arguments.map { _ in nil })
    scope.isInAggregateArguments = false
    guard !scope.isInAggregate || !arguments.contains(where: \.mentionsSetResult) else {
      throw Self.setInAggregate
    }
    guard case .builtin(let builtin) = resolved.target, builtin.kind == .aggregate else {
      throw undecided("aggregate `\(call.name)`")
    }
    guard builtin.directArguments == nil else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"),
          "WITHIN GROUP is required for ordered-set aggregate \(call.name)"))
    }
    guard call.isStar || !arguments.isEmpty else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"),
          "\(call.name)(*) must be used to call a parameterless aggregate function"))
    }
    var order: [BoundOrder] = []
    for item in call.clauses?.orderBy ?? [] {
      let key = try expression(item.expression, in: scope)
      try key.type.requireSortable()
      order.append(
        BoundOrder(
          key.type == .unknown ? try coerce(key, to: .text, .implicit) : key,
          isDescending: item.isDescending, nullsFirst: item.nullsFirst ?? item.isDescending))
    }
    if call.isDistinct, order.contains(where: { !resolved.arguments.contains($0.expression) }) {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"),
          "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list"))
    }
    if call.isDistinct {
      for argument in resolved.arguments { try argument.type.requireGroupable() }
    }
    let filter = try filter(of: call, in: scope)
    return BoundAggregate(
      builtin, resolved.arguments, isDistinct: call.isDistinct, orderBy: order, filter: filter)
  }

  private mutating func filter(
    of call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression? {
    try call.clauses?.filter.map { (written) throws(EngineFailure) in
      let outer = (scope.isInAggregate, scope.isInWindow)
      (scope.isInAggregate, scope.isInWindow) = (false, false)
      defer { (scope.isInAggregate, scope.isInWindow) = outer }
      return try clause(.filter, in: scope) { (binder) throws(EngineFailure) in
        try binder.condition(written, "FILTER", in: scope)
      }
    }
  }

  /// `aggregate(direct) WITHIN GROUP (ORDER BY …)`: one function of both.
  ///
  /// Source: `ParseFuncOrColumn()` in `parse_func.c`.
  private mutating func orderedSet(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundAggregate {
    let order = call.clauses?.orderBy ?? []
    let written = try expressions(call.arguments + order.map(\.expression), in: scope)
    let resolved = try resolve(call, written, names: written.map { _ in nil })
    guard case .builtin(let builtin) = resolved.target, builtin.kind == .aggregate else {
      throw undecided("aggregate `\(call.name)`")
    }
    guard let count = builtin.directArguments else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"),
          "\(call.name) is not an ordered-set aggregate, so it cannot have WITHIN GROUP"))
    }
    let (direct, sorted) = (resolved.arguments.prefix(count), resolved.arguments.dropFirst(count))
    guard count == call.arguments.count, sorted.count == 1,
      !builtin.arguments.contains(.pseudo(.any)),
      direct.allSatisfy({ $0.sources(atLevel: 0).isEmpty })
    else { throw undecided("`\(call.name)` of these arguments") }
    var aggregate = BoundAggregate(builtin, Array(sorted), filter: try filter(of: call, in: scope))
    aggregate.direct = Array(direct)
    for (key, item) in zip(sorted, order) {
      try key.type.requireSortable()
      aggregate.orderBy.append(
        BoundOrder(
          key, isDescending: item.isDescending, nullsFirst: item.nullsFirst ?? item.isDescending))
    }
    return aggregate
  }
}
