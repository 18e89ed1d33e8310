import AccessModel

/// What a new database has.
extension Catalog {
  /// Source: `src/backend/catalog/system_functions.sql`.
  static func predefinedRoles(_ version: PostgresVersion) -> [Catalog.Role] {
    let monitored = ["pg_read_all_settings", "pg_read_all_stats", "pg_stat_scan_tables"]
    return PredefinedRole.names(in: version).map { name in
      Catalog.Role(
        name, memberships: name == "pg_monitor" ? monitored.map { Catalog.Membership(of: $0) } : [],
        origin: .platform("postgres"))
    }
  }

  static func emptyDatabase(
    _ name: String, _ login: String, _ version: PostgresVersion
  ) -> Catalog {
    var catalog = PlatformPreset.postgres.catalog
    catalog.roles[0].name = login
    // What counts once it is no superuser any more.
    catalog.roles[0].canCreateRoles = true
    catalog.roles[0].canCreateDatabases = true
    catalog.roles[0].isReplication = true
    // Since 15 everybody may use `public`, and nobody but its owner create in it.
    catalog.schemas[0].owner = "pg_database_owner"
    catalog.schemas[0].acl = .builtIn(
      owner: "pg_database_owner", all: Privilege.allOnSchema, everyone: [.usage])
    catalog.database = Catalog.Database(name, owner: login)
    catalog.roles += predefinedRoles(version)
    catalog.isWhole = true
    return catalog
  }
}
