public import AccessDecisions
public import AccessModel
import SQLText

extension ServerEngine {
  /// The server's outcomes, one for each set of parameters. Every error with an SQLSTATE is an
  /// outcome; a lost connection, or a role that cannot be taken, throws `LivePostgresError`.
  public func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    try ask(probe, as: identity, nil)
  }

  /// As above; undecided where the server refuses the change.
  public func ask(
    _ probe: Probe, as identity: Identity, after change: PriorChange
  ) throws -> [Outcome] {
    try ask(probe, as: identity, change)
  }

  private func ask(
    _ probe: Probe, as identity: Identity, _ change: PriorChange?
  ) throws -> [Outcome] {
    guard connection.isInTransaction else {
      throw LivePostgresError.connectionLost("the transaction has ended")
    }
    let types: [UInt32]
    switch try numbers(of: probe.parameterTypes) {
    case .success(let numbers): types = numbers
    case .failure(let error): return probe.parameterSets.map { _ in .refused(error) }
    }
    try connection.execute("SAVEPOINT rowkeep_identity")
    defer {
      // Also puts the role back. If the connection is gone, so is the transaction.
      _ = try? connection.execute(
        "ROLLBACK TO rowkeep_identity; RELEASE rowkeep_identity")
      if change != nil, let resetSequences { _ = try? connection.execute(resetSequences) }
    }
    if let change, let error = try make(change) {
      return probe.parameterSets.map { _ in .refused(error) }
    }
    let enter = try commandsToEnter(identity)
    do {
      try connection.execute(enter)
    } catch let error as PostgresError {
      throw cannotAct(as: identity, error)
    }
    let undo = commandsToUndo(probe.statement, enter: enter)
    let sql = sqlText(probe.statement)
    if probe.parameterSets.count > 1 {
      return try askOften(sql, probe.parameterSets, types, undo: undo)
    }
    return try probe.parameterSets.map { parameters in
      try outcome(undo: undo) {
        try connection.query(sql, parameters: parameters, types: types)
      }
    }
  }

  /// Makes the change as whoever makes it; gives the error that stops it.
  private func make(_ change: PriorChange) throws -> PostgresError? {
    let types: [UInt32]
    switch try numbers(of: change.probe.parameterTypes) {
    case .success(let numbers): types = numbers
    case .failure(let error): return error
    }
    do {
      try connection.execute(commandsToEnter(change.identity))
      try connection.query(
        sqlText(change.probe.statement), parameters: change.probe.parameterSets.first ?? [],
        types: types)
      try connection.execute("RESET ROLE")
      return nil
    } catch let error as PostgresError { return error }
  }

  private func askOften(
    _ sql: String, _ sets: [[String?]], _ types: [UInt32], undo: String
  ) throws -> [Outcome] {
    let statement: PreparedStatement
    do {
      statement = try connection.prepare(sql, types: types)
    } catch let error as PostgresError {
      // Names, types and policies are looked up when a statement is prepared; none of this depends
      // on parameters.
      return sets.map { _ in .refused(error) }
    }
    let outcomes = try sets.map { parameters in
      try outcome(undo: undo) { try connection.execute(statement, parameters: parameters) }
    }
    try connection.deallocate(statement)
    return outcomes
  }

  private func outcome(undo: String, _ run: () throws -> QueryResult) throws -> Outcome {
    let outcome: Outcome
    do {
      let result = try run()
      outcome = .completed(
        Completion(
          tag: result.tag, count: result.count, columns: result.columns, rows: result.rows))
    } catch let error as PostgresError {
      outcome = .refused(error)
    }
    try connection.execute(undo)
    return outcome
  }

  /// A savepoint that is rolled back to, and not released, stays: none pile up.
  private func commandsToEnter(_ identity: Identity) throws -> String {
    try connection.requireNoZeroByte(identity.role + (identity.claims ?? ""))
    // SET ROLE, even quoted, takes `none` for the session's own user.
    guard identity.role != "none" else {
      throw LivePostgresError(
        .notAllowed, "identity `\(identity.name)` acts as role `none`, a reserved name",
        help: "give it a role of the plan")
    }
    return """
      SET LOCAL ROLE \(quoteIdentifier(substitutes[identity.role] ?? identity.role));
      SELECT set_config('request.jwt.claims', \(quoteLiteral(identity.claims ?? "")), true);
      SAVEPOINT rowkeep_probe
      """
  }

  /// nextval is not undone by savepoints, so after statements that may have used a sequence all are
  /// put back, which only the administrator may do.
  private func commandsToUndo(_ statement: SQLStatement, enter: String) -> String {
    switch statement {
    case .insert, .update, .merge:
      resetSequences.map { "ROLLBACK TO rowkeep_identity; \($0); \(enter)" }
        ?? "ROLLBACK TO rowkeep_probe"
    case .query, .delete, .truncate:
      "ROLLBACK TO rowkeep_probe"
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
