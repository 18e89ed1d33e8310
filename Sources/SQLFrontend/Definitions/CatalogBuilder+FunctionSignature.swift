import AccessModel
import CPgQuery

/// Arguments and result of CREATE FUNCTION.
extension CatalogBuilder {
  mutating func setSignature(
    _ statement: PgQuery__CreateFunctionStmt, of function: inout Catalog.Function
  ) throws(ReadFailure) {
    var isTable = false
    var hasVariadic = false
    for item in list(statement.n_parameters, statement.parameters)
    where item.kind == PG_QUERY__NODE__NODE_FUNCTION_PARAMETER {
      let parameter = item.pointee.function_parameter.pointee
      let type = try statedType(parameter.arg_type)
      try requireArgumentType(type)
      let name = text(parameter.name).isEmpty ? nil : text(parameter.name)
      try requireSound(
        parameter, name, type, in: function, isAfterVariadic: hasVariadic)
      if parameter.mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_VARIADIC {
        hasVariadic = true
      }
      if parameter.defexpr == nil { try requireDefault(of: parameter, in: function) }
      switch parameter.mode {
      case PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_OUT:
        var output = Catalog.Function.Output(name, type)
        if isSession || function.kind == .procedure {
          output.argumentsBefore = function.arguments.count
        }
        function.outputs.append(output)
      case PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_TABLE:
        isTable = true
        var output = Catalog.Function.Output(name, type)
        if isSession { output.argumentsBefore = function.arguments.count }
        function.outputs.append(output)
      default:
        if parameter.mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_INOUT {
          var output = Catalog.Function.Output(name, type)
          if isSession || function.kind == .procedure {
            (output.argumentsBefore, output.isArgument) = (function.arguments.count, true)
          }
          function.outputs.append(output)
        }
        try addInput(parameter, name, type, to: &function)
      }
    }
    try setResult(statement, isTable: isTable, of: &function)
  }

  /// Parameters have places since 18.
  private func place(of parameter: PgQuery__FunctionParameter) -> Int32 {
    guard isSession, state.postgresVersion >= .v18, let type = parameter.arg_type else { return -1 }
    return text(parameter.name).isEmpty && parameter.mode == Self.plainMode
      ? type.pointee.location : -2
  }

  private static let plainMode = PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_DEFAULT

  /// Source: `interpret_function_parameter_list()` in `functioncmds.c`.
  private func requireSound(
    _ parameter: PgQuery__FunctionParameter, _ name: String?, _ type: TypeName,
    in function: Catalog.Function, isAfterVariadic: Bool
  ) throws(ReadFailure) {
    let invalid = SQLState(rawValue: "42P13")
    let isOutput =
      parameter.mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_OUT
      || parameter.mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_TABLE
    if isAfterVariadic, !isOutput {
      throw .refused(
        invalid, "VARIADIC parameter must be the last input parameter", at: place(of: parameter))
    }
    if parameter.mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_VARIADIC, !type.isArray,
      !["anyarray", "anycompatiblearray", "any", "\"any\""].contains(type.name),
      state.base(of: type)?.isArray != true
    {
      throw .refused(invalid, "VARIADIC parameter must be an array", at: place(of: parameter))
    }
    guard let name, isSession else { return }
    // What comes in and what goes out may have the same names, but not two of a kind.
    let inputs = function.arguments.map(\.name)
    let outputs = function.outputs.map(\.name)
    let isBoth = parameter.mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_INOUT
    let repeated = "parameter name \"\(name)\" used more than once"
    guard !(isBoth ? inputs + outputs : isOutput ? outputs : inputs).contains(name) else {
      throw .refused(invalid, repeated, at: place(of: parameter))
    }
    // PL/pgSQL has a variable for each.
    if function.language == "plpgsql", (inputs + outputs).contains(name) {
      let compiled = "compilation of PL/pgSQL function \"\(function.name.name)\" near line 1"
      throw .refused(PostgresError(invalid, repeated).inside(compiled), location: nil)
    }
  }

  private mutating func addInput(
    _ parameter: PgQuery__FunctionParameter, _ name: String?, _ type: TypeName,
    to function: inout Catalog.Function
  ) throws(ReadFailure) {
    var argument = Catalog.Function.Argument(
      name, type,
      defaultValue: try parameter.defexpr.map { (node) throws(ReadFailure) in
        kept(try reader.lenientExpression(node), over: nil)
      })
    argument.isVariadic =
      parameter.mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_VARIADIC
    function.arguments.append(argument)
  }

  /// A parameter without a default must not follow one that has a default, where calls give it.
  private func requireDefault(
    of parameter: PgQuery__FunctionParameter, in function: Catalog.Function
  ) throws(ReadFailure) {
    guard function.arguments.contains(where: { $0.defaultValue != nil }) else { return }
    switch parameter.mode {
    case PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_VARIADIC: return
    case PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_OUT,
      PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_TABLE:
      guard function.kind == .procedure else { return }
      throw .refused(
        SQLState(rawValue: "42P13"),
        "procedure OUT parameters cannot appear after one with a default value",
        at: place(of: parameter))
    default:
      throw .refused(
        SQLState(rawValue: "42P13"),
        "input parameters after one with a default value must also have defaults",
        at: place(of: parameter))
    }
  }

  private mutating func setResult(
    _ statement: PgQuery__CreateFunctionStmt, isTable: Bool, of function: inout Catalog.Function
  ) throws(ReadFailure) {
    let outputs = function.outputs.map(\.type)
    if isTable || statement.return_type == nil {
      if function.kind == .procedure {
        function.returns = TypeName(outputs.isEmpty ? "void" : "record")
      } else if outputs.isEmpty {
        guard !isSession else {
          throw .refused(SQLState(rawValue: "42P13"), "function result type must be specified")
        }
        function.returns = TypeName("record")
      } else {
        function.returns = outputs.count == 1 ? outputs[0] : TypeName("record")
      }
      function.returnsSet = isTable
    } else {
      function.returns = try statedType(statement.return_type)
      try requireType(function.returns)
      if function.kind == .function, let first = outputs.first, isSession {
        let required = outputs.count == 1 ? first : TypeName("record")
        guard required == function.returns else {
          throw .refused(
            SQLState(rawValue: "42P13"),
            "function result type must be \(state.typeText(required)) because of OUT parameters")
        }
      }
      function.returnsSet = statement.return_type.pointee.setof != 0
    }
  }

  /// Arguments are said to be missing without quotes. Source: `interpret_function_parameter_list()`.
  private func requireArgumentType(_ type: TypeName) throws(ReadFailure) {
    do throws(ReadFailure) {
      try requireType(type)
    } catch {
      guard case .refused(let answer, _) = error, answer.sqlState == .undefinedObject else {
        throw error
      }
      throw .refused(
        answer.sqlState, answer.message.replacing("\"", with: ""))
    }
  }

  /// The same, of a function that is made: it keeps the type, which is told.
  ///
  /// Source: `LookupTypeNameExtended()` in `src/backend/parser/parse_type.c`.
  private mutating func statedType(
    _ node: UnsafeMutablePointer<PgQuery__TypeName>?
  ) throws(ReadFailure) -> TypeName {
    let type = try argumentType(node)
    if let written = node?.pointee, written.pct_type != 0 {
      let names = strings(list(written.n_names, written.names)).joined(separator: ".")
      notice("type reference \(names)%TYPE converted to \(state.typeText(type))")
    }
    return type
  }

  /// A type, `%TYPE` among them: the type of a column as it is now.
  func argumentType(
    _ node: UnsafeMutablePointer<PgQuery__TypeName>?
  ) throws(ReadFailure) -> TypeName {
    guard let node, node.pointee.pct_type != 0 else {
      var type = state.resolved(try reader.typeName(node))
      // Functions have types without modifiers. One of `character` has its default.
      if !["character", "bit"].contains(type.name) { type.modifiers = [] }
      return type
    }
    let names = strings(list(node.pointee.n_names, node.pointee.names))
    guard names.count >= 2 else { throw .unsupported("%TYPE") }
    let written = SQLRelationName(
      schema: names.count > 2 ? names[names.count - 3] : nil, names[names.count - 2])
    let relation = try state.relation(written)
    guard
      let type = state.columns(of: relation)?.first(where: { $0.name == names[names.count - 1] })
    else {
      throw .refused(
        .undefinedColumn,
        "column \"\(names[names.count - 1])\" of relation \"\(relation.name)\" does not exist")
    }
    return TypeName(type.type.name, isArray: type.type.isArray)
  }

  /// The types of arguments that tell one function from others of its name.
  func namedTypes(
    _ object: PgQuery__ObjectWithArgs
  ) throws(ReadFailure) -> [TypeName] {
    var types: [TypeName] = []
    for item in list(object.n_objargs, object.objargs)
    where item.kind == PG_QUERY__NODE__NODE_TYPE_NAME {
      guard !isSession || item.pointee.type_name.pointee.pct_type == 0 else {
        throw .unsupported("%TYPE in the name of a function")
      }
      let type = try argumentType(item.pointee.type_name)
      let parts = SearchPath.dotted(type.name)
      if parts.count == 2 { try state.requireUsage(SQLRelationName(schema: parts[0], parts[1])) }
      try requireThere(type, parts)
      types.append(type)
    }
    return types
  }

  private func requireThere(_ type: TypeName, _ parts: [String]) throws(ReadFailure) {
    guard isSession, !state.isBuiltin(type), state.customType(ofText: type.name) == nil,
      state.relationOfRowType(type) == nil
    else { return }
    if parts.count == 2, state.catalog.schema(parts[0]) == nil {
      throw .refused(SQLState(rawValue: "3F000"), "schema \"\(parts[0])\" does not exist")
    }
    throw .refused(DatabaseState.noType(type), location: nil)
  }
}

extension Catalog.Function {
  /// The columns of a row of OUT arguments; nil where they make none.
  ///
  /// Source: `build_function_result_tupdesc_d()` in `src/backend/utils/fmgr/funcapi.c`.
  var rowType: [Output]? {
    guard outputs.count > 1 || kind == .procedure && !outputs.isEmpty else { return nil }
    return outputs.enumerated().map { index, output in
      Output(output.name ?? "column\(index + 1)", output.type)
    }
  }
}
