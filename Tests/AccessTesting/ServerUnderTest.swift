public import AccessDecisions
import AccessModel
import Foundation
import LivePostgres
import MigrationPlanner
import SQLText
import ScratchServerTesting

/// The PostgreSQL server that expectations are held against: one for the whole test run.
public enum ServerUnderTest {
  // Worlds use the same names for their roles and tables, so they take turns.
  private static let lock = NSLock()
  private static let database = Result { try ScratchDatabase() }

  /// Whether tests that need a server run: there is one, or there must be.
  public static let isExpected = ServerAvailability.canTest

  /// Makes the world on the server, hands over an engine that asks there, and undoes everything.
  /// Does nothing where PostgreSQL is not installed and need not be.
  public static func ask(
    _ world: World, _ body: (any DecisionEngine) throws -> Void
  ) throws {
    guard isExpected else { return }
    lock.lock()
    defer { lock.unlock() }
    let document = PlanDocument(name: "test", catalog: world.catalog)
    let engine = try ServerEngine(
      database.get().connect(),
      contents: ServerContents(
        catalog: world.catalog, prelude: Migration.platformPrelude(for: document),
        migration: Migration(document).statements, rows: world.rows)
    ) { $0.sqlText }
    defer { try? engine.finish() }
    try body(engine)
  }
}
