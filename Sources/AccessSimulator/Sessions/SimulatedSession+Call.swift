public import AccessDecisions
public import AccessModel
import RowSecurity
public import SQLBinding

/// CALL. Source: `ExecuteCallStmt()` in `functioncmds.c`.
extension SimulatedSession {
  /// Runs a procedure; its row is what OUT and INOUT arguments hold at the end.
  ///
  /// `mayEndTransaction`: no transaction block is open, so COMMIT and ROLLBACK are allowed in it.
  public func call(
    _ call: SQLFunctionCall, mayEndTransaction: Bool
  ) throws(EngineFailure) -> Completion {
    try withTransaction(mayEndTransaction) { (session) throws(EngineFailure) in
      session.begin(parameters: [])
      let bound = try Binder.bind(
        call: call, in: session.names, useSchema: session.requireSchemaUse)
      let values = try session.arguments(of: bound, [])
      let row = try FunctionStack.run { () throws(EngineFailure) in
        try session.run(bound, values, mayEndTransaction: mayEndTransaction)
      }
      let outputs = session.catalog.catalog.functions[bound.index].outputs
      guard !outputs.isEmpty else { return Completion(tag: "CALL", count: 0) }
      var texts: [String?] = []
      for (value, output) in zip(row, outputs) {
        guard let type = session.names.type(output.type) else {
          throw .undecided(Undecided("a value of type `\(output.type)`"))
        }
        try value.requireShown(as: type)
        texts.append(value.output(as: type))
      }
      return Completion(
        tag: "CALL", count: 0,
        columns: outputs.enumerated().map { $1.name ?? "column\($0 + 1)" }, rows: [texts])
    }
  }
}

extension Session {
  /// Throws where a schema that a name is in may not be used.
  func requireSchemaUse(_ schema: String) throws(EngineFailure) {
    let check = PrivilegeCheck(.usage, on: .schema(schema), as: role)
    if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
  }

  /// Whether the procedure may be called, and the values of its arguments. RULES 72.
  func arguments(
    of call: BoundProcedureCall, _ parameters: [SQLValue]
  ) throws(EngineFailure) -> [SQLValue] {
    let check = PrivilegeCheck(.execute, on: .function(call.index), as: role)
    if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
    guard !call.arguments.targets.contains(where: \.expression.hasSubquery) else {
      throw .postgres(
        PostgresError(.featureNotSupported, "cannot use subquery in CALL argument"))
    }
    let secured = try engine.secure(
      .query(call.arguments), as: role, planning: planning)
    if let error = try engine.privileges.firstFailure(of: secured.privileges) {
      throw .postgres(error)
    }
    guard case .query(let query) = secured.statement else { return [] }
    begin(parameters: parameters)
    return try QueryCompiler(self).compile(query).rows(in: nil).first ?? []
  }

  /// Runs a procedure, which loses the right to end transactions where PostgreSQL takes it away.
  func run(
    _ call: BoundProcedureCall, _ arguments: [SQLValue], mayEndTransaction: Bool
  ) throws(EngineFailure) -> [SQLValue] {
    let procedure = catalog.catalog.functions[call.index]
    var types: [DataType]?
    if catalog.names.isPolymorphic(function: call.index) {
      types = call.arguments.targets.map(\.expression.type)
    }
    var run = FunctionRun(self, call.index, types: types)
    run.mayEndTransaction =
      mayEndTransaction && !procedure.isSecurityDefiner && procedure.settings.isEmpty
    return try run.rows(arguments).first ?? []
  }
}
