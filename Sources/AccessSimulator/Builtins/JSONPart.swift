import AccessModel
import SQLBinding

/// A value of type `json` or `jsonb`, or a part of one.
///
/// Source: `JsValue` in `src/backend/utils/adt/jsonfuncs.c`.
enum JSONPart: CustomStringConvertible {
  case written(JSONText)
  case value(JSONValue)

  static let null = JSONPart.value(.null)

  init(_ value: SQLValue) throws(EngineFailure) {
    if case .json(let json) = value {
      self = .value(json)
    } else {
      self = .written(try JSONText(decoding: try value.textValue()))
    }
  }

  /// In messages about what is no array.
  var description: String {
    switch self {
    case .written(let text): text.isObject ? "an object" : "a scalar"
    case .value: "a non-array"
    }
  }

  var isNull: Bool {
    switch self {
    case .written(let text): text.text == "null"
    case .value(let value): value == .null
    }
  }

  var isObject: Bool {
    switch self {
    case .written(let text): return text.isObject
    case .value(.object): return true
    case .value: return false
    }
  }

  /// Nil for what is no array.
  var elements: [JSONPart]? {
    switch self {
    case .written(let text): text.isArray ? text.elements.map { .written($0) } : nil
    case .value(.array(let elements)): elements.map { .value($0) }
    case .value: nil
    }
  }

  func member(_ key: String) throws(EngineFailure) -> JSONPart? {
    switch self {
    case .written(let text): try text.member(key).map { .written($0) }
    case .value(let value): value[Text(key)].map { .value($0) }
    }
  }

  /// Nil for what is no string.
  func string() throws(EngineFailure) -> String? {
    switch self {
    case .written(let text): return text.isString ? try text.unquoted() : nil
    case .value(.string(let text)): return text.string
    case .value: return nil
    }
  }

  /// What another type's input function is given.
  func text() throws(EngineFailure) -> String {
    if let string = try string() { return string }
    return try literal()
  }

  /// As JSON.
  func literal() throws(EngineFailure) -> String {
    switch self {
    case .written(let text):
      try string().map { JSONValue.quoted($0) } ?? text.text
    case .value(let value): value.description
    }
  }
}
