public import AccessModel

/// The type as SQL reads it: `numeric(10,2)`, `timestamp(3) with time zone`, `uuid[]`.
///
/// The built-in types' names of several words are written as they are. Any other name is read as
/// `format_type()` spells it, identifiers joined by dots and quoted where needed, and quoted
/// anew; a name that is not of that form becomes one quoted identifier.
public func sqlText(_ type: TypeName) -> String {
  if type.name == "interval", type.modifiers.count > 1 { return intervalText(type) }
  let modifiers =
    type.modifiers.isEmpty ? "" : "(\(type.modifiers.map(String.init).joined(separator: ",")))"
  let brackets = type.isArray ? "[]" : ""
  if let (head, tail) = zonedTypes[type.name] { return head + modifiers + tail + brackets }
  if spelledTypes.contains(type.name) { return type.name + modifiers + brackets }
  let name = identifiers(in: type.name)?.map(quoteIdentifier).joined(separator: ".")
  return (name ?? quoteIdentifier(type.name)) + modifiers + brackets
}

/// `interval day to second(3)`: the second modifier says which fields, by their bits.
/// Source: `INTERVAL_MASK` in `utils/timestamp.h`.
private func intervalText(_ type: TypeName) -> String {
  let fields = [
    (2, "year"), (1, "month"), (3, "day"), (10, "hour"), (11, "minute"), (12, "second"),
  ]
  .filter { type.modifiers[1] >> $0.0 & 1 == 1 }
  var text = "interval " + (fields.first?.1 ?? "second")
  if fields.count > 1, let last = fields.last { text += " to " + last.1 }
  if type.modifiers[0] >= 0 { text += "(\(type.modifiers[0]))" }
  return text + (type.isArray ? "[]" : "")
}

/// Types whose modifier stands in the middle.
private let zonedTypes = [
  "timestamp without time zone": ("timestamp", " without time zone"),
  "timestamp with time zone": ("timestamp", " with time zone"),
  "time without time zone": ("time", " without time zone"),
  "time with time zone": ("time", " with time zone"),
]

/// Types that the grammar spells with keywords. Source: `format_type_extended()` in
/// `src/backend/utils/adt/format_type.c`.
private let spelledTypes: Set = [
  "bit", "bit varying", "boolean", "character", "character varying", "double precision",
  "integer", "bigint", "smallint", "interval", "numeric", "real",
]

/// `app`, `my type` in `app."my type"`, or nil if `text` is anything else.
public func identifiers(in text: String) -> [String]? {
  var parts = [String](), rest = text.unicodeScalars[...]
  repeat {
    if !parts.isEmpty { rest = rest.dropFirst() }
    var part = String.UnicodeScalarView()
    if rest.first == "\"" {
      rest = rest.dropFirst()
      while let scalar = rest.popFirst() {
        if scalar != "\"" {
          part.append(scalar)
        } else if rest.first == "\"" {
          part.append(scalar)
          rest = rest.dropFirst()
        } else {
          break
        }
      }
    } else {
      part.append(contentsOf: rest.prefix { $0 != "." })
      rest = rest.dropFirst(part.count)
      guard isPlainIdentifier(String(part)) else { return nil }
    }
    parts.append(String(part))
  } while rest.first == "."
  return rest.isEmpty ? parts : nil
}
