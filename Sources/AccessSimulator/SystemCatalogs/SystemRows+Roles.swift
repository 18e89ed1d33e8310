import AccessModel
import SQLBinding

/// `pg_authid`, `pg_roles` and `pg_auth_members`.
extension SystemRows {
  var roles: [Cells] {
    catalog.roles.map { role in
      [
        "oid": .object(.role(role.name)), "rolname": text(role.name),
        "rolsuper": .boolean(role.isSuperuser), "rolinherit": .boolean(role.inherits),
        // A superuser that made the database may do all that the attributes allow.
        "rolcreaterole": .boolean(role.canCreateRoles || isFirst(role)),
        "rolcreatedb": .boolean(role.canCreateDatabases || isFirst(role)),
        "rolcanlogin": .boolean(role.canLogin),
        "rolreplication": .boolean(role.isReplication || isFirst(role)),
        "rolbypassrls": .boolean(role.bypassesRowSecurity || isFirst(role)),
        "rolconnlimit": .integer(Int64(role.connectionLimit ?? -1)),
        "rolpassword": text("********"),
      ]
    }
  }

  private func isFirst(_ role: Catalog.Role) -> Bool {
    role.isSuperuser && role.name == session.variables.login && catalog.roles.first == role
  }

  var memberships: [Cells] {
    let written = catalog.roles.flatMap { role in
      role.memberships.map { ($0.group, role.name, $0.admin) }
    }
    // As the server's own roles are set up.
    let builtIn = ["pg_read_all_settings", "pg_read_all_stats", "pg_stat_scan_tables"].map {
      ($0, "pg_monitor", false)
    }
    return (written + builtIn).map { group, member, admin in
      [
        "roleid": .object(.role(group)), "member": .object(.role(member)),
        "admin_option": .boolean(admin),
      ]
    }
  }
}
