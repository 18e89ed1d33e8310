import AccessModel
import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// Through a transaction pooler: nothing may rest on a session.
@Suite(
  .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"),
  .enabled(if: Pooler.isInstalled, "SKIPPED: pgbouncer is not installed"))
struct PoolerTests {
  @Test func `catalog, drift and decisions come through a transaction pooler`() throws {
    try RoleServer.withDatabase { database in
      let document = try #require(ElectricRide.bundle.plans.first?.document)
      let direct = try database.connect()
      for statement in LiveReading.statements(of: document) { try direct.execute(statement) }
      let pooler = try Pooler(before: database.server)
      let url = pooler.url(database: database.name)
      let read = try LiveCatalog.read(from: Connection(url))
      #expect(read.catalog == (try LiveCatalog.read(from: direct).catalog))
      let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../fixtures/electric-ride").standardizedFileURL.path
      for _ in 0..<2 {
        let run = run(["verify", "--database", url, "--fixtures", fixtures])
        #expect(run.status == 0 && run.output.contains("no drift"), "\(run.output)\(run.errors)")
      }
      // No prepared statement, setting or role is left on a session of the server.
      let pooled = try (0..<3).map { _ in try Connection(url) }
      for connection in pooled {
        try connection.execute("BEGIN")
        let left = try connection.query(
          """
          SELECT (SELECT count(*) FROM pg_prepared_statements), current_user,
            current_setting('search_path'),
            coalesce(current_setting('request.jwt.claims', true), '')
          """)
        #expect(left.rows == [["0", "postgres", "\"$user\", public", ""]])
      }
    }
  }

  @Test func `a plan is applied and a sample taken through it, as a role that is no superuser`()
    throws
  {
    let base = """
      CREATE ROLE anon; CREATE ROLE authenticated;
      CREATE ROLE manager LOGIN BYPASSRLS; GRANT anon, authenticated TO manager;
      GRANT ALL ON SCHEMA public TO manager; SET ROLE manager;
      CREATE TYPE mood AS ENUM ('bad', 'fine');
      CREATE TABLE note (id int PRIMARY KEY, email text, words int, mood mood);
      ALTER TABLE note ENABLE ROW LEVEL SECURITY; GRANT SELECT ON note TO authenticated;
      CREATE POLICY own ON note FOR SELECT TO authenticated
        USING (email = current_setting('request.jwt.claims', true)::json ->> 'email');

      """
    let changes = """
      ALTER TABLE note ADD COLUMN body text; ALTER TABLE note ALTER COLUMN words TYPE bigint;
      ALTER TYPE mood ADD VALUE 'best'; GRANT INSERT ON note TO authenticated;
      CREATE POLICY more ON note FOR INSERT TO authenticated WITH CHECK (words > 0);
      """
    try RoleServer.withDatabase { database in
      let direct = try database.connect()
      try direct.execute(base + "INSERT INTO note VALUES (1, 'ana@example.com', 7, 'fine')")
      let pooler = try Pooler(before: database.server, user: "manager")
      let url = pooler.url(database: database.name, user: "manager")
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("rowkeep-pooled-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let plan = folder.appendingPathComponent("plan.sql").path
      try (base + changes).write(toFile: plan, atomically: true, encoding: .utf8)
      let planned = runTool(["plan-migration", url, plan])
      #expect(planned.status == 0 && planned.output.contains("CREATE POLICY"), "\(planned.errors)")
      let applied = runTool(["apply", url, plan, "--yes"])
      #expect(applied.status == 0, "\(applied.output)\(applied.errors)")
      #expect(runTool(["apply", url, plan]).output.hasPrefix("nothing to do"))
      let sampled = folder.appendingPathComponent("sample").path
      let sample = runTool(
        ["export", "fixtures", url, "--output", sampled, "--identity", "ana=ana@example.com"])
      #expect(sample.status == 0, "\(sample.errors)")
      let verified = runTool(["verify", plan, "--database", url, "--fixtures", sampled])
      // The rows that are there are in the way of the fixtures'.
      #expect(verified.status == 4 && verified.errors.contains("note"), "\(verified.errors)")
      let read = runTool(
        ["verify", plan, "--database", url, "--fixtures", sampled, "--existing-data"])
      #expect(read.status == 0 && read.output.contains("no drift"), "\(read.output)\(read.errors)")
    }
  }

  private func runTool(
    _ arguments: [String]
  ) -> (status: Int32, output: String, errors: String) {
    let (output, errors) = (Sink(), Sink())
    let context = CommandContext(output: output, errors: errors, environment: [:])
    let status = Program<RowkeepProgram>(context: context).run(arguments).rawValue
    return (status, output.text, errors.text)
  }

  private func run(_ arguments: [String]) -> (status: Int32, output: String, errors: String) {
    let (output, errors) = (Sink(), Sink())
    let context = CommandContext(output: output, errors: errors, environment: [:])
    let status = Program<PlanProgram<ElectricRide>>(context: context).run(arguments).rawValue
    return (status, output.text, errors.text)
  }

  private final class Sink: TextSink {
    var text = ""
    func write(_ text: String) { self.text += text }
  }
}
