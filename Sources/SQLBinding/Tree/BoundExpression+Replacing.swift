extension BoundExpression {
  /// The same expression with `$n` replaced by the n-th argument; subqueries are left alone.
  public func substituting(_ arguments: [BoundExpression]) -> BoundExpression {
    replacingLeaves {
      guard case .parameter(let number, _) = $0, arguments.indices.contains(number - 1) else {
        return nil
      }
      return arguments[number - 1]
    }
  }

  /// The same expression with other leaves where `replace` has one; subqueries are left alone.
  public func replacingLeaves(
    _ replace: (BoundExpression) -> BoundExpression?
  ) -> BoundExpression {
    switch self {
    case .column, .parameter, .groupKey: replace(self) ?? self
    default: mapOperands { $0.replacingLeaves(replace) }
    }
  }
}
