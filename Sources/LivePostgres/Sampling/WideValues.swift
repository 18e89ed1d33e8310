import AccessModel
import SQLText

/// Bounds what one value brings into a sample: the server cuts it before it is sent.
///
/// Texts and bytes are cut, JSON and arrays become empty ones, other wide values NULL. Numbers,
/// moments and the like are never wide.
struct WideValues {
  /// The most that a value brings.
  static let mostBytes = 65_536
  /// So many characters are at most so many bytes.
  private static let mostCharacters = mostBytes / 4

  /// For each column, what is selected in its place.
  private(set) var values: [String] = []
  private var tests: [String] = []
  private var irreplaceable: Set<Int> = []

  /// `types`: for what domains are of.
  init(_ columns: [Catalog.Column], _ types: [Catalog.CustomType]) {
    for (index, column) in columns.enumerated() {
      let name = quoteIdentifier(column.name)
      let type = Self.base(column.type, types)
      guard Self.isEverWide(type, types) else {
        values.append(name)
        continue
      }
      let (isWide, short) = Self.bound(name, type)
      values.append("CASE WHEN \(isWide) THEN \(short) ELSE \(name)::text END")
      tests.append("CASE WHEN \(isWide) THEN '\(index)' END")
      if short == "NULL", !column.isNullable { irreplaceable.insert(index) }
    }
  }

  /// The numbers of the row's values that are cut, with spaces between.
  var marks: String { tests.isEmpty ? "NULL" : "concat_ws(' ', \(tests.joined(separator: ", ")))" }

  /// Whether a column can't do without the value that it has.
  func areIrreplaceable(_ column: Int) -> Bool { irreplaceable.contains(column) }

  private static func bound(_ name: String, _ type: TypeName) -> (isWide: String, short: String) {
    // Of these the server knows the size without unpacking them.
    if !type.isArray, texts.contains(type.name) {
      return ("octet_length(\(name)) > \(mostBytes)", "left(\(name), \(mostCharacters))")
    }
    if !type.isArray, type.name == "bytea" {
      return (
        "octet_length(\(name)) > \(mostBytes)",
        "substring(\(name) FROM 1 FOR \(mostCharacters))::text"
      )
    }
    let isWide = "octet_length(\(name)::text) > \(mostBytes)"
    if type.isArray { return (isWide, "'{}'") }
    return switch type.name {
    case "json", "jsonb":
      (isWide, "CASE \(type.name)_typeof(\(name)) WHEN 'array' THEN '[]' ELSE '{}' END")
    case "xml": (isWide, "'<cut/>'")
    case "tsvector": (isWide, "''")
    default: (isWide, "NULL")
    }
  }

  private static let texts: Set<String> = ["text", "character varying", "character"]

  private static let narrow: Set<String> = [
    "boolean", "smallint", "integer", "bigint", "numeric", "real", "double precision", "uuid",
    "date",
    "time without time zone", "time with time zone", "timestamp without time zone",
    "timestamp with time zone", "interval", "money", "oid", "name", "inet", "cidr", "macaddr",
    "macaddr8", "point", "box", "circle", "line", "lseg", "\"char\"", "pg_lsn",
  ]

  private static func isEverWide(_ type: TypeName, _ types: [Catalog.CustomType]) -> Bool {
    if type.isArray { return true }
    if narrow.contains(type.name) { return false }
    if texts.contains(type.name), let length = type.modifiers.first, length < mostCharacters {
      return false
    }
    return !types.contains { custom in
      guard case .enumeration = custom.kind else { return false }
      return names(custom, type)
    }
  }

  private static func names(_ custom: Catalog.CustomType, _ type: TypeName) -> Bool {
    sqlText(custom.name) == type.name || custom.name.description == type.name
  }

  private static func base(_ type: TypeName, _ types: [Catalog.CustomType]) -> TypeName {
    var type = type
    // A domain is over what was there before it.
    for _ in 0..<types.count {
      guard !type.isArray,
        case .domain(let inner, _)? = types.first(where: { names($0, type) })?.kind
      else { break }
      type = inner
    }
    return type
  }
}
