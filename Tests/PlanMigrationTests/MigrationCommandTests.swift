import AccessModel
import Foundation
import LivePostgres
import MigrationPlanner
import MigrationTesting
import ScratchServerTesting
import Testing

/// `plan-migration` and `apply` as commands.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct MigrationCommandTests {
  private static let fixtures = ["--fixtures", "fixtures/electric-ride"]

  @Test func `the migration says what it does, for whom, and that it was checked`() throws {
    try AppliedPlans.with(AppliedPlans.stage("stage-7")) { database, connection in
      let rollback = FileManager.default.temporaryDirectory
        .appendingPathComponent("rowkeep-\(UUID().uuidString).sql").path
      defer { try? FileManager.default.removeItem(atPath: rollback) }
      let run = AppliedPlans.run(
        ["plan-migration", try AppliedPlans.url(database), "--rollback", rollback]
          + Self.fixtures)
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("-- from \(database.name) to electric-ride\n"))
      #expect(run.output.contains("states in between was checked"))
      #expect(run.output.contains("-- gains: ana: delete patron: no rows → 1 of 5 rows\n"))
      #expect(run.output.contains("-- loses: nova: select saved: 12 of 12 rows → no rows\n"))
      let before = try CatalogSnapshot(of: connection)
      try connection.execute(run.output)
      let again = AppliedPlans.run(["plan-migration", try AppliedPlans.url(database)])
      #expect(again.status == 0)
      #expect(again.output == "")
      try connection.execute(String(contentsOfFile: rollback, encoding: .utf8))
      #expect(
        try before.difference(to: CatalogSnapshot(of: connection)).filter {
          !$0.contains("view ") && !$0.contains("function ")
        } == [])
    }
  }

  @Test func `Supabase and Flyway make their own transactions`() throws {
    try AppliedPlans.with(AppliedPlans.stage("stage-7")) { database, _ in
      for format in ["supabase", "flyway"] {
        let run = AppliedPlans.run(
          ["plan-migration", try AppliedPlans.url(database), "--format", format])
        #expect(run.status == 0)
        #expect(!run.output.contains("BEGIN;") && !run.output.contains("COMMIT;"))
        #expect(run.output.contains("CREATE POLICY"))
      }
    }
  }

  @Test func `somebody else's permissive policy is a finding`() throws {
    try AppliedPlans.with(AppliedPlans.stage("electric-ride")) { database, connection in
      try connection.execute("CREATE POLICY debug ON saved USING (true)")
      let run = AppliedPlans.run(["plan-migration", try AppliedPlans.url(database)])
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errors.contains("policy \"debug\" of `saved` is not the plan's"))
      #expect(run.errors.contains("--take-over saved.debug"))
    }
  }

  @Test func `apply needs --yes where somebody gains access, and applies once`() throws {
    try AppliedPlans.with(AppliedPlans.stage("stage-7")) { database, connection in
      let url = try AppliedPlans.url(database)
      let before = try CatalogSnapshot(of: connection)
      let dry = AppliedPlans.run(["apply", url, "--dry-run"])
      #expect(dry.status == 0)
      #expect(dry.output.contains("GRANT UPDATE (name, phone_number) ON TABLE public.patron"))
      let refused = AppliedPlans.run(["apply", url])
      #expect(refused.status == 1)
      #expect(refused.errors.contains("--yes"))
      #expect(try before.difference(to: CatalogSnapshot(of: connection)) == [])
      let applied = AppliedPlans.run(["apply", url, "--yes"])
      #expect(applied.status == 0)
      #expect(applied.output.hasPrefix("applied: "))
      let again = AppliedPlans.run(["apply", url])
      #expect(again.status == 0)
      #expect(again.output == "nothing to do: the database is what the plan says\n")
    }
  }

  @Test func `live counts are of the database's own rows, and leave nothing behind`() throws {
    try AppliedPlans.with(AppliedPlans.stage("stage-7")) { database, connection in
      try connection.execute(
        "INSERT INTO patron (name, email_address) VALUES ('Ana', 'ana@example.com'), ('X', 'x@x')")
      let before = try CatalogSnapshot(of: connection)
      let run = AppliedPlans.run(
        ["apply", try AppliedPlans.url(database), "--dry-run", "--live-counts"] + Self.fixtures)
      #expect(run.status == 0)
      #expect(run.output.contains("-- in the database, ana sees of patron: 2 rows → 1 rows\n"))
      #expect(try before.difference(to: CatalogSnapshot(of: connection)) == [])
    }
  }

  @Test func `an address that is none, and a server that does not answer`() {
    #expect(AppliedPlans.run(["apply", "plan.json"]).status == 2)
    #expect(AppliedPlans.run(["apply", "postgres://127.0.0.1:1/x"]).status == 4)
  }
}
