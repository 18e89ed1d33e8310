import AccessModel
import MigrationPlanner
import ServerTesting
import Testing

@Suite(.enabled(if: TestServer.isExpected))
struct RerunTests {
  @Test(arguments: Samples.all.keys.sorted())
  func `a migration loads twice and gives the same catalog`(title: String) throws {
    let document = try #require(Samples.all[title])
    try TestServer.run { server in
      let (prelude, migration) = (
        script(Migration.platformPrelude(for: document)), Migration(document).sql
      )
      try server.psql(CatalogSnapshot.helpers + prelude)
      try server.psql(migration)
      let first = try snapshot(server)
      try server.psql(prelude)
      try server.psql(migration)
      #expect(try snapshot(server) == first)
      #expect(first.contains("policy | app.note | note_all_own") == (document.variant == nil))
    }
  }

  @Test func `statements one by one make what the script makes`() throws {
    func result(_ sql: String) throws -> String {
      try TestServer.run { server in
        try server.psql(
          CatalogSnapshot.helpers + script(Migration.platformPrelude(for: Samples.notes)))
        try server.psql(sql)
        return try snapshot(server)
      }
    }
    let migration = Migration(Samples.notes)
    let stepwise = "BEGIN;\n" + script(migration.statements) + "COMMIT;\n"
    #expect(try result(stepwise) == result(migration.sql))
  }

  @Test func `privileges are what the plan lists, whatever was granted before`() throws {
    try TestServer.run { server in
      let prelude = script(Migration.platformPrelude(for: Samples.notes))
      try server.psql(CatalogSnapshot.helpers + prelude + Migration(Samples.notes).sql)
      let planned = try snapshot(server)
      try server.psql(
        """
        GRANT ALL ON ALL TABLES IN SCHEMA app TO PUBLIC, anon, authenticated, service_role;
        GRANT ALL ON ALL SEQUENCES IN SCHEMA app TO anon;
        GRANT ALL ON ALL FUNCTIONS IN SCHEMA app TO PUBLIC;
        GRANT SELECT (account), UPDATE (account) ON app.author TO anon;
        GRANT SELECT (author) ON app.published TO service_role;
        GRANT ALL ON SCHEMA app TO PUBLIC;
        ALTER TABLE app.note DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
        ALTER POLICY note_all_own ON app.note TO PUBLIC USING (true);
        ALTER VIEW app.recent RESET (security_invoker);
        ALTER VIEW app.published OWNER TO editor;
        ALTER ROLE editor BYPASSRLS;
        """)
      #expect(try snapshot(server) != planned)
      try server.psql(Migration(Samples.notes).sql)
      #expect(try snapshot(server) == planned)
    }
  }

  @Test(arguments: Samples.all.keys.sorted())
  func `the server holds the grants of the catalog and no others`(title: String) throws {
    let document = try #require(Samples.all[title])
    let catalog = document.catalog
    var planned = Set<String>()
    func add(_ acl: AccessControlList?, _ object: String) {
      for entry in acl?.entries ?? [] {
        for privilege in entry.privileges {
          let isGrantable = entry.grantable.contains(privilege)
          planned.insert("\(object)|\(entry.grantee)|\(privilege.rawValue)|\(isGrantable)")
        }
      }
    }
    for table in catalog.tables {
      add(table.acl, table.name.name)
      for column in table.columns { add(column.acl, "\(table.name.name).\(column.name)") }
    }
    for view in catalog.views {
      add(view.acl, view.name.name)
      for column in view.columns { add(column.acl, "\(view.name.name).\(column.name)") }
    }
    for function in catalog.functions where function.origin == .plan {
      add(function.acl, function.name.name)
    }
    for schema in catalog.schemas where schema.name == "app" { add(schema.acl, schema.name) }
    let held = try TestServer.run { server in
      try server.psql(
        script(Migration.platformPrelude(for: document)) + Migration(document).sql)
      return try server.psql(
        """
        SELECT name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
            privilege_type, CASE WHEN is_grantable OR grantee = owner THEN 'true' ELSE 'false' END
          FROM (
            SELECT relname, relowner, relacl FROM pg_class
              WHERE relnamespace = 'app'::regnamespace AND relkind IN ('r', 'v')
            UNION ALL SELECT relname || '.' || attname, relowner, attacl
              FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
              WHERE relnamespace = 'app'::regnamespace
            UNION ALL SELECT nspname, nspowner, nspacl FROM pg_namespace WHERE nspname = 'app'
            UNION ALL SELECT proname, proowner, proacl FROM pg_proc
              WHERE pronamespace = 'app'::regnamespace
          ) AS objects (name, owner, acl), aclexplode(acl);
        """)
    }
    #expect(Set(held.split(separator: "\n").map(String.init)) == planned)
  }

  @Test func `new tables on the platform are open until the plan closes them`() throws {
    try TestServer.run { server in
      try server.psql(script(Migration.platformPrelude(for: Samples.notes)))
      let open = try server.psql(
        "CREATE TABLE public.t (); SELECT has_table_privilege('anon', 'public.t', 'DELETE');")
      #expect(open == "t\n")
    }
  }

  private func script(_ statements: [String]) -> String {
    statements.map { $0 + ";\n" }.joined()
  }

  private func snapshot(_ server: TestServer) throws -> String {
    try server.psql("SET search_path = snapshot, pg_catalog;\n" + CatalogSnapshot.query)
  }
}
