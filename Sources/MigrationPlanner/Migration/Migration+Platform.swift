public import AccessModel
import SQLText

extension Migration {
  /// What the plan's platform would already have, for a plain PostgreSQL server: roles and
  /// memberships, schemas with their grants, functions. Can be run again.
  ///
  /// On Supabase every new object of schema `public` is granted to the API's roles. The prelude
  /// does the same, so that a plan that forgets to revoke is found out on a scratch server too.
  /// Source: `initial_schema.sql` of github.com/supabase/postgres. The role that runs the prelude
  /// keeps its attributes, whatever the catalog says of it.
  public static func platformPrelude(for document: PlanDocument) -> [String] {
    let catalog = document.catalog
    // Roles of the plan do not exist yet, so nothing may be revoked from them.
    var platform = document
    platform.catalog.roles.removeAll { $0.origin == .plan }
    let planner = CatalogPlanner(platform)
    let schemas = catalog.schemas.filter { $0.origin != .plan }
    let functions = catalog.functions.filter { $0.origin != .plan }
    var definitions = planner.roles(platform.catalog.roles)
    definitions += schemas.map { .createSchema($0.name) }
    definitions += functions.flatMap(planner.creation)
    definitions += functions.flatMap(planner.opening)
    definitions += schemas.flatMap(planner.access)
    definitions += planner.platformTables()
    definitions += schemas.flatMap { planner.defaultPrivileges(in: $0) }
    return definitions.map(SQLWriter(layout: .indented).text)
  }
}

extension CatalogPlanner {
  /// The platform's own tables, without marks: they are not the plan's.
  fileprivate func platformTables() -> [SQLDefinition] {
    let tables = document.catalog.tables.filter { ($0.origin ?? .plan) != .plan }.map { table in
      var bare = table
      bare.policies = []
      return bare
    }
    let definitions = TableOrder(tables).creations.flatMap(creation) + tables.flatMap(opening)
    return definitions.filter { definition in
      if case .comment = definition { false } else { true }
    }
  }

  fileprivate func defaultPrivileges(in schema: Catalog.Schema) -> [SQLDefinition] {
    guard schema.name == "public", schema.origin == .platform("supabase") else { return [] }
    let roles = ["anon", "authenticated", "service_role"].filter {
      document.catalog.role($0) != nil
    }
    guard !roles.isEmpty else { return [] }
    return ["TABLES", "SEQUENCES", "FUNCTIONS"].map {
      .defaultPrivileges(schema: schema.name, objects: $0, to: roles.map(Grantee.role))
    }
  }
}
