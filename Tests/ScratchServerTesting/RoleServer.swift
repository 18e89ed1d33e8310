import Foundation
public import LivePostgres
import Testing

/// Scratch servers, one of each version, for tests that make roles, which belong to a whole server:
/// they take turns.
public enum RoleServer {
  private static let servers = TakenInTurns()

  /// Every version that is installed and that we know, the oldest first.
  public static let installations = PostgresInstallation.installed().filter { installation in
    (15...18).contains(installation.major)
  }

  /// Hands over a connection to an empty database, on a server with no role but `postgres`, and
  /// removes database and roles whatever happens. Nil: the version that `find()` gives.
  public static func run<Value>(
    on installation: PostgresInstallation? = nil, _ body: (Connection) throws -> Value
  ) throws -> Value {
    try withDatabase(on: installation) { try body($0.connect()) }
  }

  /// As `run`, for what makes connections of its own.
  public static func withDatabase<Value>(
    on installation: PostgresInstallation? = nil, _ body: (ScratchDatabase) throws -> Value
  ) throws -> Value {
    try servers.withServer(of: installation ?? .find()) { server in
      let database = try ScratchDatabase(on: server)
      let administrator = try server.connect()
      defer { #expect(throws: Never.self) { try clear(database, administrator) } }
      return try body(database)
    }
  }

  private static func clear(
    _ database: ScratchDatabase, _ administrator: Connection
  ) throws {
    try administrator.execute("DROP DATABASE \"\(database.name)\" WITH (FORCE)")
    let roles = try administrator.query(
      "SELECT quote_ident(rolname) FROM pg_roles WHERE rolname !~ '^pg_' AND rolname <> 'postgres'")
    for case let role? in roles.rows.compactMap(\.first) {
      try administrator.execute("DROP ROLE \(role)")
    }
  }
}

/// Servers by version, started when first asked for, each used by one test at a time.
private final class TakenInTurns: Sendable {
  private final class Turn: Sendable {
    let lock = NSLock()
    let server: Result<ScratchServer, LivePostgresError>

    init(_ installation: PostgresInstallation) {
      server = Result { () throws(LivePostgresError) in
        try ScratchServer(installation: installation)
      }
    }
  }

  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var turns: [PostgresInstallation: Turn] = [:]

  func withServer<Value>(
    of installation: PostgresInstallation, _ body: (ScratchServer) throws -> Value
  ) throws -> Value {
    let turn = lock.withLock {
      let turn = turns[installation] ?? Turn(installation)
      turns[installation] = turn
      return turn
    }
    return try turn.lock.withLock { try body(turn.server.get()) }
  }
}
