import AccessModel
import LivePostgres
import MigrationPlanner
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// `postgres://…` where an input is.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct DatabaseInputTests {
  private let fixtures = ["--fixtures", "fixtures/electric-ride"]

  /// A database on which the plan, or one of its stages, has been installed.
  static func withPlan<Value>(
    _ variant: String? = nil, _ body: (ScratchDatabase) throws -> Value
  ) throws -> Value {
    try RoleServer.withDatabase { database in
      let document = try Workspace.electricRide(variant).document
      let connection = try database.connect()
      for statement in Migration.platformPrelude(for: document) + Migration(document).statements {
        try connection.execute(statement)
      }
      return try body(database)
    }
  }

  @Test func `a database is as good an input as the plan that made it`() throws {
    try Self.withPlan { database in
      let matrix = CommandRun(["matrix", database.url] + fixtures)
      let plan = CommandRun(["matrix"] + fixtures, of: PlanProgram<ElectricRide>.self)
      #expect(matrix.status == 0, "\(matrix.errors)")
      // The title is the database's name; relations stand in the order in which they were made.
      func cells(_ run: CommandRun) -> Int {
        run.output.split(separator: "\n").dropFirst().count { $0.contains("✓") || $0.contains("◐") }
      }
      #expect(cells(matrix) == cells(plan) && cells(plan) > 10)

      let who = CommandRun(
        ["who", database.url, "delete", "saved", "--row", "id=3"] + fixtures)
      let own = CommandRun(
        ["who", "delete", "saved", "--row", "id=3"] + fixtures, of: PlanProgram<ElectricRide>.self)
      #expect(
        who.output.split(separator: "\n").dropFirst()
          == own.output.split(separator: "\n").dropFirst())

      let explain = CommandRun(
        ["explain", database.url, "select", "saved", "--row", "id=3", "--as", "ben"] + fixtures)
      #expect(explain.output.contains("policy \"owner may do all\""), "\(explain.errors)")

      let check = CommandRun(["check", database.url] + fixtures)
      #expect(check.status == 0 && check.output.contains("73 passed, 0 failed"), "\(check.errors)")
    }
  }

  @Test func `a plan and the database that it made are equal`() throws {
    try Self.withPlan { database in
      let run = CommandRun(["diff", database.url], of: PlanProgram<ElectricRide>.self)
      #expect(run.status == 0 && run.output.contains("no difference"), "\(run.output)\(run.errors)")
    }
  }

  @Test func `a database can be imported and compiled`() throws {
    try Self.withPlan { database in
      let folder = try TemporaryFolder()
      let imported = CommandRun("import", database.url, "--output", "\(folder.path)/plan")
      #expect(imported.status == 0, "\(imported.errors)")
      let compiled = CommandRun("compile", database.url)
      #expect(compiled.status == 0 && compiled.output.contains("CREATE POLICY"))
    }
  }

  @Test func `a database decides by the rules of its own version`() throws {
    for installation in PostgresInstallation.installed().filter({ $0.major <= 18 }) {
      let server = try ScratchServer(installation: installation)
      defer { server.stop() }
      let database = try ScratchDatabase(on: server)
      try database.connect().execute(
        """
        CREATE ROLE worker;
        CREATE TABLE maker (id int PRIMARY KEY);
        CREATE TABLE car (id int PRIMARY KEY, maker int REFERENCES maker ON DELETE RESTRICT);
        GRANT SELECT, DELETE ON maker, car TO worker;
        """)
      let folder = try TemporaryFolder()
      try folder.write("id\n1\n", to: "rows/maker.csv")
      try folder.write("id,maker\n1,1\n", to: "rows/car.csv")
      // restrict_violation is raised from 18 on.
      let code = installation.major >= 18 ? "23001" : "23503"
      try folder.write(
        """
        identities: {ann: {role: worker}}
        cases:
        - {as: ann, delete: maker, row: 1, expect: error \(code)}
        """, to: "cases.yaml")
      let rows = ["--fixtures", folder.path]
      let simulated = CommandRun(["check", database.url] + rows)
      #expect(simulated.status == 0, "\(installation): \(simulated.output)")
      let asked = CommandRun(
        ["check", database.url, "--engine", "postgres", "--database", database.url] + rows)
      #expect(asked.status == 0, "\(installation): \(asked.output)")
      let verified = CommandRun(["verify", database.url, "--database", database.url] + rows)
      #expect(verified.status == 0, "\(installation): \(verified.output)")
    }
  }
}
