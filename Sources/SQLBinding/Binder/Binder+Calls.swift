import AccessModel

extension Binder {
  mutating func unary(
    _ symbol: String, _ operand: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let bound = try expression(operand, in: scope)
    guard bound.type.category == .number else {
      if bound.type == .unknown { throw undecided("operator `\(symbol)` on an untyped literal") }
      throw .postgres(noOperator(symbol, nil, bound.type))
    }
    switch symbol {
    case "+": return bound
    case "-": return .negate(bound, type: bound.type)
    default: throw undecided("operator `\(symbol) \(bound.type.rawValue)`")
    }
  }

  /// A binary operator, chosen by the types of its sides.
  func binary(
    _ symbol: String, _ left: BoundExpression, _ right: BoundExpression
  ) throws(EngineFailure) -> BoundExpression {
    if let comparison = ComparisonOperator(symbol: symbol) {
      return try compare(comparison, left, right, written: symbol)
    }
    if let arithmetic = ArithmeticOperator(rawValue: symbol),
      left.type.category == .number || right.type.category == .number,
      let type = DataType.common(left.type, right.type), type.category == .number
    {
      if arithmetic == .modulo, type.isFloat {
        throw .postgres(noOperator(symbol, left.type, right.type))
      }
      return .arithmetic(
        arithmetic, try coerce(left, to: type, .implicit), try coerce(right, to: type, .implicit),
        type: type)
    }
    let candidates = Builtin.named(symbol).filter { !symbol.isEmpty && $0.arguments.count == 2 }
    if let (builtin, arguments) = try choose(candidates, [left, right]) {
      return .builtin(builtin, arguments)
    }
    if symbol == "||", let joined = try concatenation(left, right) { return joined }
    throw undecided("operator `\(left.type.rawValue) \(symbol) \(right.type.rawValue)`")
  }

  /// `||` takes any type beside a string. Source: `textanycat` and `anytextcat`.
  private func concatenation(
    _ left: BoundExpression, _ right: BoundExpression
  ) throws(EngineFailure) -> BoundExpression? {
    guard left.type.isString || right.type.isString,
      let builtin = Builtin.named("||").first
    else { return nil }
    return .builtin(
      builtin,
      [try coerce(left, to: .text, .assignment), try coerce(right, to: .text, .assignment)])
  }

  /// The candidate whose arguments the expressions have or convert to implicitly, exact matches
  /// first. Nil if none fits; undecided if several do.
  private func choose(
    _ candidates: [Builtin], _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> (Builtin, [BoundExpression])? {
    let types = arguments.map(\.type)
    func fits(_ candidate: Builtin) -> Bool {
      candidate.arguments.count == types.count
        && zip(types, candidate.arguments).allSatisfy { $0.conversion(to: $1) == .implicit }
    }
    func exactMatches(_ candidate: Builtin) -> Int {
      zip(types, candidate.arguments).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
    }
    let fitting = candidates.filter(fits)
    guard let most = fitting.map(exactMatches).max() else { return nil }
    var best = fitting.filter { exactMatches($0) == most }
    if best.count > 1 {
      // Untyped literals prefer the string type. Source: manual, 10.3, step 4.e.
      let strings = best.filter { candidate in
        zip(types, candidate.arguments).allSatisfy { $0 != .unknown || $1 == .text }
      }
      if strings.count == 1 { best = strings }
    }
    guard best.count == 1, let builtin = best.first else {
      throw undecided("the choice among \(best.count) functions `\(best[0].name)`")
    }
    var converted: [BoundExpression] = []
    for (argument, type) in zip(arguments, builtin.arguments) {
      converted.append(try coerce(argument, to: type, .implicit))
    }
    return (builtin, converted)
  }

  mutating func call(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard call.clauses == nil else {
      throw undecided("FILTER, OVER, ORDER BY or VARIADIC in a call of `\(call.name)`")
    }
    let isBuiltinSchema = call.schema == nil || call.schema == "pg_catalog"
    if isBuiltinSchema, let function = BoundAggregate.Function(rawValue: call.name) {
      return try aggregate(function, call, in: scope)
    }
    guard !call.isStar, !call.isDistinct else {
      throw undecided("`*` or DISTINCT in a call of `\(call.name)`")
    }
    let arguments = try expressions(call.arguments, in: scope)
    if isBuiltinSchema {
      let candidates = Builtin.named(call.name).filter { !$0.isOperator }
      if let (builtin, converted) = try choose(candidates, arguments) {
        return .builtin(builtin, converted)
      }
    }
    return try catalogFunction(call, arguments)
  }

  private func catalogFunction(
    _ call: SQLFunctionCall, _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> BoundExpression {
    let written = (call.schema.map { "\($0)." } ?? "") + call.name
    let signature = "\(written)(\(arguments.map(\.type.rawValue).joined(separator: ", ")))"
    let found = names.functions(schema: call.schema, call.name)
    let fitting = found.filter { names.catalog.functions[$0].arguments.count == arguments.count }
    guard fitting.count <= 1 else { throw undecided("overloaded function `\(signature)`") }
    guard let index = fitting.first else {
      if found.isEmpty, !names.catalog.schemas.contains(where: { $0.name == call.schema }) {
        // PostgreSQL has thousands of functions; not knowing one proves nothing.
        throw undecided("function `\(signature)`")
      }
      throw .postgres(
        PostgresError(
          .undefinedFunction, "function \(signature) does not exist",
          hint: "No function matches the given name and argument types. "
            + "You might need to add explicit type casts."))
    }
    let function = names.catalog.functions[index]
    guard let result = DataType(function.returns), !function.returnsSet else {
      throw undecided("function `\(signature)`, which returns `\(function.returns)`")
    }
    var converted: [BoundExpression] = []
    for (argument, declared) in zip(arguments, function.arguments) {
      guard let type = DataType(declared.type) else {
        throw undecided("an argument of type `\(declared.type)`")
      }
      converted.append(try coerce(argument, to: type, .implicit))
    }
    return .function(index: index, converted, returns: result)
  }

  private mutating func aggregate(
    _ function: BoundAggregate.Function, _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard call.arguments.count == (call.isStar ? 0 : 1) else {
      throw undecided("`\(call.name)` with \(call.arguments.count) arguments")
    }
    let wasNested = scope.isInAggregate
    scope.isInAggregate = true
    var argument = try call.arguments.first.map { (written) throws(EngineFailure) in
      try expression(written, in: scope)
    }
    scope.isInAggregate = wasNested
    if let argument, argument.sources(atLevel: 0).isEmpty, argument.reachesOut {
      throw undecided("an aggregate of the query around it")
    }
    guard !wasNested else {
      throw .postgres(
        PostgresError(.groupingError, "aggregate function calls cannot be nested"))
    }
    guard let soFar = scope.aggregates else {
      throw .postgres(
        PostgresError(
          .groupingError, "aggregate functions are not allowed in \(scope.clause.rawValue)"))
    }
    if let bound = argument, bound.type == .unknown {
      argument = try coerce(bound, to: .text, .implicit)
    }
    let type = try resultType(of: function, over: argument?.type)
    let aggregate = BoundAggregate(
      function, argument, isDistinct: call.isDistinct, type: type)
    if let known = soFar.firstIndex(of: aggregate) { return .aggregate(known, type) }
    scope.aggregates = soFar + [aggregate]
    return .aggregate(soFar.count, type)
  }

  private func resultType(
    of function: BoundAggregate.Function, over argument: DataType?
  ) throws(EngineFailure) -> DataType {
    switch (function, argument) {
    case (.count, _): return .bigint
    case (.sum, .smallint), (.sum, .integer): return .bigint
    case (.sum, .bigint), (.sum, .numeric): return .numeric
    case (.sum, .real): return .real
    case (.sum, .double), (.avg, .real), (.avg, .double): return .double
    case (.avg, .smallint), (.avg, .integer), (.avg, .bigint), (.avg, .numeric): return .numeric
    case (.boolAnd, .boolean), (.boolOr, .boolean): return .boolean
    case (.min, let type?), (.max, let type?):
      if type.category == .number || type.category == .time { return type }
      if type.isString { return type == .name ? .name : .text }
    default: break
    }
    let name = argument?.rawValue ?? "*"
    throw .postgres(
      PostgresError(
        .undefinedFunction, "function \(function.rawValue)(\(name)) does not exist",
        hint: "No function matches the given name and argument types. "
          + "You might need to add explicit type casts."))
  }
}

extension Builtin {
  /// Whether it is written between its arguments.
  var isOperator: Bool { name.unicodeScalars.first.map { !$0.properties.isAlphabetic } ?? true }
}
