import SQLBinding

/// Texts that were read as JSON lately: claims are the same for every row.
final class ParsedJSON {
  private var known: [(text: Text, value: SQLValue)] = []
  private var misses = 0

  private static let most = 4
  /// After so many texts in a row that were others, they come from rows.
  private static let mostMisses = 256
  private static let longest = 1 << 12

  /// As `read` says, which is asked once of each of a few texts.
  func value(
    of text: Text, _ read: () throws(EngineFailure) -> SQLValue
  ) throws(EngineFailure) -> SQLValue {
    guard misses < Self.mostMisses, text.string.utf8.count <= Self.longest else {
      return try read()
    }
    if let known = known.first(where: { $0.text == text }) {
      misses = 0
      return known.value
    }
    let value = try read()
    misses += 1
    if known.count == Self.most { known.removeFirst() }
    known.append((text, value))
    return value
  }
}
