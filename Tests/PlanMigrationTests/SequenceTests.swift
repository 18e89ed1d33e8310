import AccessModel
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import SQLFrontend
import Testing

@testable import MigrationPlanner

/// How sequences count is part of what a database is to be.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct SequenceTests {
  private static let states = [
    "CREATE SEQUENCE s;", "CREATE SEQUENCE s INCREMENT 2 MAXVALUE 1000 CYCLE;",
    "CREATE SEQUENCE s INCREMENT -1 MINVALUE -50 MAXVALUE 5 START 4;",
    "CREATE SEQUENCE s MINVALUE 1 START 3;",
  ]

  private func document(_ index: Int) -> PlanDocument {
    PlanDocument(
      name: "p", variant: "\(index)",
      catalog: SQLReader(platform: .postgres)
        .read([SQLFile(name: "s", text: Self.states[index])]).catalog)
  }

  @Test func `each way to count is reached from each other, and left again`() throws {
    var trial = MigrationTrial { body in try RoleServer.run(body) }
    for first in Self.states.indices {
      for second in Self.states.indices where first != second {
        #expect(
          try trial.problems(from: document(first), to: document(second)) == [],
          "\(first) to \(second)")
      }
    }
    #expect(trial.statements >= 12)
  }

  @Test func `where a sequence stands is left alone`() throws {
    try RoleServer.run { connection in
      try MigrationTrial.load(document(0), connection)
      try connection.execute("SELECT setval('s', 40)")
      let live = try LiveCatalog.read(from: connection).catalog
      try MigrationTrial.apply(PlannedMigration(from: live, to: document(1)), connection)
      #expect(try connection.query("SELECT nextval('s')").firstValue == "42")
    }
  }
}
