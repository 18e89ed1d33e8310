/// Why a statement is decided as it is: the answer first, then everything that led there, and what
/// would turn the decision.
public struct StatementExplanation: Hashable, Sendable {
  public var outcome: Outcome
  /// Sentences, the most important first.
  public var answer: [String]
  public var trace: TraceNode
  /// Each lets the statement reach its rows; the narrowest first.
  public var changes: [TriedChange]

  public init(
    outcome: Outcome, answer: [String], trace: TraceNode, changes: [TriedChange] = []
  ) {
    self.outcome = outcome
    self.answer = answer
    self.trace = trace
    self.changes = changes
  }
}
