public import AccessModel

/// Why a database could not be reached, started or used. Its description is one line without a
/// password, and says what to do next.
public struct LivePostgresError: Error, Hashable, Sendable {
  /// The kind of failure.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name, such as `cannotConnect`.
    public let description: String
    init(_ description: String) { self.description = description }

    /// The URL or connection string cannot be read.
    public static let unreadableAddress = Code("unreadableAddress")
    /// No server answers, or it refuses this user, password or database.
    public static let cannotConnect = Code("cannotConnect")
    /// The server went away in mid-session.
    public static let connectionLost = Code("connectionLost")
    /// The server is older than `ServerVersion.oldestSupported`.
    public static let unsupportedVersion = Code("unsupportedVersion")
    /// No PostgreSQL server programs on this machine.
    public static let serverNotInstalled = Code("serverNotInstalled")
    /// The scratch server did not start.
    public static let cannotStartServer = Code("cannotStartServer")
    /// The user may not do what a check of the plan needs, such as act as one of its roles.
    public static let notAllowed = Code("notAllowed")
    /// A table of the plan exists and holds rows, with which fixtures would mix.
    public static let tableHoldsRows = Code("tableHoldsRows")
    /// Another session held a lock for longer than `lock_timeout`.
    public static let locked = Code("locked")
    /// The server refused a statement of the migration.
    public static let migrationRefused = Code("migrationRefused")
    /// The server refused rows of the fixtures.
    public static let rowsRefused = Code("rowsRefused")
    /// The server answers a question about its catalog with an error.
    public static let cannotRead = Code("cannotRead")
    /// The connection is in the middle of a transaction of someone else.
    public static let connectionBusy = Code("connectionBusy")
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong, lowercase and on one line.
  public let problem: String
  /// The next step.
  public let help: String
  /// The server's own error, if there is one.
  public let cause: PostgresError?

  init(_ code: Code, _ problem: String, help: String, cause: PostgresError? = nil) {
    self.code = code
    self.problem = problem.onOneLine
    self.help = help.onOneLine
    self.cause = cause
  }
}

extension LivePostgresError: CustomStringConvertible {
  /// `problem; help`, on one line.
  public var description: String { help.isEmpty ? problem : "\(problem); \(help)" }
}

extension LivePostgresError {
  static func connectionLost(_ message: String) -> Self {
    Self(
      .connectionLost, "the connection to the server was lost: \(message)",
      help: "see the server's log, and try again")
  }
}

extension String {
  /// Runs of white space, newlines included, as single spaces.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
