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

  /// A database that is there.
  init(database: String) throws {
    scratch = nil
    connection = try Connection(database)
  }

  /// A server that is started now.
  init(scratch installation: PostgresInstallation, context: CommandContext) throws {
    context.progress("Starting PostgreSQL…")
    let server = try ScratchServer(installation: installation)
    scratch = server
    connection = try server.connect()
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

extension VersionOption {
  /// The server programs of that version, or those that a scratch server takes of itself.
  func installation() throws(LivePostgresError) -> PostgresInstallation {
    guard let postgres else { return try PostgresInstallation.find() }
    return try PostgresInstallation.find(major: postgres.rawValue)
  }
}
