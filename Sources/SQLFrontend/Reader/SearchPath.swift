/// The schemas of a `search_path` setting.
enum SearchPath {
  /// The names of a list such as `"$user", public`; `$user` has no schema here.
  static func parse(_ text: String) -> [String] {
    text.split(separator: ",").compactMap { part in
      let name = part.drop(while: \.isWhitespace)
      let trimmed = String(String(name.reversed()).drop(while: \.isWhitespace).reversed())
      let isQuoted = trimmed.count > 1 && trimmed.first == "\"" && trimmed.last == "\""
      let unquoted = isQuoted ? String(trimmed.dropFirst().dropLast()) : trimmed.lowercased()
      return unquoted.isEmpty || unquoted == "$user" || unquoted == "''" ? nil : unquoted
    }
  }
}
