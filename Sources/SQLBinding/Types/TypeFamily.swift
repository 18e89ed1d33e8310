/// Categories of types, which decide what untyped literals become and which conversions are
/// tried. Source: `pg_type.typcategory`; manual, 10.2 "Operators" and 53.64 "pg_type".
enum TypeFamily: Character {
  case array = "A"
  case boolean = "B"
  case composite = "C"
  case time = "D"
  case enumeration = "E"
  case geometric = "G"
  case network = "I"
  case number = "N"
  case pseudo = "P"
  case range = "R"
  case string = "S"
  case timespan = "T"
  case user = "U"
  case bits = "V"
  case unknown = "X"
  case byte = "Z"

  /// Types that are known by name only, by family.
  private static let others: [TypeFamily: [String]] = [
    .time: ["time with time zone"],
    .geometric: ["box", "circle", "line", "lseg", "path", "point", "polygon"],
    .number: ["money"],
    .range: [
      "datemultirange", "daterange", "int4multirange", "int4range", "int8multirange", "int8range",
      "nummultirange", "numrange", "tsmultirange", "tsrange", "tstzmultirange", "tstzrange",
    ],
    .user: [
      "aclitem", "cid", "gtsvector", "jsonpath", "macaddr", "macaddr8", "pg_lsn", "pg_snapshot",
      "refcursor", "tid", "tsquery", "tsvector", "txid_snapshot", "xid", "xid8", "xml",
    ],
    .bits: ["bit", "bit varying"],
    .array: ["int2vector", "oidvector"],
    .byte: [
      "pg_brin_bloom_summary", "pg_brin_minmax_multi_summary", "pg_dependencies", "pg_mcv_list",
      "pg_ndistinct", "pg_node_tree",
    ],
    .pseudo: [
      "fdw_handler", "index_am_handler", "tsm_handler", "table_am_handler", "pg_ddl_command",
    ],
  ]

  static let otherTypes = others.values.flatMap { $0 }

  fileprivate static let ofOther: [String: TypeFamily] = Dictionary(
    uniqueKeysWithValues: others.flatMap { family, names in names.map { ($0, family) } })
}

extension DataType {
  var category: TypeFamily {
    switch self {
    case .boolean: .boolean
    case .smallint, .integer, .bigint, .numeric, .real, .double, .oid, .object: .number
    case .text, .varchar, .character, .name: .string
    case .byte: .byte
    case .date, .time, .timestamp, .timestamptz: .time
    case .interval: .timespan
    case .inet, .cidr: .network
    case .uuid, .bytea, .json, .jsonb: .user
    case .array: .array
    case .enumeration: .enumeration
    case .composite: .composite
    case .domain(let domain): domain.base.type.category
    case .record, .void, .pseudo: .pseudo
    case .unknown: .unknown
    case .other(let name): TypeFamily.ofOther[name] ?? .user
    }
  }

  /// The one or two types of a family that others convert to by preference.
  var isPreferred: Bool {
    switch self {
    case .boolean, .double, .oid, .text, .timestamptz, .interval, .inet: true
    case .other(let name): name == "bit varying"
    default: false
    }
  }

  /// Numbers that arithmetic works on; `oid` and its kin are not among them.
  public var isArithmetic: Bool {
    switch self {
    case .smallint, .integer, .bigint, .numeric, .real, .double: true
    default: false
    }
  }

  /// The order in which numbers, times and strings convert implicitly: lower to higher.
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
}
