import AccessModel
import LivePostgres
import MigrationPlanner
import MigrationTesting
import ScratchServerTesting
import Testing

/// What is not the plan's is left alone and reported.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct OwnershipTests {
  private func planned(
    _ connection: Connection, takeOver: Set<String> = []
  ) throws -> PlannedMigration {
    PlannedMigration(
      from: try LiveCatalog.read(from: connection).catalog,
      to: try AppliedPlans.stage("electric-ride"), takeOver: takeOver)
  }

  private func inPlan(_ sql: String, _ body: (Connection) throws -> Void) throws {
    try AppliedPlans.with(AppliedPlans.stage("electric-ride")) { _, connection in
      try connection.execute(sql)
      try body(connection)
    }
  }

  @Test func `a permissive policy of somebody else is a finding, and stays until taken over`()
    throws
  {
    try inPlan("CREATE POLICY debug ON saved FOR SELECT USING (true)") { connection in
      let migration = try planned(connection)
      #expect(migration.statements == [])
      #expect(migration.reports.map(\.isFinding) == [true])
      #expect(migration.reports.first?.message.contains("\"debug\"") == true)
      let taken = try planned(connection, takeOver: ["saved.debug"])
      #expect(taken.reports == [])
      #expect(taken.statements.map(\.text).contains("DROP POLICY IF EXISTS debug ON public.saved"))
    }
  }

  @Test func `a restrictive one is told of, and no finding`() throws {
    try inPlan("CREATE POLICY less ON saved AS RESTRICTIVE USING (id > 0)") { connection in
      let migration = try planned(connection)
      #expect(migration.statements == [])
      #expect(migration.reports.map(\.isFinding) == [false])
    }
  }

  @Test func `columns, constraints, indexes and triggers of somebody else stay`() throws {
    let sql = """
      ALTER TABLE saved ADD COLUMN note text;
      ALTER TABLE saved ADD CONSTRAINT noted CHECK (note <> '');
      CREATE INDEX saved_note ON saved (note);
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER t BEFORE INSERT ON saved FOR EACH ROW EXECUTE FUNCTION f();
      """
    try inPlan(sql) { connection in
      let migration = try planned(connection)
      #expect(migration.statements == [])
      #expect(migration.reports.count == 4)
      let taken = try planned(
        connection, takeOver: ["saved.note", "saved.noted", "saved.saved_note"])
      let texts = taken.statements.map(\.text)
      #expect(texts.contains("ALTER TABLE public.saved DROP COLUMN note"))
      #expect(texts.contains("DROP INDEX public.saved_note"))
      try MigrationTrial.apply(taken, connection)
      #expect(try planned(connection).statements == [])
    }
  }

  @Test func `other schemas, roles that the plan does not know and their grants stay`() throws {
    let sql = """
      CREATE SCHEMA other; CREATE TABLE other.t (id int); CREATE ROLE stranger;
      GRANT SELECT ON saved TO stranger; CREATE TABLE mine (id int); CREATE VIEW v AS SELECT 1 AS x;
      """
    try inPlan(sql) { connection in
      let migration = try planned(connection)
      #expect(migration.statements == [])
      #expect(migration.reports.map(\.message).contains { $0.contains("stranger") })
    }
  }

  @Test func `what the plan says is restored, and nothing else`() throws {
    let sql = """
      GRANT SELECT ON patron TO anon; ALTER TABLE saved DISABLE ROW LEVEL SECURITY;
      DROP POLICY "owner may do all" ON saved; ALTER VIEW saved_listings RESET (security_invoker);
      """
    try inPlan(sql) { connection in
      let migration = try planned(connection)
      #expect(migration.reports == [])
      #expect(migration.prefixes.wider == [])
      let texts = migration.statements.map { $0.text.split(separator: "\n")[0] }
      #expect(texts.contains("REVOKE SELECT ON TABLE public.patron FROM anon"))
      #expect(texts.contains("ALTER TABLE public.saved ENABLE ROW LEVEL SECURITY"))
      #expect(!migration.statements.contains { $0.text.contains("public.make") })
      try MigrationTrial.apply(migration, connection)
      #expect(try planned(connection).statements == [])
    }
  }

  @Test func `a table that left the plan keeps its rows until it is taken over`() throws {
    try AppliedPlans.with(AppliedPlans.stage("electric-ride")) { _, connection in
      var plan = try AppliedPlans.stage("electric-ride")
      plan.catalog.tables.removeAll { $0.name.name == "saved" }
      plan.catalog.views.removeAll { $0.name.name == "saved_listings" }
      let live = try LiveCatalog.read(from: connection).catalog
      let kept = PlannedMigration(from: live, to: plan)
      #expect(!kept.statements.contains { $0.text.hasPrefix("DROP TABLE") })
      #expect(kept.reports.contains { $0.isFinding && $0.message.contains("`saved`") })
      let taken = PlannedMigration(from: live, to: plan, takeOver: ["saved"])
      #expect(taken.statements.contains { $0.text == "DROP TABLE public.saved" })
      try MigrationTrial.apply(taken, connection)
    }
  }
}
