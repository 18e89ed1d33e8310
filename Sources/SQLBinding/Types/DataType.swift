public import AccessModel

/// A type the engine knows how to compute with. Anything else is undecided, by name.
public enum DataType: String, Hashable, Sendable, CaseIterable {
  case boolean
  case smallint
  case integer
  case bigint
  case numeric
  case real
  case double = "double precision"
  case text
  case varchar = "character varying"
  case name
  case uuid
  case date
  case timestamp = "timestamp without time zone"
  case timestamptz = "timestamp with time zone"
  case json
  case jsonb
  /// An untyped literal, before its context gives it a type.
  case unknown
  /// What a function returns that returns nothing.
  case void

  /// Nil for types that are not modelled, arrays among them.
  public init?(_ name: TypeName) {
    guard !name.isArray else { return nil }
    switch name.name {
    case "bool": self = .boolean
    case "int2": self = .smallint
    case "int", "int4": self = .integer
    case "int8": self = .bigint
    case "decimal": self = .numeric
    case "float4": self = .real
    case "float8": self = .double
    case "varchar": self = .varchar
    case "timestamp": self = .timestamp
    case "timestamptz": self = .timestamptz
    case "unknown": return nil
    default: self.init(rawValue: name.name)
    }
  }

  public var typeName: TypeName { TypeName(rawValue) }

  /// Families within which values convert implicitly, the narrower to the wider.
  /// Source: `pg_type.typcategory`, `pg_cast`.
  enum Category { case boolean, number, string, time, uuid, json, unknown, void }

  var category: Category {
    switch self {
    case .boolean: .boolean
    case .smallint, .integer, .bigint, .numeric, .real, .double: .number
    case .text, .varchar, .name: .string
    case .date, .timestamp, .timestamptz: .time
    case .uuid: .uuid
    case .json, .jsonb: .json
    case .unknown: .unknown
    case .void: .void
    }
  }

  /// The order in which members of a category convert implicitly: lower to higher.
  var width: Int {
    switch self {
    case .smallint: 1
    case .integer: 2
    case .bigint: 3
    case .numeric: 4
    case .real: 5
    case .double: 6
    case .name: 1
    case .varchar: 2
    case .text: 3
    case .date: 1
    case .timestamp: 2
    case .timestamptz: 3
    default: 0
    }
  }

  public var isInteger: Bool { self == .smallint || self == .integer || self == .bigint }
  public var isFloat: Bool { self == .real || self == .double }
  public var isString: Bool { category == .string }
}

/// A type with its modifiers: `numeric(10,2)`, `character varying(40)`.
public struct ColumnType: Hashable, Sendable {
  public var type: DataType
  public var modifiers: [Int]

  public init(_ type: DataType, modifiers: [Int] = []) {
    self.type = type
    self.modifiers = modifiers
  }

  /// Nil for types that are not modelled.
  public init?(_ name: TypeName) {
    guard let type = DataType(name) else { return nil }
    self.init(type, modifiers: name.modifiers)
  }
}
