import AccessModel
import CPgQuery
import RowSecurity

/// WITH of GRANT: nil for what is not written.
struct MembershipOptions {
  var admin: Bool?
  var inherit: Bool?
  var set: Bool?

  var isEmpty: Bool { admin == nil && inherit == nil && set == nil }
}

/// Memberships of PostgreSQL 16 and later: one for each grantor, with options of its own.
///
/// Source: `GrantRole()`, `AddRoleMems()` and `DelRoleMems()` in `src/backend/commands/user.c`.
extension CatalogBuilder {
  /// A file is read as 15 reads it: its memberships are those that there are in the end.
  var recordsGrantors: Bool { isSession && state.postgresVersion >= .v16 }

  private var memberships: MembershipAuthority {
    MembershipAuthority(state.catalog, as: state.currentRole, version: state.postgresVersion)
  }

  /// Asks whether the current role may; a file is read as by a superuser.
  func ask(
    _ question: (RoleAuthority) throws(PostgresError) -> Void
  ) throws(ReadFailure) {
    guard isSession else { return }
    let authority = RoleAuthority(
      state.catalog, as: state.currentRole, version: state.postgresVersion)
    do throws(PostgresError) {
      try question(authority)
    } catch {
      throw .refused(error, location: nil)
    }
  }

  mutating func changeMembership(
    of group: String, members: [String], _ statement: PgQuery__GrantRoleStmt, grantor: String?
  ) throws(ReadFailure) {
    let isGrant = statement.is_grant != 0
    try refusing { (authority) throws(PostgresError) in
      try authority.require(group, isGrant: isGrant)
    }
    let written = newer.roleOptions
    if isGrant {
      let options = MembershipOptions(
        admin: written?.admin ?? (statement.admin_opt != 0 ? true : nil),
        inherit: written?.inherit, set: written?.set)
      return try grant(group, to: members, options, by: grantor)
    }
    let option: RevocationPlan.Option? =
      if written?.inherit != nil {
        .inherit
      } else if written?.set != nil {
        .set
      } else {
        statement.admin_opt != 0 ? .admin : nil
      }
    try revoke(
      group, from: members, option,
      isCascading: statement.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE, by: grantor)
  }

  private func refusing<Result>(
    _ question: (MembershipAuthority) throws(PostgresError) -> Result
  ) throws(ReadFailure) -> Result {
    do throws(PostgresError) {
      return try question(memberships)
    } catch {
      throw .refused(error, location: nil)
    }
  }

  /// `by`: as written; the current role finds the best.
  mutating func grant(
    _ group: String, to members: [String], _ options: MembershipOptions, by written: String?
  ) throws(ReadFailure) {
    let grantor = try refusing { (authority) throws(PostgresError) in
      try authority.grantor(written, of: group, isGrant: true)
    }
    try add(members, to: group, options, grantor: grantor)
  }

  /// `grantor`: nil is the superuser that the database began with.
  private mutating func add(
    _ members: [String], to group: String, _ options: MembershipOptions, grantor: String?
  ) throws(ReadFailure) {
    for member in members {
      if member == "pg_database_owner" {
        throw .refused(
          state.unsupportedMembership, "role \"\(member)\" cannot be a member of any role")
      }
      try requireNoCircle(group, member: member)
    }
    if options.admin == true, let grantor,
      RevocationPlan.isCircular(grants(of: group), to: members, by: grantor)
    {
      throw .refused(
        SQLState(rawValue: "0LP01"), "ADMIN option cannot be granted back to your own grantor")
    }
    for member in members { add(member, to: group, options, grantor: grantor) }
  }

  private mutating func add(
    _ member: String, to group: String, _ options: MembershipOptions, grantor: String?
  ) {
    guard let index = state.catalog.roles.firstIndex(where: { $0.name == member }) else { return }
    let role = state.catalog.roles[index]
    let known = role.memberships.firstIndex { $0.group == group && $0.grantor == grantor }
    guard let known else {
      // The member's INHERIT counts now and never again. RULES 3.
      var membership = Catalog.Membership(
        of: group, admin: options.admin ?? false, inherit: options.inherit ?? role.inherits,
        set: options.set ?? true)
      membership.grantor = grantor
      state.catalog.roles[index].memberships.append(membership)
      return
    }
    var changed = role.memberships[known]
    changed.admin = options.admin ?? changed.admin
    changed.inherit = options.inherit ?? changed.inherit
    changed.set = options.set ?? changed.set
    guard changed != role.memberships[known] else {
      notice(
        "role \"\(member)\" has already been granted membership in role \"\(group)\" by role "
          + "\"\(grantor ?? memberships.bootstrap)\"")
      return
    }
    state.catalog.roles[index].memberships[known] = changed
  }

  mutating func revoke(
    _ group: String, from members: [String], _ option: RevocationPlan.Option?, isCascading: Bool,
    by written: String?
  ) throws(ReadFailure) {
    let grantor = try refusing { (authority) throws(PostgresError) in
      try authority.grantor(written, of: group, isGrant: false)
    }
    let grants = grants(of: group)
    var plan = RevocationPlan(grants)
    for member in members {
      let isFound: Bool
      do throws(PostgresError) {
        isFound = try plan.revoke(member, by: grantor, option, isCascading: isCascading)
      } catch {
        throw .refused(error, location: nil)
      }
      if !isFound {
        warning(
          "role \"\(member)\" has not been granted membership in role \"\(group)\" by role "
            + "\"\(grantor ?? memberships.bootstrap)\"")
      }
    }
    for (grant, action) in zip(grants, plan.actions) { carryOut(action, on: grant) }
  }

  private mutating func carryOut(_ action: RevocationPlan.Action, on grant: MembershipGrant) {
    guard let role = state.catalog.roles.firstIndex(where: { $0.name == grant.member }),
      let index = state.catalog.roles[role].memberships.firstIndex(of: grant.membership)
    else { return }
    switch action {
    case .keep: break
    case .delete: state.catalog.roles[role].memberships.remove(at: index)
    case .remove(.admin): state.catalog.roles[role].memberships[index].admin = false
    case .remove(.inherit): state.catalog.roles[role].memberships[index].inherit = false
    case .remove(.set): state.catalog.roles[role].memberships[index].set = false
    }
  }

  private func grants(of group: String) -> [MembershipGrant] {
    state.catalog.roles.flatMap { role in
      role.memberships.filter { $0.group == group }.map { MembershipGrant(member: role.name, $0) }
    }
  }

  /// DROP OWNED takes the grants that a role has made.
  mutating func revokeMemberships(grantedBy name: String) {
    for index in state.catalog.roles.indices {
      state.catalog.roles[index].memberships.removeAll { $0.grantor == name }
    }
  }

  /// IN ROLE, ROLE and ADMIN of CREATE ROLE.
  ///
  /// Who makes a role and is no superuser gets ADMIN OPTION on it, from the superuser that the
  /// database began with, and what `createrole_self_grant` says from himself.
  mutating func grantMembers(_ options: RoleOptions, to name: String) throws(ReadFailure) {
    for group in try roles(options.roles("addroleto")) {
      try refusing { (authority) throws(PostgresError) in
        try authority.require(group, isGrant: true)
      }
      try grant(group, to: [name], MembershipOptions(), by: nil)
    }
    if !state.isSuperuser {
      let own = MembershipOptions(admin: true, inherit: false, set: false)
      try add([state.currentRole], to: name, own, grantor: nil)
      let words = state.createRoleSelfGrant.lowercased().split { ", ".contains($0) }
      if !words.isEmpty {
        let given = MembershipOptions(
          admin: false, inherit: words.contains("inherit"), set: words.contains("set"))
        try add([state.currentRole], to: name, given, grantor: state.currentRole)
      }
    }
    for (word, isAdmin) in [("rolemembers", false), ("adminmembers", true)] {
      let members = try roles(options.roles(word))
      guard !members.isEmpty else { continue }
      try grant(name, to: members, MembershipOptions(admin: isAdmin ? true : nil), by: nil)
    }
  }
}

extension DatabaseState {
  /// Of `pg_database_owner`, which takes no members; versions before 18 give no code of its own.
  var unsupportedMembership: SQLState {
    postgresVersion >= .v18 ? .featureNotSupported : SQLState(rawValue: "XX000")
  }
}

extension Grantee {
  /// Nil: PUBLIC.
  var roleName: String? { if case .role(let name) = self { name } else { nil } }
}
