import AccessModel

/// A three-valued condition: true, false or unknown. Only true lets a row through.
public struct Condition: Sendable, ExpressibleByBooleanLiteral {
  let lower: @Sendable (inout LoweringContext) -> SQLExpression
  /// False only for `undeclared`.
  var isDeclared = true

  init(_ lower: @escaping @Sendable (inout LoweringContext) -> SQLExpression) {
    self.lower = lower
  }

  /// A boolean column or expression, as it is.
  public init(_ expression: some TypedExpression<Bool>) { lower = expression.lazy.lower }

  /// TRUE or FALSE.
  public init(booleanLiteral value: Bool) { lower = { _ in .literal(.boolean(value)) } }

  /// The `owner` of a relation that declares none.
  static var undeclared: Condition {
    var condition = Condition(booleanLiteral: false)
    condition.isDeclared = false
    return condition
  }

  /// The condition as a boolean value, to be selected or compared.
  public var value: ScalarExpression<Bool> { ScalarExpression(.boolean, lower) }

  /// AND.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition { context in
      let operands = [left.lower(&context), right.lower(&context)].flatMap { operand in
        if case .and(let inner) = operand { inner } else { [operand] }
      }
      return .and(operands: operands)
    }
  }

  /// OR.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition { context in
      let operands = [left.lower(&context), right.lower(&context)].flatMap { operand in
        if case .or(let inner) = operand { inner } else { [operand] }
      }
      return .or(operands: operands)
    }
  }

  /// NOT; unknown stays unknown.
  public static prefix func ! (operand: Condition) -> Condition {
    Condition { .not(operand: operand.lower(&$0)) }
  }
}
