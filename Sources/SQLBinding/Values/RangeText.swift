import AccessModel

/// Ranges as text: `[1,5)`, `(,"a b"]`, `empty`. Source: `range_in()`, `range_parse()`.
enum RangeText {
  static func write(_ range: SQLRange, _ kind: RangeKind) -> String {
    if range.isEmpty { return "empty" }
    func text(_ bound: SQLRange.Bound) -> String {
      guard let value = bound.value else { return "" }
      return quoted(value.output(as: kind.subtype) ?? "")
    }
    return (range.lower.isInclusive ? "[" : "(") + text(range.lower) + "," + text(range.upper)
      + (range.upper.isInclusive ? "]" : ")")
  }

  private static func quoted(_ text: String) -> String {
    let special = Array("\"\\()[],".utf8)
    guard text.isEmpty || text.utf8.contains(where: { special.contains($0) || $0.isSpace }) else {
      return text
    }
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(byte) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }

  static func read(_ text: String, _ kind: RangeKind) throws(EngineFailure) -> SQLRange {
    func malformed(_ detail: String) -> EngineFailure {
      .postgres(
        PostgresError(
          .invalidTextRepresentation, "malformed range literal: \"\(text)\"", detail: detail))
    }
    var rest = Array(text.utf8)[...].drop(while: \.isSpace)
    if rest.prefix(5).map(\.lowercased) == Array("empty".utf8) {
      rest = rest.dropFirst(5).drop(while: \.isSpace)
      guard rest.isEmpty else { throw malformed("Junk after \"empty\" key word.") }
      return .empty
    }
    guard let open = rest.popFirst(), open == UInt8(ascii: "[") || open == UInt8(ascii: "(") else {
      throw malformed("Missing left parenthesis or bracket.")
    }
    let lower = try bound(&rest, malformed)
    guard rest.popFirst() == UInt8(ascii: ",") else {
      throw malformed("Missing comma after lower bound.")
    }
    let upper = try bound(&rest, malformed)
    guard let close = rest.popFirst(), close == UInt8(ascii: "]") || close == UInt8(ascii: ")")
    else { throw malformed("Too many commas.") }
    guard rest.drop(while: \.isSpace).isEmpty else {
      throw malformed("Junk after right parenthesis or bracket.")
    }
    func value(_ text: String?) throws(EngineFailure) -> SQLValue? {
      guard let text else { return nil }
      return try .input(text, as: kind.subtype)
    }
    return try SQLRange(
      SQLRange.Bound(
        try value(lower), isInclusive: open == UInt8(ascii: "["), isLower: true),
      SQLRange.Bound(
        try value(upper), isInclusive: close == UInt8(ascii: "]"), isLower: false), kind)
  }

  /// Nil for an infinite end. Source: `range_parse_bound()`.
  private static func bound(
    _ rest: inout ArraySlice<UInt8>, _ malformed: (String) -> EngineFailure
  ) throws(EngineFailure) -> String? {
    let ends = Array(",)]".utf8)
    if let next = rest.first, ends.contains(next) { return nil }
    var (bytes, isQuoted): ([UInt8], Bool) = ([], false)
    while true {
      guard let byte = rest.first else { throw malformed("Unexpected end of input.") }
      if !isQuoted, ends.contains(byte) || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        return String(decoding: bytes, as: UTF8.self)
      }
      rest.removeFirst()
      if byte == UInt8(ascii: "\\") {
        guard let next = rest.popFirst() else { throw malformed("Unexpected end of input.") }
        bytes.append(next)
      } else if byte == UInt8(ascii: "\"") {
        if !isQuoted {
          isQuoted = true
        } else if rest.first == byte {
          bytes.append(byte)
          rest.removeFirst()
        } else {
          isQuoted = false
        }
      } else {
        bytes.append(byte)
      }
    }
  }
}
