import AccessModel
import RowSecurity
import SQLBinding

/// One call of a function of the catalog: the rows that it gives. RULES 24, 71, 72.
struct FunctionRun {
  let session: Session
  let index: Int
  /// The columns that the caller expects of a function that returns RECORD; nil: not asked.
  let expected: [DataType?]?
  /// Of the arguments of a polymorphic function, made out; nil: as they are declared.
  let types: [DataType]?
  /// The planner puts its query in the place of the call.
  var isPartOfQuery = false
  /// Of a procedure that CALL runs where it may end transactions.
  var mayEndTransaction = false

  init(
    _ session: Session, _ index: Int, types: [DataType]? = nil,
    expecting expected: [DataType?]? = nil
  ) {
    self.session = session
    self.index = index
    self.types = types
    self.expected = expected
  }

  /// The type of an argument or a column of the result, as this call has it.
  private func columnType(_ name: TypeName) throws(EngineFailure) -> ColumnType? {
    guard let type = session.names.columnType(name) else { return nil }
    guard let types, type.type.isPolymorphic else { return type }
    let declared = function.arguments.map { session.names.type($0.type) ?? .unknown }
    guard let known = PolymorphicTypes(actual: types, declared: declared),
      let actual = known.actual(type.type), !actual.isPolymorphic
    else { throw .undecided(Undecided("what `\(name)` stands for in `\(function.name)`")) }
    return ColumnType(actual)
  }

  /// An empty variable of an argument's or a result's type.
  private func content(of name: TypeName) throws(EngineFailure) -> PLSlot.Content {
    guard types != nil, let type = try columnType(name) else {
      return try PLMachine.content(of: name, in: session)
    }
    return PLMachine.content(of: type, in: session)
  }

  /// 42804 where the rows of a RECORD are not what the caller's column definitions say.
  func requireExpected(_ types: [DataType]) throws(EngineFailure) {
    guard let expected, !types.isEmpty, types.map(Optional.some) != expected else { return }
    throw .undecided(
      Undecided("rows of other types than the column definitions of `\(function.name)`"))
  }

  private var function: Catalog.Function { session.catalog.catalog.functions[index] }

  /// The rows of a call: one of one value, for a function that gives a value.
  ///
  /// A function that returns NULL for a row gives no row where it returns one, and no rows where
  /// it is STRICT and an argument is NULL.
  func rows(_ arguments: [SQLValue]) throws(EngineFailure) -> [Row] {
    let rows = try given(arguments)
    guard rows.isEmpty, !function.returnsSet else { return rows }
    return [Row(repeating: .null, count: try width())]
  }

  /// None where the function gives NULL for its one row.
  private func given(_ arguments: [SQLValue]) throws(EngineFailure) -> [Row] {
    if function.isStrict, arguments.contains(where: \.isNull) { return [] }
    return try FunctionStack.run { () throws(EngineFailure) in try called(arguments) }
  }

  /// The one value of a call; a row is a value of its row type.
  func value(_ arguments: [SQLValue]) throws(EngineFailure) -> SQLValue {
    guard let row = try given(arguments).first else { return .null }
    return try shape().isRow ? .record(row) : row.first ?? .null
  }

  private func called(_ arguments: [SQLValue]) throws(EngineFailure) -> [Row] {
    if !function.returns.isArray, function.returns.name == "trigger" {
      let error = PostgresError(
        .featureNotSupported, "trigger functions can only be called as triggers")
      throw .postgres(
        function.language == "plpgsql"
          ? error.inside("compilation of PL/pgSQL function \"\(function.name.name)\" near line 1")
          : error)
    }
    let variables = session.variables
    let cost = function.stackCost
    try variables.limits.enter(cost: cost)
    defer { variables.limits.leave(cost: cost) }
    let before = variables.settings
    // An error may be caught by who only asks what the function would say.
    var hasRun = false
    defer { if !hasRun { variables.settings = before } }
    if function.isSecurityDefiner { variables.definerCalls += 1 }
    defer { if function.isSecurityDefiner { variables.definerCalls -= 1 } }
    try apply(function.settings)
    let applied = variables.settings
    let role = session.engine.runningRole(ofFunction: index, calledBy: session.role)
    if function.volatility == .volatile { session.writes?.noteCall() }
    let inner = FunctionSession(
      caller: session, owner: function.isSecurityDefiner ? role : nil,
      isReadOnly: function.volatility != .volatile, setsRole: function.setsIdentity)
    defer { inner.end() }
    inner.isPartOfQuery = isPartOfQuery
    inner.isAtomic = function.isAtomic
    inner.keepsPlans = function.language == "plpgsql"
    inner.hasCustomPlans = function.language == "plpgsql" || session.engine.version >= .v18
    let key = FunctionPlans.Key(function, types: types)
    // Source: `init_sql_fcache()` in `src/backend/executor/functions.c`.
    let isPlannedEachTime = !inner.keepsPlans && session.engine.version < .v18
    inner.plans = variables.plans.body(
      key, function.blockText, in: isPlannedEachTime ? variables.limits.statement : nil)
    try Self.requireCompiled(function, key, as: role, session)
    let rows = try session.inStyle(of: function, as: role) { () throws(EngineFailure) in
      switch function.body {
      case .block(let body): try run(body, inner, arguments)
      case .query(let query): try runSQL([.query(query)], inner, arguments)
      case .statements(let statements): try runSQL(statements, inner, arguments)
      case .text:
        throw .undecided(Undecided("the \(function.language) body of `\(function.name)`"))
      }
    }
    try putBack(function.settings, from: before, since: applied)
    hasRun = true
    return rows
  }

  private func runSQL(
    _ statements: [SQLStatement], _ inner: FunctionSession, _ arguments: [SQLValue]
  ) throws(EngineFailure) -> [Row] {
    let rows = try session.beside(callsOf: index) { () throws(EngineFailure) in
      try run(statements, inner, arguments)
    }
    session.variables.noteCall(of: function, in: session.catalog.catalog)
    return rows
  }

  /// `SET … ` of the function, until it ends.
  func apply(_ settings: [Catalog.Function.Setting]) throws(EngineFailure) {
    let isElse = !session.followsRole
    for setting in settings {
      if let identity = IdentitySetting(setting) {
        try session.variables.apply(identity, session.engine, isElse: isElse)
        continue
      }
      let name = setting.name.lowercased()
      if name == "transaction_read_only" {
        throw .undecided(Undecided("the setting `\(name)` of a function"))
      }
      // Values would be read and written in another style inside.
      guard !SessionVariables.styleSettings.contains(name) else {
        throw .undecided(Undecided("the setting `\(name)` of a function"))
      }
      session.variables.settings.apply(name, setting.assigned)
    }
  }

  /// As the call ends.
  func putBack(
    _ settings: [Catalog.Function.Setting], from before: Settings, since applied: Settings
  ) throws(EngineFailure) {
    var names = settings.map(\.name)
    if settings.contains(where: { IdentitySetting($0)?.name == .sessionAuthorization }) {
      names.append("role")
      let isAssigned = ["role", "session_authorization"].contains {
        session.variables.settings.isAssigned($0, since: applied)
      }
      guard !isAssigned else {
        throw .undecided(
          Undecided("a role that is set in a function with SET session_authorization"))
      }
    }
    session.variables.settings.putBack(names, from: before, since: applied)
  }

  // MARK: PL/pgSQL

  private func run(
    _ body: PLBody, _ inner: FunctionSession, _ arguments: [SQLValue]
  ) throws(EngineFailure) -> [Row] {
    let scope = PLScope(label: function.name.name)
    var shape = try shape()
    if case .record = shape, let expected, !expected.contains(nil) {
      shape = .row(expected.map { PLRecord.Field(name: "", type: $0.map { ColumnType($0) }) })
    }
    let machine = PLMachine(
      inner, body, PLOutput(shape: shape, isSet: function.returnsSet),
      signature: function.signature(in: session))
    if case .record = shape, expected == nil { machine.output.isUndescribed = function.returnsSet }
    machine.isFunction = function.kind == .function
    machine.mayEndTransaction = mayEndTransaction
    return try machine.called { () throws(EngineFailure) in
      try run(machine, scope, arguments)
    }
  }

  private func run(
    _ machine: PLMachine, _ scope: PLScope, _ arguments: [SQLValue]
  ) throws(EngineFailure) -> [Row] {
    scope.slots["found"] = machine.found
    for (number, (argument, value)) in zip(function.arguments, arguments).enumerated() {
      let slot = try slot(argument.name ?? "$\(number + 1)", argument.type, value)
      scope.slots["$\(number + 1)"] = slot
      if let name = argument.name { scope.slots[name] = slot }
    }
    if function.hasResultVariable {
      scope.slots["$0"] = try slot("$0", function.returns, .null)
    }
    var number = function.arguments.count
    for output in function.outputs {
      let argument =
        output.isArgument ? "$\(output.argumentsBefore + 1)" : output.name
      let known = argument.flatMap { scope.slots[$0] }
      if known == nil { number += 1 }
      let name = output.name ?? "$\(number)"
      let column = if let known { known } else { try slot(name, output.type, .null) }
      if known == nil { scope.slots["$\(number)"] = column }
      if let name = output.name { scope.slots[name] = column }
      machine.output.columns.append(column)
    }
    machine.scopes.scopes.append(scope)
    let didReturn = try machine.run()
    if case .record = machine.output.shape { try requireExpected(machine.output.types) }
    if !didReturn {
      machine.phase = ""
      try end(machine)
    }
    // VOID is no NULL, and its text is empty.
    if case .nothing = machine.output.shape {
      return function.returnsSet ? [] : [[.text(Text(""))]]
    }
    return machine.output.rows
  }

  /// The end of the body without RETURN.
  private func end(_ machine: PLMachine) throws(EngineFailure) {
    if function.returnsSet || function.kind == .procedure && function.outputs.isEmpty { return }
    if !machine.output.columns.isEmpty {
      machine.output.rows = try machine.outputRows()
      return
    }
    if case .nothing = machine.output.shape { return }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "2F005"), "control reached end of function without RETURN"))
  }

  private func slot(
    _ name: String, _ type: TypeName, _ value: SQLValue
  ) throws(EngineFailure) -> PLSlot {
    let content = try content(of: type)
    switch content {
    case .scalar(let type, _): return PLSlot(name, .scalar(type, value))
    case .record(var record):
      if case .record(let values) = value { record.values = values }
      return PLSlot(name, .record(record))
    case .cursor(var cursor):
      cursor.take(value)
      return PLSlot(name, .cursor(cursor))
    case .unknown:
      guard value.isNull else {
        throw .undecided(Undecided("an argument of type `\(type)`"))
      }
      return PLSlot(name, content)
    }
  }

  private func width() throws(EngineFailure) -> Int {
    if case .row(let fields) = try shape() { max(1, fields.count) } else { 1 }
  }

  /// What the function gives.
  func shape() throws(EngineFailure) -> PLOutput.Shape {
    let isProcedure = function.kind == .procedure && !function.outputs.isEmpty
    if function.outputs.count > 1 || function.outputs.count == 1 && function.returnsSet
      || isProcedure
    {
      var fields: [PLRecord.Field] = []
      for (number, output) in function.outputs.enumerated() {
        fields.append(
          PLRecord.Field(
            name: output.name ?? "column\(number + 1)", type: try columnType(output.type)))
      }
      return .row(fields)
    }
    if !function.returns.isArray, function.returns.name == "void" { return .nothing }
    switch try content(of: function.returns) {
    case .scalar(let type, _): return .value(type)
    case .record(let record): return record.isFixed ? .row(record.fields) : .record
    case .cursor: return .value(ColumnType(DataType.refcursor))
    case .unknown(let type): return .unknown(type)
    }
  }
}

extension Session {
  /// Runs what a function runs: types are called as its own search path has it.
  func inStyle<Result>(
    of function: Catalog.Function, as role: String, _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    guard function.settings.contains(where: { $0.name.lowercased() == "search_path" }) else {
      return try body()
    }
    var style = ValueStyle.current
    style.searchPath = SearchPathSetting.schemas(
      of: variables.settings["search_path"] ?? "\"$user\", public", user: role, in: engine)
    return try style.use(body)
  }
}
