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

  var rolesWithPasswords: [Cells] {
    roles.map { cells in
      var cells = cells
      cells["rolpassword"] = .undetermined(.unknown("a password"))
      cells["rolvaliduntil"] = .undetermined(.unknown("how long a password is valid"))
      return cells
    }
  }

  func isFirst(_ role: Catalog.Role) -> Bool {
    role.isSuperuser && role.name == session.variables.login && catalog.roles.first == role
  }

  var memberships: [Cells] {
    let written = catalog.roles.flatMap { role in
      role.memberships.map {
        Granted(
          group: $0.group, member: role.name, admin: $0.admin, inherit: $0.inherit ?? role.inherits,
          set: $0.set ?? true)
      }
    }
    // As the server's own roles are set up.
    let monitored = ["pg_read_all_settings", "pg_read_all_stats", "pg_stat_scan_tables"]
    let builtIn = monitored.filter { group in
      !written.contains { $0.group == group && $0.member == "pg_monitor" }
    }.map {
      Granted(group: $0, member: "pg_monitor", admin: false, inherit: true, set: true)
    }
    return (written + builtIn).map { granted in
      [
        "roleid": .object(.role(granted.group)), "member": .object(.role(granted.member)),
        "admin_option": .boolean(granted.admin), "inherit_option": .boolean(granted.inherit),
        "set_option": .boolean(granted.set),
      ]
    }
  }

  private struct Granted {
    let group, member: String
    let admin, inherit, set: Bool
  }
}
