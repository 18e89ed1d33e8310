public import AccessModel

/// A constant written as PostgreSQL reads it from text: `"2026-03-01"` for a date.
///
/// The text is checked when the plan's expressions are bound, not here.
public protocol SpelledConstant: SQLConstant, Hashable, ExpressibleByStringLiteral
where StringLiteralType == String {
  /// The input text of the type.
  var text: String { get }
  /// Takes any text.
  init(_ text: String)
}

extension SpelledConstant {
  /// The text, from a Swift string literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// A quoted string, which takes its type from what it meets.
  public var literal: SQLExpression { .string(text) }
}

/// A `uuid` constant.
public struct UUIDValue: SpelledConstant {
  /// The constant as PostgreSQL reads it.
  public let text: String
  /// Takes any text.
  public init(_ text: String) { self.text = text }
}

/// A `numeric` constant, exact: from an integer literal or from text such as `"12.50"`.
public struct NumericValue: SpelledConstant, ExpressibleByIntegerLiteral {
  /// The constant as PostgreSQL reads it.
  public let text: String
  /// Takes any text.
  public init(_ text: String) { self.text = text }
  /// The integer's digits.
  public init(integerLiteral value: Int64) { self.init("\(value)") }

  /// The digits; anything that is not plain digits is left for PostgreSQL to read.
  public var literal: SQLExpression {
    if let value = Int64(text) { return .integer(value) }
    let digits = text.split(separator: ".", omittingEmptySubsequences: false)
    let isDecimal =
      digits.count == 2 && digits.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
    return isDecimal ? .literal(.decimal(text)) : .cast(operand: .string(text), type: .numeric)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}

/// A `date` constant.
public struct DateValue: SpelledConstant {
  /// The constant as PostgreSQL reads it.
  public let text: String
  /// Takes any text.
  public init(_ text: String) { self.text = text }
}

/// A `timestamp without time zone` constant.
public struct TimestampValue: SpelledConstant {
  /// The constant as PostgreSQL reads it.
  public let text: String
  /// Takes any text.
  public init(_ text: String) { self.text = text }
}

/// A `timestamp with time zone` constant.
public struct TimestamptzValue: SpelledConstant {
  /// The constant as PostgreSQL reads it.
  public let text: String
  /// Takes any text.
  public init(_ text: String) { self.text = text }
}

/// A `jsonb` constant.
public struct JSONBValue: SpelledConstant {
  /// The constant as PostgreSQL reads it.
  public let text: String
  /// Takes any text.
  public init(_ text: String) { self.text = text }
}

/// A constant of a type that has no Swift type of its own.
public struct OtherValue: SpelledConstant {
  /// The constant as PostgreSQL reads it.
  public let text: String
  /// Takes any text.
  public init(_ text: String) { self.text = text }
}
