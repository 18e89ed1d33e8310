import AccessModel

/// A column's type as the language spells it.
func swiftType(_ type: TypeName) -> String {
  if type.isArray { return ".array(\(spelled(type)))" }
  switch (type.name, type.modifiers.count) {
  case ("boolean", 0), ("smallint", 0), ("integer", 0), ("bigint", 0), ("real", 0), ("text", 0),
    ("numeric", 0), ("uuid", 0), ("date", 0), ("jsonb", 0):
    return ".\(type.name)"
  case ("double precision", 0): return ".double"
  case ("character varying", 1): return ".varchar(\(type.modifiers[0]))"
  case ("numeric", 2): return ".numeric(\(type.modifiers[0]), \(type.modifiers[1]))"
  case ("timestamp without time zone", 0): return ".timestamp"
  case ("timestamp with time zone", 0): return ".timestamptz"
  default: return ".other(\(spelled(type)))"
  }
}

private func spelled(_ type: TypeName) -> String {
  ([swiftLiteral(type.name)] + type.modifiers.map(String.init)).joined(separator: ", ")
}

/// Types whose values compare in Swift: two columns with the same are of one type there.
func swiftValue(_ type: TypeName) -> String {
  let text = swiftType(type)
  if text.hasPrefix(".varchar") { return ".text" }
  if text.hasPrefix(".array") || text.hasPrefix(".other") { return ".other" }
  return text.hasPrefix(".numeric") ? ".numeric" : text
}
