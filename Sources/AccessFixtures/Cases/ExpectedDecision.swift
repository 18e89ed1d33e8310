public import AccessModel

/// The exact set of rows a case expects to see, in any order.
public struct ExpectedRows: Hashable, Sendable {
  /// Columns that identify a row here: the primary key's, or those the author wrote.
  public var columns: [String]
  /// One per row; values as many as `columns`. Nil: only the count is given.
  public var rows: [[String?]]?
  /// How many rows, if the author gave a number.
  public var count: Int?

  /// A set, a number, or both.
  public init(columns: [String], rows: [[String?]]?, count: Int? = nil) {
    self.columns = columns
    self.rows = rows
    self.count = count
  }
}

/// The reason a case expects, as `expect:` gives it.
public enum ExpectedDecision: Hashable, Sendable {
  /// The row, or any row, was reached, under the policies.
  case allowed
  /// Reached, because row security did not apply.
  case bypassed
  /// No error, and nothing reached.
  case filtered
  /// 42501, a privilege is missing.
  case noPrivilege
  /// 42501, a new row violates a policy: this restrictive one, or any if nil.
  case checkViolated(policy: String?)
  /// 42P17.
  case recursion
  /// This SQLSTATE.
  case error(SQLState)
  /// No error, and exactly so many rows read or changed.
  case changed(Int)

  /// The spelling of `expect:`.
  public var text: String {
    switch self {
    case .allowed: "allowed"
    case .bypassed: "bypassed"
    case .filtered: "filtered"
    case .noPrivilege: "no_privilege"
    case .checkViolated(let policy): "check_violated" + (policy.map { " \($0)" } ?? "")
    case .recursion: "recursion"
    case .error(let state): "error \(state)"
    case .changed(let count): "changed \(count)"
    }
  }

  static let words = [
    "allowed", "bypassed", "filtered", "no_privilege", "check_violated", "recursion", "error",
    "changed",
  ]

  /// Reads `check_violated`, `check_violated only_mine`, `error 23505`, `changed 3`; nil if it is
  /// none of the spellings.
  init?(_ word: String, _ argument: String?) {
    switch (word, argument) {
    case ("allowed", nil): self = .allowed
    case ("bypassed", nil): self = .bypassed
    case ("filtered", nil): self = .filtered
    case ("no_privilege", nil): self = .noPrivilege
    case ("check_violated", let policy): self = .checkViolated(policy: policy)
    case ("recursion", nil): self = .recursion
    case ("error", let state?) where Self.isSQLState(state):
      self = .error(SQLState(rawValue: state))
    case ("changed", let number?):
      guard let count = Int(number), count >= 0 else { return nil }
      self = .changed(count)
    default: return nil
    }
  }

  private static func isSQLState(_ text: String) -> Bool {
    text.utf8.count == 5
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
  }
}
