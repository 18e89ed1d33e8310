public import AccessDecisions
import AccessModel
import Foundation
import LivePostgres
import MigrationPlanner
import SQLText

/// The PostgreSQL server that expectations are held against: one for the whole test run.
public enum ServerUnderTest {
  private static let shared = SharedServer()

  /// Whether tests that need a server run: there is one, or there must be.
  public static let isExpected =
    (try? PostgresInstallation.find()) != nil
    || ProcessInfo.processInfo.environment["ROWKEEP_REQUIRE_SERVER"] == "1"

  /// Makes the world on the server, hands over an engine that asks there, and undoes everything.
  /// Does nothing where PostgreSQL is not installed and need not be.
  public static func ask(
    _ world: World, _ body: (any DecisionEngine) throws -> Void
  ) throws {
    guard isExpected else { return }
    try shared.withConnection { connection in
      let document = PlanDocument(name: "test", catalog: world.catalog)
      let engine = try ServerEngine(
        connection,
        contents: ServerContents(
          catalog: world.catalog, prelude: Migration.platformPrelude(for: document),
          migration: Migration(document).statements, rows: world.rows)
      ) { $0.sqlText }
      defer { try? engine.finish() }
      try body(engine)
    }
  }
}

/// Worlds use the same names for their roles and tables, so they take turns.
private final class SharedServer: Sendable {
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var server: ScratchServer?

  func withConnection(_ body: (Connection) throws -> Void) throws {
    lock.lock()
    defer { lock.unlock() }
    let running = try server ?? ScratchServer()
    server = running
    try body(try running.connect())
  }
}
