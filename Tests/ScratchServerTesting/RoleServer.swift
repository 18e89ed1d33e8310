import Foundation
public import LivePostgres
import Testing

/// A scratch server for tests that make roles, which belong to a whole server: they take turns.
public enum RoleServer {
  private static let lock = NSLock()
  private static let server = Result { () throws(LivePostgresError) in try ScratchServer() }

  /// Hands over a connection to an empty database, on a server with no role but `postgres`, and
  /// removes database and roles whatever happens.
  public static func run<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try withDatabase { try body($0.connect()) }
  }

  /// As `run`, for what makes connections of its own.
  public static func withDatabase<Value>(
    _ body: (ScratchDatabase) throws -> Value
  ) throws -> Value {
    lock.lock()
    defer { lock.unlock() }
    let database = try ScratchDatabase(on: server.get())
    let administrator = try server.get().connect()
    defer { #expect(throws: Never.self) { try clear(database, administrator) } }
    return try body(database)
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
