import AccessModel

/// An SQL expression whose values have a Swift type: a column, or something computed from columns.
public protocol TypedExpression<Value>: Sendable {
  /// The Swift type of the values; NULL aside, which any expression may give.
  associatedtype Value: Sendable
  /// The expression, with its columns' aliases still to be found.
  var lazy: LazyExpression { get }
}

/// An expression that becomes SQL when the plan loads and every source has its alias.
public struct LazyExpression: Sendable {
  let type: TypeName
  let lower: @Sendable (inout LoweringContext) -> SQLExpression

  init(_ type: TypeName, _ lower: @escaping @Sendable (inout LoweringContext) -> SQLExpression) {
    self.type = type
    self.lower = lower
  }
}

/// A computed expression: a function's result, a constant, a subquery's value.
public struct ScalarExpression<Value: Sendable>: TypedExpression {
  /// The expression, with aliases still to be found.
  public let lazy: LazyExpression

  init(_ lazy: LazyExpression) { self.lazy = lazy }

  init(
    _ type: TypeName, _ lower: @escaping @Sendable (inout LoweringContext) -> SQLExpression
  ) {
    lazy = LazyExpression(type, lower)
  }
}

extension TypedExpression {
  /// `CAST(self AS type)`.
  public func cast<T>(to type: SQLType<T>) -> ScalarExpression<T> {
    ScalarExpression(type.name) { [lazy] in .cast(operand: lazy.lower(&$0), type: type.name) }
  }

  /// Names the expression as a column of the view whose query this is.
  public func `as`(_ column: Column<Value>) -> QueryOutput {
    QueryOutput(expression: lazy, column: column.definition)
  }
}

/// A constant where an expression is needed: `constant("unknown", .text)`.
public func constant<Value: SQLConstant>(
  _ value: Value, _ type: SQLType<Value>
) -> ScalarExpression<Value> {
  let literal = value.literal
  return ScalarExpression(type.name) { _ in literal }
}

/// `CURRENT_TIMESTAMP`: when the transaction started.
public let currentTimestamp = ScalarExpression<TimestamptzValue>(.timestamptz) { _ in
  .valueFunction(.currentTimestamp)
}

/// SQL text, which PostgreSQL's parser reads when the plan has loaded; its types are taken on trust.
///
/// Columns inside it are not renamed: write them as the compiled policy or view spells them.
public func unsafeSQL<Value>(_ text: String, _ type: SQLType<Value>) -> ScalarExpression<Value> {
  ScalarExpression(type.name) { $0.sqlText(text) }
}

/// SQL text as a condition.
public func unsafeSQL(_ text: String) -> Condition { Condition { $0.sqlText(text) } }
