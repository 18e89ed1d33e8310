public import AccessModel

/// A call of a procedure, its names and types resolved.
public struct BoundProcedureCall: Sendable {
  /// A position in `Catalog.functions`.
  public var index: Int
  /// What it is given, in the order of its arguments, as the targets of a query without rows.
  public var arguments: BoundQuery
  /// What CALL has in the place of each column of the result; nil: nothing, for a default.
  public var outputs: [SQLExpression?]
}

extension Binder {
  /// Binds CALL. Source: `transformCallStmt()` in `analyze.c`.
  public static func bind(
    call: SQLFunctionCall, in names: CatalogNames, types: [DataType] = [],
    variables: VariableNames? = nil, useSchema: SchemaUse? = nil
  ) throws(EngineFailure) -> BoundProcedureCall {
    var binder = Binder(names)
    binder.useSchema = useSchema
    binder.variables = variables
    binder.parameterTypes = types
    binder.isProcedureCall = true
    return try binder.procedure(call)
  }

  private mutating func procedure(
    _ call: SQLFunctionCall
  ) throws(EngineFailure) -> BoundProcedureCall {
    let resolved: ResolvedCall
    do throws(EngineFailure) {
      let scope = Scope(names, inside: nil)
      scope.clause = .call
      resolved = try resolve(call, in: scope)
    } catch {
      guard case .postgres(var reason) = error,
        [.undefinedFunction, .ambiguousFunction].contains(reason.sqlState),
        reason.message.hasPrefix("function \(Self.written(call))(")
      else { throw error }
      reason.message = "procedure" + reason.message.dropFirst("function".count)
      reason.hint = reason.hint?.replacing("No function", with: "No procedure")
        .replacing("best candidate function", with: "best candidate procedure")
      throw .postgres(reason)
    }
    guard case .function(let index) = resolved.target,
      names.catalog.functions[index].kind == .procedure
    else {
      throw try wrongKind(
        call, in: Scope(names, inside: nil), "is not a procedure",
        hint: "To call a function, use SELECT.")
    }
    let parameters = names.procedureParameters(index)
    var inputs: [BoundTarget] = []
    for (parameter, value) in zip(parameters, resolved.arguments) where parameter.isInput {
      inputs.append(BoundTarget("?column?", value))
    }
    return BoundProcedureCall(
      index: index, arguments: BoundQuery(targets: inputs),
      outputs: parameters.enumerated().filter(\.element.isOutput).map { place, parameter in
        Self.argument(of: call, at: place, named: parameter.name)
      })
  }

  /// What EXECUTE gives must be such that it can be given.
  public static func requireArgument(
    _ written: SQLExpression, in names: CatalogNames
  ) throws(EngineFailure) {
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    scope.clause = .execute
    _ = try binder.expression(written, in: scope)
  }

  private static func written(_ call: SQLFunctionCall) -> String {
    (call.schema.map { "\($0)." } ?? "") + call.name
  }

  private static func argument(
    of call: SQLFunctionCall, at place: Int, named name: String?
  ) -> SQLExpression? {
    for (index, argument) in call.arguments.enumerated() {
      if case .namedArgument(let given, let value) = argument {
        if given == name { return value }
      } else if index == place {
        return argument
      }
    }
    return nil
  }

  /// 42809 for a procedure that is called as a function.
  mutating func isProcedure(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> EngineFailure {
    try wrongKind(call, in: scope, "is a procedure", hint: "To call a procedure, use CALL.")
  }

  /// Says of which types the arguments are as they are written.
  private mutating func wrongKind(
    _ call: SQLFunctionCall, in scope: Scope, _ kind: String, hint: String
  ) throws(EngineFailure) -> EngineFailure {
    var types: [DataType] = []
    var argumentNames: [String?] = []
    for argument in call.arguments {
      var (name, value) = (String?.none, argument)
      if case .namedArgument(let given, let inner) = argument { (name, value) = (given, inner) }
      argumentNames.append(name)
      types.append(try expression(value, in: scope).type)
    }
    return .postgres(
      PostgresError(
        SQLState(rawValue: "42809"), "\(signature(call, types, argumentNames)) \(kind)",
        hint: hint))
  }
}

extension Catalog.Function {
  /// Whether PL/pgSQL has a variable `$0` of what it returns, which only its calls tell.
  ///
  /// Source: `do_compile()` in `src/pl/plpgsql/src/pl_comp.c`.
  public var hasResultVariable: Bool {
    outputs.isEmpty && DataType(returns)?.isPolymorphic == true
  }
}

extension CatalogNames {
  struct ProcedureParameter {
    var name: String?
    var type: TypeName
    var isInput: Bool
    var isOutput: Bool
    var hasDefault = false
  }

  /// All that CALL gives a procedure, in order.
  func procedureParameters(_ index: Int) -> [ProcedureParameter] {
    let function = catalog.functions[index]
    var result: [ProcedureParameter] = []
    func outputs(before number: Int) {
      for output in function.outputs where !output.isArgument && output.argumentsBefore == number {
        result.append(
          ProcedureParameter(
            name: output.name, type: output.type, isInput: false, isOutput: true))
      }
    }
    for (number, argument) in function.arguments.enumerated() {
      outputs(before: number)
      let isOutput = function.outputs.contains { $0.isArgument && $0.argumentsBefore == number }
      result.append(
        ProcedureParameter(
          name: argument.name, type: argument.type, isInput: true, isOutput: isOutput,
          hasDefault: argument.defaultValue != nil))
    }
    outputs(before: function.arguments.count)
    return result
  }
}
