public import AccessModel

/// A server's version, as `server_version_num` gives it: 150018 is 15.18.
public struct ServerVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// PostgreSQL 15, the first with `security_invoker` views.
  public static let oldestSupported = ServerVersion(150_000)

  /// `server_version_num`.
  public let number: Int

  /// A version from its `server_version_num`.
  public init(_ number: Int) { self.number = number }

  /// `15`.
  public var major: Int { number / 10_000 }

  /// Whose rules it follows; what is newer than we are is taken for the newest that we know.
  public var known: PostgresVersion {
    PostgresVersion(rawValue: major) ?? (major < 15 ? .v15 : PostgresVersion.allCases.last ?? .v15)
  }

  /// `15.18`, or `9.6.24` from before two-part numbers.
  public var description: String {
    number >= 100_000
      ? "\(major).\(number % 10_000)"
      : "\(major).\(number / 100 % 100).\(number % 100)"
  }

  /// Orders versions by age.
  public static func < (a: Self, b: Self) -> Bool { a.number < b.number }

  /// Throws `unsupportedVersion` below `oldestSupported`.
  public func requireSupported() throws(LivePostgresError) {
    guard self < .oldestSupported else { return }
    throw LivePostgresError(
      .unsupportedVersion, "the server runs PostgreSQL \(self)",
      help: "use a server of version \(Self.oldestSupported.major) or newer")
  }
}
