import AccessModel
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import SQLFrontend
import Testing

@testable import MigrationPlanner

/// Rights to migrate are those of the server's version: from 16 on CREATEROLE gives less.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct VersionRightsTests {
  private static let before = """
    CREATE ROLE clerk LOGIN CREATEROLE; CREATE ROLE team; CREATE ROLE member;
    """

  private func catalog(_ sql: String) -> Catalog {
    SQLReader(platform: .postgres).read([SQLFile(name: "s", text: sql)]).catalog
  }

  @Test func `who may give a membership is what the server says, on each version`() throws {
    let installations = PostgresInstallation.installed().filter { $0.major <= 18 }
    for installation in installations {
      let server = try ScratchServer(installation: installation)
      defer { server.stop() }
      try server.connect().execute(Self.before)
      let clerk = try Connection(server.address(database: "postgres", user: "clerk"))
      let live = try LiveCatalog.read(from: clerk)
      let plan = PlanDocument(
        name: "p", catalog: catalog(Self.before + "GRANT team TO member;"))
      let migration = PlannedMigration(
        from: live.catalog, to: plan, version: live.version.known)
      let missing = migration.missingRights(as: "clerk")
      let mayGrant = (try? clerk.execute("GRANT team TO member")) != nil
      #expect(missing.isEmpty == mayGrant, "\(installation): \(missing)")
      #expect(mayGrant == (installation.major == 15), "\(installation)")
    }
  }

  @Test func `a plan and the database that it made are equal on each version`() throws {
    let sql = """
      CREATE ROLE reader; CREATE TABLE note (id int PRIMARY KEY, body text);
      GRANT ALL ON note TO reader; ALTER TABLE note ENABLE ROW LEVEL SECURITY;
      CREATE POLICY all_of_it ON note TO reader USING (true);
      ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO reader;
      """
    for installation in PostgresInstallation.installed().filter({ $0.major <= 18 }) {
      let server = try ScratchServer(installation: installation)
      defer { server.stop() }
      let connection = try server.connect()
      let plan = PlanDocument(name: "p", catalog: catalog(sql))
      try connection.execute(Migration(plan).sql)
      let live = try LiveCatalog.read(from: connection)
      let migration = PlannedMigration(
        from: live.catalog, to: plan, takeOver: ["*"], version: live.version.known)
      #expect(migration.statements.map(\.text) == [], "\(installation)")
    }
  }

  @Test func `whether a membership is inherited is the membership's own from 16 on`() throws {
    let base = "CREATE ROLE team; CREATE ROLE member; GRANT team TO member;"
    func plan(_ more: String) -> PlanDocument {
      PlanDocument(name: "p", variant: more, catalog: catalog(base + more))
    }
    for installation in RoleServer.installations {
      var trial = MigrationTrial { body in try RoleServer.run(on: installation, body) }
      let (first, second) = (plan(""), plan("ALTER ROLE member NOINHERIT;"))
      #expect(try trial.problems(from: first, to: second) == [], "\(installation)")
      #expect(try trial.problems(from: second, to: first) == [], "\(installation)")
    }
  }

  @Test func `an owner loses and gets MAINTAIN with the rest`() throws {
    let table = "CREATE ROLE owner; CREATE TABLE note (id int); ALTER TABLE note OWNER TO owner;"
    func plan(_ more: String) -> PlanDocument {
      PlanDocument(name: "p", variant: more, catalog: catalog(table + more))
    }
    let (whole, part) = (
      plan(""), plan("REVOKE ALL ON note FROM owner; GRANT SELECT ON note TO owner;")
    )
    for installation in RoleServer.installations {
      var trial = MigrationTrial { body in try RoleServer.run(on: installation, body) }
      #expect(try trial.problems(from: whole, to: part) == [], "\(installation)")
      #expect(try trial.problems(from: part, to: whole) == [], "\(installation)")
      try RoleServer.run(on: installation) { connection in
        try MigrationTrial.load(part, connection)
        let live = try LiveCatalog.read(from: connection)
        let migration = PlannedMigration(
          from: live.catalog, to: whole, takeOver: ["*"], version: live.version.known)
        let gives = migration.statements.contains { $0.text.contains("MAINTAIN") }
        #expect(gives == (installation.major >= 17))
      }
    }
  }
}
