import AccessModel

/// A chosen function or operator with every type known.
struct ResolvedCall {
  var target: Candidate.Target
  /// The arguments converted, defaults filled in, VARIADIC ones in one array.
  var arguments: [BoundExpression]
  var result: DataType
}

extension Binder {
  /// The operator of a symbol for operands of these types, or the error that there is none.
  ///
  /// Source: `oper()` and `left_oper()` in `parse_oper.c`.
  func resolveOperator(
    _ symbol: String, _ operands: [BoundExpression]
  ) throws(EngineFailure) -> ResolvedCall {
    let types = operands.map(\.type)
    let builtins = Builtin.operators(symbol, operands: operands.count).map {
      Candidate(target: .builtin($0), arguments: $0.arguments, result: $0.result)
    }
    let candidates = builtins + (try ownOperators(symbol, operands.count, beside: builtins))
    if let exact = Self.exactOperator(candidates, types) {
      return try finish(exact, operands)
    }
    let choice = CandidateChoice(candidates, for: types, in: names)
    if names.mayHaveOperator(symbol, types) {
      throw undecided("operator `\(symbol)` where an extension has one")
    }
    switch choice {
    case .one(let candidate): return try finish(candidate, operands)
    case .none:
      throw .postgres(
        noOperator(symbol, types.count > 1 ? types[0] : nil, types[types.count - 1]))
    case .ambiguous:
      let left = types.count > 1 ? "\(types[0]) " : ""
      throw .postgres(
        PostgresError(
          .ambiguousFunction,
          "operator is not unique: \(left)\(symbol) \(types[types.count - 1])",
          hint: "Could not choose a best candidate operator. "
            + "You might need to add explicit type casts."))
    }
  }

  /// Those of the catalog that the search path finds, but for operands that others take.
  ///
  /// Source: `OpernameGetCandidates()` in `src/backend/catalog/namespace.c`.
  private func ownOperators(
    _ symbol: String, _ count: Int, beside others: [Candidate]
  ) throws(EngineFailure) -> [Candidate] {
    let named = names.catalog.operators.filter {
      $0.name.name == symbol && $0.operands.count == count
    }
    var found: [Candidate] = []
    for schema in named.isEmpty ? [] : names.functionPath where mayUse(schema) {
      for own in named where own.name.schema == schema {
        let types = own.operands.compactMap { names.type($0) }
        guard !(others + found).contains(where: { $0.arguments == types }) else { continue }
        if own.function.schema == "pg_catalog",
          let builtin = Builtin.functions(named: own.function.name)
            .first(where: { $0.arguments == types })
        {
          found.append(
            Candidate(target: .builtin(builtin), arguments: types, result: builtin.result))
          continue
        }
        let functions = names.functions(schema: own.function.schema, own.function.name)
        guard types.count == count,
          let index = functions.first(where: {
            names.catalog.functions[$0].arguments.map { names.type($0.type) } == types
          })
        else { throw undecided("operator `\(symbol)`, whose function is not there") }
        let result = names.result(of: names.catalog.functions[index])
        found.append(Candidate(target: .function(index), arguments: types, result: result))
      }
    }
    return found
  }

  /// A call of the function that an operator of the catalog stands for; nil: it is PostgreSQL's own.
  func ownCall(_ call: ResolvedCall) -> BoundExpression? {
    switch call.target {
    case .function(let index): .function(index: index, call.arguments, returns: call.result)
    case .builtin(let builtin) where !builtin.isOperator: .builtin(builtin, call.arguments)
    case .builtin, .cast: nil
    }
  }

  /// An operator of just these types; an untyped literal is taken to have the other side's.
  /// Source: `binary_oper_exact()`.
  private static func exactOperator(_ candidates: [Candidate], _ types: [DataType]) -> Candidate? {
    func find(_ wanted: [DataType]) -> Candidate? {
      candidates.first { $0.arguments == wanted }
    }
    guard types.count == 2, types[0] == .unknown || types[1] == .unknown, types[0] != types[1]
    else { return find(types) }
    let known = types[0] == .unknown ? types[1] : types[0]
    if let exact = find([known, known]) { return exact }
    return known.base == known ? nil : find([known.base, known.base])
  }

  /// Converts the arguments to what the candidate takes, polymorphic types made out.
  func finish(
    _ candidate: Candidate, _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> ResolvedCall {
    let types = arguments.map(\.type)
    guard let known = PolymorphicTypes(actual: types, declared: candidate.arguments) else {
      throw undecided("polymorphic arguments")
    }
    var converted: [BoundExpression] = []
    for (argument, parameter) in zip(arguments, candidate.arguments) {
      if parameter == .record, argument.type.isRow {
        converted.append(argument)
        continue
      }
      guard let type = known.actual(parameter) else { throw Self.undetermined }
      converted.append(
        type.isPseudo && !type.isRow
          ? try anyArgument(argument, type) : try coerce(argument, to: type, .implicit))
    }
    guard let result = known.actual(candidate.result) else { throw Self.undetermined }
    guard case .builtin(var builtin) = candidate.target else {
      return ResolvedCall(target: candidate.target, arguments: converted, result: result)
    }
    builtin.arguments = converted.map(\.type)
    builtin.result = result
    return ResolvedCall(target: .builtin(builtin), arguments: converted, result: result)
  }

  /// What is passed as `"any"` stays as it is, literals without a type too.
  private func anyArgument(
    _ argument: BoundExpression, _ type: DataType
  ) throws(EngineFailure) -> BoundExpression {
    if type.isPolymorphic { throw undecided("an argument of type \(type)") }
    return argument
  }

  private static let undetermined = EngineFailure.postgres(
    PostgresError(
      .datatypeMismatch,
      "could not determine polymorphic type because input has type unknown"))

  func noOperator(_ symbol: String, _ left: DataType?, _ right: DataType) -> PostgresError {
    let left = left.map { "\($0) " } ?? ""
    return PostgresError(
      .undefinedFunction, "operator does not exist: \(left)\(symbol) \(right)",
      hint: left.isEmpty
        ? "No operator matches the given name and argument type. "
          + "You might need to add an explicit type cast."
        : "No operator matches the given name and argument types. "
          + "You might need to add explicit type casts.")
  }
}
