import AccessModel
import Foundation
import LivePostgres
import SQLFrontend
import ScratchServerTesting
import Testing

/// SQL files are read as the version that they are for.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct FileVersionTests {
  private static let tables = """
    CREATE ROLE clerk; CREATE TABLE item (id int PRIMARY KEY, owner text);
    """

  static let statements = [
    "GRANT MAINTAIN ON item TO clerk", "GRANT ALL ON item TO clerk", "GRANT pg_maintain TO clerk",
    "GRANT pg_use_reserved_connections TO clerk", "GRANT pg_signal_autovacuum_worker TO clerk",
    "GRANT pg_read_all_data TO clerk", "GRANT pg_nothing TO clerk",
    "ALTER TABLE item ADD COLUMN v text GENERATED ALWAYS AS (owner || 'x') VIRTUAL",
  ]

  @Test(arguments: statements)
  func `each version takes and refuses what its server does`(statement: String) throws {
    for installation in RoleServer.installations {
      let sql = "\(Self.tables)\n\(statement);"
      try RoleServer.run(on: installation) { connection in
        try connection.execute(Self.tables)
        let isTaken = (try? connection.execute(statement)) != nil
        let reader = SQLReader(platform: .postgres, version: installation.version)
        let read = reader.read([SQLFile(name: "s.sql", text: sql)])
        #expect(
          read.diagnostics.isEmpty == isTaken, "\(installation): \(read.diagnostics.map(\.message))"
        )
      }
    }
  }

  @Test func `Supabase gives its API roles MAINTAIN from 17 on`() throws {
    let sql = "CREATE TABLE note (id uuid PRIMARY KEY DEFAULT auth.uid());"
    for (version, holds) in [(PostgresVersion.v15, false), (.v17, true)] {
      let read = SQLReader(platform: .supabase, version: version)
        .read([SQLFile(name: "s.sql", text: sql)])
      let held = read.catalog.tables.first { $0.name.name == "note" }?.acl?
        .privileges(of: .role("anon"))
      #expect(held?.contains(.maintain) == holds, "\(version)")
    }
  }

  private func with(
    _ file: String, on installation: PostgresInstallation,
    _ body: (_ url: String, _ path: String, Connection) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("plan.sql").path
    try file.write(toFile: path, atomically: true, encoding: .utf8)
    try RoleServer.withDatabase(on: installation) { database in
      try body(try AppliedPlans.url(database), path, try database.connect())
    }
  }

  @Test func `the server's version decides how the plan's files are read`() throws {
    let plan = Self.tables + "GRANT MAINTAIN ON item TO clerk; GRANT pg_maintain TO clerk;"
    for installation in RoleServer.installations {
      try with(plan, on: installation) { url, path, connection in
        try connection.execute(Self.tables)
        let planned = AppliedPlans.runTool(["plan-migration", url, path, "--take-over", "*"])
        guard installation.major >= 17 else {
          #expect(planned.status == 2)
          #expect(planned.errors.contains("unrecognized privilege type"))
          return
        }
        #expect(planned.status == 0, "\(planned.errors)")
        #expect(planned.output.contains("GRANT MAINTAIN ON TABLE public.item TO clerk;"))
        let applied = AppliedPlans.runTool(["apply", url, path, "--yes", "--take-over", "*"])
        #expect(applied.status == 0, "\(applied.errors)")
        let again = AppliedPlans.runTool(["plan-migration", url, path, "--take-over", "*"])
        #expect(again.status == 0 && again.output == "", "\(again.output)\(again.errors)")
        let held = try connection.query(
          "SELECT has_table_privilege('clerk', 'item', 'MAINTAIN'), pg_has_role('clerk', 'pg_maintain', 'MEMBER')"
        )
        #expect(held.rows == [["t", "t"]])
      }
    }
  }

  @Test func `a version that is not the server's is wrong usage`() throws {
    let last = try #require(RoleServer.installations.last)
    let other = try #require(PostgresVersion.allCases.first { $0 != last.version })
    try with(Self.tables, on: last) { url, path, _ in
      for command in ["plan-migration", "apply"] {
        let run = AppliedPlans.runTool([command, url, path, "--postgres", "\(other)"])
        #expect(run.status == 2)
        #expect(
          run.errors.contains("the server is PostgreSQL \(last.major), and `--postgres` says"))
      }
      let verified = AppliedPlans.runTool([
        "verify", path, "--database", url, "--postgres", "\(other)",
        "--fixtures", "fixtures/electric-ride",
      ])
      #expect(verified.status == 2, "\(verified.errors)")
    }
  }

  @Test func `files alone are read as --postgres says, else as 15`() throws {
    let plan = Self.tables + "GRANT MAINTAIN ON item TO clerk;"
    let last = try #require(RoleServer.installations.last)
    try with(plan, on: last) { _, path, _ in
      #expect(AppliedPlans.runTool(["compile", path]).status == 2)
      let compiled = AppliedPlans.runTool(["compile", path, "--postgres", "17"])
      #expect(compiled.status == 0, "\(compiled.errors)")
      #expect(compiled.output.contains("GRANT MAINTAIN ON TABLE public.item TO clerk;"))
    }
  }
}
