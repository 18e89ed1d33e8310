import AccessModel
import CPgQuery
import SQLBinding
import RowSecurity

extension CatalogBuilder {
  /// CREATE [OR REPLACE] FUNCTION and PROCEDURE.
  /// Source: `CreateFunction()` in `functioncmds.c`, `ProcedureCreate()` in `pg_proc.c`.
  mutating func createFunction(
    _ node: UnsafeMutablePointer<PgQuery__CreateFunctionStmt>
  ) throws(ReadFailure) -> Effect {
    let function = try definedFunction(node)
    try add(function, isReplacing: node.pointee.replace != 0)
    try requireExecutable(function)
    try checkPseudoTypes(of: function)
    // Those of triggers are compiled anew for each.
    if isSession, checksBodies, case .block = function.body, function.returns.name != "trigger" {
      note(.compiled(function.name, function.arguments.map(\.type)))
    }
    return .applied
  }

  /// The function that a statement defines, which is not added.
  mutating func definedFunction(
    _ node: UnsafeMutablePointer<PgQuery__CreateFunctionStmt>
  ) throws(ReadFailure) -> Catalog.Function {
    let statement = node.pointee
    let names = strings(list(statement.n_funcname, statement.funcname))
    guard let last = names.last else { throw .unsupported("a function without a name") }
    let schema =
      isSession && names.dropLast().last == DatabaseState.temporarySchema
      ? try temporarySchema()
      : try creationSchema(names.count > 1 ? names[names.count - 2] : nil)
    var function = Catalog.Function(
      QualifiedName(schema, last), returns: TypeName("void"), body: .text(""),
      owner: state.currentRole, acl: state.newACL(.functions, in: schema), origin: origin,
      place: place)
    if statement.is_procedure != 0 { function.kind = .procedure }
    var source: String?
    var items = 0
    let elements = FunctionOptions.elements(list(statement.n_options, statement.options))
    if isSession {
      try FunctionOptions.checkForm(elements, isProcedure: statement.is_procedure != 0)
    }
    for element in elements {
      if text(element.defname) == "as" {
        source = element.arg.flatMap { strings($0.items).first ?? $0.string }
        items = element.arg?.items.count ?? 0
      } else {
        try set(element, of: &function)
        try warnOfIdentity(in: element, function)
      }
    }
    if isSession {
      try FunctionOptions.checkValues(elements)
      try FunctionOptions.checkLanguage(statement)
    }
    try checkLanguage(of: function)
    if function.isLeakproof {
      try require(.superuser(message: "only superuser can define a leakproof function"))
    }
    try setSignature(statement, of: &function)
    if isSession {
      try checkForm(function, isQuoted: source != nil, items, hasBody: statement.sql_body != nil)
    }
    try requireNoArguments(ofTrigger: function)
    try setBody(source, statement.sql_body, of: &function)
    if let refusal = bodyRefusal(of: function) { note(.refusedOnceBound(refusal)) }
    return function
  }

  /// Source: `plpgsql_validator()` in `src/pl/plpgsql/src/pl_handler.c`.
  private func checkPseudoTypes(of function: Catalog.Function) throws(ReadFailure) {
    guard isSession, function.language == "plpgsql" else { return }
    func isPseudo(_ type: TypeName, besides allowed: [String]) -> Bool {
      !type.isArray && Self.pseudoTypes.contains(type.name) && !allowed.contains(type.name)
        && DataType(type)?.isPolymorphic != true
    }
    func refusal(_ verb: String, _ type: TypeName) -> ReadFailure {
      .refused(
        .featureNotSupported,
        "PL/pgSQL functions cannot \(verb) type \(state.quoted(type.name))")
    }
    let results = ["trigger", "event_trigger", "void", "record"]
    if function.outputs.isEmpty, isPseudo(function.returns, besides: results) {
      throw refusal("return", function.returns)
    }
    for argument in function.arguments where isPseudo(argument.type, besides: ["record"]) {
      throw refusal("accept", argument.type)
    }
  }

  /// Source: `do_compile()` in `src/pl/plpgsql/src/pl_comp.c`.
  private func requireNoArguments(ofTrigger function: Catalog.Function) throws(ReadFailure) {
    guard isSession, checksBodies, function.language == "plpgsql", !function.returns.isArray,
      ["trigger", "event_trigger"].contains(function.returns.name), !function.arguments.isEmpty
    else { return }
    let isEvent = function.returns.name == "event_trigger"
    throw .refused(
      PostgresError(
        SQLState(rawValue: "42P13"),
        "\(isEvent ? "event trigger" : "trigger") functions cannot have declared arguments",
        hint: isEvent
          ? nil
          : "The arguments of the trigger can be accessed through TG_NARGS and TG_ARGV instead."
      ).inside("compilation of PL/pgSQL function \"\(function.name.name)\" near line 1"),
      location: nil)
  }

  /// Source: `interpret_AS_clause()` in `functioncmds.c`, `ProcedureCreate()`.
  private func checkForm(
    _ function: Catalog.Function, isQuoted: Bool, _ items: Int, hasBody: Bool
  ) throws(ReadFailure) {
    let state42P13 = SQLState(rawValue: "42P13")
    let types = function.arguments.compactMap { DataType($0.type) }
    if let rows = function.rows, rows >= 0, !function.returnsSet {
      throw .refused(
        SQLState(rawValue: "22023"), "ROWS is not applicable when function does not return a set")
    }
    if function.language == "sql", !function.returns.isArray,
      ["trigger", "event_trigger"].contains(function.returns.name)
    {
      throw .refused(
        state42P13, "SQL functions cannot return type \(function.returns.name)")
    }
    if function.language == "sql" {
      for type in function.arguments.map(\.type)
      where !type.isArray && Self.pseudoTypes.contains(type.name)
        && DataType(type)?.isPolymorphic != true
      {
        throw .refused(state42P13, "SQL functions cannot have arguments of type \(type.name)")
      }
    }
    if isQuoted, hasBody { throw .refused(state42P13, "duplicate function body specified") }
    if !isQuoted, !hasBody { throw .refused(state42P13, "no function body specified") }
    if hasBody, function.language != "sql" {
      throw .refused(state42P13, "inline SQL function body only valid for language SQL")
    }
    if hasBody, types.contains(where: \.isPolymorphic) {
      throw .refused(
        state42P13, "SQL function with unquoted function body cannot have polymorphic arguments")
    }
    if items > 1, function.language != "c" {
      throw .refused(
        state42P13, "only one AS item needed for language \"\(function.language)\"")
    }
    if function.returns.name == "internal", !function.returns.isArray,
      !function.arguments.contains(where: { $0.type.name == "internal" && !$0.type.isArray })
    {
      throw .refused(
        PostgresError(
          state42P13, "unsafe use of pseudo-type \"internal\"",
          detail: "A result of type internal requires at least one input of type internal."),
        location: nil)
    }
    let results =
      function.outputs.isEmpty ? [function.returns] : function.outputs.map(\.type)
    for result in results.compactMap({ DataType($0) }) where result.isPolymorphic {
      guard !result.isDetermined(by: types) else { continue }
      throw .refused(
        PostgresError(
          state42P13, "cannot determine result data type",
          detail: "A result of type \(result) requires at least one input of type "
            + result.determiningTypes + "."), location: nil)
    }
  }

  private func checkLanguage(of function: Catalog.Function) throws(ReadFailure) {
    guard isSession else { return }
    switch function.language {
    case "sql", "plpgsql": try require(.languageUsage(function.language))
    case "c", "internal":
      try require(
        .superuser(message: "permission denied for language \(function.language)"))
      // Whether its file is there only a server knows.
      if function.language == "c" { throw .unsupported("a function in c") }
    default:
      throw .refused(
        .undefinedObject, "language \"\(function.language)\" does not exist")
    }
  }

  mutating func add(
    _ function: Catalog.Function, isReplacing: Bool
  ) throws(ReadFailure) {
    var function = function
    let types = function.arguments.map(\.type)
    let known = state.catalog.functions.firstIndex {
      $0.name == function.name && Self.same($0.arguments.map(\.type), types)
    }
    guard let known else {
      settleCalls(beside: function.name)
      state.catalog.functions.append(function)
      state.stamp(.function(function.name, types))
      return
    }
    let old = state.catalog.functions[known]
    guard isReplacing else {
      throw .refused(
        SQLState(rawValue: "42723"),
        "function \"\(function.name.name)\" already exists with same argument types")
    }
    try require(.ownership(what: "function \(function.name.name)", owner: old.owner))
    try checkReplacement(of: old, by: function)
    (function.owner, function.acl, function.comment) = (old.owner, old.acl, old.comment)
    function.origin = old.origin
    if function.arguments.count(where: { $0.defaultValue != nil })
      > old.arguments.count(where: { $0.defaultValue != nil })
    {
      settleCalls(beside: function.name)
    }
    state.catalog.functions[known] = function
  }

  private func checkReplacement(
    of old: Catalog.Function, by new: Catalog.Function
  ) throws(ReadFailure) {
    let state42P13 = SQLState(rawValue: "42P13")
    let name =
      "\(new.name.name)(\(new.arguments.map { state.typeText($0.type) }.joined(separator: ",")))"
    let kind = old.kind == .procedure ? "PROCEDURE" : "FUNCTION"
    guard old.kind == new.kind else {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42809"), "cannot change routine kind",
          detail: "\"\(new.name.name)\" is a \(old.kind.rawValue)."), location: nil)
    }
    guard old.returns == new.returns, old.returnsSet == new.returnsSet else {
      throw .refused(
        state42P13,
        old.kind == .procedure
          ? "cannot change whether a procedure has output parameters"
          : "cannot change return type of existing function",
        hint: "Use DROP \(kind) \(name) first.")
    }
    guard old.returns != TypeName("record") || old.rowType == new.rowType else {
      throw .refused(
        PostgresError(
          state42P13, "cannot change return type of existing function",
          detail: "Row type defined by OUT parameters is different.",
          hint: "Use DROP \(kind) \(name) first."), location: nil)
    }
    for (a, b) in zip(old.arguments, new.arguments) {
      if let before = a.name, a.name != b.name {
        throw .refused(
          state42P13, "cannot change name of input parameter \"\(before)\"",
          hint: "Use DROP \(kind) \(name) first.")
      }
      if a.defaultValue != nil, b.defaultValue == nil {
        throw .refused(
          state42P13, "cannot remove parameter defaults from existing function",
          hint: "Use DROP \(kind) \(name) first.")
      }
    }
  }

  private mutating func set(
    _ element: PgQuery__DefElem, of function: inout Catalog.Function
  ) throws(ReadFailure) {
    switch text(element.defname) {
    case "language": function.language = (Self.value(element.arg) ?? "sql").lowercased()
    case "volatility":
      function.volatility =
        Catalog.Function.Volatility(rawValue: Self.value(element.arg) ?? "") ?? .volatile
    case "window" where isSession: throw .unsupported("a window function of one's own")
    case "security": function.isSecurityDefiner = Self.isOn(element.arg)
    case "strict": function.isStrict = Self.isOn(element.arg)
    case "leakproof": function.isLeakproof = Self.isOn(element.arg)
    case "cost":
      let cost = Self.value(element.arg).flatMap(Double.init)
      function.cost = cost == 100 ? nil : cost
    case "rows":
      let rows = Self.value(element.arg).flatMap(Double.init)
      function.rows = rows == 1000 ? nil : rows
    case "parallel":
      function.parallel = Self.value(element.arg).flatMap {
        Catalog.Function.Parallel(rawValue: $0.lowercased())
      }
    case "set":
      guard let node = element.arg, node.kind == PG_QUERY__NODE__NODE_VARIABLE_SET_STMT else {
        return
      }
      let setting = node.pointee.variable_set_stmt.pointee
      let name = text(setting.name)
      if setting.kind == PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL { function.settings = [] }
      function.settings.removeAll { $0.name == name }
      var value: String?
      if isSession, setting.kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_CURRENT {
        value = try currentValue(of: name)
      } else if setting.kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE {
        let values = list(setting.n_args, setting.args).compactMap(Self.constant)
        value = values.map { $0.isEmpty && values.count > 1 ? "\"\"" : $0 }
          .joined(separator: ", ")
      }
      if isSession {
        if state.postgresVersion >= .v16, TransactionSettings.contains(name) {
          throw .refused(
            .featureNotSupported, "parameter \"\(name)\" cannot be set locally in functions")
        }
        try requireSettable(setting, value)
      }
      if let value { function.settings.append(Catalog.Function.Setting(name, value)) }
    default: break
    }
  }

  /// Source: `ExtractSetVariableArgs()` in `src/backend/utils/misc/guc_funcs.c`.
  private func currentValue(of name: String) throws(ReadFailure) -> String {
    guard let known = currentValues[name] else { throw .unsupported("SET \(name) FROM CURRENT") }
    guard let value = known else {
      throw .refused(.undefinedObject, "unrecognized configuration parameter \"\(name)\"")
    }
    return value
  }

  static func same(_ a: [TypeName], _ b: [TypeName]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.name == $1.name && $0.isArray == $1.isArray }
  }

  /// The function that a name and argument types mean, or 42883.
  /// Source: `LookupFuncWithArgs()` in `src/backend/parser/parse_func.c`.
  func function(
    _ node: UnsafeMutablePointer<PgQuery__ObjectWithArgs>,
    as type: PgQuery__ObjectType = PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION
  ) throws(ReadFailure) -> Int {
    let object = node.pointee
    let names = strings(list(object.n_objname, object.objname))
    guard let name = names.last else { throw .unsupported("a function without a name") }
    let kind = Self.routineWord(type)
    let types = try namedTypes(object)
    if names.count > 1 {
      try state.requireFunctionSchema(names[names.count - 2])
      if isSession { try require(.usage(schema: names[names.count - 2])) }
    }
    let schemas = names.count > 1 ? [names[names.count - 2]] : state.functionPath
    if names.count == 1, isSession, !state.searchPath.contains("pg_catalog"),
      Builtin.functions(named: name).contains(where: { builtin in
        object.args_unspecified == 0
          && builtin.arguments.map(Optional.some) == types.map { DataType($0) }
      })
    {
      throw .unsupported("a change of the built-in function `\(name)`")
    }
    for schema in schemas {
      let named = state.catalog.functions.indices.filter {
        state.catalog.functions[$0].name == QualifiedName(schema, name)
          && (object.args_unspecified == 0 || hasKind($0, type))
      }
      if object.args_unspecified != 0 {
        if named.count > 1 {
          let word = type == PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE ? "routine" : kind
          throw .refused(
            .ambiguousFunction, "\(word) name \"\(names.joined(separator: "."))\" is not unique",
            hint: "Specify the argument list to select the \(word) unambiguously.")
        }
        if let only = named.first { return only }
      } else if let found = named.first(where: {
        Self.same(state.catalog.functions[$0].arguments.map(\.type), types)
      }) {
        guard hasKind(found, type) else {
          throw .refused(
            SQLState(rawValue: "42809"),
            (kind == "aggregate" ? "function " : "")
              + "\(names.joined(separator: "."))(\(state.signature(types))) is not "
              + Self.article(kind)
          )
        }
        return found
      }
    }
    if schemas.count == 1, state.opaqueSchemas.contains(schemas[0]) {
      throw .unsupported("function `\(names.joined(separator: "."))`, which is not modelled")
    }
    if let name = names.last, !Builtin.functions(named: name).isEmpty {
      throw .unsupported("a change of the built-in function `\(name)`")
    }
    throw .refused(
      .undefinedFunction,
      object.args_unspecified != 0
        ? "could not find a \(kind) named \"\(names.joined(separator: "."))\""
        : "\(kind) \(names.joined(separator: "."))"
          + "(\(kind == "aggregate" && types.isEmpty ? "*" : state.signature(types)))"
          + " does not exist")
  }

  /// `function s.f`, as messages name what a statement names.
  static func routine(
    _ node: UnsafeMutablePointer<PgQuery__ObjectWithArgs>, _ type: PgQuery__ObjectType
  ) -> String {
    let word = type == PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE ? "routine" : routineWord(type)
    let names = strings(list(node.pointee.n_objname, node.pointee.objname))
    return "\(word) \(names.joined(separator: "."))"
  }

  private static func routineWord(_ type: PgQuery__ObjectType) -> String {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE: "procedure"
    case PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE: "aggregate"
    default: "function"
    }
  }

  private static func article(_ kind: String) -> String {
    kind == "aggregate" ? "an aggregate" : "a \(kind)"
  }

  private func hasKind(_ index: Int, _ type: PgQuery__ObjectType) -> Bool {
    let kind = state.catalog.functions[index].kind
    return switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE: true
    case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE: kind == .procedure
    case PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE: kind == .aggregate
    default: kind != .procedure
    }
  }

  /// ALTER FUNCTION with attributes.
  mutating func alterFunction(
    _ node: UnsafeMutablePointer<PgQuery__AlterFunctionStmt>
  ) throws(ReadFailure) -> Effect {
    guard let object = node.pointee.func else { return .applied }
    let index = try function(object, as: node.pointee.objtype)
    try require(
      .ownership(
        what: Self.routine(object, node.pointee.objtype),
        owner: state.catalog.functions[index].owner))
    let elements = FunctionOptions.elements(list(node.pointee.n_actions, node.pointee.actions))
    let function = state.catalog.functions[index]
    if isSession {
      try FunctionOptions.checkForm(elements, isProcedure: function.kind == .procedure)
    }
    for element in elements where text(element.defname) == "leakproof" && Self.isOn(element.arg) {
      try require(.superuser(message: "only superuser can define a leakproof function"))
    }
    if isSession {
      try FunctionOptions.checkValues(elements)
      if !function.returnsSet, elements.contains(where: { text($0.defname) == "rows" }) {
        throw .refused(
          SQLState(rawValue: "22023"), "ROWS is not applicable when function does not return a set")
      }
    }
    var changed = function
    for element in elements {
      try set(element, of: &changed)
      try warnOfIdentity(in: element, changed)
    }
    state.catalog.functions[index] = changed
    return .applied
  }
}

/// SQL functions whose body is text.
enum SQLBody {
  /// The statements of a body, if the model has a form for each. Names stay as written.
  static func statements(
    of text: String, version: PostgresVersion = .v15
  ) -> [SQLStatement]? {
    let bytes = Array(text.utf8)
    var result: [SQLStatement] = []
    for statement in StatementSplitter.split(bytes) {
      guard statement.kind == .sql, statement.depth <= ParsedStatement.maxDepth,
        let parsed = try? ParsedStatement.parse(statement, in: bytes, version: version),
        let node = parsed.node
      else { return nil }
      var reader = SyntaxReader(parsed.newer)
      guard let read = try? reader.statement(node) else { return nil }
      result.append(read)
    }
    return result
  }

  /// The body if it is one query that the model has a form for. Names stay as written.
  static func query(of text: String, version: PostgresVersion = .v15) -> SQLQuery? {
    let bytes = Array(text.utf8)
    let statements = StatementSplitter.split(bytes)
    guard statements.count == 1, statements[0].kind == .sql,
      statements[0].depth <= ParsedStatement.maxDepth,
      let parsed = try? ParsedStatement.parse(statements[0], in: bytes, version: version),
      let node = parsed.node
    else { return nil }
    var reader = SyntaxReader(parsed.newer)
    return try? reader.query(node)
  }
}
