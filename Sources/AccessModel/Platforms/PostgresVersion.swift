/// A major version of PostgreSQL; where its rules differ, the code names it.
public enum PostgresVersion: Int, Comparable, CaseIterable, Codable, Sendable,
  CustomStringConvertible
{
  case v15 = 15
  case v16 = 16
  case v17 = 17
  case v18 = 18

  /// `15`.
  public var description: String { String(rawValue) }

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// `server_version_num` of the minor version whose behaviour was observed.
  public var servedNumber: Int {
    switch self {
    case .v15: 150_018
    case .v16: 160_014
    case .v17: 170_010
    case .v18: 180_006
    }
  }
}
