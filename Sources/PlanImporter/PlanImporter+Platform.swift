import AccessModel
import SQLText

// What the source says of roles beyond `Role`, and where the platform's own objects are no longer
// as the platform has them.
extension PlanImporter {
  func roleDefinitions() -> [String] {
    catalog.roles.flatMap { role -> [String] in
      let given = role.origin == .plan ? said(of: role) : platform.role(role.name)
      return given.map { differences(of: role, from: $0) } ?? []
    }
  }

  /// What `Role` says.
  private func said(of role: Catalog.Role) -> Catalog.Role {
    Catalog.Role(
      role.name, bypassesRowSecurity: role.bypassesRowSecurity, inherits: role.inherits,
      canLogin: role.canLogin, memberships: role.memberships.filter(Self.isPlain))
  }

  static func isPlain(_ membership: Catalog.Membership) -> Bool {
    !membership.admin && membership.inherit == nil && membership.set == nil
  }

  private func differences(of role: Catalog.Role, from given: Catalog.Role) -> [String] {
    var changes: [SQLChange] = []
    let attributes: [KeyPath<Catalog.Role, Bool>] = [
      \.isSuperuser, \.bypassesRowSecurity, \.inherits, \.canLogin, \.canCreateRoles,
      \.canCreateDatabases, \.isReplication,
    ]
    if attributes.contains(where: { role[keyPath: $0] != given[keyPath: $0] }) {
      changes.append(.alterRole(role))
    }
    let groups = Set(role.memberships.map(\.group))
    for membership in given.memberships where !groups.contains(membership.group) {
      changes.append(.revokeMembership(group: membership.group, member: role.name))
    }
    let known = Set(given.memberships.map { [$0.group, "\($0.admin)"] })
    for membership in role.memberships
    where !known.contains([membership.group, "\(membership.admin)"]) || !Self.isPlain(membership) {
      changes.append(.define(.membership(membership, member: role.name)))
    }
    for setting in role.settings where !given.settings.contains(setting) {
      changes.append(.roleSetting(setting, of: role.name))
    }
    return changes.map(writer.text)
  }

  /// A table of the platform: who holds what of it, its policies and triggers.
  mutating func platformDefinitions(_ table: Catalog.Table) -> [String] {
    guard let given = platform.table(table.name) else { return wholeDefinitions(table) }
    if table.columns.map(\.name) != given.columns.map(\.name) {
      unsaid.append(.init("columns of `\(table.name)`, which is the platform's", at: table.place))
    }
    var statements: [String] = []
    let state = (table.rowSecurityEnabled, table.rowSecurityForced)
    if state != (given.rowSecurityEnabled, given.rowSecurityForced) {
      statements.append(
        writer.text(.rowSecurity(table.name, isEnabled: state.0, isForced: state.1)))
    }
    return statements + accessDefinitions(.table(table.name), from: given.acl, to: table.acl)
      + columnGrants(
        table.columns.map { ($0.name, $0.acl) }, on: .table(table.name), where: { _ in true })
      + table.policies.map { SQLWriter(layout: .indented).text(.createPolicy($0, on: table.name)) }
      + attachments(table)
  }

  /// A function of the platform that says or lets something else.
  func platformDefinitions(_ function: Catalog.Function) -> [String] {
    let types = function.arguments.map(\.type)
    let given = platform.functions.first {
      $0.name == function.name && $0.arguments.map(\.type) == types
    }
    guard let given else { return [] }
    let isSame =
      function.body == given.body && function.settings == given.settings
      && function.isSecurityDefiner == given.isSecurityDefiner
    return (isSame ? [] : [SQLWriter(layout: .indented).text(.createFunction(function))])
      + accessDefinitions(
        .function(function.name, arguments: types), from: given.acl, to: function.acl)
  }

  private func accessDefinitions(
    _ object: SQLObject, from given: AccessControlList?, to acl: AccessControlList?
  ) -> [String] {
    guard given != acl else { return [] }
    let (before, after) = (given?.entries ?? [], acl?.entries ?? [])
    let changed = before.filter { !after.contains($0) }.map(\.grantee)
    var statements: [SQLDefinition] = Set(changed).sorted().map { .revokeAll(object, from: [$0]) }
    for entry in after where changed.contains(entry.grantee) || !before.contains(entry) {
      let plain = entry.privileges.filter { !entry.grantable.contains($0) }
      statements += grant(plain, on: object, to: entry.grantee, withGrantOption: false)
      statements += grant(entry.grantable, on: object, to: entry.grantee, withGrantOption: true)
    }
    return statements.map(writer.text)
  }
}
