extension YAMLValue {
  /// JSON text with the same values: numbers digit for digit, keys in the order written.
  ///
  /// A plain scalar is a number if JSON would write it so (`007` and `+1` are strings), a boolean
  /// if it is `true` or `false`, null if it is `null`, `~` or empty; anything else is a string.
  var json: String {
    switch kind {
    case .scalar(let text, let isPlain):
      if isNull { return "null" }
      if let bool { return bool ? "true" : "false" }
      return isPlain && Self.isJSONNumber(text) ? text : Self.quoted(text)
    case .list(let items):
      return "[" + items.map(\.json).joined(separator: ",") + "]"
    case .mapping(let entries):
      let pairs = entries.map { Self.quoted($0.key) + ":" + $0.value.json }
      return "{" + pairs.joined(separator: ",") + "}"
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`. Source: RFC 8259, section 6.
  static func isJSONNumber(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    func digits() -> Int {
      let found = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(found.count)
      return found.count
    }
    func skip(_ allowed: [Unicode.Scalar]) -> Bool {
      guard let first = rest.first, allowed.contains(where: { $0.value == UInt32(first) }) else {
        return false
      }
      rest = rest.dropFirst()
      return true
    }
    _ = skip(["-"])
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, whole == 1 || !startsWithZero else { return false }
    if skip(["."]), digits() == 0 { return false }
    if skip(["e", "E"]) {
      _ = skip(["+", "-"])
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
