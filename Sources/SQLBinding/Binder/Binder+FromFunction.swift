import AccessModel

/// The columns that a function in FROM gives.
private struct FunctionColumns {
  var names: [String]
  var types: [DataType?]
}

extension Binder {
  /// A function in FROM, which may refer to the items before it.
  ///
  /// Source: `transformRangeFunction()` in `parse_clause.c`, `addRangeTableEntryForFunction()`.
  mutating func fromFunction(
    _ function: SQLFromFunction, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    let clause = scope.clause
    scope.clause = .fromFunction
    var (call, type, outputs) = try tableCall(function.call, in: scope)
    scope.clause = clause
    if type == .unknown, case .scalar(let value) = call {
      (call, type) = (.scalar(try coerce(value, to: .text, .implicit)), .text)
    }
    if let definitions = function.definitions, case .record = type, outputs.isEmpty {
      try requireSame(definitions, as: type.fields, call)
      call = call.giving(definitions.map { names.columnType($0.type) }, definitions.map(\.name))
    }
    let name = Self.columnName(of: function.call)
    var columns = try columns(of: function, type, outputs, functionName: name)
    let isScalar =
      columns.names.count == 1 && type.fields == nil && function.definitions == nil
      && !function.withOrdinality
    if function.withOrdinality {
      columns.names.append("ordinality")
      columns.types.append(.bigint)
    }
    try scope.add(
      BoundSource(
        alias: function.alias ?? name,
        kind: .function(BoundTableFunction(call, withOrdinality: function.withOrdinality)),
        columnNames: columns.names, columnTypes: columns.types))
    scope.namespace[scope.namespace.count - 1].isScalar = isScalar
    return .source(scope.sources.count - 1)
  }

  /// The call, its type, and the names and types of its columns where it declares any.
  private mutating func tableCall(
    _ written: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> (BoundSetCall, DataType, [CompositeType.Field]) {
    guard case .call(let call) = written, call.clauses?.window == nil, !isAggregate(call) else {
      let value = try expression(written, in: scope)
      return (.scalar(value), value.type, [])
    }
    if let several = try unnest(call, in: scope) { return several }
    let resolved = try resolve(call, in: scope)
    switch resolved.target {
    case .cast: return (.scalar(resolved.arguments[0]), resolved.result, [])
    case .builtin(let builtin):
      guard builtin.kind == .function else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42809"),
            "window function \(call.name) requires an OVER clause"))
      }
      let outputs = builtin.outputs.map { CompositeType.Field($0.name, ColumnType($0.type)) }
      guard builtin.returnsSet || !outputs.isEmpty else {
        return (.scalar(.builtin(builtin, resolved.arguments)), resolved.result, [])
      }
      return (.builtin(builtin, resolved.arguments), resolved.result, outputs)
    case .function(let index):
      let function = names.catalog.functions[index]
      guard function.kind == .function else {
        if function.kind == .procedure { throw try isProcedure(call, in: scope) }
        throw undecided("\(function.kind.rawValue) `\(call.name)`")
      }
      var outputs: [CompositeType.Field] = []
      // The one column of a function is called as the function.
      let isUnnamed = function.outputs.count == 1 && function.outputs[0].name == nil
      for (number, output) in function.outputs.enumerated() where !isUnnamed {
        guard var type = names.columnType(output.type) else {
          throw undecided("type `\(output.type)`")
        }
        if type.type.isPolymorphic {
          let fields = resolved.result.fields
          type = fields?[number].type ?? ColumnType(resolved.result)
        }
        outputs.append(CompositeType.Field(output.name ?? "column\(number + 1)", type))
      }
      return (.function(index: index, resolved.arguments), resolved.result, outputs)
    }
  }

  /// `unnest(a, b)` goes through several arrays at once.
  ///
  /// Source: `transformRangeFunction()` in `src/backend/parser/parse_clause.c`.
  private mutating func unnest(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> (BoundSetCall, DataType, [CompositeType.Field])? {
    guard call.name == "unnest", call.schema == nil, call.arguments.count > 1, call.clauses == nil,
      !call.isDistinct, !call.isStar
    else { return nil }
    var (arguments, outputs): ([BoundExpression], [CompositeType.Field]) = ([], [])
    for argument in call.arguments {
      let one = try resolve(
        SQLFunctionCall(
          schema: "pg_catalog", call.name, [argument]), in: scope)
      guard case .builtin(let builtin) = one.target, one.arguments[0].type.element != nil else {
        throw undecided("unnest of several values that are no arrays")
      }
      arguments += one.arguments
      outputs +=
        one.result.fields ?? [CompositeType.Field(builtin.name, ColumnType(one.result))]
    }
    guard var together = Builtin.functions(named: call.name).first else { return nil }
    together.arguments = arguments.map(\.type)
    together.isStrict = false
    together.outputs = outputs.map { Builtin.Output(name: $0.name, type: $0.type.type) }
    together.result = .record(outputs)
    return (.builtin(together, arguments), together.result, outputs)
  }

  /// Rows that are known to be others are looked at when they are there.
  ///
  /// Source: `tupledesc_match()` in `src/backend/executor/execSRF.c`.
  private func requireSame(
    _ definitions: [SQLColumnDefinition], as fields: [CompositeType.Field]?, _ call: BoundSetCall
  ) throws(EngineFailure) {
    guard let fields, !fields.isEmpty else { return }
    // Each row that is written in an array has a type of its own.
    var count = 1
    if case .array(let elements, _)? = call.arguments.first { count = elements.count }
    guard definitions.map({ names.type($0.type) }) == fields.map(\.type.type), count == 1 else {
      throw undecided("rows of other types than a column definition list says")
    }
  }

  private func columns(
    of function: SQLFromFunction, _ type: DataType, _ outputs: [CompositeType.Field],
    functionName: String
  ) throws(EngineFailure) -> FunctionColumns {
    let fields = outputs.count > 1 ? outputs : type.fields ?? []
    let isRecord =
      if case .record = type { fields.isEmpty || outputs.isEmpty } else { false }
    if let definitions = function.definitions {
      guard isRecord else {
        throw .postgres(
          PostgresError(
            .syntaxError,
            outputs.count > 1
              ? "a column definition list is redundant for a function with OUT parameters"
              : "a column definition list is only allowed for functions returning \"record\""))
      }
      return FunctionColumns(
        names: definitions.map(\.name), types: definitions.map { names.type($0.type) })
    }
    guard !isRecord else {
      throw .postgres(
        PostgresError(
          .syntaxError,
          "a column definition list is required for functions returning \"record\""))
    }
    guard fields.isEmpty else {
      return FunctionColumns(names: fields.map(\.name), types: fields.map(\.type.type))
    }
    // One column: an OUT parameter's name, or the alias, or the function's name.
    return FunctionColumns(
      names: [outputs.first?.name ?? function.alias ?? functionName], types: [type])
  }
}

extension BoundSetCall {
  /// A built-in function whose rows have the columns that FROM defines; the same where one of their
  /// types is not known.
  fileprivate func giving(_ types: [ColumnType?], _ names: [String]) -> BoundSetCall {
    let fields = zip(names, types).compactMap { name, type in
      type.map { CompositeType.Field(name, $0) }
    }
    guard fields.count == names.count else { return self }
    switch self {
    case .builtin(var builtin, let arguments):
      builtin.result = .record(fields)
      return .builtin(builtin, arguments)
    case .scalar(.builtin(var builtin, let arguments)):
      builtin.result = .record(fields)
      return .scalar(.builtin(builtin, arguments))
    default: return self
    }
  }
}

extension Builtin {
  /// The row type of a function that declares its columns.
  var rowType: DataType? {
    outputs.count > 1
      ? .record(outputs.map { CompositeType.Field($0.name, ColumnType($0.type)) }) : nil
  }
}
