/// Reads JSON text into `JSONValue`, exactly: Foundation's decoders lose the digits of numbers,
/// which `jsonb` keeps and prints.
///
/// Source: RFC 8259; `src/common/jsonapi.c`.
struct JSONParser {
  private var bytes: ArraySlice<UInt8>
  private var depth = 0

  /// PostgreSQL stops at its stack limit, near 6,000 levels; nobody's claims come close to this.
  private static let maxDepth = 512

  /// Whether brackets may nest deeper than is read.
  static func isDeep(_ text: String) -> Bool {
    text.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } > maxDepth
  }

  /// Nil if `text` is not valid JSON, or nested deeper than 512 levels.
  static func parse(_ text: String) -> JSONValue? {
    var parser = JSONParser(bytes: Array(text.utf8)[...])
    guard let value = parser.value() else { return nil }
    parser.skipSpace()
    return parser.bytes.isEmpty ? value : nil
  }

  private mutating func skipSpace() {
    while let byte = bytes.first, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D {
      bytes.removeFirst()
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard bytes.first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes.starts(with: word.utf8) else { return false }
    bytes.removeFirst(word.utf8.count)
    return true
  }

  private mutating func value() -> JSONValue? {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth, let first = bytes.first else { return nil }
    switch first {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string(Text($0)) }
    case UInt8(ascii: "t"): return take(word: "true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object() -> JSONValue? {
    guard take("{") else { return nil }
    if take("}") { return .object([]) }
    var members: [JSONValue.Member] = []
    repeat {
      skipSpace()
      guard let key = string(), take(":"), let value = value() else { return nil }
      members.append(JSONValue.Member(key: Text(key), value: value))
    } while take(",")
    return take("}") ? .object(unordered: members) : nil
  }

  private mutating func array() -> JSONValue? {
    guard take("[") else { return nil }
    if take("]") { return .array([]) }
    var elements: [JSONValue] = []
    repeat {
      guard let element = value() else { return nil }
      elements.append(element)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func number() -> JSONValue? {
    let text = String(
      decoding: bytes.prefix { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) },
      as: UTF8.self)
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    let integer = digits.prefix { $0.isNumber }
    guard !integer.isEmpty, integer.count == 1 || integer.first != "0",
      digits.last.map({ $0.isNumber }) == true,
      !digits.contains(".e"), !digits.contains(".E"), let value = Numeric(parsing: text)
    else { return nil }
    bytes.removeFirst(text.utf8.count)
    return .number(value)
  }

  private mutating func string() -> String? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    bytes.removeFirst()
    if let end = bytes.firstIndex(where: \.endsPlainText), bytes[end] == UInt8(ascii: "\"") {
      defer { bytes = bytes[(end + 1)...] }
      return String(validating: bytes[..<end], as: UTF8.self)
    }
    var result: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(validating: result, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = escape() else { return nil }
        result.append(contentsOf: escaped)
      case 0..<0x20: return nil
      default: result.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> [UInt8]? {
    guard let byte = bytes.popFirst() else { return nil }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      guard let first = hexUnit() else { return nil }
      var units = [first]
      if UTF16.isLeadSurrogate(first) {
        guard bytes.starts(with: "\\u".utf8) else { return nil }
        bytes.removeFirst(2)
        guard let second = hexUnit(), UTF16.isTrailSurrogate(second) else { return nil }
        units.append(second)
      }
      // jsonb rejects \u0000: text cannot hold it.
      guard first != 0, let string = String(validating: units, as: UTF16.self) else { return nil }
      return Array(string.utf8)
    default: return nil
    }
  }

  private mutating func hexUnit() -> UInt16? {
    guard bytes.count >= 4 else { return nil }
    let text = String(decoding: bytes.prefix(4), as: UTF8.self)
    bytes.removeFirst(4)
    return text.allSatisfy(\.isHexDigit) ? UInt16(text, radix: 16) : nil
  }
}

extension UInt8 {
  /// In a string: its end, an escape, or a mistake.
  fileprivate var endsPlainText: Bool {
    self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") || self < 0x20
  }
}
