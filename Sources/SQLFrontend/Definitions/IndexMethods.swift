import AccessModel

/// The operator classes of each method. Catalog: `pg_opclass`.
enum IndexMethods {
  static let operatorClasses: [String: Set<String>] = [
    "btree": names(
      """
      array bit bool bpchar bpchar_pattern bytea char cidr date enum float4 float8 inet int2 int4 \
      int8 interval jsonb macaddr8 macaddr money multirange name numeric oid oidvector pg_lsn range \
      record_image record text text_pattern tid time timestamp timestamptz timetz tsquery tsvector \
      uuid varbit varchar varchar_pattern xid8
      """),
    "hash": names(
      """
      aclitem array bool bpchar bpchar_pattern bytea char cid cidr date enum float4 float8 inet \
      int2 int4 int8 interval jsonb macaddr8 macaddr multirange name numeric oid oidvector pg_lsn \
      range record text text_pattern tid time timestamp timestamptz timetz uuid varchar \
      varchar_pattern xid8 xid
      """),
    "gin": names("array jsonb jsonb_path tsvector"),
    "gist": names("box circle inet multirange point poly range tsquery tsvector"),
    "spgist": names("box inet kd_point poly quad_point range text"),
    "brin": brin,
  ]

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map { "\($0)_ops" })
  }

  private static let brin: Set<String> = {
    let minmax = """
      bpchar bytea char date float4 float8 inet int2 int4 int8 interval macaddr8 macaddr name \
      numeric oid pg_lsn text tid time timestamp timestamptz timetz uuid
      """.split(separator: " ")
    let multiple = minmax.filter { !["bpchar", "bytea", "char", "name", "text"].contains($0) }
    return names("bit_minmax varbit_minmax box_inclusion inet_inclusion range_inclusion")
      .union(minmax.flatMap { type in ["bloom", "minmax"].map { "\(type)_\($0)_ops" } })
      .union(multiple.map { "\($0)_minmax_multi_ops" })
  }()

  /// The type that an operator class is made for. Catalog: `pg_opclass.opcintype`.
  static func input(of operatorClass: String) -> String {
    var name = Substring(operatorClass)
    for suffix in [
      "_ops", "_multi", "_minmax", "_bloom", "_inclusion", "_pattern", "_path", "_image",
    ]
    where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
    }
    return inputs[String(name)] ?? String(name)
  }

  private static let inputs = [
    "array": "anyarray", "enum": "anyenum", "range": "anyrange", "multirange": "anymultirange",
    "bool": "boolean", "bpchar": "character", "cidr": "inet",
    "float4": "real", "float8": "double precision", "int2": "smallint", "int4": "integer",
    "int8": "bigint", "varbit": "bit varying", "varchar": "text", "poly": "polygon",
    "kd_point": "point", "quad_point": "point", "time": "time without time zone",
    "timetz": "time with time zone", "timestamp": "timestamp without time zone",
    "timestamptz": "timestamp with time zone",
  ]

  /// Whether some operator class of a method is the default of one of the types.
  ///
  /// All other ones stand beside a default of the same type.
  static func hasDefault(_ method: String, for types: Set<String>) -> Bool {
    (operatorClasses[method] ?? []).contains { name in
      !(method == "gist" && name == "inet_ops") && types.contains(input(of: name))
    }
  }
}
