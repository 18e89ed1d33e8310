/// Where the text of a function stands in the statement that makes it.
///
/// Source: `function_parse_error_transpose()`, `match_prosrc_to_query()` in `pg_proc.c`.
enum PLSource {
  /// The byte of the statement for a byte of the text; nil where the text is not the only constant
  /// that it could be.
  static func offset(of place: Int, in source: [UInt8], of statement: [UInt8]) -> Int? {
    guard statement.count >= source.count else { return nil }
    var found: Int?
    for start in statement.indices {
      guard let offset = offset(of: place, in: source, at: start, of: statement) else { continue }
      guard found == nil else { return nil }
      found = offset
    }
    return found
  }

  private static func offset(
    of place: Int, in source: [UInt8], at start: Int, of statement: [UInt8]
  ) -> Int? {
    switch statement[start] {
    case UInt8(ascii: "$"):
      let (first, end) = (start + 1, start + 1 + source.count)
      guard end < statement.count, statement[end] == UInt8(ascii: "$"),
        statement[first..<end].elementsEqual(source)
      else { return nil }
      return first + place
    case UInt8(ascii: "'"): return quoted(place, source, from: start + 1, of: statement)
    default: return nil
    }
  }

  /// Quotes are doubled in a constant, and what escapes of `E''` stand for is not looked for.
  private static func quoted(
    _ place: Int, _ source: [UInt8], from start: Int, of statement: [UInt8]
  ) -> Int? {
    var (position, result) = (start, start)
    let quote = UInt8(ascii: "'")
    for (index, byte) in source.enumerated() {
      if index == place { result = position }
      guard position < statement.count, statement[position] == byte else { return nil }
      position += 1
      guard byte == quote else { continue }
      guard position < statement.count, statement[position] == quote else { return nil }
      position += 1
    }
    if place >= source.count { result = position }
    guard position < statement.count, statement[position] == quote else { return nil }
    let isDoubled = position + 1 < statement.count && statement[position + 1] == quote
    return isDoubled ? nil : result
  }
}
