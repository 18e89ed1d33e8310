/// A change that may turn a decision: what to run, and as whom.
public struct ProposedChange: Hashable, Sendable {
  /// What kind of thing changes, from the narrowest on.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The statement itself: without RETURNING, with another value.
    case statement
    /// A claim or setting of the session.
    case claim
    /// The role that the session runs as.
    case role
    /// A row to insert, or to change.
    case row
    case grant
    case membership
    case policy

    public static func < (a: Self, b: Self) -> Bool { a.order < b.order }
    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// One statement of the change.
  public struct Step: Hashable, Sendable {
    public var sql: String
    /// Run by a superuser; otherwise by the session that asks, before its statement.
    public var isAdministrators: Bool

    public init(_ sql: String, isAdministrators: Bool = true) {
      self.sql = sql
      self.isAdministrators = isAdministrators
    }
  }

  /// The kind of each part, in the order in which they were found.
  public var kinds: [Kind]
  public var steps: [Step]
  /// The statement to run instead; nil: the same.
  public var statement: String?

  public init(_ kind: Kind, _ steps: [Step], statement: String? = nil) {
    kinds = [kind]
    self.steps = steps
    self.statement = statement
  }

  /// Both, this one first.
  public func followed(by other: Self) -> Self {
    var both = self
    for kind in other.kinds where !both.kinds.contains(kind) { both.kinds.append(kind) }
    both.steps += other.steps.filter { !steps.contains($0) }
    both.statement = other.statement ?? statement
    return both
  }
}

/// A change that was tried in the simulator, and what the statement then gives.
public struct TriedChange: Hashable, Sendable {
  public var change: ProposedChange
  public var outcome: Outcome

  public init(_ change: ProposedChange, _ outcome: Outcome) {
    self.change = change
    self.outcome = outcome
  }
}
