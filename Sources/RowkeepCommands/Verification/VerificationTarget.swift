import AccessDecisions
import AccessFixtures
import AccessModel
import LivePostgres
import MigrationPlanner
import SQLText

/// The server that decisions are held against: one the user names, or a scratch server.
struct VerificationTarget {
  private let scratch: ScratchServer?
  private let connection: Connection

  /// Connects to `database`, or to a scratch server if that is nil.
  init(database: String?, context: CommandContext) throws {
    if let database {
      scratch = nil
      connection = try Connection(database)
    } else {
      context.progress("Starting PostgreSQL…")
      let server = try ScratchServer()
      scratch = server
      connection = try server.connect()
    }
  }

  /// The server's, by whose rules the simulator must decide too.
  var version: PostgresVersion { connection.serverVersion.known }

  func stop() { scratch?.stop() }

  /// Asks the simulator and the server what matrix, cases and intents ask.
  func compare(_ workspace: Workspace, limit: Int) throws -> Comparison {
    let document = workspace.document
    let contents = ServerContents(
      catalog: document.catalog, prelude: Migration.platformPrelude(for: document),
      migration: Migration(document).statements, rows: workspace.fixtures.rows)
    let server = try ServerEngine(connection, contents: contents) { $0.sqlText }
    let comparing = ComparingEngine(workspace.simulator, server, limit: limit)
    let engine = RecordingEngine(comparing)
    _ = try Matrix(asking: engine, document, identities: workspace.fixtures.identities)
    _ = try workspace.check(asking: engine)
    try server.finish()
    return comparing.comparison
  }
}
