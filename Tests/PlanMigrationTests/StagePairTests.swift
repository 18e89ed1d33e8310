import AccessModel
import LivePostgres
import MigrationPlanner
import MigrationTesting
import SQLFrontend
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// From each of the nine stages of Electric Ride to each other, on servers of all versions in turn.
/// `make migrations` tries each pair on each version.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct StagePairTests {
  static let stages = ElectricRide.bundle.plans.compactMap(\.document)

  @Test(arguments: RoleServer.installations)
  func `from a stage every other is reached, and left again`(
    installation: PostgresInstallation
  ) throws {
    var trial = MigrationTrial { body in try RoleServer.run(on: installation, body) }
    for (index, first) in Self.stages.enumerated() {
      for (number, second) in Self.stages.enumerated() where number != index {
        guard Self.version(index, number) == installation else { continue }
        let problems = try trial.problems(from: first, to: second)
        #expect(problems == [], "\(first.title) to \(second.title)")
      }
    }
  }

  /// From and to a stage it is each version at some time, and there and back another.
  private static func version(_ first: Int, _ second: Int) -> PostgresInstallation? {
    let all = RoleServer.installations
    return all.isEmpty ? nil : all[(2 * first + second) % all.count]
  }

  @Test(arguments: RoleServer.installations)
  func `a plan that is there needs nothing`(installation: PostgresInstallation) throws {
    for plan in Self.stages {
      try RoleServer.run(on: installation) { connection in
        try MigrationTrial.load(plan, connection)
        let live = try LiveCatalog.read(from: connection)
        let migration = PlannedMigration(
          from: live.catalog, to: plan, version: live.version.known)
        #expect(migration.statements.map(\.text) == [], "\(plan.title)")
        #expect(migration.reports == [])
      }
    }
  }
}
