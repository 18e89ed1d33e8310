/// Roles that a server has from the start, named `pg_…`.
///
/// Source: `src/include/catalog/pg_authid.dat` and `system_functions.sql`; PostgreSQL manual,
/// "Predefined Roles".
public enum PredefinedRole {
  private static let all: [(since: PostgresVersion, name: String)] = [
    (.v15, "pg_checkpoint"), (.v15, "pg_database_owner"), (.v15, "pg_execute_server_program"),
    (.v15, "pg_monitor"), (.v15, "pg_read_all_data"), (.v15, "pg_read_all_settings"),
    (.v15, "pg_read_all_stats"), (.v15, "pg_read_server_files"), (.v15, "pg_signal_backend"),
    (.v15, "pg_stat_scan_tables"), (.v15, "pg_write_all_data"),
    (.v15, "pg_write_server_files"), (.v16, "pg_create_subscription"),
    (.v16, "pg_use_reserved_connections"), (.v17, "pg_maintain"),
    (.v18, "pg_signal_autovacuum_worker"),
  ]

  /// Those of a version.
  ///
  /// ```swift
  /// PredefinedRole.names(in: .v16).contains("pg_maintain")  // false
  /// ```
  public static func names(in version: PostgresVersion) -> [String] {
    all.filter { $0.since <= version }.map(\.name)
  }
}
