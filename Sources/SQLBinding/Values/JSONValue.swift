/// A `jsonb` value: keys unique and in PostgreSQL's order, numbers exact.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Numeric)
  case string(Text)
  case array([JSONValue])
  case object([Member])
  /// What only a server knows: in what `SQLValue.json(partly:)` made, and nowhere else.
  case unknown(Undetermined)

  public struct Member: Hashable, Sendable {
    public var key: Text
    public var value: JSONValue

    public init(key: Text, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Keys are kept shortest first, then by bytes; the last of equal keys wins.
  /// Source: `lengthCompareJsonbStringValue()` in `jsonb_util.c`.
  public static func object(unordered members: [Member]) -> JSONValue {
    var last: [Text: JSONValue] = [:]
    for member in members { last[member.key] = member.value }
    let sorted = last.sorted { a, b in
      let (x, y) = (a.key.string.utf8.count, b.key.string.utf8.count)
      return x == y ? a.key < b.key : x < y
    }
    return .object(sorted.map { Member(key: $0.key, value: $0.value) })
  }

  /// `object -> key`; nil if this is not an object or has no such key.
  public subscript(key: Text) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// `array -> index`, negative from the end; nil if this is not an array or it is too short.
  public subscript(index: Int64) -> JSONValue? {
    guard case .array(let elements) = self else { return nil }
    let position = index < 0 ? index + Int64(elements.count) : index
    guard position >= 0, position < Int64(elements.count) else { return nil }
    return elements[Int(position)]
  }

  /// As error messages of casts call it.
  var kindInCasts: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "numeric"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    case .unknown: "string"
    }
  }

  /// The first part that only a server knows.
  public var unknownPart: Undetermined? {
    switch self {
    case .unknown(let value): return value
    case .array(let elements):
      for element in elements {
        if let part = element.unknownPart { return part }
      }
    case .object(let members):
      for member in members {
        if let part = member.value.unknownPart { return part }
      }
    case .null, .boolean, .number, .string: break
    }
    return nil
  }

  private var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .boolean, .number, .string, .unknown: false
    }
  }

  /// Whether they differ whatever the parts are that only a server knows.
  static func areSurelyDifferent(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    // It is some text, or number.
    case (.unknown, let other), (let other, .unknown): return other == .null || other.isContainer
    case (.array(let x), .array(let y)):
      return x.count != y.count || zip(x, y).contains { areSurelyDifferent($0, $1) }
    case (.object(let x), .object(let y)):
      return x.map(\.key) != y.map(\.key)
        || zip(x, y).contains { areSurelyDifferent($0.value, $1.value) }
    default: return a != b
    }
  }

  /// What `->>` gives: strings without quotes, null as nil, the rest as JSON text.
  public var text: String? {
    switch self {
    case .null: nil
    case .string(let text): text.string
    default: description
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// As `jsonb_out()` prints it: a space after each colon and comma.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): value.description
    case .string(let text): Self.quoted(text.string)
    case .unknown(let value): Self.quoted(value.source)
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { Self.quoted($0.key.string) + ": " + $0.value.description }
        .joined(separator: ", ") + "}"
    }
  }

  public static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 32:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
