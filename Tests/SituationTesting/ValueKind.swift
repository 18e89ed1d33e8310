import AccessModel
import DiceTesting

/// The types of generated columns, with values few enough that they meet.
enum ValueKind: String, CaseIterable {
  case integer, bigint, text, boolean, numeric, uuid, time, json

  init?(_ type: TypeName) {
    guard let kind = Self.allCases.first(where: { $0.type == type }) else { return nil }
    self = kind
  }

  var type: TypeName {
    switch self {
    case .integer: .integer
    case .bigint: .bigint
    case .text: .text
    case .boolean: .boolean
    case .numeric: .numeric
    case .uuid: .uuid
    case .time: .timestamptz
    case .json: .jsonb
    }
  }

  var isNumber: Bool { self == .integer || self == .bigint || self == .numeric }

  /// Values as text, as a fixture has them.
  var texts: [String] {
    switch self {
    case .integer: ["0", "1", "2", "3", "-1"]
    case .bigint: ["1", "2", "3", "9000000000"]
    case .text: ["a", "b", "alice", "bob", "", "É", "a_c"]
    case .boolean: ["t", "f"]
    case .numeric: ["0", "1.5", "1.50", "2", "-3.25"]
    case .uuid:
      ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a22"]
    case .time: ["2026-01-02 03:04:05+00", "2026-03-04 05:06:07.5+00"]
    case .json: ["{\"a\": 1, \"b\": \"x\"}", "[1, \"a\"]", "null", "\"a\"", "{}"]
    }
  }

  /// One of the values, as SQL. Literals of types without syntax of their own are cast.
  func constant(_ dice: Dice, typed: Bool = true) -> SQLExpression {
    let text = dice.pick(texts)
    switch self {
    case .integer, .bigint: return .integer(Int64(text) ?? 0)
    case .text: return .string(text)
    case .boolean: return .literal(.boolean(text == "t"))
    case .numeric: return .literal(.decimal(text.contains(".") ? text : text + ".0"))
    case .uuid, .time, .json:
      return typed ? .cast(operand: .string(text), type: type) : .string(text)
    }
  }
}
