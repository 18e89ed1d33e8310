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

  @Test func `an identity's sequence is closed, whatever its name`() throws {
    let document = try #require(Samples.all["electric-ride"])
    try RoleServer.run { connection in
      try load(document, connection)
      try connection.execute(
        """
        ALTER SEQUENCE make_id_seq RENAME TO older_id_seq;
        CREATE SEQUENCE make_id_seq;
        GRANT ALL ON older_id_seq TO anon;
        """)
      try connection.execute(Migration(document).sql)
      let open = try connection.query(
        "SELECT has_sequence_privilege('anon', 'older_id_seq', 'USAGE, SELECT, UPDATE')")
      #expect(open.firstValue == "f")
    }
  }

  @Test(arguments: [
    ("electric-ride/stage-0", "electric-ride"), ("electric-ride", "electric-ride/stage-0"),
    ("electric-ride/stage-4", "electric-ride/stage-5"), ("electric-ride/stage-7", "electric-ride"),
    ("electric-ride/stage-6", "electric-ride/stage-7"),
  ])
  func `a plan loaded over another has all of its own, and of the other at most policies`(
    first: String, second: String
  ) throws {
    let (older, newer) = (try #require(Samples.all[first]), try #require(Samples.all[second]))
    let planned = try RoleServer.run { connection in
      try load(newer, connection)
      return try CatalogSnapshot(of: connection)
    }
    try RoleServer.run { connection in
      try load(older, connection)
      try load(newer, connection)
      let left = try planned.difference(to: CatalogSnapshot(of: connection))
      let policyLines = ["+ policy ", "+ comment policy "]
      #expect(left.filter { line in !policyLines.contains { line.hasPrefix($0) } } == [])
      // What the newer plan no longer holds is not dropped.
      #expect(left.isEmpty == policies(of: older).isSubset(of: policies(of: newer)))
    }
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

  private func policies(of document: PlanDocument) -> Set<[String]> {
    Set(
      document.catalog.tables.flatMap { table in
        table.policies.map { [table.name.name, $0.name] }
      })
  }

  /// As a reader of the file would: the platform first, then the migration's script.
  private func load(_ document: PlanDocument, _ connection: Connection) throws {
    let prelude = Migration.platformPrelude(for: document).map { $0 + ";\n" }.joined()
    try connection.execute(prelude)
    try connection.execute(Migration(document).sql)
  }
}
