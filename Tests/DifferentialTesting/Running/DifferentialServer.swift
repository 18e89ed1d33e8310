public import AccessDecisions
import AccessModel
import LivePostgres
import MigrationPlanner
import SQLText

/// The server that is right.
public final class DifferentialServer {
  private let server: ScratchServer
  private let connection: Connection

  /// Starts a private server.
  public init() throws {
    server = try ScratchServer()
    connection = try server.connect()
  }

  /// Makes a world, hands over an engine that asks there, and undoes everything.
  public func ask(
    _ world: DifferentialWorld, _ body: (any DecisionEngine) throws -> Void
  ) throws {
    let engine = try ServerEngine(
      connection,
      contents: ServerContents(
        catalog: world.catalog, prelude: Migration.platformPrelude(for: world.document),
        migration: Migration(world.document).statements, rows: world.tableRows)
    ) { $0.sqlText }
    defer { try? engine.finish() }
    try body(engine)
  }
}
