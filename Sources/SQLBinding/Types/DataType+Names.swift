public import AccessModel
import SQLText

extension DataType {
  /// A built-in type, as `format_type()` or the grammar spells it; nil for the database's own.
  public init?(_ name: TypeName) {
    guard let type = Self.named(name.name) else { return nil }
    self = name.isArray ? .array(type) : type
  }

  /// Without array brackets after it; `_text` is an array too.
  static func named(_ name: String) -> DataType? {
    if let known = byName[name] { return known }
    if name.hasPrefix("_"), let element = named(String(name.dropFirst())) {
      return element.isPseudo ? nil : .array(element)
    }
    if name.hasPrefix("pg_catalog.") { return named(String(name.dropFirst(11))) }
    return nil
  }

  private static let byName: [String: DataType] = {
    var types: [String: DataType] = [:]
    for type in simple { types[type.description] = type }
    for (alias, type) in aliases { types[alias] = type }
    for kind in ObjectKind.allCases { types[kind.rawValue] = .object(kind) }
    for pseudo in PseudoType.allCases { types[pseudo.rawValue] = .pseudo(pseudo) }
    for name in TypeFamily.otherTypes { types[name] = .other(name) }
    return types
  }()

  /// Built-in types without parts, whose values are modelled.
  static let simple: [DataType] = [
    .boolean, .smallint, .integer, .bigint, .numeric, .real, .double, .text, .varchar, .character,
    .byte, .name, .uuid, .bytea, .inet, .cidr, .date, .time, .timestamp, .timestamptz, .interval,
    .json, .jsonb, .oid, .record, .void,
  ]

  private static let aliases: [(String, DataType)] = [
    ("bool", .boolean), ("int2", .smallint), ("int", .integer), ("int4", .integer),
    ("int8", .bigint), ("decimal", .numeric), ("float4", .real), ("float8", .double),
    ("varchar", .varchar), ("bpchar", .character), ("char", .byte), ("time", .time),
    ("timestamp", .timestamp), ("timestamptz", .timestamptz),
    ("timetz", .other("time with time zone")), ("varbit", .other("bit varying")),
  ]

  /// The spelling in a catalog: `integer`, `app.mood`, `text[]`.
  public var typeName: TypeName {
    switch self {
    case .array(let element):
      var name = element.typeName
      name.isArray = true
      return name
    case .enumeration(let type): return TypeName(sqlText(type.name))
    case .composite(let type): return TypeName(sqlText(type.name))
    case .domain(let type): return TypeName(sqlText(type.name))
    default: return TypeName(description)
    }
  }

  /// The name of a built-in type in `pg_type`.
  public var catalogName: String {
    switch self {
    case .boolean: "bool"
    case .smallint: "int2"
    case .integer: "int4"
    case .bigint: "int8"
    case .real: "float4"
    case .double: "float8"
    case .varchar: "varchar"
    case .character: "bpchar"
    case .byte: "char"
    case .time: "time"
    case .timestamp: "timestamp"
    case .timestamptz: "timestamptz"
    case .array(let element): "_\(element.catalogName)"
    case .other("time with time zone"): "timetz"
    case .other("bit varying"): "varbit"
    default: description
    }
  }

  /// Of a type of the database's own, its name.
  public var ownName: QualifiedName? {
    switch self {
    case .enumeration(let type): type.name
    case .composite(let type): type.name
    case .domain(let type): type.name
    default: nil
    }
  }

  public var isPseudo: Bool {
    switch self {
    case .pseudo, .record, .void, .unknown: true
    default: false
    }
  }
}

extension DataType: CustomStringConvertible {
  /// As error messages name it. Source: `format_type_be()`.
  public var description: String {
    switch self {
    case .boolean: "boolean"
    case .smallint: "smallint"
    case .integer: "integer"
    case .bigint: "bigint"
    case .numeric: "numeric"
    case .real: "real"
    case .double: "double precision"
    case .text: "text"
    case .varchar: "character varying"
    case .character: "character"
    case .byte: "\"char\""
    case .name: "name"
    case .uuid: "uuid"
    case .bytea: "bytea"
    case .inet: "inet"
    case .cidr: "cidr"
    case .date: "date"
    case .time: "time without time zone"
    case .timestamp: "timestamp without time zone"
    case .timestamptz: "timestamp with time zone"
    case .interval: "interval"
    case .json: "json"
    case .jsonb: "jsonb"
    case .oid: "oid"
    case .object(let kind): kind.rawValue
    case .array(let element): "\(element)[]"
    case .enumeration(let type): Self.spelled(type.name)
    case .composite(let type): Self.spelled(type.name)
    case .domain(let type): Self.spelled(type.name)
    case .record: "record"
    case .unknown: "unknown"
    case .void: "void"
    case .pseudo(.any): "\"any\""
    case .pseudo(let pseudo): pseudo.rawValue
    case .other(let name): name
    }
  }

  private static func spelled(_ name: QualifiedName) -> String {
    let isVisible =
      name.schema == "pg_temp" || ValueStyle.current.searchPath.contains(name.schema)
    return isVisible
      ? quoteIdentifier(name.name)
      : "\(quoteIdentifier(name.schema)).\(quoteIdentifier(name.name))"
  }
}
