public import AccessDecisions
public import AccessModel
import SQLText

extension ServerEngine {
  /// The server's outcomes, one for each set of parameters. Every error with an SQLSTATE is an
  /// outcome; a lost connection, or a role that cannot be taken, throws `LivePostgresError`.
  public func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    guard connection.isInTransaction else {
      throw LivePostgresError.connectionLost("the transaction has ended")
    }
    let types: [UInt32]
    switch try numbers(of: probe.parameterTypes) {
    case .success(let numbers): types = numbers
    case .failure(let error): return probe.parameterSets.map { _ in .refused(error) }
    }
    let enter = try commandsToEnter(identity)
    let undo = commandsToUndo(probe.statement, enter: enter)
    let sql = sqlText(probe.statement)
    // What cannot be sent at all is refused here, as the server would refuse it.
    let refusals = probe.parameterSets.map { connection.refusal(of: sql, $0) }
    let sendable = zip(probe.parameterSets, refusals).filter { $1 == nil }.map(\.0)
    var answers = try ask(sql, sendable, types, as: identity, enter, undo: undo)[...]
    return refusals.map { refusal in
      refusal.map { .refused($0) } ?? answers.popFirst() ?? .undecided(Undecided("no answer"))
    }
  }

  /// One pipeline: into the identity's role, each set of parameters with its undoing, and out again.
  ///
  /// A statement that the server refuses aborts the transaction, so that nothing of what follows
  /// runs until a savepoint is rolled back to.
  private func ask(
    _ sql: String, _ sets: [[String?]], _ types: [UInt32], as identity: Identity,
    _ enter: [String], undo: [String]
  ) throws -> [Outcome] {
    var steps = (["SAVEPOINT rowkeep_identity"] + enter).map { PipelineStep.query($0) }
    let first = steps.count
    // Prepared once where it is asked often: names, types and policies are then looked up once.
    let statement = sets.count > 1 ? connection.newStatement() : nil
    if let statement { steps.append(.prepare(statement, sql, types: types)) }
    for parameters in sets {
      steps.append(
        statement.map { .execute($0, parameters: parameters) }
          ?? .query(sql, parameters: parameters, types: types))
      steps += undo.map { .query($0) }
    }
    if let statement {
      steps.append(.query("DEALLOCATE \(quoteIdentifier(statement.name))"))
    }
    steps += [.query("ROLLBACK TO rowkeep_identity"), .query("RELEASE rowkeep_identity")]
    let answers = try connection.run(steps)
    for case .failure(let error) in answers.prefix(first) { throw cannotAct(as: identity, error) }
    if statement != nil, case .failure(let error) = answers[first] {
      // None of what is looked up then depends on parameters.
      return sets.map { _ in .refused(error) }
    }
    let start = first + (statement == nil ? 0 : 1)
    return sets.indices.map { outcome(answers[start + $0 * (1 + undo.count)]) }
  }

  /// As above, after a change that is undone again; refused where the server refuses the change.
  public func ask(
    _ probe: Probe, as identity: Identity, after change: PriorChange
  ) throws -> [Outcome] {
    guard connection.isInTransaction else {
      throw LivePostgresError.connectionLost("the transaction has ended")
    }
    try connection.execute("SAVEPOINT rowkeep_change")
    defer {
      // Also puts the role back. If the connection is gone, so is the transaction.
      _ = try? connection.execute("ROLLBACK TO rowkeep_change; RELEASE rowkeep_change")
      if let resetSequences { _ = try? connection.execute(resetSequences) }
    }
    if let error = try make(change) {
      return probe.parameterSets.map { _ in .refused(error) }
    }
    return try ask(probe, as: identity)
  }

  /// Makes the change as whoever makes it; gives the error that stops it.
  private func make(_ change: PriorChange) throws -> PostgresError? {
    let types: [UInt32]
    switch try numbers(of: change.probe.parameterTypes) {
    case .success(let numbers): types = numbers
    case .failure(let error): return error
    }
    do {
      try connection.execute(commandsToEnter(change.identity).joined(separator: "; "))
      try connection.query(
        sqlText(change.probe.statement), parameters: change.probe.parameterSets.first ?? [],
        types: types)
      try connection.execute("RESET ROLE")
      return nil
    } catch let error as PostgresError { return error }
  }

  private func outcome(_ answer: Result<Exchange, PostgresError>) -> Outcome {
    switch answer {
    case .success(let exchange):
      let result = exchange.result
      return .completed(
        Completion(
          tag: result.tag, count: result.count, columns: result.columns, rows: result.rows))
    case .failure(let error): return .refused(error)
    }
  }

  /// A savepoint that is rolled back to, and not released, stays: none pile up.
  private func commandsToEnter(_ identity: Identity) throws -> [String] {
    try connection.requireNoZeroByte(identity.role + (identity.claims ?? ""))
    // SET ROLE, even quoted, takes `none` for the session's own user.
    guard identity.role != "none" else {
      throw LivePostgresError(
        .notAllowed, "identity `\(identity.name)` acts as role `none`, a reserved name",
        help: "give it a role of the plan")
    }
    return [
      "SET LOCAL ROLE \(quoteIdentifier(substitutes[identity.role] ?? identity.role))",
      "SELECT set_config('request.jwt.claims', \(quoteLiteral(identity.claims ?? "")), true)",
      "SAVEPOINT rowkeep_probe",
    ]
  }

  /// nextval is not undone by savepoints, so after statements that may have used a sequence all are
  /// put back, which only the administrator may do.
  private func commandsToUndo(_ statement: SQLStatement, enter: [String]) -> [String] {
    switch statement {
    case .insert, .update, .merge:
      resetSequences.map { ["ROLLBACK TO rowkeep_identity", $0] + enter }
        ?? ["ROLLBACK TO rowkeep_probe"]
    case .query, .delete, .truncate:
      ["ROLLBACK TO rowkeep_probe"]
    }
  }

  private func cannotAct(as identity: Identity, _ error: PostgresError) -> LivePostgresError {
    LivePostgresError(
      .notAllowed,
      "user `\(connection.user)` cannot act as identity `\(identity.name)`: \(error.message)",
      help: "GRANT \(quoteIdentifier(identity.role)) TO \(quoteIdentifier(connection.user)), "
        + "or connect as a superuser", cause: error)
  }

  /// OIDs of types, each looked up once; an error for a type the server does not have.
  private func numbers(of types: [TypeName]) throws -> Result<[UInt32], PostgresError> {
    var numbers: [UInt32] = []
    for type in types {
      if typeNumbers[type] == nil {
        // Modifiers make no type of their own.
        let text = type.name + (type.isArray ? "[]" : "")
        let parsed = try connection.undoingErrors {
          try connection.query("SELECT to_regtype($1)::oid", parameters: [text]).firstValue
        }
        switch parsed {
        case .success(let number): typeNumbers[type] = number.flatMap { UInt32($0) }
        case .failure(let error): return .failure(error)
        }
      }
      guard let number = typeNumbers[type] else {
        return .failure(PostgresError(.undefinedObject, "type \"\(type)\" does not exist"))
      }
      numbers.append(number)
    }
    return .success(numbers)
  }
}

extension Connection {
  /// Runs `body` under a savepoint: if the server refuses, the transaction goes on without it.
  func undoingErrors<Value>(_ body: () throws -> Value) throws -> Result<Value, PostgresError> {
    try execute("SAVEPOINT rowkeep_try")
    do {
      let value = try body()
      try execute("RELEASE rowkeep_try")
      return .success(value)
    } catch let error as PostgresError {
      try execute("ROLLBACK TO rowkeep_try; RELEASE rowkeep_try")
      return .failure(error)
    }
  }
}
