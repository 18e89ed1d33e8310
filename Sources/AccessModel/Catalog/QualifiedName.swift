/// A schema-qualified name as the catalog stores it: folded, unquoted.
public struct QualifiedName: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public var schema: String
  public var name: String

  public init(_ schema: String, _ name: String) {
    self.schema = schema
    self.name = name
  }

  /// For messages only; SQL is written by `SQLText`, which quotes.
  public var description: String { schema == "public" ? name : "\(schema).\(name)" }

  public static func < (a: Self, b: Self) -> Bool { (a.schema, a.name) < (b.schema, b.name) }
}
