import DiceTesting
import SQLText

/// The types that generated columns have.
enum ValueKind: String, CaseIterable, Sendable {
  case integer, bigint, smallint, numeric, text, varchar, boolean, uuid, date, timestamp, json
  case array

  /// As SQL writes the type.
  var type: String {
    switch self {
    case .integer, .bigint, .smallint, .numeric, .text, .boolean, .uuid, .date: rawValue
    case .varchar: "varchar(12)"
    case .timestamp: "timestamptz"
    case .json: "jsonb"
    case .array: "text[]"
    }
  }

  /// For casts, which must not cut a value short.
  var castType: String { self == .varchar ? "varchar" : type }

  var isNumber: Bool { [.integer, .bigint, .smallint, .numeric].contains(self) }
  var isText: Bool { self == .text || self == .varchar }

  /// Those a comparison takes without a cast.
  var comparable: [ValueKind] {
    if isNumber { return [.integer, .bigint, .smallint, .numeric] }
    if isText { return [.text, .varchar] }
    return [self]
  }

  /// A few values, so that rows meet: duplicates, boundaries, words that name roles.
  func texts(_ roles: [String]) -> [String] {
    switch self {
    case .integer, .bigint, .smallint: ["1", "2", "3", "4", "7", "42", "-1", "0"]
    case .numeric: ["1", "1.5", "2.50", "2", "7", "-0.5"]
    case .text, .varchar: roles.filter { $0.count < 12 } + ["a", "b", "", "it's", "A"]
    case .boolean: ["true", "false"]
    case .uuid: (1...3).map { "00000000-0000-0000-0000-00000000000\($0)" }
    case .date: ["2024-01-01", "2024-02-29", "1999-12-31"]
    case .timestamp: ["2024-01-01 00:00:00+00", "2024-06-01 12:30:00+00"]
    case .json:
      [#"{"a": 1}"#, #"{"a": "x", "sub": "alice"}"#, "[1, 2]", "null", #"{"b": {"a": 2}}"#]
    case .array: ["{a,b}", "{}", "{alice}", "{NULL,b}"]
    }
  }

  /// A constant with its type, or bare where SQL finds it.
  func constant(_ dice: Dice, _ roles: [String]) -> String {
    let text = dice.pick(texts(roles))
    switch self {
    case .integer, .numeric: return text.hasPrefix("-") ? "(\(text))" : text
    case .boolean: return text
    case .text: return quoteLiteral(text)
    default: return "\(quoteLiteral(text))::\(castType)"
    }
  }
}
