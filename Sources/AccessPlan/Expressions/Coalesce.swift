import AccessModel

/// `coalesce(first, second)`: the first that is not NULL.
public func coalesce<L: TypedExpression, R: TypedExpression>(
  _ first: L, _ second: R
) -> ScalarExpression<L.Value> where L.Value == R.Value {
  let (first, second) = (first.lazy, second.lazy)
  let type = first.type == second.type ? first.type : first.type.withoutModifiers
  return ScalarExpression(type) { .coalesce(operands: [first.lower(&$0), second.lower(&$0)]) }
}

/// `coalesce(first, constant)`.
public func coalesce<L: TypedExpression>(
  _ first: L, _ constant: L.Value
) -> ScalarExpression<L.Value> where L.Value: SQLConstant {
  let (first, literal) = (first.lazy, constant.literal)
  return ScalarExpression(first.type.withoutModifiers) {
    .coalesce(operands: [first.lower(&$0), literal])
  }
}
