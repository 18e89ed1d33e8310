public import AccessModel

/// Which objects of a database that is there belong to the platform that it runs on.
public enum LivePlatform {
  /// Says of Supabase's own objects that they are; nothing where it is not Supabase.
  ///
  /// Its roles and schemas are known by name, as migrations know them. What is in such a schema is
  /// the platform's, but for policies that somebody wrote on its tables.
  public static func mark(_ catalog: inout Catalog) {
    guard isSupabase(catalog) else { return }
    let origin = Catalog.Origin.platform("supabase")
    for index in catalog.roles.indices where isPlatform(role: catalog.roles[index].name) {
      catalog.roles[index].origin = origin
    }
    // What it gives its API roles in new objects is in no plan.
    catalog.defaultPrivileges.removeAll { isPlatform(role: $0.role) }
    for index in catalog.schemas.indices
    where catalog.schemas[index].name == "public" || schemas.contains(catalog.schemas[index].name) {
      catalog.schemas[index].origin = origin
    }
    for index in catalog.tables.indices
    where schemas.contains(catalog.tables[index].name.schema) && catalog.tables[index].origin == nil
    {
      catalog.tables[index].origin = origin
    }
    for index in catalog.views.indices
    where schemas.contains(catalog.views[index].name.schema) && catalog.views[index].origin == nil {
      catalog.views[index].origin = origin
    }
    for index in catalog.functions.indices
    where schemas.contains(catalog.functions[index].name.schema)
      && catalog.functions[index].origin == .plan
    {
      catalog.functions[index].origin = origin
    }
    for index in catalog.types.indices
    where schemas.contains(catalog.types[index].name.schema) && catalog.types[index].origin == .plan
    {
      catalog.types[index].origin = origin
    }
  }

  static func isSupabase(_ catalog: Catalog) -> Bool {
    let names = Set(catalog.roles.map(\.name))
    return names.isSuperset(of: ["anon", "authenticated", "service_role"])
      && catalog.functions.contains { $0.name == QualifiedName("auth", "uid") }
  }

  /// Source: `migrations/db/init-scripts` of supabase/postgres.
  static func isPlatform(role: String) -> Bool {
    let known: Set = [
      "postgres", "anon", "authenticated", "service_role", "authenticator", "dashboard_user",
      "pgbouncer", "pgsodium_keyholder", "pgsodium_keyiduser", "pgsodium_keymaker",
      "pgtle_admin",
    ]
    return known.contains(role) || role.hasPrefix("supabase_")
  }

  private static let schemas: Set<String> = [
    "auth", "storage", "extensions", "graphql", "graphql_public", "realtime", "_realtime", "vault",
    "pgbouncer", "net", "cron", "supabase_functions", "supabase_migrations", "pgsodium",
    "pgsodium_masks", "pgmq", "_analytics", "_supavisor",
  ]
}
