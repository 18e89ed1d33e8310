import AccessModel
import AccessReports
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import SQLFrontend
import SQLText
import Testing

@testable import MigrationPlanner

/// Default privileges are part of what a database is to be: ALTER DEFAULT PRIVILEGES, there and back.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct DefaultPrivilegeTests {
  private static let base = """
    CREATE ROLE keeper; CREATE ROLE reader; CREATE ROLE writer; CREATE SCHEMA app;
    CREATE TABLE app.note (id int PRIMARY KEY);
    """

  private func document(_ sql: String) -> PlanDocument {
    PlanDocument(
      name: "p",
      catalog: SQLReader(platform: .postgres).read([SQLFile(name: "s", text: Self.base + sql)])
        .catalog)
  }

  private static let states = [
    "",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO reader;",
    """
    ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT, INSERT ON TABLES TO reader WITH GRANT OPTION;
    ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT USAGE ON SEQUENCES TO reader, writer;
    """,
    """
    ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
    ALTER DEFAULT PRIVILEGES FOR ROLE keeper GRANT ALL ON TABLES TO writer;
    ALTER DEFAULT PRIVILEGES FOR ROLE keeper REVOKE DELETE ON TABLES FROM keeper;
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO reader;
    """,
  ]

  @Test func `each state is reached from each other, and left again`() throws {
    var trial = MigrationTrial { body in try RoleServer.run(body) }
    for first in Self.states.indices {
      // A plan that says nothing of them leaves them alone; the way back goes there.
      for second in Self.states.indices.dropFirst() where first != second {
        var (a, b) = (document(Self.states[first]), document(Self.states[second]))
        (a.variant, b.variant) = ("\(first)", "\(second)")
        #expect(try trial.problems(from: a, to: b) == [], "\(first) to \(second)")
      }
    }
    #expect(trial.statements > 20)
  }

  @Test func `a plan and the database that it made are equal`() throws {
    for state in Self.states {
      try RoleServer.run { connection in
        let plan = document(state)
        try MigrationTrial.load(plan, connection)
        let live = try LiveCatalog.read(from: connection).catalog
        #expect(CatalogDrift(plan: plan, live: live, version: .v15).sentences == [])
        #expect(live.defaultPrivileges.count == plan.catalog.defaultPrivileges.count)
      }
    }
  }

  @Test func `what differs is drift, both ways`() throws {
    try RoleServer.run { connection in
      try MigrationTrial.load(document(Self.states[1]), connection)
      try connection.execute(
        """
        ALTER DEFAULT PRIVILEGES IN SCHEMA app REVOKE SELECT ON TABLES FROM reader;
        ALTER DEFAULT PRIVILEGES FOR ROLE writer IN SCHEMA app GRANT DELETE ON TABLES TO reader;
        """)
      let live = try LiveCatalog.read(from: connection).catalog
      let drift = CatalogDrift(plan: document(Self.states[1]), live: live, version: .v15)
      #expect(
        drift.sentences.sorted() == [
          "tables: grant to reader of default privileges of postgres in schema app is in the plan, "
            + "and not in the database: SELECT",
          "tables: grant to reader of default privileges of writer in schema app is in the "
            + "database, and not in the plan: DELETE",
        ])
      // A plan that says nothing of them tells what there is.
      let silent = CatalogDrift(plan: document(""), live: live, version: .v15)
      #expect(silent.isEmpty)
      #expect(silent.notes.contains { $0.contains("new TABLES of `writer`") }, "\(silent.notes)")
    }
  }

  @Test func `a migration leaves alone what the plan does not say, and says so`() throws {
    let live = document(
      Self.states[1] + "ALTER DEFAULT PRIVILEGES FOR ROLE writer GRANT DELETE ON TABLES TO reader;")
    let migration = PlannedMigration(from: live.catalog, to: document(Self.states[1]))
    func defaults(_ migration: PlannedMigration) -> [String] {
      migration.statements.map(\.text).filter { $0.contains("DEFAULT PRIVILEGES") }
    }
    #expect(defaults(migration) == [])
    #expect(migration.reports.contains { $0.isFinding && $0.message.contains("`writer`") })
    let taken = PlannedMigration(
      from: live.catalog, to: document(Self.states[1]), takeOver: ["*"])
    #expect(
      defaults(taken) == [
        "ALTER DEFAULT PRIVILEGES FOR ROLE writer REVOKE DELETE ON TABLES FROM reader"
      ])
    #expect(defaults(PlannedMigration(from: live.catalog, to: document(""))) == [])
  }

  @Test func `a new table starts with them, and a migration closes it first`() throws {
    try RoleServer.run { connection in
      try MigrationTrial.load(document(Self.states[2]), connection)
      let plan = document(
        Self.states[2] + "CREATE TABLE app.later (id int); REVOKE ALL ON app.later FROM reader;")
      let live = try LiveCatalog.read(from: connection).catalog
      let migration = PlannedMigration(from: live, to: plan)
      #expect(migration.unplanned == [] && migration.prefixes.wider == [])
      try MigrationTrial.apply(migration, connection)
      #expect(
        try connection.query("SELECT has_table_privilege('reader', 'app.later', 'SELECT')")
          .firstValue == "f")
    }
  }
}
