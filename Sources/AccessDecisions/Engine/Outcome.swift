public import AccessModel

/// What became of one statement: what the caller would see. Never a bare boolean.
public enum Outcome: Hashable, Sendable {
  case completed(Completion)
  /// `bypasses`: as in `Completion`, where access was granted and the data's own constraints
  /// stopped the statement.
  case refused(PostgresError, bypasses: [Bypass] = [])
  case undecided(Undecided)

  /// The rows that came back, or none.
  public var rows: [[String?]] {
    if case .completed(let completion) = self { completion.rows } else { [] }
  }
}

/// A statement that ended without error.
public struct Completion: Hashable, Sendable {
  /// The command tag: `SELECT 3`, `INSERT 0 1`, `UPDATE 0`.
  public var tag: String
  /// Rows read or changed.
  public var count: Int
  public var columns: [String]
  /// Values as psql prints them; nil is NULL.
  public var rows: [[String?]]
  /// Why row security did not apply to relations the statement named, if it did not. Only the
  /// simulator knows; a server does not say.
  public var bypasses: [Bypass]

  public init(
    tag: String, count: Int, columns: [String] = [], rows: [[String?]] = [],
    bypasses: [Bypass] = []
  ) {
    self.tag = tag
    self.count = count
    self.columns = columns
    self.rows = rows
    self.bypasses = bypasses
  }
}

/// Why policies of a relation were not applied, although row security is enabled there.
public struct Bypass: Hashable, Sendable {
  public enum Reason: String, Hashable, Codable, Sendable {
    case superuser
    case bypassRowSecurity
    case tableOwner
  }

  public var relation: QualifiedName
  /// The role the relation was checked as.
  public var role: String
  public var reason: Reason
  /// The view with owner's rights through which `role` came to be used, if it is not the caller.
  public var throughView: QualifiedName?

  public init(
    _ relation: QualifiedName, as role: String, _ reason: Reason,
    throughView: QualifiedName? = nil
  ) {
    self.relation = relation
    self.role = role
    self.reason = reason
    self.throughView = throughView
  }
}
