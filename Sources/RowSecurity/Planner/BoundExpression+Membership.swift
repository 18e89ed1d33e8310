public import SQLBinding

extension BoundExpression {
  /// What `operand IN (SELECT output …)` asks of each row of the subquery, in the words of that:
  /// that its output equals the operand; nil: it is none, or negated.
  public var membershipEquality: BoundExpression? {
    guard case .inQuery(let operand, let query, let type, negated: false) = self,
      let output = query.targets.first?.expression
    else { return nil }
    return .compare(.equal, output, operand.shifted(by: 1), type: type)
  }
}
