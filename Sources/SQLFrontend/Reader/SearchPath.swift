/// The schemas of a `search_path` setting.
enum SearchPath {
  /// The names of a list such as `"$user", public`; `$user` has no schema here.
  static func parse(_ text: String) -> [String] { names(text).filter { $0 != "$user" } }

  /// As `parse`, with `$user`.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").compactMap { part in
      let name = part.drop(while: \.isWhitespace)
      let trimmed = String(String(name.reversed()).drop(while: \.isWhitespace).reversed())
      let isQuoted = trimmed.count > 1 && trimmed.first == "\"" && trimmed.last == "\""
      let unquoted = isQuoted ? String(trimmed.dropFirst().dropLast()) : trimmed.lowercased()
      return unquoted.isEmpty || unquoted == "''" ? nil : unquoted
    }
  }
}

extension SearchPath {
  /// The parts of a dotted name, without their quotes: `"a b".c`.
  static func dotted(_ text: String) -> [String] {
    // As most names are.
    if text.utf8.allSatisfy({ $0 != Ascii.doubleQuote && $0 != Ascii.dot }) { return [text] }
    var parts: [String] = []
    var part = ""
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "." where !isQuoted:
        parts.append(part)
        part = ""
      default: part.append(character)
      }
    }
    return parts + [part]
  }
}
