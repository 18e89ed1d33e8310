public import AccessModel

/// What became of one statement of a script.
public struct StatementResult: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// `columns` is nil where the statement gives no rows, not even none.
    case completed(columns: [String]?, rows: [[String?]], tag: String)
    case failed(PostgresError)
    case undecided(Undecided)
  }

  public var outcome: Outcome
  /// Messages that came with it, in order.
  public var notices: [Notice]
  /// Lines of COPY … TO stdout.
  public var copied: [String]?

  public init(
    _ outcome: Outcome, notices: [Notice] = [], copied: [String]? = nil
  ) {
    self.outcome = outcome
    self.notices = notices
    self.copied = copied
  }

  /// How many rows CREATE TABLE AS gave to its table, or none.
  var filled: Int {
    guard case .completed(columns: nil, rows: _, let tag) = outcome, tag.hasPrefix("SELECT ")
    else { return 0 }
    return Int(tag.dropFirst(7)) ?? 0
  }

  static func done(_ tag: String) -> Self {
    StatementResult(.completed(columns: nil, rows: [], tag: tag))
  }

  public var error: PostgresError? {
    if case .failed(let error) = outcome { error } else { nil }
  }

  /// Neither completed as the server would, nor known to.
  var isFailure: Bool { if case .completed = outcome { false } else { true } }

  public var undecided: Undecided? {
    if case .undecided(let construct) = outcome { construct } else { nil }
  }
}
