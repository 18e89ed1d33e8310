import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

typealias RoleSpecPointer = UnsafeMutablePointer<PgQuery__RoleSpec>

extension CatalogBuilder {
  /// Whom a role specification means; 42704 for a role that is not there.
  func grantee(_ node: RoleSpecPointer?) throws(ReadFailure) -> Grantee {
    guard let node else { throw .unsupported("a missing role") }
    switch node.pointee.roletype {
    case PG_QUERY__ROLE_SPEC_TYPE__ROLESPEC_PUBLIC: return .everyone
    case PG_QUERY__ROLE_SPEC_TYPE__ROLESPEC_CSTRING:
      let name = text(node.pointee.rolename)
      try state.requireRole(name)
      return .role(name)
    case PG_QUERY__ROLE_SPEC_TYPE__ROLESPEC_SESSION_USER: return .role(state.sessionRole)
    default: return .role(state.currentRole)
    }
  }

  func grantees(_ nodes: [Node]) throws(ReadFailure) -> [Grantee] {
    var result: [Grantee] = []
    for node in nodes where node.kind == PG_QUERY__NODE__NODE_ROLE_SPEC {
      result.append(try grantee(node.pointee.role_spec))
    }
    return result
  }

  /// As `grantees`, where PUBLIC is no role. Source: `roleSpecsToIds()` in `user.c`.
  func roles(_ nodes: [Node]) throws(ReadFailure) -> [String] {
    var result: [String] = []
    for grantee in try grantees(nodes) {
      guard case .role(let name) = grantee else { throw Self.publicIsNoRole }
      result.append(name)
    }
    return result
  }

  static let publicIsNoRole = ReadFailure.refused(
    .undefinedObject, "role \"public\" does not exist")

  /// CREATE ROLE, USER and GROUP. Source: `CreateRole()` in `src/backend/commands/user.c`, 15.
  mutating func createRole(
    _ node: UnsafeMutablePointer<PgQuery__CreateRoleStmt>
  ) throws(ReadFailure) -> Effect {
    let name = text(node.pointee.role)
    let options = RoleOptions(list(node.pointee.n_options, node.pointee.options))
    if isSession { try options.requireSound() }
    if options.names(contain: "sysid") { notice("SYSID can no longer be specified") }
    let attributes = options.attributes { Self.isOn($0.arg) }
    try ask { (authority) throws(PostgresError) in
      try authority.requireCreation(with: attributes)
    }
    try requireUnreserved(name)
    guard state.catalog.role(name) == nil else {
      throw .refused(SQLState(rawValue: "42710"), "role \"\(name)\" already exists")
    }
    let isUser = node.pointee.stmt_type == PG_QUERY__ROLE_STMT_TYPE__ROLESTMT_USER
    state.catalog.roles.append(
      Catalog.Role(name, canLogin: isUser, origin: origin, place: place))
    state.rolesWithMD5.remove(name)
    try set(options, of: name)
    try addMembers(options, to: name)
    return .applied
  }

  /// ALTER ROLE with attributes, and ALTER GROUP … ADD USER. Source: `AlterRole()`, 15.
  mutating func alterRole(
    _ node: UnsafeMutablePointer<PgQuery__AlterRoleStmt>
  ) throws(ReadFailure) -> Effect {
    try requireChangeable(node.pointee.role)
    let name = try role(node.pointee.role)
    let options = RoleOptions(list(node.pointee.n_options, node.pointee.options))
    if isSession { try options.requireSound() }
    let attributes = options.attributes { _ in true }
    try ask { (authority) throws(PostgresError) in
      try authority.requireAlteration(
        of: name, attributes, changesMembers: options.members != nil)
    }
    if let members = options.members, recordsGrantors {
      let names = try roles(members)
      if node.pointee.action >= 0 {
        try grant(name, to: names, MembershipOptions(), by: nil)
      } else {
        try revoke(name, from: names, nil, isCascading: false, by: nil)
      }
      return .applied
    }
    if let members = options.members {
      for member in try roles(members) {
        if node.pointee.action >= 0 {
          try add(member, to: name, admin: false)
        } else {
          remove(member, from: name, admin: false)
        }
      }
      return .applied
    }
    try set(options, of: name)
    return .applied
  }

  /// Predefined roles are as they are.
  private func requireChangeable(_ node: RoleSpecPointer?) throws(ReadFailure) {
    guard let node, node.pointee.roletype == PG_QUERY__ROLE_SPEC_TYPE__ROLESPEC_CSTRING else {
      return
    }
    try requireUnreserved(text(node.pointee.rolename), detail: "Cannot alter reserved roles.")
  }

  func requireUnreserved(
    _ name: String, detail: String = "Role names starting with \"pg_\" are reserved."
  ) throws(ReadFailure) {
    guard isSession else { return }
    do throws(PostgresError) {
      try RoleAuthority.requireUnreserved(name, detail: detail)
    } catch {
      throw .refused(error, location: nil)
    }
  }

  private mutating func set(_ options: RoleOptions, of name: String) throws(ReadFailure) {
    guard let index = state.catalog.roles.firstIndex(where: { $0.name == name }) else { return }
    for element in options.elements {
      let isOn = Self.isOn(element.arg)
      switch text(element.defname) {
      case "superuser":
        try requireBootstrapSuperuser(name, isOn)
        state.catalog.roles[index].isSuperuser = isOn
      case "password": setPassword(Self.value(element.arg), of: name)
      case "bypassrls": state.catalog.roles[index].bypassesRowSecurity = isOn
      case "inherit": state.catalog.roles[index].inherits = isOn
      case "canlogin": state.catalog.roles[index].canLogin = isOn
      case "createrole": state.catalog.roles[index].canCreateRoles = isOn
      case "createdb": state.catalog.roles[index].canCreateDatabases = isOn
      case "isreplication": state.catalog.roles[index].isReplication = isOn
      case "connectionlimit":
        let limit = Self.value(element.arg).flatMap { Int($0) }
        state.catalog.roles[index].connectionLimit = limit == -1 ? nil : limit
      case "validUntil" where isSession: try requireTime(Self.value(element.arg) ?? "")
      default: break
      }
    }
  }

  /// From 16 on the role that has made the server stays a superuser.
  private func requireBootstrapSuperuser(_ name: String, _ isOn: Bool) throws(ReadFailure) {
    guard isSession, !isOn, state.postgresVersion >= .v16, name == systemOwner else { return }
    throw .refused(
      PostgresError(
        .featureNotSupported, "permission denied to alter role",
        detail: "The bootstrap superuser must have the SUPERUSER attribute."), location: nil)
  }

  private func requireTime(_ text: String) throws(ReadFailure) {
    do throws(EngineFailure) {
      _ = try SQLValue.input(text, as: .timestamptz)
    } catch {
      switch error {
      case .postgres(let refusal): throw .refused(refusal, location: nil)
      case .undecided(let construct): throw .unsupported(construct.construct)
      }
    }
  }

  /// IN ROLE, ROLE and ADMIN, and from 16 on what a role that is no superuser gets of those it makes.
  private mutating func addMembers(
    _ options: RoleOptions, to name: String
  ) throws(ReadFailure) {
    if recordsGrantors { return try grantMembers(options, to: name) }
    for element in options.elements {
      switch text(element.defname) {
      case "addroleto":
        for group in try roles(element.arg?.items ?? []) {
          try require(.administration(of: group))
          try add(name, to: group, admin: false)
        }
      case "rolemembers", "adminmembers":
        let isAdmin = text(element.defname) == "adminmembers"
        for member in try roles(element.arg?.items ?? []) {
          try requireNoCircle(name, member: member)
          setMembership(of: name, member: member, isGranted: true, admin: isAdmin)
        }
      default: break
      }
    }
  }

  /// The value of a Boolean node.
  static func isOn(_ node: Node?) -> Bool {
    guard let node, node.kind == PG_QUERY__NODE__NODE_BOOLEAN else { return true }
    return node.pointee.boolean.pointee.boolval != 0
  }

  mutating func setMembership(of group: String, member: String, isGranted: Bool, admin: Bool) {
    guard let index = state.catalog.roles.firstIndex(where: { $0.name == member }) else { return }
    let known = state.catalog.roles[index].memberships.firstIndex { $0.group == group }
    switch (known, isGranted) {
    case (nil, true):
      var membership = Catalog.Membership(of: group, admin: admin)
      if isSession { membership.grantor = state.currentRole }
      state.catalog.roles[index].memberships.append(membership)
    case (let known?, true):
      if admin { state.catalog.roles[index].memberships[known].admin = true }
    case (let known?, false):
      if admin {
        state.catalog.roles[index].memberships[known].admin = false
      } else {
        state.catalog.roles[index].memberships.remove(at: known)
      }
    case (nil, false): break
    }
  }

  /// ALTER ROLE … SET: what the role's later sessions start with.
  mutating func alterRoleSettings(
    _ node: UnsafeMutablePointer<PgQuery__AlterRoleSetStmt>
  ) throws(ReadFailure) -> Effect {
    // Without a role: every role's.
    guard let specification = node.pointee.role else {
      try ask { (authority) throws(PostgresError) in try authority.requireSettings(of: nil) }
      guard !isSession else { throw .unsupported("settings of all roles") }
      return .applied
    }
    try requireChangeable(specification)
    let name = try role(specification)
    try ask { (authority) throws(PostgresError) in try authority.requireSettings(of: name) }
    guard text(node.pointee.database).isEmpty || !isSession else {
      throw .unsupported("settings of a role in one database")
    }
    guard text(node.pointee.database).isEmpty, let change = node.pointee.setstmt,
      let index = state.catalog.roles.firstIndex(where: { $0.name == name })
    else { return .applied }
    try requireSettable(change.pointee)
    Self.apply(change.pointee, to: &state.catalog.roles[index].settings)
    return .applied
  }
}

/// The options of CREATE and ALTER ROLE.
struct RoleOptions {
  let elements: [PgQuery__DefElem]

  init(_ nodes: [Node]) {
    elements = nodes.filter { $0.kind == PG_QUERY__NODE__NODE_DEF_ELEM }.map {
      $0.pointee.def_elem.pointee
    }
  }

  func names(contain name: String) -> Bool { elements.contains { text($0.defname) == name } }

  /// Source: `CreateRole()`, `AlterRole()` in `src/backend/commands/user.c`.
  func requireSound() throws(ReadFailure) {
    var seen: Set<String> = []
    for element in elements where !seen.insert(text(element.defname)).inserted {
      throw .refused(.syntaxError, "conflicting or redundant options", at: element.location)
    }
    for element in elements where text(element.defname) == "connectionlimit" {
      guard let limit = CatalogBuilder.value(element.arg).flatMap({ Int($0) }), limit < -1 else {
        continue
      }
      throw .refused(SQLState(rawValue: "22023"), "invalid connection limit: \(limit)")
    }
  }

  /// Those that are written and that `isMeant` takes.
  func attributes(
    _ isMeant: (PgQuery__DefElem) -> Bool
  ) -> Set<RoleAuthority.Attribute> {
    var result: Set<RoleAuthority.Attribute> = []
    for element in elements where isMeant(element) {
      switch text(element.defname) {
      case "superuser": result.insert(.superuser)
      case "createdb": result.insert(.createDatabase)
      case "createrole": result.insert(.createRole)
      case "isreplication": result.insert(.replication)
      case "bypassrls": result.insert(.bypassRowSecurity)
      case "password": result.insert(.password)
      case "rolemembers", "adminmembers", "addroleto", "sysid": break
      default: result.insert(.other)
      }
    }
    return result
  }

  /// The nodes of a list of roles.
  func roles(_ name: String) -> [Node] {
    elements.filter { text($0.defname) == name }.flatMap { $0.arg?.items ?? [] }
  }

  /// ALTER GROUP … ADD USER, or DROP USER.
  var members: [Node]? {
    elements.first { text($0.defname) == "rolemembers" }.map { $0.arg?.items ?? [] }
  }
}
