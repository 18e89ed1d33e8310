public import AccessModel

/// A Swift value that can stand in SQL as a constant.
public protocol SQLConstant: Sendable {
  /// The constant as SQL spells it.
  var literal: SQLExpression { get }
}

extension Bool: SQLConstant {
  /// TRUE or FALSE.
  public var literal: SQLExpression { .literal(.boolean(self)) }
}

extension Int16: SQLConstant {
  /// The digits.
  public var literal: SQLExpression { .integer(Int64(self)) }
}

extension Int32: SQLConstant {
  /// The digits.
  public var literal: SQLExpression { .integer(Int64(self)) }
}

extension Int64: SQLConstant {
  /// The digits.
  public var literal: SQLExpression { .integer(self) }
}

extension Float: SQLConstant {
  /// Quoted, so that NaN and infinities can be written too.
  public var literal: SQLExpression {
    .cast(operand: .string(floatText(Double(self), "\(self)")), type: .real)
  }
}

extension Double: SQLConstant {
  /// Quoted, so that NaN and infinities can be written too.
  public var literal: SQLExpression {
    .cast(operand: .string(floatText(self, "\(self)")), type: .doublePrecision)
  }
}

/// PostgreSQL's spelling: Swift's, but for the special values.
private func floatText(_ value: Double, _ digits: String) -> String {
  if value.isNaN { return "NaN" }
  return value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : digits
}

extension String: SQLConstant {
  /// A quoted string.
  public var literal: SQLExpression { .string(self) }
}
