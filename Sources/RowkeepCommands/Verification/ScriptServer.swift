import AccessModel
import Foundation
import LivePostgres
import SQLSession
import SQLText

/// A server for a script to run on: a private one, or a new database of one that is there.
final class ScriptServer {
  private let scratch: ScratchServer?
  private let address: String
  /// The script's own.
  let database: String

  /// Nil where neither is wanted.
  init?(scratch: Bool, address: String?, version: PostgresVersion) throws {
    guard scratch || address != nil else { return nil }
    database = "rowkeep_run_\(ProcessInfo.processInfo.processIdentifier)"
    if let address {
      self.scratch = nil
      self.address = address
    } else {
      let server = try ScratchServer(
        installation: try PostgresInstallation.find(major: version.rawValue))
      self.scratch = server
      self.address = server.address
    }
    let connection = try Connection(self.address)
    guard connection.serverVersion.major == version.rawValue else {
      throw CommandFailure.usage(
        "the server is PostgreSQL \(connection.serverVersion), the script is for \(version)",
        help: "give `--postgres \(connection.serverVersion.major)`")
    }
    try connection.execute("CREATE DATABASE \(quoteIdentifier(database))")
  }

  var isScratch: Bool { scratch != nil }

  /// Runs statements before the script in one transaction, as the server's superuser.
  func execute(_ statements: [String]) throws {
    let connection = try Connection(address, database: database)
    do {
      for statement in ["BEGIN"] + statements + ["COMMIT"] { try connection.execute(statement) }
    } catch let error as PostgresError {
      throw CommandFailure.usage(
        "the server refuses what `--setup` names: \(error.message) "
          + "(SQLSTATE \(error.sqlState.rawValue))")
    }
  }

  /// The script's session on the server.
  func target() throws -> ServerTarget {
    try ServerTarget { [address, database] user in
      try Connection(address, database: database, user: user)
    }
  }

  /// Removes the database, or the server.
  func stop() {
    if let scratch { return scratch.stop() }
    let connection = try? Connection(address)
    _ = try? connection?.execute("DROP DATABASE IF EXISTS \(quoteIdentifier(database)) (FORCE)")
  }
}
