import AccessModel
import SQLText

extension Binder {
  mutating func call(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    if let action = try mergeAction(call, in: scope) { return action }
    if let window = call.clauses?.window { return try self.window(call, over: window, in: scope) }
    if call.clauses?.isGrouping == true || isAggregate(call) {
      return try aggregate(call, in: scope)
    }
    let resolved = try resolve(call, in: scope)
    if resolved.target.isPlainFunction(names.catalog) { try requireNoClauses(of: call) }
    return try bound(resolved, call, in: scope)
  }

  /// What only an aggregate can have. Source: `ParseFuncOrColumn()` in `parse_func.c`.
  private func requireNoClauses(of call: SQLFunctionCall) throws(EngineFailure) {
    let clauses = call.clauses
    let found: [(name: String, isWritten: Bool)] = [
      ("\(call.name)(*)", call.isStar), ("DISTINCT", call.isDistinct),
      ("WITHIN GROUP", clauses?.isWithinGroup == true),
      ("ORDER BY", clauses?.orderBy.isEmpty == false), ("FILTER", clauses?.filter != nil),
    ]
    guard let written = found.first(where: \.isWritten) else { return }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "42809"),
        "\(written.name) specified, but \(call.name) is not an aggregate function"))
  }

  private mutating func bound(
    _ resolved: ResolvedCall, _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    switch resolved.target {
    case .builtin(let builtin):
      if builtin.returnsSet {
        return try setResult(
          .builtin(builtin, resolved.arguments), builtin.rowType ?? resolved.result, in: scope)
      }
      guard builtin.kind != .window else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42809"), "window function \(call.name) requires an OVER clause"))
      }
      guard builtin.kind == .function else {
        throw undecided("\(builtin.kind.rawValue) `\(call.name)`")
      }
      return .builtin(builtin, resolved.arguments)
    case .cast: return resolved.arguments[0]
    case .function(let index):
      let function = names.catalog.functions[index]
      if function.returnsSet {
        return try setResult(
          .function(index: index, resolved.arguments), resolved.result, in: scope)
      }
      guard function.kind == .function else {
        if function.kind == .procedure { throw try isProcedure(call, in: scope) }
        throw undecided("\(function.kind.rawValue) `\(call.name)`")
      }
      return .function(index: index, resolved.arguments, returns: resolved.result)
    }
  }

  /// `row.name` where the row has no such column: a call of the function with the row. Nil where
  /// there is none either.
  ///
  /// Source: `ParseFuncOrColumn()` in `parse_func.c`, called by `transformColumnRef()`.
  mutating func computedColumn(
    _ name: String, of row: BoundExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression? {
    guard mayCompute(name) else { return nil }
    let call = SQLFunctionCall(name, [.null])
    let resolved: ResolvedCall
    do throws(EngineFailure) {
      resolved = try resolve(call, [row], names: [nil])
    } catch {
      guard case .postgres(let reason) = error,
        [.undefinedFunction, .ambiguousFunction].contains(reason.sqlState)
      else { throw error }
      if case .record = row.type, !names.functions(schema: nil, name).isEmpty {
        throw undecided("the function `\(name)` of a query's row")
      }
      return nil
    }
    return try bound(resolved, call, in: scope)
  }

  /// Whether there is a function of that name.
  func mayCompute(_ name: String) -> Bool {
    !names.functions(schema: nil, name).isEmpty || !Builtin.functions(named: name).isEmpty
  }

  /// The function that a call means and its arguments converted: aggregates aside, of any kind.
  mutating func resolve(
    _ call: SQLFunctionCall, in scope: Scope
  ) throws(EngineFailure) -> ResolvedCall {
    var names: [String?] = []
    var arguments: [BoundExpression] = []
    for written in call.arguments {
      if case .namedArgument(let name, let value) = written {
        guard !names.contains(name) else {
          throw .postgres(
            PostgresError(.syntaxError, "argument name \"\(name)\" used more than once"))
        }
        names.append(name)
        arguments.append(try expression(value, in: scope))
      } else {
        guard names.allSatisfy({ $0 == nil }) else {
          throw .postgres(
            PostgresError(
              .syntaxError, "positional argument cannot follow named argument"))
        }
        names.append(nil)
        arguments.append(try expression(written, in: scope))
      }
    }
    return try resolve(call, arguments, names: names)
  }

  func resolve(
    _ call: SQLFunctionCall, _ arguments: [BoundExpression], names argumentNames: [String?]
  ) throws(EngineFailure) -> ResolvedCall {
    let resolved = try found(call, arguments, names: argumentNames)
    if case .open(let number, _) = call.meaning, number > 0 {
      names.objects.meanings?.note(resolved.target, as: number, in: names.catalog)
    }
    if let calls { calls.note(resolved.target, as: calls.all.count, in: names.catalog) }
    return resolved
  }

  /// Source: `func_get_detail()` in `parse_func.c`.
  private func found(
    _ call: SQLFunctionCall, _ arguments: [BoundExpression], names argumentNames: [String?]
  ) throws(EngineFailure) -> ResolvedCall {
    let types = arguments.map(\.type)
    if let schema = call.schema, names.catalog.schema(schema) != nil { try useSchema?(schema) }
    let search = CandidateSearch(
      names: names, isUsable: mayUse, isVariadic: call.clauses?.isVariadic == true,
      argumentNames: argumentNames, isProcedureCall: isProcedureCall)
    let candidates =
      search.candidates(call) ?? search.candidates(schema: call.schema, call.name)
    let exact = candidates.first { $0.arguments == types }
    if exact == nil, let conversion = try conversion(call, arguments) { return conversion }
    switch exact.map(CandidateChoice.one) ?? CandidateChoice(candidates, for: types, in: names) {
    case .one(let candidate) where !candidate.isAmbiguous:
      return try complete(call, candidate, arguments)
    case .one: throw ambiguous(call, types, argumentNames)
    case .ambiguous where names.mayHaveFunction(schema: call.schema, call.name, types),
      .none where names.mayHaveFunction(schema: call.schema, call.name, types):
      throw undecided("function `\(signature(call, types, argumentNames))`")
    case .ambiguous: throw ambiguous(call, types, argumentNames)
    case .none:
      if let column = Self.column(call, arguments) { return column }
      // Its name in messages has the types of what it orders by, too.
      if call.clauses?.isWithinGroup == true, Builtin.functions(named: call.name).isEmpty {
        throw undecided("an aggregate WITHIN GROUP")
      }
      throw missing(call, types, argumentNames)
    }
  }

  private func ambiguous(
    _ call: SQLFunctionCall, _ types: [DataType], _ argumentNames: [String?]
  ) -> EngineFailure {
    .postgres(
      PostgresError(
        .ambiguousFunction, "function \(signature(call, types, argumentNames)) is not unique",
        hint: "Could not choose a best candidate function. "
          + "You might need to add explicit type casts."))
  }

  /// `text(a)` for a cast, where no function has just these arguments.
  private func conversion(
    _ call: SQLFunctionCall, _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> ResolvedCall? {
    guard arguments.count == 1, call.clauses == nil, let target = type(named: call),
      arguments[0].type == .unknown || arguments[0].type.isBinaryCoercible(to: target.base)
        || arguments[0].type.convertsByText(to: target.base)
    else { return nil }
    let converted = try coerce(arguments[0], to: target, .explicit)
    return ResolvedCall(target: .cast, arguments: [converted], result: target)
  }

  /// The type that a function's name may be instead, none of rows.
  ///
  /// Source: `FuncNameAsType()` in `parse_func.c`.
  private func type(named call: SQLFunctionCall) -> DataType? {
    if call.schema == nil || call.schema == "pg_catalog", let type = DataType.named(call.name) {
      return type.isPseudo ? nil : type
    }
    let name = ([call.schema].compactMap { $0 } + [call.name]).map(quoteIdentifier)
    guard let type = names.type(TypeName(name.joined(separator: "."))) else { return nil }
    switch type {
    case .enumeration, .domain: return type
    default: return nil
    }
  }

  /// `column(row)`. Source: `could_be_projection` in `ParseFuncOrColumn()`.
  private static func column(
    _ call: SQLFunctionCall, _ arguments: [BoundExpression]
  ) -> ResolvedCall? {
    guard call.schema == nil, call.clauses == nil, arguments.count == 1,
      let fields = arguments[0].type.fields,
      let index = fields.firstIndex(where: { $0.name == call.name })
    else { return nil }
    let type = fields[index].type.type
    return ResolvedCall(
      target: .cast, arguments: [.field(arguments[0], index, type)], result: type)
  }

  func missing(
    _ call: SQLFunctionCall, _ types: [DataType], _ argumentNames: [String?] = []
  ) -> EngineFailure {
    let signature = signature(call, types, argumentNames)
    let isKnown =
      !Builtin.functions(named: call.name).isEmpty
      || !names.functions(schema: call.schema, call.name).isEmpty
      || names.catalog.schemas.contains { $0.name == call.schema }
      // One of the database's own, which the search path does not find.
      || call.schema == nil && names.catalog.functions.contains { $0.name.name == call.name }
    // Later versions and, where the catalog is not the whole, extensions have functions of their own:
    // not knowing one proves nothing.
    let home = call.schema ?? "pg_catalog"
    // It is there once something temporary was made.
    if home == "pg_temp", names.isSurelyWhole, names.catalog.schema(home) == nil {
      return .postgres(
        PostgresError(SQLState(rawValue: "3F000"), "schema \"\(home)\" does not exist"))
    }
    let mayBeBuiltIn =
      home == "information_schema"
      || home == "pg_catalog" && FunctionNames.contains(call.name, in: names.version)
    // A range has functions of its own.
    if names.catalog.types.contains(where: { type in
      type.kind == .other && call.name.hasPrefix(type.name.name)
    }) {
      return undecided("function `\(signature)`")
    }
    guard !mayBeBuiltIn, isKnown || isProcedureCall || names.isSurelyWhole else {
      return undecided("function `\(signature)`")
    }
    if !isKnown, !home.hasPrefix("pg_"), names.isSurelyWhole {
      return .postgres(
        PostgresError(SQLState(rawValue: "3F000"), "schema \"\(home)\" does not exist"))
    }
    return .postgres(
      PostgresError(
        .undefinedFunction, "function \(signature) does not exist",
        hint: "No function matches the given name and argument types. "
          + "You might need to add explicit type casts."))
  }

  func signature(
    _ call: SQLFunctionCall, _ types: [DataType], _ argumentNames: [String?]
  ) -> String {
    let written = (call.schema.map { "\($0)." } ?? "") + call.name
    let parts = types.enumerated().map { index, type in
      argumentNames.indices.contains(index)
        ? (argumentNames[index].map { "\($0) => " } ?? "") + type.description : type.description
    }
    return "\(written)(\(parts.joined(separator: ", ")))"
  }

  /// Puts arguments given by name in their places, defaults where there are none, and what
  /// VARIADIC takes in one array.
  private func complete(
    _ call: SQLFunctionCall, _ candidate: Candidate, _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> ResolvedCall {
    if call.clauses?.isVariadic == true, candidate.arguments.last == .pseudo(.any) {
      throw undecided("VARIADIC in a call of `\(call.name)`")
    }
    if let together = try withPolymorphicDefaults(candidate, arguments) { return together }
    var resolved = try finish(candidate, arguments)
    if let start = candidate.variadicStart, start < resolved.arguments.count {
      let rest = Array(resolved.arguments[start...])
      let type = try commonType(rest, "ARRAY")
      resolved.arguments[start...] = [.array(rest, type: .array(type))]
      if case .builtin(var builtin) = resolved.target {
        builtin.arguments = resolved.arguments.map(\.type)
        resolved.target = .builtin(builtin)
      }
    }
    guard let order = candidate.order else { return resolved }
    var filled: [BoundExpression] = []
    for (position, source) in order.enumerated() {
      if let source {
        filled.append(resolved.arguments[source])
      } else {
        filled.append(try defaultValue(of: candidate.target, at: position))
      }
    }
    resolved.arguments = filled
    if case .builtin(var builtin) = resolved.target {
      builtin.arguments = filled.map(\.type)
      resolved.target = .builtin(builtin)
    }
    return resolved
  }

  /// Defaults count among the arguments that tell what polymorphic types stand for; nil where none
  /// is of such a type.
  ///
  /// Source: `ParseFuncOrColumn()` in `parse_func.c`.
  private func withPolymorphicDefaults(
    _ candidate: Candidate, _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> ResolvedCall? {
    guard let order = candidate.order, case .function(let index) = candidate.target else {
      return nil
    }
    let parameters = names.catalog.functions[index].arguments
    let types = parameters.compactMap { names.type($0.type) }
    guard types.count == parameters.count, order.count == types.count,
      zip(order, types).contains(where: { $0 == nil && $1.isPolymorphic })
    else { return nil }
    var given: [BoundExpression] = []
    for (position, source) in order.enumerated() {
      if let source {
        given.append(arguments[source])
      } else if types[position].isPolymorphic, let written = parameters[position].defaultValue {
        var binder = Binder(names)
        given.append(try binder.expression(written, in: Scope(names, inside: nil)))
      } else {
        given.append(try defaultValue(of: candidate.target, at: position))
      }
    }
    return try finish(
      Candidate(target: candidate.target, arguments: types, result: candidate.result), given)
  }

  private func defaultValue(
    of target: Candidate.Target, at position: Int
  ) throws(EngineFailure) -> BoundExpression {
    switch target {
    case .builtin(let builtin):
      guard let (value, type) = builtin.defaultValue(at: position) else {
        throw undecided("a default of `\(builtin.id)`")
      }
      return .constant(value, type)
    case .function(let index):
      let argument = names.catalog.functions[index].arguments[position]
      guard let written = argument.defaultValue, let type = names.type(argument.type) else {
        throw undecided("a default of function `\(names.catalog.functions[index].name)`")
      }
      var binder = Binder(names)
      let bound = try binder.expression(written, in: Scope(names, inside: nil))
      return try coerce(bound, to: type, .assignment)
    case .cast: throw undecided("a default")
    }
  }
}

extension Builtin {
  /// The few that have defaults; others' are not used by SQL that decides access.
  fileprivate func defaultValue(at position: Int) -> (SQLValue, DataType)? {
    let type = arguments.indices.contains(position) ? arguments[position] : .text
    switch name {
    case "make_interval":
      return position == 6 ? (.double(0), .double) : (.integer(0), .integer)
    case "jsonb_set", "parse_ident": return (.boolean(true), .boolean)
    case "jsonb_insert", "json_populate_record", "json_populate_recordset":
      return (.boolean(false), .boolean)
    case _ where name.hasPrefix("jsonb_path_"):
      return position == 2 ? (.json(.object([])), .jsonb) : (.boolean(false), .boolean)
    case "jsonb_set_lax":
      return position == 3
        ? (.boolean(true), .boolean) : (.text(Text("use_json_null")), .text)
    case "normalize", "is_normalized": return (.text(Text("NFC")), type)
    default: return nil
    }
  }
}
