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
}
