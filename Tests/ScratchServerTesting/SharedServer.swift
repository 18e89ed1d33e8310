import Foundation
public import LivePostgres

/// One scratch server for all suites of a test run; it goes away with the test process.
public enum SharedServer {
  private static let server = Result { () throws(LivePostgresError) in try ScratchServer() }
  private static let versions = VersionServers()

  /// A new connection to it as superuser. Throws where it could not be started.
  public static func connect() throws -> Connection { try server.get().connect() }

  /// The server itself.
  public static func get() throws -> ScratchServer { try server.get() }

  /// The server of a version that is installed, one for each version and test run.
  public static func get(_ installation: PostgresInstallation) throws -> ScratchServer {
    try versions.get(installation)
  }
}

/// Servers by version, started when first asked for.
private final class VersionServers: Sendable {
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var servers: [Int: ScratchServer] = [:]

  func get(_ installation: PostgresInstallation) throws -> ScratchServer {
    lock.lock()
    defer { lock.unlock() }
    if let known = servers[installation.major] { return known }
    let server = try ScratchServer(installation: installation)
    servers[installation.major] = server
    return server
  }
}
