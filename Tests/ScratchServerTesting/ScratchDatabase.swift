import Foundation
public import LivePostgres

/// An empty database of a test's own, on the shared server or another.
public struct ScratchDatabase: Sendable {
  public let name = "test_" + UUID().uuidString.lowercased()
  public let server: ScratchServer

  public init(on server: ScratchServer? = nil) throws {
    self.server = try server ?? SharedServer.get()
    try self.server.connect().execute("CREATE DATABASE \"\(name)\"")
  }

  /// For any client of libpq, as superuser.
  public var address: String { server.address(database: name) }

  public func connect(user: String = "postgres") throws -> Connection {
    try Connection(server.address(database: name, user: user))
  }
}
