import AccessModel

extension Binder {
  /// A call with OVER. Source: `ParseFuncOrColumn()` and `transformWindowFuncCall()`.
  mutating func window(
    _ call: SQLFunctionCall, over written: SQLWindow, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard !scope.isInWindowDefinition else {
      throw .postgres(windowError("window functions are not allowed in window definitions"))
    }
    guard !scope.isInWindow else {
      throw .postgres(windowError("window function calls cannot be nested"))
    }
    guard !scope.isInAggregate else {
      throw .postgres(
        PostgresError(
          .groupingError, "aggregate function calls cannot contain window function calls"))
    }
    guard scope.windows != nil else {
      throw .postgres(windowError("window functions are not allowed in \(scope.clause.rawValue)"))
    }
    scope.isInWindow = true
    defer { scope.isInWindow = false }
    let bound = try boundWindow(call, over: written, in: scope)
    guard
      !bound.partitionBy.contains(where: \.mentionsSetResult),
      !bound.orderBy.contains(where: \.expression.mentionsSetResult)
    else { throw undecided("a set-returning function in the definition of a window") }
    guard !bound.expressions.contains(where: \.mentionsSetResult) else {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "window function calls cannot contain set-returning function calls",
          hint: "You might be able to move the set-returning function into a LATERAL FROM item."))
    }
    let soFar = scope.windows ?? []
    if let known = soFar.firstIndex(of: bound) { return .window(known, bound.type) }
    scope.windows = soFar + [bound]
    return .window(soFar.count, bound.type)
  }

  private mutating func boundWindow(
    _ call: SQLFunctionCall, over written: SQLWindow, in scope: Scope
  ) throws(EngineFailure) -> BoundWindow {
    let (function, type) = try windowFunction(call, in: scope)
    scope.isInWindowDefinition = true
    defer { scope.isInWindowDefinition = false }
    let order = try plainOrder(written.orderBy, in: scope)
    let partitions = try expressions(written.partitionBy, in: scope)
    for key in partitions { try key.type.requireGroupable() }
    return BoundWindow(
      function: function, partitionBy: partitions,
      orderBy: order, frame: try frame(written.frame, order, in: scope), type: type)
  }

  private mutating func windowFunction(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> (BoundWindow.Function, DataType) {
    let isBoth = Builtin.functions(named: call.name).contains { $0.kind == .window }
    if isAggregate(call), !isBoth {
      var plain = call
      plain.clauses?.window = nil
      let aggregate = try boundAggregate(plain, in: scope)
      guard aggregate.function.directArguments == nil else {
        throw .postgres(
          unsupported("OVER is not supported for ordered-set aggregate \(call.name)"))
      }
      guard !aggregate.isDistinct else {
        throw .postgres(unsupported("DISTINCT is not implemented for window functions"))
      }
      guard aggregate.orderBy.isEmpty else {
        throw .postgres(unsupported("aggregate ORDER BY is not implemented for window functions"))
      }
      return (.aggregate(aggregate), aggregate.type)
    }
    let resolved = try resolve(call, in: scope)
    guard case .builtin(let builtin) = resolved.target, builtin.kind == .window else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"),
          "OVER specified, but \(call.name) is not a window function nor an aggregate function"))
    }
    guard !call.isDistinct else {
      throw .postgres(unsupported("DISTINCT is not implemented for window functions"))
    }
    guard call.clauses?.filter == nil else {
      throw .postgres(
        unsupported("FILTER is not implemented for non-aggregate window functions"))
    }
    return (.builtin(builtin, resolved.arguments), resolved.result)
  }

  private func windowError(_ message: String) -> PostgresError {
    PostgresError(SQLState(rawValue: "42P20"), message)
  }

  private func unsupported(_ message: String) -> PostgresError {
    PostgresError(.featureNotSupported, message)
  }

  /// What is computed only sometimes gives no rows of its own.
  ///
  /// Source: `transformCaseExpr()`, `transformCoalesceExpr()` in `parse_expr.c`.
  func requireNoSets(
    in what: String, _ scope: Scope, since count: Int?
  ) throws(EngineFailure) {
    guard scope.setFunctions?.count != count else { return }
    throw .postgres(
      PostgresError(
        .featureNotSupported, "set-returning functions are not allowed in \(what)",
        hint: "You might be able to move the set-returning function into a LATERAL FROM item."))
  }

  /// Source: `ParseFuncOrColumn()` in `src/backend/parser/parse_func.c`.
  static let setInAggregate = EngineFailure.postgres(
    PostgresError(
      .featureNotSupported,
      "aggregate function calls cannot contain set-returning function calls",
      hint: "You might be able to move the set-returning function into a LATERAL FROM item."))

  /// A function in the select list that gives several rows.
  ///
  /// Source: `check_srf_call_placement()` in `parse_func.c`.
  func setResult(
    _ call: BoundSetCall, _ type: DataType, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard !scope.isInAggregate || scope.isInAggregateArguments else { throw Self.setInAggregate }
    guard let soFar = scope.setFunctions else {
      scope.clauseWithoutSets = scope.clause
      throw .postgres(
        unsupported(
          scope.clause == .fromFunction
            ? "set-returning functions must appear at top level of FROM"
            : "set-returning functions are not allowed in \(scope.clause.rawValue)"))
    }
    guard !call.arguments.contains(where: \.mentionsSetResult) else {
      throw undecided("a set-returning function of another")
    }
    let bound = BoundSetFunction(call, type: type)
    if let known = soFar.firstIndex(of: bound) { return .setResult(known, type) }
    scope.setFunctions = soFar + [bound]
    return .setResult(soFar.count, type)
  }
}

extension BoundExpression {
  /// Whether a set-returning function's value is part of it.
  public var mentionsSetResult: Bool {
    if case .setResult = self { return true }
    return operands.contains(where: \.mentionsSetResult)
  }

  /// Positions of those that it mentions.
  var setResults: Set<Int> {
    if case .setResult(let index, _) = self { return [index] }
    return operands.reduce(into: []) { $0.formUnion($1.setResults) }
  }
}
