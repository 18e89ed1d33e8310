public import AccessDecisions
import AccessModel

/// What comparing two answers to one statement gave.
public enum Verdict: Hashable, Sendable {
  case agreed
  case undecided(String)
  case disagreed

  init(_ mine: Outcome, _ theirs: Outcome, to statement: SQLStatement) {
    if case .undecided(let construct) = mine {
      self = .undecided(construct.construct)
    } else {
      let isSame = mine.agrees(with: theirs) && (!statement.isOrdered || mine.rows == theirs.rows)
      self = isSame ? .agreed : .disagreed
    }
  }
}

extension SQLStatement {
  /// Generated queries are ordered by all that comes out of them, or not at all.
  fileprivate var isOrdered: Bool {
    if case .query(let query) = self { !query.orderBy.isEmpty } else { false }
  }
}

/// A case on which the engines differ.
public struct Finding: Sendable {
  /// The question.
  public var question: DifferentialCase
  /// The simulator's answer.
  public var simulated: Outcome
  /// The server's.
  public var served: Outcome

  /// For a log: the script, and both answers.
  public var description: String { question.world.sql + brief }

  /// Without the world.
  public var brief: String {
    """
    \(question.sessionSQL)-- simulator: \(Self.line(simulated))
    -- server:    \(Self.line(served))

    """
  }

  private static func line(_ outcome: Outcome) -> String {
    switch outcome {
    case .undecided(let undecided): return "undecided: \(undecided.construct)"
    case .refused(let error, _): return "ERROR \(error.sqlState): \(error.message)"
    case .completed(let completion):
      let rows = completion.rows.map { $0.map { $0 ?? "NULL" }.joined(separator: "|") }
      return "\(completion.tag) (\(completion.columns.joined(separator: "|"))) "
        + rows.joined(separator: "; ")
    }
  }
}
