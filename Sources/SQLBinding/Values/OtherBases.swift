/// Whole numbers as `0xff`, `0o17`, `0b11` and `1_000`.
///
/// Source: `pg_strtoint64_safe()` in `src/backend/utils/adt/numutils.c`.
enum OtherBases {
  /// The number, which is nil where it is too large; nil: it is written otherwise.
  static func decimal(_ text: String) -> Int64?? {
    let sign = text.first == "-" ? "-" : ""
    var rest = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    var radix = 10
    if rest.first == "0", let letter = rest.dropFirst().first?.lowercased(),
      let known = ["x": 16, "o": 8, "b": 2][letter]
    {
      radix = known
      rest = rest.dropFirst(2)
      // An underscore may follow the prefix.
      if rest.first == "_" { rest = rest.dropFirst() }
    } else if !rest.contains("_") {
      return nil
    }
    guard let digits = plain(rest, radix) else { return nil }
    return .some(Int64(sign + digits, radix: radix))
  }

  /// `1_000.5` without underscores; nil: there are none, or not only between digits.
  static func withoutUnderscores(_ text: String) -> String? {
    guard text.contains("_") else { return nil }
    let bytes = Array(text.utf8)
    let isDigit = { (index: Int) in
      bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index])
    }
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "_") {
      guard isDigit(index - 1), isDigit(index + 1) else { return nil }
    }
    return text.replacing("_", with: "")
  }

  private static func plain(_ text: Substring, _ radix: Int) -> String? {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isHexDigit) }) else { return nil }
    let digits = parts.joined()
    guard digits.allSatisfy({ ($0.hexDigitValue ?? 16) < radix }), digits.allSatisfy(\.isASCII)
    else { return nil }
    return digits
  }
}
