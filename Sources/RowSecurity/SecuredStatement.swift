public import AccessModel
public import SQLBinding

/// A statement together with everything that row security demands of it.
///
/// Order of events: `privileges` are checked; rows of the target and of every mentioned relation
/// are filtered by their `RelationSecurity`; each new row must pass `checks` before it is stored.
public struct SecuredStatement: Sendable {
  /// The statement, each mention of a relation carrying its `RelationSecurity`.
  public var statement: BoundStatement
  /// In the order in which PostgreSQL would report the first that is missing.
  public var privileges: [PrivilegeCheck]
  /// For INSERT, UPDATE and DELETE.
  public var target: SecuredTarget?
}

/// What protects the rows of the table that a statement changes.
public struct SecuredTarget: Sendable {
  public var checkedAs: String
  /// Nil: row security does not apply. Otherwise which old rows can be reached.
  public var filters: [SecurityFilter]?
  /// What new rows must meet, in order; the first that is not TRUE is the error.
  public var checks: [SecurityFilter]
  public var bypass: BypassReason?
}

extension SecurityFilter {
  /// The error for a new row that fails it. Only restrictive policies are named. RULES 34.
  public func violation(of table: Catalog.Table) -> PostgresError {
    switch self {
    case .permissive:
      PostgresError(
        .insufficientPrivilege,
        "new row violates row-level security policy for table \"\(table.name.name)\"")
    case .restrictive(let condition):
      PostgresError(
        .insufficientPrivilege,
        "new row violates row-level security policy \"\(table.policies[condition.policy].name)\" "
          + "for table \"\(table.name.name)\"")
    }
  }
}
