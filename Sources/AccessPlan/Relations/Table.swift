import AccessModel

/// A table with its columns, rules and row security.
///
/// ```swift
/// struct Make: Table {
///   let id = Column("id", .bigint).primaryKey().generated()
///   let brandName = Column("brand_name", .text).unique()
///
///   var access: AccessRules { Allow(.select, to: .authenticated) }
/// }
/// ```
public protocol Table: Relation {
  /// Row security; by default enabled, so that nothing is reached but by a rule.
  static var rowSecurity: RowSecurityState { get }
  /// Keys of several columns, and checks.
  @Constraints var constraints: Constraints { get }
}

extension Table {
  /// Enabled.
  public static var rowSecurity: RowSecurityState { .enabled }
  /// None but those of the columns.
  public var constraints: Constraints { Constraints() }
}

/// Whether a table's policies are applied, and to whom.
public enum RowSecurityState: Hashable, Sendable {
  /// Policies are inert: grants alone decide.
  case disabled
  /// Policies apply to everyone but the owner and roles that bypass row security.
  case enabled
  /// Policies apply to the table's owner too.
  case forced
  /// Disabled, and forced as soon as it is enabled.
  case disabledButForced
}
