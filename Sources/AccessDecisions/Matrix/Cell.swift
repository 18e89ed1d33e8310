public import AccessModel

/// What one identity reaches of one relation with one command.
public struct Cell: Hashable, Sendable {
  /// How much, and why not more.
  public enum Kind: Hashable, Sendable {
    /// Every row.
    case all
    /// Some rows: `Cell.reached` of `Cell.total`.
    case some
    /// No row, and no error; or, for new rows, each refused by a check.
    case none
    /// 42501: a privilege is missing.
    case noPrivilege
    /// Rows are reached because row security does not apply: `Cell.bypasses` says why.
    case bypass
    /// A construct that is not modelled.
    case undecided(Undecided)
    /// A view that cannot be written.
    case notApplicable
    /// Every attempt fails with an error that is neither privilege nor policy.
    case error(PostgresError)
    /// The statement is permitted, but the fixtures hold no row to reach.
    case noRows
  }

  /// How much, and why not more.
  public var kind: Kind
  /// Rows reached, by key or blindly, whichever are more.
  public var reached: Int
  /// Rows the administrator sees.
  public var total: Int
  /// The rows reached by key, as `id=3`. Blind statements reach rows without naming them.
  public var rows: [String] = []
  /// The columns the command is limited to; nil if all can be used.
  public var columns: [String]?
  /// Rows reached by a statement without WHERE. Updates and deletes only.
  public var blind: Int?
  /// Why row security did not apply.
  public var bypasses: [Bypass] = []
  /// Each row's decision, or the one decision of a SELECT.
  public var decisions: [Decision] = []

  init(_ kind: Kind, reached: Int = 0, total: Int) {
    self.kind = kind
    self.reached = reached
    self.total = total
  }

  /// `✓ ◐ · ✗ ‼ ? – ! ∅`.
  public var symbol: String {
    switch kind {
    case .all: "✓"
    case .some: "◐"
    case .none: "·"
    case .noPrivilege: "✗"
    case .bypass: "‼"
    case .undecided: "?"
    case .notApplicable: "–"
    case .error: "!"
    case .noRows: "∅"
    }
  }

  /// The symbol, with the share of rows where it is not all or nothing, and the SQLSTATE of an
  /// error: `◐ 3/12`, `! 42P17`.
  public var text: String {
    switch kind {
    case .some: "\(symbol) \(reached)/\(total)"
    case .bypass where reached < total: "\(symbol) \(reached)/\(total)"
    case .error(let error): "\(symbol) \(error.sqlState)"
    default: symbol
    }
  }
}
