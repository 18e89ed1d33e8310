public import LivePostgres

/// One scratch server for all suites of a test run; it goes away with the test process.
public enum SharedServer {
  private static let server = Result { () throws(LivePostgresError) in try ScratchServer() }

  /// A new connection to it as superuser. Throws where it could not be started.
  public static func connect() throws -> Connection { try server.get().connect() }

  /// The server itself.
  public static func get() throws -> ScratchServer { try server.get() }
}
