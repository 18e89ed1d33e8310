import AccessModel

/// What a new database has.
extension Catalog {
  /// Source: `src/include/catalog/pg_authid.dat` and `system_functions.sql`.
  static func predefinedRoles(_ version: PostgresVersion) -> [Catalog.Role] {
    let names: [(since: PostgresVersion, String)] = [
      (.v15, "pg_checkpoint"), (.v15, "pg_database_owner"), (.v15, "pg_execute_server_program"),
      (.v15, "pg_monitor"), (.v15, "pg_read_all_data"), (.v15, "pg_read_all_settings"),
      (.v15, "pg_read_all_stats"), (.v15, "pg_read_server_files"), (.v15, "pg_signal_backend"),
      (.v15, "pg_stat_scan_tables"), (.v15, "pg_write_all_data"),
      (.v15, "pg_write_server_files"), (.v16, "pg_create_subscription"),
      (.v16, "pg_use_reserved_connections"), (.v17, "pg_maintain"),
      (.v18, "pg_signal_autovacuum_worker"),
    ]
    let monitored = ["pg_read_all_settings", "pg_read_all_stats", "pg_stat_scan_tables"]
    return names.filter { $0.since <= version }.map { _, name in
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
