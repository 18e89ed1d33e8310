public import AccessModel

/// Names that are longer than PostgreSQL keeps.
///
/// Source: `truncate_identifier()` in `src/backend/parser/scansup.c`.
public enum LongNames {
  /// NAMEDATALEN, without the zero at the end.
  private static let most = 63

  /// What the scanner says of each, in the order of writing. Call it inside
  /// `SessionStatementReader.onDeepStack`.
  public static func notices(in text: String) -> [Notice] {
    let bytes = Array(text.utf8)
    guard mayHold(bytes), let tokens = try? PLScanner.tokens(of: bytes) else { return [] }
    return tokens.compactMap { token in
      guard case .word(_, let isQuoted) = token.kind, token.range.count > most else { return nil }
      var name = String(decoding: bytes[token.range], as: UTF8.self)
      if isQuoted {
        guard name.hasPrefix("\"") else { return nil }
        name = String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
      } else {
        name = name.lowercasedASCII
      }
      guard name.utf8.count > most else { return nil }
      return Notice(
        "NOTICE", "identifier \"\(name)\" will be truncated to \"\(kept(of: name))\"",
        sqlState: SQLState(rawValue: "42622"))
    }
  }

  private static func kept(of name: String) -> String {
    var end = most
    let bytes = Array(name.utf8)
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// A quick look: something is written without a break, or between quotes, for long enough.
  private static func mayHold(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > most else { return false }
    var (run, sinceQuote, hasQuote) = (0, 0, false)
    for byte in bytes {
      if byte == UInt8(ascii: "\"") {
        if hasQuote, sinceQuote > most { return true }
        (hasQuote, sinceQuote) = (true, 0)
      } else {
        sinceQuote += 1
      }
      let isPart =
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == Ascii.dollar
        || UnicodeScalar(byte).properties.isAlphabetic
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      run = isPart ? run + 1 : 0
      if run > most { return true }
    }
    return false
  }
}

extension String {
  /// As the scanner folds names that are not quoted.
  fileprivate var lowercasedASCII: String {
    let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return String(decoding: utf8.map { isUpper.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
