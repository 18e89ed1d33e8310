import AccessModel
import RowSecurity
import SQLBinding

extension PLMachine {
  /// CALL. Source: `exec_stmt_call()` in `pl_exec.c`.
  func run(_ call: PLCall) throws(EngineFailure) {
    let parameters = PLParameters(scopes, body.conflict, transition: transition)
    var targets: [PLReference] = []
    let (row, types) = try session.call(
      call, parameters, mayEndTransaction: mayEndTransaction
    ) { (bound, outputs) throws(EngineFailure) in
      targets = try self.targets(of: bound, outputs)
    }
    rowCount = 0
    for (target, (value, type)) in zip(targets, zip(row, types)) {
      try assign(value, type, to: target)
    }
  }

  /// The variables that OUT arguments are given. Source: `make_callstmt_target()`.
  private func targets(
    of call: BoundProcedureCall, _ outputs: [Catalog.Function.Output]
  ) throws(EngineFailure) -> [PLReference] {
    var result: [PLReference] = []
    for (written, output) in zip(call.outputs, outputs) {
      guard case .column(let qualifier, let name)? = written,
        let reference = scopes.find((qualifier.map { [$0] } ?? []) + [name])
      else {
        throw .postgres(
          PostgresError(
            .syntaxError,
            "procedure parameter \"\(output.name ?? "")\" is an output parameter but "
              + "corresponding argument is not writable"))
      }
      result.append(reference)
    }
    return result
  }

  /// COMMIT and ROLLBACK. Source: `_SPI_commit()`, `_SPI_rollback()` in `spi.c`.
  func endTransaction(_ end: PLTransactionEnd) throws(EngineFailure) {
    let state = SQLState(rawValue: "2D000")
    guard mayEndTransaction, let action = variables.endTransaction else {
      throw .postgres(PostgresError(state, "invalid transaction termination"))
    }
    guard variables.subtransactions == 0 else {
      throw .postgres(
        PostgresError(
          state,
          "cannot \(end.isCommit ? "commit" : "roll back") while a subtransaction is active"))
    }
    // Source: `HoldPinnedPortals()` in `src/backend/utils/mmgr/portalmem.c`.
    guard variables.changingLoops == 0 else {
      throw .postgres(
        PostgresError(
          .notInPrerequisiteState,
          "cannot perform transaction commands inside a cursor loop that is not read-only"))
    }
    try action(end.isCommit)
  }
}

extension FunctionSession {
  /// Runs a procedure that a function calls: its OUT arguments. `check` is called before it runs.
  func call(
    _ call: PLCall, _ parameters: PLParameters, mayEndTransaction: Bool,
    check: (BoundProcedureCall, [Catalog.Function.Output]) throws(EngineFailure) -> Void
  ) throws(EngineFailure) -> (row: [SQLValue], types: [DataType]) {
    let statement = FunctionStatement(
      statement: .query(SQLQuery(.unread(text: call.text))), text: call.text)
    try variables.limits.step(FunctionLimits.sqlCost)
    let session = try session()
    defer { session.close() }
    let bound: BoundProcedureCall
    do throws(EngineFailure) {
      bound = try Binder.bind(
        call: call.call, in: session.names, types: parameters.givenTypes,
        variables: parameters.names, useSchema: session.requireSchemaUse)
    } catch {
      throw error.reading(statement, variables.version)
    }
    let outputs = session.catalog.catalog.functions[bound.index].outputs
    try check(bound, outputs)
    running = statement
    defer { running = nil }
    do throws(EngineFailure) {
      let values = try parameters.currentValues()
      let arguments = try session.arguments(of: bound, values)
      let row = try session.run(bound, arguments, mayEndTransaction: mayEndTransaction)
      var types: [DataType] = []
      for output in outputs {
        guard let type = session.names.type(output.type) else {
          throw .undecided(Undecided("an argument of type `\(output.type)`"))
        }
        types.append(type)
      }
      return (types.isEmpty ? [] : row, types)
    } catch {
      throw error.inside(statement.context(variables.version))
    }
  }
}
