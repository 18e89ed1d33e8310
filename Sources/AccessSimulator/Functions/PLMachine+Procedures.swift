import AccessModel
import RowSecurity
import SQLBinding

extension PLMachine {
  /// CALL. Source: `exec_stmt_call()` in `pl_exec.c`.
  func run(_ call: PLCall) throws(EngineFailure) {
    let parameters = PLParameters(scopes, body.conflict, transition: transition)
    let (bound, row, types) = try session.call(
      call, parameters, mayEndTransaction: mayEndTransaction)
    rowCount = 0
    for (number, (value, type)) in zip(row, types).enumerated() {
      guard case .column(let qualifier, let name)? = bound.outputs[number],
        let reference = scopes.find((qualifier.map { [$0] } ?? []) + [name])
      else {
        let output = session.caller.catalog.catalog.functions[bound.index].outputs[number]
        throw .postgres(
          PostgresError(
            .syntaxError,
            "procedure parameter \"\(output.name ?? "")\" is an output parameter but "
              + "corresponding argument is not writable"))
      }
      try assign(value, type, to: reference)
    }
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
    try action(end.isCommit)
  }
}

extension FunctionSession {
  /// Runs a procedure that a function calls: what it was bound to, and its OUT arguments.
  func call(
    _ call: PLCall, _ parameters: PLParameters, mayEndTransaction: Bool
  ) throws(EngineFailure) -> (BoundProcedureCall, row: [SQLValue], types: [DataType]) {
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
      throw error.reading(call.text, statement.context)
    }
    running = statement
    defer { running = nil }
    do throws(EngineFailure) {
      let values = try parameters.currentValues()
      let arguments = try session.arguments(of: bound, values)
      let row = try session.run(bound, arguments, mayEndTransaction: mayEndTransaction)
      var types: [DataType] = []
      for output in session.catalog.catalog.functions[bound.index].outputs {
        guard let type = session.names.type(output.type) else {
          throw .undecided(Undecided("an argument of type `\(output.type)`"))
        }
        types.append(type)
      }
      return (bound, types.isEmpty ? [] : row, types)
    } catch {
      throw error.inside(statement.context)
    }
  }
}
