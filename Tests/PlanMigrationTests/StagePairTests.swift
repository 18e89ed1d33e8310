import AccessModel
import LivePostgres
import MigrationPlanner
import MigrationTesting
import SQLFrontend
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// From each of the nine stages of Electric Ride to each other, on a server.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct StagePairTests {
  static let stages = ElectricRide.bundle.plans.compactMap(\.document)

  @Test(arguments: stages.map(\.title))
  func `from a stage every other is reached, and left again`(title: String) throws {
    let first = try #require(Self.stages.first { $0.title == title })
    var trial = MigrationTrial { body in try RoleServer.run(body) }
    for second in Self.stages where second.title != title {
      let problems = try trial.problems(from: first, to: second)
      #expect(problems == [], "\(title) to \(second.title)")
    }
  }

  @Test func `a plan that is there needs nothing`() throws {
    for plan in Self.stages {
      try RoleServer.run { connection in
        try MigrationTrial.load(plan, connection)
        let live = try LiveCatalog.read(from: connection).catalog
        let migration = PlannedMigration(from: live, to: plan)
        #expect(migration.statements.map(\.text) == [], "\(plan.title)")
        #expect(migration.reports == [])
      }
    }
  }
}
