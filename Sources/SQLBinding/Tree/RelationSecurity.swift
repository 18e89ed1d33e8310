public import AccessModel

/// What row security decided for one mention of a relation. Only `RowSecurity` makes these.
///
/// The counterpart in PostgreSQL is a range table entry's `checkAsUser` and `securityQuals`.
public struct RelationSecurity: Hashable, Sendable {
  /// The role whose privileges, ownership and policies count: the caller, or a view's owner.
  public var checkedAs: String
  /// Nil: every row. Otherwise a row is visible where all are TRUE, tried in this order.
  public var filters: [SecurityFilter]?
  /// For each filter, the command whose policies it is made of: a locked row meets those of UPDATE
  /// too.
  public var commands: [Catalog.Policy.Command] = []
  /// Why policies do not apply although row security is enabled.
  public var bypass: BypassReason?
  /// A view's query, itself decided.
  public var viewQuery: BoundQuery?

  public init(
    checkedAs: String, filters: [SecurityFilter]? = nil,
    commands: [Catalog.Policy.Command] = [], bypass: BypassReason? = nil,
    viewQuery: BoundQuery? = nil
  ) {
    self.commands = commands
    self.checkedAs = checkedAs
    self.filters = filters
    self.bypass = bypass
    self.viewQuery = viewQuery
  }
}

/// Why policies of a relation with row security do not apply to a role. RULES 23.
public enum BypassReason: Hashable, Sendable {
  case superuser, bypassRowSecurity, tableOwner
}

/// One condition a row must meet, and the policies it comes from.
public enum SecurityFilter: Hashable, Sendable {
  /// At least one must be TRUE. None at all is default deny.
  case permissive([PolicyCondition])
  case restrictive(PolicyCondition)
}

/// A policy's USING or WITH CHECK expression. Its level 0 has one source: the row.
public struct PolicyCondition: Hashable, Sendable {
  /// Position in the table's `policies`.
  public var policy: Int
  public var expression: BoundExpression

  public init(policy: Int, _ expression: BoundExpression) {
    self.policy = policy
    self.expression = expression
  }
}
