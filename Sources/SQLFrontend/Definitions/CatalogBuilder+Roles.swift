import AccessModel
import CPgQuery

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

  /// CREATE ROLE, USER and GROUP.
  mutating func createRole(
    _ node: UnsafeMutablePointer<PgQuery__CreateRoleStmt>
  ) throws(ReadFailure) -> Effect {
    let name = text(node.pointee.role)
    guard state.catalog.role(name) == nil else {
      throw .refused(SQLState(rawValue: "42710"), "role \"\(name)\" already exists")
    }
    let isUser = node.pointee.stmt_type == PG_QUERY__ROLE_STMT_TYPE__ROLESTMT_USER
    state.catalog.roles.append(
      Catalog.Role(name, canLogin: isUser, origin: origin, place: place))
    try set(list(node.pointee.n_options, node.pointee.options), of: name)
    return .applied
  }

  /// ALTER ROLE with attributes, and ALTER GROUP … ADD USER.
  mutating func alterRole(
    _ node: UnsafeMutablePointer<PgQuery__AlterRoleStmt>
  ) throws(ReadFailure) -> Effect {
    let name = try role(node.pointee.role)
    let options = list(node.pointee.n_options, node.pointee.options)
    for option in options where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      guard text(option.pointee.def_elem.pointee.defname) == "rolemembers" else { continue }
      for case .role(let member) in try grantees(option.pointee.def_elem.pointee.arg?.items ?? []) {
        setMembership(of: name, member: member, isGranted: node.pointee.action >= 0, admin: false)
      }
      return .applied
    }
    try set(options, of: name)
    return .applied
  }

  private mutating func set(_ options: [Node], of name: String) throws(ReadFailure) {
    guard let index = state.catalog.roles.firstIndex(where: { $0.name == name }) else { return }
    for option in options where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let isOn = Self.isOn(element.arg)
      switch text(element.defname) {
      case "superuser": state.catalog.roles[index].isSuperuser = isOn
      case "bypassrls": state.catalog.roles[index].bypassesRowSecurity = isOn
      case "inherit": state.catalog.roles[index].inherits = isOn
      case "canlogin": state.catalog.roles[index].canLogin = isOn
      case "addroleto":
        for case .role(let group) in try grantees(element.arg?.items ?? []) {
          setMembership(of: group, member: name, isGranted: true, admin: false)
        }
      case "rolemembers", "adminmembers":
        let isAdmin = text(element.defname) == "adminmembers"
        for case .role(let member) in try grantees(element.arg?.items ?? []) {
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
      state.catalog.roles[index].memberships.append(Catalog.Membership(of: group, admin: admin))
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

  /// GRANT group TO member, and REVOKE.
  mutating func grantRole(
    _ node: UnsafeMutablePointer<PgQuery__GrantRoleStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let members = try grantees(list(statement.n_grantee_roles, statement.grantee_roles))
    for item in list(statement.n_granted_roles, statement.granted_roles)
    where item.kind == PG_QUERY__NODE__NODE_ACCESS_PRIV {
      let group = text(item.pointee.access_priv.pointee.priv_name)
      try state.requireRole(group)
      for case .role(let member) in members {
        if statement.is_grant != 0, isMember(group, of: member) {
          throw .refused(
            SQLState(rawValue: "0LP01"), "role \"\(group)\" is a member of role \"\(member)\"")
        }
        setMembership(
          of: group, member: member, isGranted: statement.is_grant != 0,
          admin: statement.admin_opt != 0)
      }
    }
    return .applied
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

  /// DROP ROLE.
  mutating func dropRole(
    _ node: UnsafeMutablePointer<PgQuery__DropRoleStmt>
  ) throws(ReadFailure) -> Effect {
    for item in list(node.pointee.n_roles, node.pointee.roles)
    where item.kind == PG_QUERY__NODE__NODE_ROLE_SPEC {
      let name = text(item.pointee.role_spec.pointee.rolename)
      guard state.catalog.role(name) != nil else {
        if node.pointee.missing_ok != 0 { continue }
        throw .refused(.undefinedObject, "role \"\(name)\" does not exist")
      }
      if isNeeded(role: name) {
        throw .refused(
          SQLState(rawValue: "2BP01"),
          "role \"\(name)\" cannot be dropped because some objects depend on it")
      }
      state.catalog.roles.removeAll { $0.name == name }
      for index in state.catalog.roles.indices {
        state.catalog.roles[index].memberships.removeAll { $0.group == name }
      }
    }
    return .applied
  }

  private func isNeeded(role name: String) -> Bool {
    let catalog = state.catalog
    func holds(_ acl: AccessControlList?) -> Bool {
      acl?.entries.contains { $0.grantee == .role(name) } ?? false
    }
    return catalog.tables.contains { table in
      table.owner == name || holds(table.acl) || table.columns.contains { holds($0.acl) }
        || table.policies.contains { $0.roles.contains(.role(name)) }
    }
      || catalog.views.contains { $0.owner == name || holds($0.acl) }
      || catalog.schemas.contains { $0.owner == name || holds($0.acl) }
      || catalog.sequences.contains { $0.owner == name || holds($0.acl) }
      || catalog.functions.contains { $0.owner == name || holds($0.acl) }
  }
}
