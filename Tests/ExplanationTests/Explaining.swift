import AccessDecisions
import AccessFixtures
import AccessModel
import AccessTesting
import LivePostgres
import SQLFrontend
import SQLSession
import SQLText
import ScratchServerTesting
import Testing

/// Explains a statement of an identity over a catalog with rows.
func explain(
  _ statement: String, as identity: Identity, _ catalog: Catalog, _ rows: [TableRows]
) throws -> StatementExplanation {
  let result: Result<StatementExplanation, PostgresError> = SessionStatementReader.onDeepStack {
    let target = SimulatedTarget.loading(catalog, rows: rows).target
    do throws(PostgresError) {
      try target.become(identity)
    } catch {
      return .failure(error)
    }
    return .success(target.explain(statement))
  }
  return try result.get()
}

/// A script whose last statement is explained in the state that the others leave.
struct Situation {
  let script: String
  let statement: String

  init(_ script: String, _ statement: String) {
    self.script = script
    self.statement = statement
  }

  func explanation(_ version: PostgresVersion = .v15) throws -> StatementExplanation {
    let (script, statement) = (script, statement)
    let result: Result<StatementExplanation, any Error> = SessionStatementReader.onDeepStack {
      Result {
        let target = SimulatedTarget(version: version)
        let failures = Failures()
        _ = try ScriptRunner(target: target, reporter: failures).run(script)
        #expect(failures.messages == [])
        return target.explain(statement)
      }
    }
    return try result.get()
  }

  /// The explanation, once a server has agreed with what it says of the statement and of every
  /// change.
  func held() throws -> StatementExplanation {
    let explanation = try explanation()
    guard ServerUnderTest.isExpected else { return explanation }
    try RoleServer.run { connection in
      try connection.execute(script)
      let role = try connection.query("SELECT current_user").firstValue ?? "postgres"
      let claims = try connection.query("SELECT current_setting('request.jwt.claims', true)")
        .firstValue
      try connection.execute("RESET ROLE")
      let identity = Identity(role, role: role, claims: claims)
      try LiveCheck(connection, statement, identity).hold(explanation)
    }
    return explanation
  }
}

/// Holds an explanation against a server whose database is in the state that it was made in.
struct LiveCheck {
  let connection: Connection
  let statement: String
  let identity: Identity

  init(_ connection: Connection, _ statement: String, _ identity: Identity) {
    self.connection = connection
    self.statement = statement
    self.identity = identity
  }

  /// How many changes were tried on the server.
  @discardableResult
  func hold(
    _ explanation: StatementExplanation, at location: SourceLocation = #_sourceLocation
  ) throws -> Int {
    if case .undecided = explanation.outcome { return 0 }
    let now = try decision(nil)
    #expect(
      now.error == explanation.outcome.error && now.reaches == explanation.outcome.reaches,
      "\(statement)\n\(now)\n\(explanation.outcome)", sourceLocation: location)
    for tried in explanation.changes {
      let after = try decision(tried.change)
      #expect(
        after.error == tried.outcome.error && after.reaches == tried.outcome.reaches,
        "\(statement)\nafter \(tried.change)\n\(after)\n\(tried.outcome)", sourceLocation: location)
      // Nothing of what refused it is left; a reader that found nothing finds something.
      let isRefused =
        if case .refused(let error, _) = tried.outcome {
          error.sqlState.rawValue.hasPrefix("42")
        } else { false }
      #expect(!isRefused, "\(tried)", sourceLocation: location)
      if case .filtered = Decision(explanation.outcome) {
        #expect(after.reaches, "\(tried)", sourceLocation: location)
      }
    }
    return explanation.changes.count
  }

  /// What the server says, in a transaction that is rolled back.
  private func decision(
    _ change: ProposedChange?
  ) throws -> (error: String?, reaches: Bool) {
    try connection.execute("BEGIN")
    defer { _ = try? connection.execute("ROLLBACK") }
    do {
      for step in change?.steps ?? [] where step.isAdministrators {
        try connection.execute(step.sql)
      }
      try connection.execute("SET LOCAL ROLE \(quoteIdentifier(identity.role))")
      if let claims = identity.claims {
        try connection.execute(
          "SELECT set_config('request.jwt.claims', \(quoteLiteral(claims)), true)")
      }
      for step in change?.steps ?? [] where !step.isAdministrators {
        try connection.execute(step.sql)
      }
      let result = try connection.query(change?.statement ?? statement)
      return (nil, result.count > 0 || result.tag == "TRUNCATE TABLE")
    } catch let error as PostgresError {
      return (error.message, false)
    }
  }
}

extension Outcome {
  fileprivate var error: String? {
    if case .refused(let error, _) = self { error.message } else { nil }
  }

  fileprivate var reaches: Bool {
    switch Decision(self) {
    case .allowed, .bypassed: true
    default: false
    }
  }
}

private final class Failures: ScriptReporter {
  var messages: [String] = []

  func echo(_ line: String) {}
  func message(_ text: String) {}
  func warn(_ text: String, line: Int) { messages.append(text) }

  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {
    if let error = result.error { messages.append("\(statement): \(error.message)") }
    if let construct = result.undecided {
      messages.append("\(statement): undecided: \(construct.construct)")
    }
  }
}

extension TraceNode {
  /// The tree as lines: label, value, mark.
  var lines: [String] {
    ["\(label)\(value.map { " → \($0)" } ?? "")"] + children.flatMap(\.lines)
  }

  /// The first node whose label has a text in it.
  func find(_ text: String) -> TraceNode? {
    if label.contains(text) { return self }
    return children.lazy.compactMap { $0.find(text) }.first
  }
}
