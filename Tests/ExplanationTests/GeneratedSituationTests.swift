import AccessDecisions
import AccessModel
import AccessTesting
import SituationTesting
import LivePostgres
import SQLText
import ScratchServerTesting
import Testing

/// Every change that an explanation says would do is done on a server, in generated databases.
@Suite struct `Changes that explanations name` {
  @Test func `suffice on a server, in generated situations`() throws {
    guard ServerUnderTest.isExpected else { return }
    var tally = Tally()
    for seed in 1...40 as ClosedRange<UInt64> {
      let questions = Situations.questions(seed: seed)
      guard let world = questions.first?.world else { continue }
      try RoleServer.run { connection in
        // Some worlds are refused, for reasons of their own.
        guard (try? connection.execute(world.sql)) != nil else { return }
        for question in questions.enumerated().filter({ $0.offset % 4 == 0 }).map(\.element) {
          let text = question.statement.sqlText
          let explained = try explain(
            text, as: question.identity, world.catalog, world.tableRows)
          tally.note(explained)
          tally.changes += try LiveCheck(connection, text, question.identity).hold(explained)
        }
      }
    }
    #expect(tally.statements >= 200, "\(tally)")
    #expect(tally.changes >= 100, "\(tally)")
    // Nearly all of what privileges or policies keep from somebody can be turned.
    #expect(tally.turned * 100 >= tally.closed * 95, "\(tally)")
    #expect(tally.unanswered == 0, "\(tally)")
  }

  private struct Tally {
    var statements = 0
    /// Refused for a privilege or policy, or empty because of policies.
    var closed = 0
    var turned = 0
    var changes = 0
    var unanswered = 0

    mutating func note(_ explained: StatementExplanation) {
      statements += 1
      if explained.answer.isEmpty { unanswered += 1 }
      switch Decision(explained.outcome) {
      case .filtered where !explained.answer.contains { $0.hasPrefix("row security hides") }:
        break
      case .filtered, .noPrivilege, .checkViolated, .recursion:
        closed += 1
        if !explained.changes.isEmpty { turned += 1 }
      case .allowed, .bypassed, .error, .undecided: break
      }
    }
  }
}
