public import AccessModel

/// Who may grant and revoke memberships, and as whom: PostgreSQL 16 and later, where each grant has
/// its grantor, and a grantor must keep ADMIN OPTION.
///
/// Source: `src/backend/commands/user.c`, `src/backend/utils/adt/acl.c`.
public struct MembershipAuthority: Sendable {
  /// `current_user`.
  public let role: String
  private let catalog: Catalog
  private let version: PostgresVersion
  private let graph: RoleGraph

  public init(_ catalog: Catalog, as role: String, version: PostgresVersion) {
    (self.catalog, self.role, self.version) = (catalog, role, version)
    graph = RoleGraph(catalog.roles, databaseOwner: catalog.database?.owner, version: version)
  }

  /// `check_role_membership_authorization()`.
  public func require(_ group: String, isGrant: Bool) throws(PostgresError) {
    let verb = isGrant ? "grant" : "revoke"
    if isGrant, group == "pg_database_owner" {
      throw PostgresError(
        version >= .v18 ? .featureNotSupported : SQLState(rawValue: "XX000"),
        "role \"\(group)\" cannot have explicit members")
    }
    let problem = "permission denied to \(verb) role \"\(group)\""
    if graph.isSuperuser(group) {
      guard !graph.isSuperuser(role) else { return }
      throw PostgresError(
        .insufficientPrivilege, problem,
        detail: "Only roles with the SUPERUSER attribute may \(verb) roles with the SUPERUSER "
          + "attribute.")
    }
    guard graph.isAdministrator(role, of: group) else {
      throw PostgresError(
        .insufficientPrivilege, problem,
        detail: "Only roles with the ADMIN option on role \"\(group)\" may \(verb) this role.")
    }
  }

  /// As whom: nil for the superuser that the database began with, on whose grants nothing depends.
  /// `written`: GRANTED BY. `check_role_grantor()`.
  public func grantor(
    _ written: String?, of group: String, isGrant: Bool
  ) throws(PostgresError) -> String? {
    guard let written else {
      if graph.isSuperuser(role) { return nil }
      guard let best = graph.bestAdministrator(role, of: group) else {
        throw PostgresError(SQLState(rawValue: "XX000"), "no possible grantors")
      }
      return best
    }
    let holds = graph.isSuperuser(role) || graph.privileges(of: role).contains(written)
    guard isGrant else {
      guard holds else {
        throw PostgresError(
          .insufficientPrivilege,
          "permission denied to revoke privileges granted by role \"\(written)\"",
          detail: "Only roles with privileges of role \"\(written)\" may revoke privileges "
            + "granted by this role.")
      }
      return written == bootstrap ? nil : written
    }
    let problem = "permission denied to grant privileges as role \"\(written)\""
    guard holds else {
      throw PostgresError(
        .insufficientPrivilege, problem,
        detail: "Only roles with privileges of role \"\(written)\" may grant privileges as this "
          + "role.")
    }
    if written == bootstrap { return nil }
    guard graph.bestAdministrator(written, of: group) == written else {
      throw PostgresError(
        .insufficientPrivilege, problem,
        detail: "The grantor must have the ADMIN option on role \"\(group)\".")
    }
    return written
  }

  /// The superuser that `initdb` made.
  public var bootstrap: String { catalog.roles.first(where: \.isSuperuser)?.name ?? "postgres" }
}

extension RoleGraph {
  /// The role that has ADMIN OPTION on a group in its own name, the nearest of those whose
  /// privileges `role` has. `select_best_admin()`.
  func bestAdministrator(_ role: String, of group: String) -> String? {
    guard role != group else { return nil }
    var seen: Set<String> = [role]
    var pending = [role][...]
    while let name = pending.popFirst() {
      let memberships = memberships(of: name)
      if memberships.contains(where: { $0.group == group && $0.admin }) { return name }
      for membership in memberships
      where inherits(membership, by: name) && seen.insert(membership.group).inserted {
        pending.append(membership.group)
      }
    }
    return nil
  }
}

/// One row of `pg_auth_members` of a group.
public struct MembershipGrant: Hashable, Sendable {
  public var member: String
  public var membership: Catalog.Membership

  public init(member: String, _ membership: Catalog.Membership) {
    (self.member, self.membership) = (member, membership)
  }
}

/// What REVOKE does to the grants of a group, those that depend on others with them.
///
/// Source: `plan_single_revoke()` and `plan_recursive_revoke()` in `src/backend/commands/user.c`.
public struct RevocationPlan: Sendable {
  public enum Option: Hashable, Sendable { case admin, inherit, set }
  public enum Action: Hashable, Sendable {
    case keep, delete
    case remove(Option)
  }

  private let grants: [MembershipGrant]
  /// In the order of the grants.
  public private(set) var actions: [Action]

  public init(_ grants: [MembershipGrant]) {
    self.grants = grants
    actions = grants.map { _ in .keep }
  }

  /// False if there is no such grant. `option`: only that is taken back. Throws 2BP01.
  public mutating func revoke(
    _ member: String, by grantor: String?, _ option: Option?, isCascading: Bool
  ) throws(PostgresError) -> Bool {
    guard
      let index = grants.firstIndex(where: {
        $0.member == member && $0.membership.grantor == grantor
      })
    else { return false }
    switch option {
    case .inherit?, .set?: actions[index] = option.map { .remove($0) } ?? .keep
    default: try revoke(index, adminOnly: option == .admin, isCascading: isCascading)
    }
    return true
  }

  private mutating func revoke(
    _ index: Int, adminOnly: Bool, isCascading: Bool
  ) throws(PostgresError) {
    if actions[index] == .delete || adminOnly && actions[index] == .remove(.admin) { return }
    let grant = grants[index]
    if !adminOnly { actions[index] = .delete }
    guard grant.membership.admin else { return }
    if adminOnly { actions[index] = .remove(.admin) }
    let remains = grants.indices.contains { other in
      grants[other].member == grant.member && grants[other].membership.admin
        && actions[other] == .keep
    }
    guard !remains else { return }
    for other in grants.indices
    where grants[other].membership.grantor == grant.member && actions[other] != .delete {
      guard isCascading else {
        throw PostgresError(
          SQLState(rawValue: "2BP01"), "dependent privileges exist",
          hint: "Use CASCADE to revoke them too.")
      }
      try revoke(other, adminOnly: false, isCascading: true)
    }
  }

  /// Whether whoever gave a right of administration would lose his own if all that goes through
  /// these members went: then ADMIN OPTION can't be given to them.
  public static func isCircular(
    _ grants: [MembershipGrant], to members: [String], by grantor: String
  ) -> Bool {
    var plan = RevocationPlan(grants)
    for member in members {
      for index in grants.indices where grants[index].member == member {
        // With CASCADE nothing is thrown.
        try? plan.revoke(index, adminOnly: false, isCascading: true)
      }
    }
    return !grants.indices.contains { index in
      plan.actions[index] == .keep && grants[index].member == grantor
        && grants[index].membership.admin
    }
  }
}
