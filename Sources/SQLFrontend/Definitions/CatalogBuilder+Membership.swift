import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// GRANT group TO member, and REVOKE. Source: `GrantRole()` in `src/backend/commands/user.c`, 15.
  mutating func grantRole(
    _ node: UnsafeMutablePointer<PgQuery__GrantRoleStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    var grantor = try statement.grantor.map { (node) throws(ReadFailure) in try role(node) }
    if let written = newer.revokedGrantor {
      switch written {
      case "current_user", "current_role": grantor = state.currentRole
      case "session_user": grantor = state.sessionRole
      default:
        try state.requireRole(written)
        grantor = written
      }
    }
    let members = try roles(list(statement.n_grantee_roles, statement.grantee_roles))
    for item in list(statement.n_granted_roles, statement.granted_roles)
    where item.kind == PG_QUERY__NODE__NODE_ACCESS_PRIV {
      let access = item.pointee.access_priv.pointee
      guard access.n_cols == 0 else {
        throw .refused(
          SQLState(rawValue: "0LP01"), "column names cannot be included in GRANT/REVOKE ROLE")
      }
      let group = text(access.priv_name)
      try state.requireRole(group)
      if recordsGrantors {
        try changeMembership(of: group, members: members, statement, grantor: grantor)
        continue
      }
      if let grantor, grantor != state.currentRole, isSession {
        try require(.superuser(message: "must be superuser to set grantor"))
      }
      try require(.administration(of: group))
      for member in members {
        if statement.is_grant != 0 {
          try add(member, to: group, admin: statement.admin_opt != 0)
        } else {
          remove(member, from: group, admin: statement.admin_opt != 0)
        }
      }
    }
    return .applied
  }

  mutating func add(
    _ member: String, to group: String, admin: Bool
  ) throws(ReadFailure) {
    // Source: `AddRoleMems()`. Neither error has a SQLSTATE of its own.
    if group == "pg_database_owner" {
      throw .refused(
        state.unsupportedMembership, "role \"\(group)\" cannot have explicit members")
    }
    if member == "pg_database_owner" {
      throw .refused(
        state.unsupportedMembership, "role \"\(member)\" cannot be a member of any role")
    }
    try requireNoCircle(group, member: member)
    let known = state.catalog.role(member)?.memberships.first { $0.group == group }
    if let known, !admin || known.admin {
      notice("role \"\(member)\" is already a member of role \"\(group)\"")
      return
    }
    setMembership(of: group, member: member, isGranted: true, admin: admin)
  }

  mutating func remove(_ member: String, from group: String, admin: Bool) {
    let isMember = state.catalog.role(member)?.memberships.contains { $0.group == group }
    guard isMember == true else {
      warning("role \"\(member)\" is not a member of role \"\(group)\"")
      return
    }
    setMembership(of: group, member: member, isGranted: false, admin: admin)
  }

  func requireNoCircle(_ group: String, member: String) throws(ReadFailure) {
    if isMember(group, of: member) {
      throw .refused(
        SQLState(rawValue: "0LP01"), "role \"\(group)\" is a member of role \"\(member)\"")
    }
  }

  /// Whether `role` is a member of `group`, directly or not.
  private func isMember(_ role: String, of group: String) -> Bool {
    var seen: Set<String> = []
    var next = [role]
    while let name = next.popLast() {
      if name == group { return true }
      guard seen.insert(name).inserted else { continue }
      next += state.catalog.role(name)?.memberships.map(\.group) ?? []
    }
    return false
  }

  /// DROP ROLE. Source: `DropRole()`, 15.
  mutating func dropRole(
    _ node: UnsafeMutablePointer<PgQuery__DropRoleStmt>
  ) throws(ReadFailure) -> Effect {
    try ask { (authority) throws(PostgresError) in try authority.requireDropping() }
    var dropped: [String] = []
    for item in list(node.pointee.n_roles, node.pointee.roles)
    where item.kind == PG_QUERY__NODE__NODE_ROLE_SPEC {
      let specification = item.pointee.role_spec.pointee
      guard specification.roletype == PG_QUERY__ROLE_SPEC_TYPE__ROLESPEC_CSTRING else {
        throw .refused(
          SQLState(rawValue: "22023"), "cannot use special role specifier in DROP ROLE")
      }
      let name = text(specification.rolename)
      guard let role = state.catalog.role(name) else {
        if node.pointee.missing_ok != 0 {
          notice("role \"\(name)\" does not exist, skipping")
          continue
        }
        throw .refused(.undefinedObject, "role \"\(name)\" does not exist")
      }
      if isSession { try requireNotInUse(role) }
      try ask { (authority) throws(PostgresError) in try authority.requireDropping(name) }
      dropped.append(name)
    }
    // Grants of all of them and to them go first, so that their order is of no consequence.
    for index in state.catalog.roles.indices {
      let isDropped = dropped.contains(state.catalog.roles[index].name)
      state.catalog.roles[index].memberships.removeAll { isDropped || dropped.contains($0.group) }
    }
    for name in dropped {
      if isSession, name.hasPrefix("pg_") {
        throw .refused(
          SQLState(rawValue: "2BP01"),
          "cannot drop role \(name) because it is required by the database system")
      }
      let uses = RoleUses(of: name, in: state)
      guard uses.lines.isEmpty else {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "2BP01"),
            "role \"\(name)\" cannot be dropped because some objects depend on it",
            detail: uses.lines.prefix(100).joined(separator: "\n")), location: nil)
      }
      state.catalog.roles.removeAll { $0.name == name }
    }
    return .applied
  }

  private func requireNotInUse(_ role: Catalog.Role) throws(ReadFailure) {
    let inUse = SQLState(rawValue: "55006")
    if role.name == state.currentRole {
      throw .refused(inUse, "current user cannot be dropped")
    }
    if role.name == state.sessionRole {
      throw .refused(inUse, "session user cannot be dropped")
    }
  }

  /// Versions before 16 give no DETAIL.
  private func refusal(to what: String, _ detail: String) -> ReadFailure {
    .refused(
      PostgresError(
        .insufficientPrivilege, "permission denied to \(what)",
        detail: state.postgresVersion >= .v16 ? detail : nil), location: nil)
  }

  private func requireNoOperators(ofRoles names: [String]) throws(ReadFailure) {
    guard !state.catalog.operators.contains(where: { names.contains($0.owner) }) else {
      throw .unsupported("a change of operators' owners")
    }
  }

  /// REASSIGN OWNED. Source: `ReassignOwnedObjects()`.
  mutating func reassignOwned(
    _ node: UnsafeMutablePointer<PgQuery__ReassignOwnedStmt>
  ) throws(ReadFailure) -> Effect {
    let olds = try roles(list(node.pointee.n_roles, node.pointee.roles))
    try requireNoOperators(ofRoles: olds)
    for old in olds where isSession && !authority.holds(old) {
      throw refusal(
        to: "reassign objects",
        "Only roles with privileges of role \"\(old)\" may reassign objects owned by it.")
    }
    let new = try role(node.pointee.newrole)
    if isSession, !authority.holds(new) {
      throw refusal(
        to: "reassign objects",
        "Only roles with privileges of role \"\(new)\" may reassign objects to it.")
    }
    for old in olds {
      try requireUnpinned(old, "reassign ownership of objects owned by role \(old)")
      try requireOwnable(from: old, by: new)
      reassign(from: old, to: new)
    }
    return .applied
  }

  /// Roles that every database has own what it cannot be without.
  /// Source: `shdepReassignOwned()` in `src/backend/catalog/pg_shdepend.c`.
  private func requireUnpinned(_ name: String, _ action: String) throws(ReadFailure) {
    let isFirst =
      state.catalog.isWhole && name == state.catalog.database?.owner
      && state.catalog.role(name)?.isSuperuser != false
    guard isSession, isFirst || name.hasPrefix("pg_") else { return }
    throw .refused(
      SQLState(rawValue: "2BP01"),
      "cannot \(action) because they are required by the database system")
  }

  /// Schemas and functions may not be given to everyone; relations and types may.
  ///
  /// Source: `AlterSchemaOwner_internal()` in `src/backend/commands/schemacmds.c`,
  /// `AlterObjectOwner_internal()` in `src/backend/commands/alter.c`.
  private func requireOwnable(from old: String, by new: String) throws(ReadFailure) {
    guard isSession, !state.isSuperuser else { return }
    let ownsOthers =
      state.catalog.functions.contains { $0.owner == old }
      || state.catalog.schemas.contains { $0.owner == old }
    if ownsOthers { try require(.become(new)) }
    if state.catalog.schemas.contains(where: { $0.owner == old }) { try require(.createInDatabase) }
    let authority = DefinitionAuthority(state.catalog, as: new, version: state.postgresVersion)
    for function in state.catalog.functions where function.owner == old {
      do throws(PostgresError) {
        try authority.require(.create(schema: function.name.schema))
      } catch {
        throw .refused(error, location: nil)
      }
    }
  }

  private mutating func reassign(from old: String, to new: String) {
    if isSession, state.catalog.database?.owner == old { state.catalog.database?.owner = new }
    let relations =
      state.catalog.tables.filter { $0.owner == old }.map(\.name)
      + state.catalog.views.filter { $0.owner == old }.map(\.name)
      + state.catalog.sequences.filter { $0.owner == old }.map(\.name)
    for name in relations { setOwner(new, of: name) }
    state.catalog.schemas.reassign(from: old, to: new)
    state.catalog.functions.reassign(from: old, to: new)
    state.catalog.types.reassign(from: old, to: new)
    state.catalog.foreignDataWrappers.reassign(from: old, to: new)
    state.catalog.foreignServers.reassign(from: old, to: new)
  }

  /// DROP OWNED: objects, privileges, default privileges and places in policies.
  /// Source: `shdepDropOwned()` in `src/backend/catalog/pg_shdepend.c`.
  mutating func dropOwned(
    _ node: UnsafeMutablePointer<PgQuery__DropOwnedStmt>
  ) throws(ReadFailure) -> Effect {
    let roles = try self.roles(list(node.pointee.n_roles, node.pointee.roles))
    try requireNoOperators(ofRoles: roles)
    let isCascading = node.pointee.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE
    for name in roles where isSession && !authority.holds(name) {
      throw refusal(
        to: "drop objects",
        "Only roles with privileges of role \"\(name)\" may drop objects owned by it.")
    }
    var owned: [ObjectKey] = []
    for name in roles {
      try requireUnpinned(name, "drop objects owned by role \(name)")
      let uses = RoleUses(of: name, in: state)
      try requireRevocable(from: name)
      try revokeEverything(from: name)
      if recordsGrantors { revokeMemberships(grantedBy: name) }
      owned += removeFromPolicies(name)
      state.defaultPrivileges = state.defaultPrivileges.filter { $0.key.role != name }
      owned += uses.owned.filter { !owned.contains($0) }
    }
    try perform(dropping: owned, isCascading: isCascading)
    return .applied
  }

  /// What the current role revokes is what it has granted, or the owner has: for others nobody has
  /// followed it.
  ///
  /// Source: `RemoveRoleFromObjectACL()` in `src/backend/catalog/aclchk.c`.
  private func requireRevocable(from name: String) throws(ReadFailure) {
    guard isSession else { return }
    var (isGrantedFurther, isConcerned) = (false, false)
    var catalog = state.catalog
    catalog.changeAccess(besideThatOf: name) { acl, isColumn in
      let entries = acl?.entries ?? []
      for entry in entries {
        if isColumn, entry.grantor == name, case .role(let grantee) = entry.grantee,
          entries.contains(where: { $0.grantor == grantee })
        {
          isGrantedFurther = true
        }
        if entry.grantee == .role(name) || entry.grantor == name { isConcerned = true }
      }
    }
    guard !isGrantedFurther else {
      throw .unsupported("DROP OWNED of a role whose grants on columns were granted further")
    }
    guard state.isSuperuser || !isConcerned else {
      throw .unsupported("DROP OWNED of what others have granted")
    }
  }

  /// As the owner revokes it: what another has granted by its option stays.
  private mutating func revokeEverything(from name: String) throws(ReadFailure) {
    let action = GrantAction(
      isGrant: false, isOption: false, isCascading: true, grantees: [.role(name)])
    try state.catalog.changeAccess(besideThatOf: name) { (acl, _) throws(ReadFailure) in
      guard var list = acl else { return }
      try action.apply(Privilege.allCases, to: &list, by: nil, owner: "")
      acl = list
    }
    for key in state.defaultPrivileges.keys {
      state.defaultPrivileges[key]?.entries.removeAll { $0.grantee == .role(name) }
    }
  }

  /// The policies that nobody is left in.
  private mutating func removeFromPolicies(_ name: String) -> [ObjectKey] {
    var others: [ObjectKey] = []
    for table in state.catalog.tables.indices {
      for index in state.catalog.tables[table].policies.indices.reversed() {
        let roles = state.catalog.tables[table].policies[index].roles
        guard roles.contains(.role(name)) else { continue }
        // It may name the role twice.
        if roles.allSatisfy({ $0 == .role(name) }) {
          let table = state.catalog.tables[table]
          others.append(.policy(table.policies[index].name, on: table.name))
        } else {
          state.catalog.tables[table].policies[index].roles.removeAll { $0 == .role(name) }
        }
      }
    }
    return others
  }
}

extension Catalog {
  /// The database's list, if the database is known.
  var databaseACL: AccessControlList? {
    get { database?.acl }
    set { database?.acl = newValue }
  }
}

extension Catalog {
  /// Goes through the privileges on all objects but those that a role owns.
  fileprivate mutating func changeAccess<Failure: Error>(
    besideThatOf owner: String,
    _ body: (inout AccessControlList?, _ isColumn: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    for index in tables.indices where tables[index].owner != owner {
      try body(&tables[index].acl, false)
      for column in tables[index].columns.indices {
        try body(&tables[index].columns[column].acl, true)
      }
    }
    for index in views.indices where views[index].owner != owner {
      try body(&views[index].acl, false)
      for column in views[index].columns.indices {
        try body(&views[index].columns[column].acl, true)
      }
    }
    try sequences.changeAccess(besideThatOf: owner, body)
    try functions.changeAccess(besideThatOf: owner, body)
    try schemas.changeAccess(besideThatOf: owner, body)
    try types.changeAccess(besideThatOf: owner, body)
    for index in languages.indices { try body(&languages[index].acl, false) }
    try foreignDataWrappers.changeAccess(besideThatOf: owner, body)
    try foreignServers.changeAccess(besideThatOf: owner, body)
    try body(&databaseACL, false)
  }
}
