import AccessModel

// Exactly two overloads for each operator, expression and constant: more make plans slow to
// type-check.

/// `left = right`.
public func == <L: TypedExpression, R: TypedExpression>(left: L, right: R) -> Condition
where L.Value == R.Value { comparison("=", left, right) }

/// `left = constant`.
public func == <L: TypedExpression>(left: L, right: L.Value) -> Condition
where L.Value: SQLConstant { comparison("=", left, right) }

/// `left <> right`.
public func != <L: TypedExpression, R: TypedExpression>(left: L, right: R) -> Condition
where L.Value == R.Value { comparison("<>", left, right) }

/// `left <> constant`.
public func != <L: TypedExpression>(left: L, right: L.Value) -> Condition
where L.Value: SQLConstant { comparison("<>", left, right) }

/// `left < right`.
public func < <L: TypedExpression, R: TypedExpression>(left: L, right: R) -> Condition
where L.Value == R.Value { comparison("<", left, right) }

/// `left < constant`.
public func < <L: TypedExpression>(left: L, right: L.Value) -> Condition
where L.Value: SQLConstant { comparison("<", left, right) }

/// `left <= right`.
public func <= <L: TypedExpression, R: TypedExpression>(left: L, right: R) -> Condition
where L.Value == R.Value { comparison("<=", left, right) }

/// `left <= constant`.
public func <= <L: TypedExpression>(left: L, right: L.Value) -> Condition
where L.Value: SQLConstant { comparison("<=", left, right) }

/// `left > right`.
public func > <L: TypedExpression, R: TypedExpression>(left: L, right: R) -> Condition
where L.Value == R.Value { comparison(">", left, right) }

/// `left > constant`.
public func > <L: TypedExpression>(left: L, right: L.Value) -> Condition
where L.Value: SQLConstant { comparison(">", left, right) }

/// `left >= right`.
public func >= <L: TypedExpression, R: TypedExpression>(left: L, right: R) -> Condition
where L.Value == R.Value { comparison(">=", left, right) }

/// `left >= constant`.
public func >= <L: TypedExpression>(left: L, right: L.Value) -> Condition
where L.Value: SQLConstant { comparison(">=", left, right) }

private func comparison(
  _ symbol: String, _ left: some TypedExpression, _ right: some TypedExpression
) -> Condition {
  let (left, right) = (left.lazy, right.lazy)
  return Condition {
    .binary(symbol: symbol, left: left.lower(&$0), right: right.lower(&$0))
  }
}

private func comparison(
  _ symbol: String, _ left: some TypedExpression, _ right: some SQLConstant
) -> Condition {
  let (left, right) = (left.lazy, right.literal)
  return Condition { .binary(symbol: symbol, left: left.lower(&$0), right: right) }
}
