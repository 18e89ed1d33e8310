import SQLBinding

/// A value of type `json`: its parts as they are written, in their order. Only for valid text, as
/// every value of the type is.
struct JSONText {
  private let bytes: ArraySlice<UInt8>

  init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// Of a text whose strings are read: each `\u` in it must stand for a character.
  init(decoding text: String) throws(EngineFailure) {
    if text.utf8.contains(UInt8(ascii: "\\")) { _ = try SQLValue.input(text, as: .jsonb) }
    self.init(text)
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    while let byte = bytes.first, Self.isSpace(byte) { bytes.removeFirst() }
    while let byte = bytes.last, Self.isSpace(byte) { bytes.removeLast() }
    self.bytes = bytes
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var isObject: Bool { bytes.first == UInt8(ascii: "{") }
  var isString: Bool { bytes.first == UInt8(ascii: "\"") }
  var isArray: Bool { bytes.first == UInt8(ascii: "[") }

  var typeName: String {
    switch bytes.first {
    case UInt8(ascii: "{"): "object"
    case UInt8(ascii: "["): "array"
    case UInt8(ascii: "\""): "string"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "boolean"
    case UInt8(ascii: "n"): "null"
    default: "number"
    }
  }

  /// What `->>` gives: strings decoded, null as nil, the rest as written.
  func unquoted() throws(EngineFailure) -> String? {
    switch bytes.first {
    case UInt8(ascii: "\""):
      guard case .json(.string(let string)) = try SQLValue.input(text, as: .jsonb) else {
        return nil
      }
      return string.string
    case UInt8(ascii: "n"): return nil
    default: return text
    }
  }

  /// The elements of an array.
  var elements: [JSONText] { isArray ? parts(",").map { JSONText($0) } : [] }

  /// The members of an object; keys may repeat.
  func members() throws(EngineFailure) -> [(key: String, value: JSONText)] {
    guard isObject else { return [] }
    var result: [(key: String, value: JSONText)] = []
    for part in parts(",") {
      let colon = Self.split(part, at: UInt8(ascii: ":"))
      guard colon.count >= 2 else { continue }
      result.append(
        (try JSONText(colon[0]).unquoted() ?? "", JSONText(part[colon[1].startIndex...])))
    }
    return result
  }

  private func parts(_ separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    let inner = bytes.dropFirst().dropLast()
    guard !JSONText(inner).bytes.isEmpty else { return [] }
    return Self.split(inner, at: UInt8(ascii: separator))
  }

  /// At separators outside of strings and brackets.
  private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>]
  {
    var parts: [ArraySlice<UInt8>] = []
    var (start, depth, inString, isEscaped) = (bytes.startIndex, 0, false, false)
    for index in bytes.indices {
      let byte = bytes[index]
      if inString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case separator where depth == 0:
        parts.append(bytes[start..<index])
        start = index + 1
      default: break
      }
    }
    parts.append(bytes[start...])
    return parts
  }

  /// Source: `get_path_all()`: a key of an object, a number of an array.
  func member(_ key: String) throws(EngineFailure) -> JSONText? {
    if isObject { return try members().last { Text($0.key) == Text(key) }?.value }
    guard isArray, let index = JSONValue.index(key) else { return nil }
    return element(index)
  }

  func element(_ index: Int64) -> JSONText? {
    let elements = elements
    let position = index < 0 ? index + Int64(elements.count) : index
    guard (0..<Int64(elements.count)).contains(position) else { return nil }
    return elements[Int(position)]
  }
}

extension JSONValue {
  /// A path's step as a subscript. Source: `strtoint()`.
  static func index(_ step: String) -> Int64? {
    Int64(step).flatMap { Int32(exactly: $0) == nil ? nil : $0 }
  }
}
