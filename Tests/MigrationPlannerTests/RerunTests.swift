import AccessModel
import LivePostgres
import MigrationPlanner
import ScratchServerTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct RerunTests {
  @Test(arguments: Samples.all.keys.sorted())
  func `a migration loads twice and gives the same catalog`(title: String) throws {
    let document = try #require(Samples.all[title])
    try RoleServer.run { connection in
      try load(document, connection)
      let first = try CatalogSnapshot(of: connection)
      try load(document, connection)
      #expect(try first.difference(to: CatalogSnapshot(of: connection)) == [])
      let policies = first.lines.count { $0.hasPrefix("policy ") }
      #expect(policies == document.catalog.tables.map(\.policies.count).reduce(0, +))
    }
  }

  @Test func `statements one by one make what the script makes`() throws {
    let whole = try RoleServer.run { connection in
      try load(Samples.notes, connection)
      return try CatalogSnapshot(of: connection)
    }
    try RoleServer.run { connection in
      for statement in Migration.platformPrelude(for: Samples.notes) {
        try connection.query(statement)
      }
      try connection.execute("BEGIN")
      for statement in Migration(Samples.notes).statements { try connection.query(statement) }
      try connection.execute("COMMIT")
      #expect(try whole.difference(to: CatalogSnapshot(of: connection)) == [])
    }
  }

  @Test func `privileges are what the plan lists, whatever was granted before`() throws {
    try RoleServer.run { connection in
      try load(Samples.notes, connection)
      let planned = try CatalogSnapshot(of: connection)
      try connection.execute(
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
      #expect(try CatalogSnapshot(of: connection) != planned)
      try connection.execute(Migration(Samples.notes).sql)
      #expect(try planned.difference(to: CatalogSnapshot(of: connection)) == [])
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
    let held = try RoleServer.run { connection in
      try load(document, connection)
      return try connection.query(
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
    #expect(Set(held.rows.map { $0.compactMap { $0 }.joined(separator: "|") }) == planned)
  }

  @Test func `new tables on the platform are open until the plan closes them`() throws {
    try RoleServer.run { connection in
      for statement in Migration.platformPrelude(for: Samples.notes) {
        try connection.query(statement)
      }
      let open = try connection.execute(
        "CREATE TABLE public.t (); SELECT has_table_privilege('anon', 'public.t', 'DELETE')")
      #expect(open.firstValue == "t")
    }
  }

  /// As a reader of the file would: the platform first, then the migration's script.
  private func load(_ document: PlanDocument, _ connection: Connection) throws {
    let prelude = Migration.platformPrelude(for: document).map { $0 + ";\n" }.joined()
    try connection.execute(prelude)
    try connection.execute(Migration(document).sql)
  }
}
