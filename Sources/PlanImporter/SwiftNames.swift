import AccessModel
import AccessPlan

/// Swift's names for tables, columns and roles.
struct SwiftNames {
  /// Relations that become types.
  private(set) var types: [QualifiedName: String] = [:]
  /// The properties of those, by column.
  private(set) var properties: [QualifiedName: [String: String]] = [:]
  /// Roles that become constants.
  private(set) var roles: [String: String] = [:]

  private static let apiRoles = [
    "anon": "anon", "authenticated": "authenticated", "service_role": "serviceRole",
  ]

  init(_ catalog: Catalog, module: String) {
    var taken = Self.reservedTypes.union([module])
    func addType(_ name: QualifiedName, _ columns: [String], _ names: inout SwiftNames) {
      var type = Self.camelCase(name.name, isUpper: true)
      if taken.contains(type) {
        let longer = Self.camelCase(name.schema, isUpper: true) + type
        type = name.schema == "public" || taken.contains(longer) ? type + "Relation" : longer
      }
      names.types[name] = Self.free(type, &taken)
      var used = Self.reservedProperties
      for column in columns {
        let property = Self.free(Self.camelCase(column, isUpper: false), &used)
        names.properties[name, default: [:]][column] = property
      }
    }
    for table in catalog.tables where (table.origin ?? .plan) == .plan {
      addType(table.name, table.columns.map(\.name), &self)
    }
    for view in catalog.views where (view.origin ?? .plan) == .plan {
      addType(view.name, view.columns.map(\.name), &self)
    }
    for role in catalog.roles { roles[role.name] = Self.apiRoles[role.name] }
  }

  /// `\.ownerID` without the backslash and dot, as a property is used.
  func property(_ column: String, of table: QualifiedName) -> String {
    let name = properties[table]?[column] ?? column
    return Self.keywords.contains(name) ? "`\(name)`" : name
  }

  /// `.anon`, `.role(Role("editor"))`, `.public`.
  func audience(_ grantee: Grantee) -> String {
    switch grantee {
    case .everyone: ".public"
    case .role(let name): roles[name].map { ".\($0)" } ?? ".role(Role(\(swiftLiteral(name))))"
    }
  }

  /// `owner_id` → `ownerID`, `car_make` → `CarMake`.
  static func camelCase(_ name: String, isUpper: Bool) -> String {
    let words = name.split { !($0.isLetter || $0.isNumber) || !$0.isASCII }
    var result = ""
    for word in words {
      let isFirst = result.isEmpty
      if isFirst, !isUpper {
        let isShout = word == word.uppercased()
        result += isShout ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
      } else if word.lowercased() == "id" || word.lowercased() == "url" {
        result += word.uppercased()
      } else {
        result += word.prefix(1).uppercased() + word.dropFirst()
      }
    }
    if result.isEmpty { result = isUpper ? "Relation" : "column" }
    return result.first?.isNumber == true ? (isUpper ? "R" : "c") + result : result
  }

  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var result = name
    var number = 2
    while !taken.insert(result).inserted {
      result = name + "\(number)"
      number += 1
    }
    return result
  }

  /// What a relation has, and what rules call.
  private static let reservedProperties: Set = [
    "access", "owner", "constraints", "query", "auth", "definitions", "unsafeSQL", "exists",
    "constant", "scalar", "self", "init",
  ]

  private static let keywords: Set = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "inout", "internal", "let", "open", "operator", "private", "precedencegroup", "protocol",
    "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case",
    "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if",
    "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await", "false",
    "is", "nil", "super", "throws", "true", "try",
  ]

  private static let reservedTypes: Set = [
    "Allow", "Any", "Anyone", "Array", "Audience", "Auth", "Bool", "Catalog", "Check", "Column",
    "Condition", "Constraints", "Data", "Date", "Dictionary", "Double", "Error", "Float",
    "Function", "Grant", "Identity", "Int", "Intent", "Intents", "Nobody", "Only", "Optional",
    "Plan", "Platform", "Policy", "Privilege", "Query", "Relation", "Restrict", "Result", "Role",
    "Rule", "SQL", "Schema", "Self", "Sequence", "Set", "Source", "String", "Table", "Type",
    "Unique", "View", "Character", "Never", "Void", "URL", "UUID", "Task", "Notice", "Encoder",
    "Decoder", "Protocol",
  ]
}

/// A string as Swift reads it: on lines of its own where it has several.
func swiftLiteral(_ text: String, indent: Int = 0) -> String {
  let isPlainText = !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }
  guard text.contains("\n"), isPlainText else { return escaped(text) }
  var hashes = "#"
  while text.contains("\"\"\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
  let space = String(repeating: " ", count: indent)
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? "" : space + $0 }
  return "\(hashes)\"\"\"\n\(lines.joined(separator: "\n"))\n\(space)\"\"\"\(hashes)"
}

private func escaped(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.value < 0x20: result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
