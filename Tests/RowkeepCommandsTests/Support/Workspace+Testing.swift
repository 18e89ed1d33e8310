import AccessFixtures
import AccessModel
import ArgumentParser
import LivePostgres
import MigrationPlanner
import SQLText

@testable import ElectricRide
@testable import RowkeepCommands

extension Workspace {
  /// A variant of Electric Ride with its fixtures; nil is the plan as stated.
  static func electricRide(_ variant: String? = nil) throws -> Workspace {
    let source = PlanSource(entries: ElectricRide.bundle.plans, isComplete: true)
    return try load(
      source.entry(variant), of: source,
      FixturesOption.parse(["--fixtures", "fixtures/electric-ride"]), for: "a test",
      in: CommandContext(output: MemorySink(), errors: MemorySink()))
  }

  /// An engine on which the document is loaded, with the fixtures' rows.
  func server(_ connection: Connection) throws -> ServerEngine {
    try ServerEngine(
      connection,
      contents: ServerContents(
        catalog: document.catalog, prelude: Migration.platformPrelude(for: document),
        migration: Migration(document).statements, rows: fixtures.rows)
    ) { $0.sqlText }
  }
}
