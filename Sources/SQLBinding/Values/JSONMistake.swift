import AccessModel

/// What PostgreSQL says is wrong with a text that is no JSON: the DETAIL of its error.
///
/// ```
/// JSONMistake.find(in: "", decoded: false)           // The input string ended unexpectedly.
/// JSONMistake.find(in: "{'a':1}", decoded: false)    // Token "'" is invalid.
/// ```
///
/// Source: `json_lex()`, `pg_parse_json()` and `json_errdetail()` in `src/common/jsonapi.c`.
struct JSONMistake: Error {
  let detail: String
  /// It is JSON, of a character that no text can hold.
  var isUnsupported = false
  /// Where it was found: a line of CONTEXT.
  var place: String?

  /// Nil where nothing is wrong, for texts that nest no deeper than is read. `decoded`: `\u` must
  /// stand for characters, as in `jsonb` and wherever a `json` is taken apart.
  static func find(in text: String, decoded: Bool) -> JSONMistake? {
    var reader = Reader(Array(text.utf8), decodes: decoded)
    do throws(JSONMistake) {
      try reader.document()
    } catch {
      var mistake = error
      mistake.place = reader.place
      return mistake
    }
    return nil
  }

  /// Source: `json_errsave_error()` in `src/backend/utils/adt/jsonfuncs.c`.
  var error: PostgresError {
    let error =
      isUnsupported
      ? PostgresError(
        SQLState(rawValue: "22P05"), "unsupported Unicode escape sequence", detail: detail)
      : PostgresError(
        .invalidTextRepresentation, "invalid input syntax for type json", detail: detail)
    return error.inside(place)
  }

  fileprivate static let end = JSONMistake(detail: "The input string ended unexpectedly.")
}

private enum Token: Equatable {
  case mark(UInt8)
  case string, scalar, end
}

private struct Reader {
  let bytes: [UInt8]
  let decodes: Bool
  /// The first half of a surrogate pair that is not whole yet.
  var high = false
  /// Of the token: where it begins, and where the next one may.
  var start = 0
  var next = 0
  var token = Token.end
  /// Of the line that is read: its number, and where it begins.
  var line = (number: 1, start: 0)
  /// A string is wrong from here on, or up to the end of the character here.
  var fault: (at: Int, isIncluded: Bool)?

  init(_ bytes: [UInt8], decodes: Bool) {
    self.bytes = bytes
    self.decodes = decodes
  }

  mutating func document() throws(JSONMistake) {
    try lex()
    try value()
    guard token == .end else { throw expected("end of input") }
  }

  private mutating func value() throws(JSONMistake) {
    switch token {
    case .string, .scalar: try lex()
    case .mark(UInt8(ascii: "{")): try object()
    case .mark(UInt8(ascii: "[")): try array()
    default: throw expected("JSON value")
    }
  }

  private mutating func object() throws(JSONMistake) {
    try lex()
    if token == .string {
      try field()
      while try take(",") { try field() }
    } else if token != .mark(UInt8(ascii: "}")) {
      throw expected("string or \"}\"")
    }
    guard try take("}") else { throw expected("\",\" or \"}\"") }
  }

  private mutating func field() throws(JSONMistake) {
    guard token == .string else { throw expected("string") }
    try lex()
    guard try take(":") else { throw expected("\":\"") }
    try value()
  }

  private mutating func array() throws(JSONMistake) {
    try lex()
    if token != .mark(UInt8(ascii: "]")) {
      try value()
      while try take(",") { try value() }
    }
    guard try take("]") else { throw expected("\",\" or \"]\"") }
  }

  private mutating func take(_ mark: Unicode.Scalar) throws(JSONMistake) -> Bool {
    guard token == .mark(UInt8(ascii: mark)) else { return false }
    try lex()
    return true
  }

  private var text: String { String(decoding: bytes[start..<next], as: UTF8.self) }

  private func expected(_ what: String) -> JSONMistake {
    token == .end ? .end : JSONMistake(detail: "Expected \(what), but found \"\(text)\".")
  }

  /// Source: `report_json_context()` in `src/backend/utils/adt/jsonfuncs.c`.
  var place: String {
    var end = fault?.at ?? next
    if fault?.isIncluded == true { end = characterEnd(end) }
    var start = line.start
    while end - start >= 50 { start = characterEnd(start) }
    if start - line.start <= 3 { start = line.start }
    let isAll = end >= bytes.count || [0x0A, 0x0D].contains(bytes[end])
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return "JSON data, line \(line.number): \(start > line.start ? "..." : "")\(text)"
      + (isAll ? "" : "...")
  }

  private func characterEnd(_ position: Int) -> Int {
    var end = min(position + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private var invalid: JSONMistake { JSONMistake(detail: "Token \"\(text)\" is invalid.") }

  private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

  private mutating func lex() throws(JSONMistake) {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      next += 1
      if byte == 0x0A { line = (line.number + 1, next) }
    }
    start = next
    guard let first = byte else {
      token = .end
      return
    }
    switch first {
    case _ where "{}[],:".utf8.contains(first):
      next += 1
      token = .mark(first)
    case UInt8(ascii: "\""):
      try string()
      token = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard number() else { throw invalid }
      token = .scalar
    default:
      while let byte, Self.isWord(byte) { next += 1 }
      if next == start { next += 1 }
      guard ["true", "false", "null"].contains(text) else { throw invalid }
      token = .scalar
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || Unicode.Scalar(byte).properties.isAlphabetic
      || isDigit(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether there was one digit at least.
  private mutating func digits() -> Bool {
    let first = next
    while let byte, Self.isDigit(byte) { next += 1 }
    return next > first
  }

  private mutating func number() -> Bool {
    var isValid = true
    if byte == UInt8(ascii: "-") { next += 1 }
    if byte == UInt8(ascii: "0") { next += 1 } else { isValid = digits() }
    if byte == UInt8(ascii: ".") {
      next += 1
      isValid = digits() && isValid
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      next += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { next += 1 }
      isValid = digits() && isValid
    }
    while let byte, Self.isWord(byte) {
      next += 1
      isValid = false
    }
    return isValid
  }

  private mutating func string() throws(JSONMistake) {
    next += 1
    while let current = byte {
      next += 1
      switch current {
      case UInt8(ascii: "\""):
        try requireNoHalf()
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20:
        fault = (next - 1, isIncluded: false)
        let code = String(current, radix: 16)
        throw JSONMistake(
          detail: "Character with value 0x\(code.count < 2 ? "0" : "")\(code) must be escaped.")
      default: try requireNoHalf()
      }
    }
    throw invalid
  }

  private static let lowAlone = JSONMistake(
    detail: "Unicode low surrogate must follow a high surrogate.")

  private func requireNoHalf() throws(JSONMistake) { if high { throw Self.lowAlone } }

  /// What `\u` stands for. Source: `json_lex_string()`.
  private mutating func decode(_ unit: UInt16) throws(JSONMistake) {
    if UTF16.isLeadSurrogate(unit) {
      guard !high else {
        throw JSONMistake(detail: "Unicode high surrogate must not follow a high surrogate.")
      }
      high = true
      return
    }
    guard high == UTF16.isTrailSurrogate(unit) else { throw Self.lowAlone }
    high = false
    guard unit != 0 else {
      throw JSONMistake(detail: "\\u0000 cannot be converted to text.", isUnsupported: true)
    }
  }

  private mutating func escape() throws(JSONMistake) {
    guard let current = byte else { throw invalid }
    guard current == UInt8(ascii: "u") else {
      guard !"\"\\/bfnrt".utf8.contains(current) else {
        try requireNoHalf()
        next += 1
        return
      }
      fault = (next, isIncluded: true)
      let character = String(decoding: bytes[next...], as: UTF8.self).unicodeScalars.first
      throw JSONMistake(
        detail: "Escape sequence \"\\\(character.map(String.init) ?? "")\" is invalid.")
    }
    next += 1
    for _ in 0..<4 {
      guard let digit = byte else { throw invalid }
      guard Unicode.Scalar(digit).properties.isASCIIHexDigit else {
        fault = (next, isIncluded: true)
        throw JSONMistake(detail: "\"\\u\" must be followed by four hexadecimal digits.")
      }
      next += 1
    }
    guard decodes else { return }
    let digits = String(decoding: bytes[(next - 4)..<next], as: UTF8.self)
    try decode(UInt16(digits, radix: 16) ?? 0)
  }
}
