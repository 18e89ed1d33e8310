public import AccessModel
import LivePostgres
import SQLFrontend
import SQLSession
import ScratchServerTesting
public import Testing

/// Runs an SQL script on the simulator and on a server, statement by statement, each seeing what the
/// ones before have done, and asserts that both say the same, DETAIL included.
///
/// `undecided`: how many statements the simulator may leave undecided, so that it can't grow unseen.
public func agree(
  onScript sql: String, undecided limit: Int = 0, version: PostgresVersion = .v15,
  at location: SourceLocation = #_sourceLocation
) throws {
  guard ServerUnderTest.isExpected else { return }
  try RoleServer.withDatabase { database in
    let result: Result<Void, any Error> = SessionStatementReader.onDeepStack {
      Result { try run(sql, version, on: database, limit, location) }
    }
    try result.get()
  }
}

private func run(
  _ sql: String, _ version: PostgresVersion, on database: ScratchDatabase, _ limit: Int,
  _ location: SourceLocation
) throws {
  let server = try ServerTarget { user in try database.connect(user: user ?? "postgres") }
  let target = ComparingTarget(simulated: SimulatedTarget(version: version), server: server)
  var undecided: [String] = []
  var compared = 0
  target.onAnswer = { statement, verdict, ours, theirs in
    switch verdict {
    case .undecided:
      undecided.append("\(ours.undecided?.construct ?? ""): \(statement)")
    case .same, .different:
      compared += 1
      #expect(
        verdict == .same, "\(statement)\n\(ours.outcome)\n\(theirs.outcome)",
        sourceLocation: location)
      guard let mine = ours.error, let other = theirs.error, mine.sqlState.isAboutRows else {
        return
      }
      #expect(mine.detail == other.detail, "\(statement)", sourceLocation: location)
    }
  }
  _ = try ScriptRunner(target: target, reporter: Silence()).run(sql)
  #expect(compared > 0, sourceLocation: location)
  #expect(undecided.count <= limit, "\(undecided)", sourceLocation: location)
}

extension SQLState {
  /// Class 23 and views' check options, whose DETAIL shows rows; class 42 and 55 are about names.
  fileprivate var isAboutRows: Bool {
    rawValue.hasPrefix("23") || self == .withCheckOptionViolation || self == .notInPrerequisiteState
  }
}

private final class Silence: ScriptReporter {
  func echo(_ line: String) {}
  func message(_ text: String) {}
  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {}
  func warn(_ text: String, line: Int) {}
}
