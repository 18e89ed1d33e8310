public import AccessDecisions
public import AccessFixtures
public import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

extension SimulatedTarget {
  /// A database with these definitions and rows, as its superuser. What could not be read comes
  /// back. `unknown`: tables by name whose rows are not known, and why.
  public static func loading(
    _ catalog: Catalog, rows: [TableRows], unknown: [String: String] = [:],
    version: PostgresVersion = .v15
  ) -> (target: SimulatedTarget, diagnostics: [Diagnostic]) {
    let target = SimulatedTarget(version: version, catalog: catalog)
    let diagnostics = target.session.load(catalog, rows: rows)
    for (table, reason) in unknown { target.doubts.doubt(table: table, reason) }
    return (target, diagnostics)
  }

  /// Takes an identity's role and claims, as a pooled connection does for a request.
  public func become(_ identity: Identity) throws(PostgresError) {
    do throws(EngineFailure) {
      try session.set("request.jwt.claims", identity.claims ?? "", isLocal: false)
      try session.set("role", identity.role, isLocal: false)
    } catch {
      if case .postgres(let error) = error { throw error }
      throw PostgresError(.featureNotSupported, "the identity's settings are not modelled")
    }
  }

  /// As whom the next statement runs.
  public var currentUser: String { session.currentUser }

  /// The setting `request.jwt.claims`; nil where it has none.
  public var claims: String? {
    let claims = try? session.show("request.jwt.claims")
    return claims == "" ? nil : claims
  }

  /// Why a statement would now be decided as it is, and what would let it through. Leaves the
  /// session as it is.
  ///
  /// Every change in the answer was tried: in a copy of the session, followed by the statement.
  /// `triesChanges`: false leaves them out.
  public func explain(_ text: String, triesChanges: Bool = true) -> StatementExplanation {
    let statement: SessionStatement
    do throws(SessionReadFailure) {
      guard let read = try SessionStatementReader.read(text, version: session.version) else {
        return plain(StatementResult.done(""), text, "there is no statement")
      }
      statement = read
    } catch {
      return plain(
        StatementResult(.failed(error.error)), text, "the statement can't be read")
    }
    if transaction.isFailed, !statement.endsFailedTransaction {
      return plain(
        StatementResult(.failed(TransactionState.aborted)), text,
        "an earlier statement of the transaction failed: nothing runs until ROLLBACK")
    }
    session.doubtfulTables = doubts.tables
    do throws(EngineFailure) {
      guard let question = try question(in: statement) else {
        return try answer(definition: text)
      }
      return explain(question, triesChanges: triesChanges)
    } catch {
      return plain(StatementResult(error), text, error.inWords)
    }
  }

  func explain(_ question: ExplainedStatement, triesChanges: Bool) -> StatementExplanation {
    let inspection = inspect(question)
    let changes =
      triesChanges && !inspection.isAllowed
      ? ChangeSearch(self, question).changes(from: inspection) : []
    return StatementExplanation(
      outcome: inspection.outcome, answer: inspection.answer, trace: inspection.trace,
      changes: changes)
  }

  func inspect(_ question: ExplainedStatement) -> StatementInspection {
    let trial = fork()
    let inspection = session.inspect(
      question.statement, parameterTypes: question.types, parameters: question.parameters,
      services: trial.session.services)
    return withExtendedLifetime(trial) { inspection }
  }

  /// The statement on rows that another one is about; nil: it has none.
  private func question(
    in statement: SessionStatement
  ) throws(EngineFailure) -> ExplainedStatement? {
    switch statement {
    case .data(let statement): return ExplainedStatement(statement)
    case .explain(let inner, _): return try question(in: inner)
    case .declareCursor(let declaration): return ExplainedStatement(.query(declaration.query))
    case .execute(let name, let arguments):
      guard let entry = prepared[name] else { throw Self.noPrepared(name) }
      return ExplainedStatement(
        entry.statement, types: entry.types,
        parameters: try fork().values(of: arguments, entry.types))
    case .copy(let command):
      switch command.source {
      case .statement(let statement): return ExplainedStatement(statement)
      case .relation(let name, let columns):
        guard !command.isFrom else { return nil }
        let targets: [SQLTarget] =
          columns?.map { .expression(.column($0), name: nil) } ?? [.star(qualifier: nil)]
        let item = SQLFromItem.relation(schema: name.schema, name: name.name, alias: nil)
        return ExplainedStatement(.query(SQLQuery(SQLSelect(targets, from: [item]))))
      }
    default: return nil
    }
  }

  /// What is no statement on rows: its answer, and the message of its error.
  private func answer(definition text: String) throws(EngineFailure) -> StatementExplanation {
    let trial = fork()
    guard let result = try? trial.run(text, copyData: { [] }) else {
      throw .undecided(Undecided("a statement that reads no rows"))
    }
    let why =
      result.error.map {
        [$0.message, $0.detail, $0.hint].compactMap { $0 }.joined(separator: ". ")
      }
      ?? "it reads and changes no rows that policies protect"
    return plain(result, text, why)
  }

  private func plain(
    _ result: StatementResult, _ text: String, _ why: String
  ) -> StatementExplanation {
    let outcome: Outcome
    switch result.outcome {
    case .completed(let columns, let rows, let tag):
      outcome = .completed(
        Completion(tag: tag, count: max(1, rows.count), columns: columns ?? [], rows: rows))
    case .failed(let error): outcome = .refused(error)
    case .undecided(let construct): outcome = .undecided(construct)
    }
    let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return StatementExplanation(
      outcome: outcome, answer: [why],
      trace: TraceNode(
        .statement, trimmed, result.error == nil ? .information : .failed,
        children: [TraceNode(.note, "as role \(session.currentUser)")]))
  }
}

/// A statement on rows, with its parameters.
struct ExplainedStatement {
  var statement: SQLStatement
  var types: [TypeName] = []
  var parameters: [String?] = []

  init(_ statement: SQLStatement, types: [TypeName] = [], parameters: [String?] = []) {
    self.statement = statement
    self.types = types
    self.parameters = parameters
  }
}

extension EngineFailure {
  fileprivate var inWords: String {
    switch self {
    case .postgres(let error): error.message
    case .undecided(let construct): "not decided: \(construct.construct) is not modelled"
    }
  }
}

extension StatementResult {
  fileprivate init(_ failure: EngineFailure) {
    switch failure {
    case .postgres(let error): self.init(.failed(error))
    case .undecided(let construct): self.init(.undecided(construct))
    }
  }
}
