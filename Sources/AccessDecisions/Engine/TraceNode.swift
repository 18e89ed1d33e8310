public import AccessModel

/// One step of an explanation: a grant or policy met, or an expression and its value.
///
/// `explain` prints the tree; JSON output carries it as it is.
public struct TraceNode: Hashable, Codable, Sendable {
  public enum Kind: String, Codable, Sendable {
    case statement, privilege, bypass, view, relation, policy, check, expression, subquery, note
  }

  public enum Verdict: String, Codable, Sendable {
    case passed, failed, unknown, undecided, information
  }

  public var kind: Kind
  /// `SELECT on saved for authenticated`, or an expression's SQL text.
  public var label: String
  /// An expression's value as psql prints it, `NULL`, or nil where there is none.
  public var value: String?
  public var verdict: Verdict
  public var place: SourcePlace?
  public var children: [TraceNode]

  public init(
    _ kind: Kind, _ label: String, value: String? = nil, _ verdict: Verdict = .information,
    at place: SourcePlace? = nil, children: [TraceNode] = []
  ) {
    self.kind = kind
    self.label = label
    self.value = value
    self.verdict = verdict
    self.place = place
    self.children = children
  }
}
