import AccessModel
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import Testing

@testable import MigrationPlanner

/// Labels of enums come, and never go: on each version.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct EnumLabelTests {
  private static let table = """
    CREATE TABLE item (id int PRIMARY KEY, state text, m mood);
    ALTER TABLE item ENABLE ROW LEVEL SECURITY;
    CREATE POLICY open ON item USING (m = 'bad');
    """

  private func plan(_ labels: String..., rest: String = table) -> PlanDocument {
    let list = labels.map { "'\($0)'" }.joined(separator: ", ")
    return WrittenPlans.document("CREATE TYPE mood AS ENUM (\(list));\n\(rest)")
  }

  @Test func `labels come where the plan has them`() throws {
    let second = plan("worst", "bad", "so so", "fair", "fine", "best")
    try WrittenPlans.with(plan("bad", "fine"), to: second) { migration, connection in
      #expect(migration.unplanned == [] && migration.prefixes.wider == [])
      try MigrationTrial.apply(migration, connection)
      let labels = try connection.query(
        "SELECT enumlabel FROM pg_enum WHERE enumtypid = 'mood'::regtype ORDER BY enumsortorder")
      #expect(
        labels.rows.map(\.first) == ["worst", "bad", "so so", "fair", "fine", "best"])
      let again = try WrittenPlans.migration(to: second, on: connection)
      #expect(again.statements.map(\.text) == [])
    }
  }

  @Test func `the way back leaves labels, and says so`() throws {
    let second = plan(
      "bad", "fine", "best",
      rest: Self.table + "CREATE POLICY more ON item USING (state = 'x');")
    try WrittenPlans.with(plan("bad", "fine"), to: second) { migration, connection in
      try MigrationTrial.apply(migration, connection)
      let back = migration.rollback
      #expect(back.remains == ["label 'best' of type mood"])
      #expect(back.unplanned == [])
      try MigrationTrial.apply(back, connection)
      let policies = try connection.query("SELECT polname FROM pg_policy")
      #expect(policies.rows.map(\.first) == ["open"])
    }
  }

  @Test func `a label that goes or moves is refused by name`() throws {
    let refused = [
      (plan("bad"), "type mood loses label 'fine'"),
      (plan("fine", "bad"), "the labels of type mood are in another order"),
      (plan("bad", "good"), "RENAME VALUE"),
    ]
    for (second, words) in refused {
      try WrittenPlans.with(plan("bad", "fine"), to: second) { migration, _ in
        #expect(migration.unplanned.count == 1)
        #expect(migration.unplanned.first?.contains(words) == true, "\(migration.unplanned)")
      }
    }
  }

  @Test(arguments: [
    ("CREATE POLICY more ON item USING (m = 'best');", "policy more of item"),
    ("ALTER TABLE item ALTER COLUMN m SET DEFAULT 'best';", "column item.m"),
    ("ALTER TABLE item ADD CONSTRAINT k CHECK (m <> 'best');", "constraint k of item"),
    ("CREATE VIEW best AS SELECT id FROM item WHERE m IN ('fine', 'best');", "view best"),
    ("CREATE INDEX i ON item (id) WHERE m = 'best';", "i of item"),
  ])
  func `a use of a label that is new is refused, as it is by the server`(
    definition: String, name: String
  ) throws {
    let second = plan("bad", "fine", "best", rest: Self.table + definition)
    try WrittenPlans.with(plan("bad", "fine"), to: second) { migration, connection in
      #expect(migration.unplanned.count == 1, "\(migration.unplanned)")
      #expect(migration.unplanned.first?.hasPrefix("\(name) uses label 'best'") == true)
      let failure = #expect(throws: MigrationTrial.Failure.self) {
        try MigrationTrial.apply(migration, connection)
      }
      #expect(failure?.description.contains("unsafe use of new value") == true)
      // What it says to do is enough.
      try connection.execute("ALTER TYPE public.mood ADD VALUE 'best'")
      let again = try WrittenPlans.migration(to: second, on: connection)
      #expect(again.unplanned == [])
      try MigrationTrial.apply(again, connection)
    }
  }

  @Test func `a text that is spelled like a new label is no use of it`() throws {
    let second = plan(
      "bad", "fine", "best",
      rest: Self.table + "CREATE POLICY more ON item USING (state = 'best');")
    try WrittenPlans.with(plan("bad", "fine"), to: second) { migration, connection in
      #expect(migration.unplanned == [])
      try MigrationTrial.apply(migration, connection)
    }
  }
}
