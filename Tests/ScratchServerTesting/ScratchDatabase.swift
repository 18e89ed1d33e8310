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

  /// Gives its room on disk back before the server goes away: for tests that make hundreds of them.
  public func drop() {
    _ = try? server.connect().execute("DROP DATABASE \"\(name)\" WITH (FORCE)")
  }

  /// For any client of libpq, as superuser.
  public var address: String { server.address(database: name) }

  /// As `address`, for what takes URLs.
  public var url: String { url(user: "postgres") }

  /// As `address`, for what takes URLs.
  public func url(user: String) -> String {
    var options: [String: String] = [:]
    for option in server.address(database: name, user: user).split(separator: " ") {
      let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { options[parts[0]] = parts[1] }
    }
    let folder = (options["host"] ?? "").replacing("/", with: "%2F")
    return "postgresql://\(user)@/\(name)?host=\(folder)&port=\(options["port"] ?? "")"
  }

  public func connect(user: String = "postgres") throws -> Connection {
    try Connection(server.address(database: name, user: user))
  }
}
