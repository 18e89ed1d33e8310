import AccessModel

/// A number whose sum and average PostgreSQL gives as another type.
///
/// Source: PostgreSQL manual, 9.21 "Aggregate Functions".
public protocol SummableValue: SQLConstant {
  /// The Swift type of `sum`.
  associatedtype Sum: Sendable
  /// The Swift type of `avg`.
  associatedtype Average: Sendable
  /// The type of `sum`.
  static var sumType: SQLType<Sum> { get }
  /// The type of `avg`.
  static var averageType: SQLType<Average> { get }
}

extension Int16: SummableValue {
  /// The type of `sum`.
  public static var sumType: SQLType<Int64> { .bigint }
  /// The type of `avg`.
  public static var averageType: SQLType<NumericValue> { .numeric }
}

extension Int32: SummableValue {
  /// The type of `sum`.
  public static var sumType: SQLType<Int64> { .bigint }
  /// The type of `avg`.
  public static var averageType: SQLType<NumericValue> { .numeric }
}

extension Int64: SummableValue {
  /// The type of `sum`.
  public static var sumType: SQLType<NumericValue> { .numeric }
  /// The type of `avg`.
  public static var averageType: SQLType<NumericValue> { .numeric }
}

extension NumericValue: SummableValue {
  /// The type of `sum`.
  public static var sumType: SQLType<NumericValue> { .numeric }
  /// The type of `avg`.
  public static var averageType: SQLType<NumericValue> { .numeric }
}

extension Float: SummableValue {
  /// The type of `sum`.
  public static var sumType: SQLType<Float> { .real }
  /// The type of `avg`.
  public static var averageType: SQLType<Double> { .double }
}

extension Double: SummableValue {
  /// The type of `sum`.
  public static var sumType: SQLType<Double> { .double }
  /// The type of `avg`.
  public static var averageType: SQLType<Double> { .double }
}

/// `count(*)`: the rows of the group.
public func count() -> ScalarExpression<Int64> {
  ScalarExpression(.bigint) { _ in .call(SQLFunctionCall("count", isStar: true)) }
}

/// `count(expression)`: the rows where it is not NULL.
public func count(
  _ expression: some TypedExpression, distinct: Bool = false
) -> ScalarExpression<Int64> {
  ScalarExpression(.bigint) { [lazy = expression.lazy] in
    .call(SQLFunctionCall("count", [lazy.lower(&$0)], isDistinct: distinct))
  }
}

/// `min(expression)`; NULL for no rows.
public func min<E: TypedExpression>(_ expression: E) -> ScalarExpression<E.Value> {
  aggregate("min", expression.lazy, expression.lazy.type.withoutModifiers)
}

/// `max(expression)`; NULL for no rows.
public func max<E: TypedExpression>(_ expression: E) -> ScalarExpression<E.Value> {
  aggregate("max", expression.lazy, expression.lazy.type.withoutModifiers)
}

/// `sum(expression)`; NULL for no rows.
public func sum<E: TypedExpression>(_ expression: E) -> ScalarExpression<E.Value.Sum>
where E.Value: SummableValue { aggregate("sum", expression.lazy, E.Value.sumType.name) }

/// `avg(expression)`; NULL for no rows.
public func avg<E: TypedExpression>(_ expression: E) -> ScalarExpression<E.Value.Average>
where E.Value: SummableValue { aggregate("avg", expression.lazy, E.Value.averageType.name) }

private func aggregate<Value>(
  _ name: String, _ argument: LazyExpression, _ type: TypeName
) -> ScalarExpression<Value> {
  ScalarExpression(type) { .function(name, argument.lower(&$0)) }
}
