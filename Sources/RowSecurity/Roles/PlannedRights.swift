public import AccessModel
public import SQLBinding

extension Catalog.Function {
  /// A plan may be without its call: it was computed, or what it computes stands there.
  public var isPlannedAway: Bool { language == "sql" || volatility == .immutable }
}

extension Catalog {
  /// The functions that a missing EXECUTE, as PostgreSQL words it, may be about.
  public func functions(refusedBy error: PostgresError) -> [Catalog.Function] {
    guard error.sqlState == .insufficientPrivilege else { return [] }
    return functions.filter { error.message == "permission denied for function \($0.name.name)" }
  }
}

/// What decides which policies a statement was planned with, apart from the role: who is a member of
/// what, and who bypasses row security.
///
/// Before 18 a plan outlives changes of it, as nothing that the plan reads has changed. RULES 26.
///
/// Source: `RevalidateCachedQuery()` in `src/backend/utils/cache/plancache.c`.
public struct PlannedRights: Sendable {
  private let catalog: Catalog

  public init(_ catalog: Catalog) { self.catalog = catalog }

  /// The memberships that chose policies, where they are not those of `now`; nil: they are.
  public func roles(
    keptBeside now: PlannedRights, _ version: PostgresVersion
  ) throws(EngineFailure) -> RoleGraph? {
    guard version < .v18, now.catalog.tables.contains(where: \.rowSecurityEnabled),
      !catalog.roles.elementsEqual(now.catalog.roles, by: Self.haveSameRights)
    else { return nil }
    var withoutRoles = catalog
    withoutRoles.roles = now.catalog.roles
    // Functions that were replaced by the same count as changed.
    guard withoutRoles == now.catalog,
      now.catalog.functions.positions(notSharedWith: catalog.functions).isEmpty
    else {
      throw .undecided(Undecided("a plan that was made before memberships changed"))
    }
    return RoleGraph(
      catalog.roles, databaseOwner: catalog.database?.owner, version: version)
  }

  private static func haveSameRights(_ one: Catalog.Role, _ other: Catalog.Role) -> Bool {
    one.name == other.name && one.isSuperuser == other.isSuperuser
      && one.bypassesRowSecurity == other.bypassesRowSecurity && one.inherits == other.inherits
      && one.memberships == other.memberships
  }
}
