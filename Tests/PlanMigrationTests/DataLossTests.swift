import AccessModel
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import Testing

@testable import MigrationPlanner

/// What happens to rows that are there: converted, refused by the server, or lost and said so.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct DataLossTests {
  private func plan(_ column: String) -> PlanDocument {
    WrittenPlans.document(
      """
      CREATE TYPE mood AS ENUM ('bad', 'fine');
      CREATE TABLE item (id int PRIMARY KEY, \(column));
      """)
  }

  private func with(
    _ first: String, to second: String, _ value: String,
    _ body: (PlannedMigration, Connection) throws -> Void
  ) throws {
    func prepare(_ connection: Connection) throws {
      try connection.query("INSERT INTO item VALUES (1, $1)", parameters: [value])
    }
    try WrittenPlans.with(plan(first), to: plan(second), prepare: prepare) {
      migration, connection in
      #expect(migration.unplanned == [])
      try body(migration, connection)
    }
  }

  @Test(arguments: [
    ("c text", "c int", "007", "7"), ("c int", "c bigint", "7", "7"),
    ("c text", "c mood", "fine", "fine"), ("c boolean", "c int", "true", "1"),
    ("c numeric", "c int", "1.5", "2"), ("c text", "c text[]", "{a,b}", "{a,b}"),
    ("c varchar(9)", "c varchar(3)", "abc", "abc"),
  ])
  func `values are converted`(
    first: String, second: String, value: String, result: String
  ) throws {
    try with(first, to: second, value) { migration, connection in
      try MigrationTrial.apply(migration, connection)
      #expect(try connection.query("SELECT c FROM item").firstValue == result)
    }
  }

  @Test(arguments: [
    ("c varchar(9)", "c varchar(3)", "abcd"), ("c text", "c mood", "gone"),
    ("c text", "c int", "x"), ("c bigint", "c int", "3000000000"),
  ])
  func `what does not fit stops everything, and cuts nothing off`(
    first: String, second: String, value: String
  ) throws {
    try with(first, to: second, value) { migration, connection in
      #expect(throws: MigrationTrial.Failure.self) {
        try MigrationTrial.apply(migration, connection)
      }
      let kept = try connection.query("SELECT c FROM item").firstValue
      #expect(kept == value)
    }
  }

  @Test(arguments: [
    ("c int", "c bigint", false), ("c text", "c varchar(20)", false), ("c int", "c text", false),
    ("c text", "c uuid", false), ("c text", "c mood", false), ("c int", "c numeric", false),
    ("c int[]", "c bigint[]", false), ("c numeric", "c int", true),
    ("c numeric(10,4)", "c numeric(10,2)", true), ("c timestamptz", "c date", true),
    ("c json", "c jsonb", true), ("c bigint", "c real", true), ("c text", "c int", true),
    ("c int", "c int GENERATED ALWAYS AS (id) STORED", true),
    ("c int GENERATED ALWAYS AS (id) STORED", "c int", false), ("c int", "d int", true),
  ])
  func `what may be lost is said`(first: String, second: String, isLost: Bool) {
    let migration = PlannedMigration(
      from: plan(first).catalog, to: plan(second), takeOver: ["*"])
    #expect(migration.unplanned == [])
    #expect(!migration.losses.isEmpty == isLost, "\(migration.losses)")
    #expect(migration.losses.allSatisfy { $0.text.contains("item.c") })
  }

  @Test func `what has no cast is refused by name`() {
    let migration = PlannedMigration(
      from: plan("c uuid").catalog, to: plan("c int"), takeOver: ["*"])
    #expect(migration.unplanned.first?.contains("to which PostgreSQL has no cast") == true)
    #expect(migration.unplanned.first?.contains("USING …") == true)
  }

  @Test func `apply asks before values lose something`() throws {
    try AppliedPlans.with(plan("c numeric")) { database, connection in
      try connection.execute("INSERT INTO item VALUES (1, 1.5)")
      let url = try AppliedPlans.url(database)
      try AppliedPlans.withFile(plan("c int")) { path in
        let planned = AppliedPlans.runTool(["plan-migration", url, path])
        #expect(planned.output.contains("-- Rows lose: what values of column item.c say"))
        let refused = AppliedPlans.runTool(["apply", url, path])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("rows lose: what values of column item.c say as numeric"))
        let kept = try connection.query("SELECT c FROM item").firstValue
        #expect(kept == "1.5")
        #expect(AppliedPlans.runTool(["apply", url, path, "--yes"]).status == 0)
        let converted = try connection.query("SELECT c FROM item").firstValue
        #expect(converted == "2")
      }
    }
  }
}
