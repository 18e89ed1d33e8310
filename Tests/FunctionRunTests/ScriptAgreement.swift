import AccessModel
import LivePostgres
import SQLFrontend
import SQLSession
import ScratchServerTesting
import Testing

/// Runs a script in the simulator and on a server: every statement must end alike, with the same
/// rows, notices, SQLSTATE and message.
///
/// `undecided`: how many statements the simulator may leave so.
func expectAgreement(
  _ script: String, undecided limit: Int = 0, at location: SourceLocation = #_sourceLocation
) throws {
  guard ServerAvailability.canTest else { return }
  let outcome = try RoleServer.withDatabase { database in
    let address = database.address
    return SessionStatementReader.onDeepStack { Result { try agreement(script, address) } }
  }.get()
  for difference in outcome.differences { Issue.record("\(difference)", sourceLocation: location) }
  #expect(outcome.statements > 0, sourceLocation: location)
  #expect(
    outcome.undecided.count <= limit, "\(outcome.undecided.joined(separator: "; "))",
    sourceLocation: location)
}

private struct Agreement: Sendable {
  var statements = 0
  var differences: [String] = []
  var undecided: [String] = []
}

private func agreement(_ script: String, _ address: String) throws -> Agreement {
  let target = try PairedTarget(
    simulated: SimulatedTarget(version: .v15),
    server: ServerTarget { user in
      try Connection(user.map { "\(address) user=\($0)" } ?? address)
    })
  let runner = ScriptRunner(target: target, reporter: SilentReporter())
  _ = try runner.run(script)
  return target.outcome
}

/// Asks both and keeps how they differ.
private final class PairedTarget: ScriptTarget {
  private let simulated: any ScriptTarget
  private let server: any ScriptTarget
  var outcome = Agreement()

  init(simulated: any ScriptTarget, server: any ScriptTarget) throws {
    self.simulated = simulated
    self.server = server
  }

  func run(_ statement: String, copyData: () -> [String]) throws -> StatementResult {
    let theirs = try server.run(statement, copyData: copyData)
    let ours = try simulated.run(statement, copyData: copyData)
    outcome.statements += 1
    if let construct = ours.undecided {
      outcome.undecided.append("\(statement.prefix(60)): \(construct.construct)")
    } else if Self.text(ours, statement) != Self.text(theirs.withoutTag(like: ours), statement) {
      outcome.differences.append(
        "\(statement)\nsimulated: \(Self.text(ours, statement))\nserver: \(Self.text(theirs, statement))"
      )
    }
    return ours
  }

  var isInTransaction: Bool { simulated.isInTransaction }

  func connect(user: String?, database: String?) throws -> StatementResult {
    _ = try server.connect(user: user, database: database)
    return try simulated.connect(user: user, database: database)
  }

  private static func text(_ result: StatementResult, _ statement: String) -> String {
    let notices = result.notices.map { "\($0.severity): \($0.message)\n" }.joined()
    switch result.outcome {
    case .failed(let error): return notices + "ERROR \(error.sqlState): \(error.message)"
    case .undecided(let construct): return notices + "undecided: \(construct.construct)"
    case .completed(_, let rows, let tag):
      var lines = rows.map { $0.map { $0 ?? "NULL" }.joined(separator: "|") }
      if !statement.lowercased().contains("order by") { lines.sort() }
      return notices + lines.map { $0 + "\n" }.joined() + tag
    }
  }
}

extension StatementResult {
  /// Definitions that answer no tag yet are compared without it.
  fileprivate func withoutTag(like other: StatementResult) -> StatementResult {
    guard case .completed(_, _, "") = other.outcome,
      case .completed(let columns, let rows, _) = outcome
    else { return self }
    var result = self
    result.outcome = .completed(columns: columns, rows: rows, tag: "")
    return result
  }
}

private final class SilentReporter: ScriptReporter {
  func echo(_ line: String) {}
  func message(_ text: String) {}
  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {}
  func warn(_ text: String, line: Int) {}
}
