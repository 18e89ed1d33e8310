public import AccessModel

/// Which object of a catalog a value means, as `oid`, `regclass` and their kin hold it. Its number
/// only a server knows.
public struct ObjectIdentity: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case relation, role, schema, type, policy, function
    /// Of any other catalog.
    case other
  }

  public var kind: Kind
  /// The schema is empty for what has none.
  public var name: QualifiedName

  public init(_ kind: Kind, _ name: QualifiedName) {
    self.kind = kind
    self.name = name
  }

  public static func role(_ name: String) -> ObjectIdentity {
    ObjectIdentity(.role, QualifiedName("", name))
  }

  public static func schema(_ name: String) -> ObjectIdentity {
    ObjectIdentity(.schema, QualifiedName("", name))
  }

  public static func relation(_ name: QualifiedName) -> ObjectIdentity {
    ObjectIdentity(.relation, name)
  }

  /// A relation of PostgreSQL's own.
  public static func system(_ name: String) -> ObjectIdentity {
    ObjectIdentity(.relation, QualifiedName("pg_catalog", name))
  }

  /// A policy, by its table.
  public static func policy(_ name: String, on table: QualifiedName) -> ObjectIdentity {
    ObjectIdentity(.policy, QualifiedName("\(table.schema).\(table.name)", name))
  }

  public static func function(_ function: Catalog.Function) -> ObjectIdentity {
    let types = function.arguments.map(\.type.description).joined(separator: ",")
    return ObjectIdentity(
      .function, QualifiedName(function.name.schema, "\(function.name.name)(\(types))"))
  }

  /// It came with the server: its number may be that of another such object of another catalog.
  var isBuiltIn: Bool {
    switch kind {
    case .relation, .type, .function:
      name.schema == "pg_catalog" || name.schema == "information_schema"
    case .role: name.name == "postgres" || name.name.hasPrefix("pg_")
    case .schema:
      name.name.hasPrefix("pg_") || name.name == "public" || name.name == "information_schema"
    case .policy: false
    case .other: true
    }
  }

  /// Whether their numbers certainly differ: numbers are unique in each catalog, and among all that
  /// was made since the server was.
  static func areDifferent(_ a: ObjectIdentity, _ b: ObjectIdentity) -> Bool {
    guard a.kind == b.kind, a.kind != .other else { return !a.isBuiltIn || !b.isBuiltIn }
    return a != b
  }
}
