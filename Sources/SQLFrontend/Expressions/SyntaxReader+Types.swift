import AccessModel
import CPgQuery
import SQLText

extension SyntaxReader {
  /// A type in the spelling of `format_type()`; one of the database's own as written.
  func typeName(
    _ node: UnsafeMutablePointer<PgQuery__TypeName>?
  ) throws(ReadFailure) -> TypeName {
    guard let node else { throw .unsupported("a missing type") }
    let type = node.pointee
    guard type.pct_type == 0 else {
      throw .unsupported("%TYPE", location: Int(type.location))
    }
    var names = strings(list(type.n_names, type.names))
    if names.count > 1, names[0] == "pg_catalog" { names.removeFirst() }
    guard let last = names.last, names.count <= 2 else {
      throw .unsupported("a type's name", location: Int(type.location))
    }
    let isArray = type.n_array_bounds > 0
    if names.count == 2 {
      return TypeName(Self.dotted(names[0], last), isArray: isArray)
    }
    var modifiers: [Int] = []
    for modifier in list(type.n_typmods, type.typmods) {
      guard modifier.kind == PG_QUERY__NODE__NODE_A_CONST,
        modifier.pointee.a_const.pointee.val_case == PG_QUERY__A__CONST__VAL_IVAL
      else { throw .unsupported("a type's modifier", location: Int(type.location)) }
      modifiers.append(Int(modifier.pointee.a_const.pointee.ival.pointee.ival))
    }
    if last == "interval" { modifiers = Self.intervalModifiers(modifiers) }
    // Spaces stand in names of PostgreSQL's own alone, dots after schemas.
    let isOwn = last.contains { $0 == " " || $0 == "." || $0 == "\"" }
    // `bit` and `character` without a length mean one of them.
    return TypeName(
      Self.spelling[last] ?? (isOwn ? quoteIdentifier(last) : last), modifiers: modifiers,
      isArray: isArray)
  }

  /// The digits of seconds, and which fields there are if not all: `interval(3)`, `interval year`.
  private static func intervalModifiers(_ written: [Int]) -> [Int] {
    guard let fields = written.first else { return [] }
    let digits = written.count > 1 ? written[1] : -1
    guard fields == 0x7FFF else { return [digits, fields] }
    return digits < 0 ? [] : [digits]
  }

  /// `schema.name` with quotes where `format_type()` puts them.
  static func dotted(_ schema: String, _ name: String) -> String {
    [schema, name].map { part in
      let isPlain = part.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
      }
      return isPlain ? part : "\"\(part.replacing("\"", with: "\"\""))\""
    }.joined(separator: ".")
  }

  /// Internal names with another spelling in SQL. Source: `format_type_extended()`.
  private static let spelling = [
    "bool": "boolean", "int2": "smallint", "int4": "integer", "int8": "bigint",
    "float4": "real", "float8": "double precision", "varchar": "character varying",
    "bpchar": "character", "timestamp": "timestamp without time zone",
    "timestamptz": "timestamp with time zone", "time": "time without time zone",
    "timetz": "time with time zone", "varbit": "bit varying", "decimal": "numeric",
  ]
}
