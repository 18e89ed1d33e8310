public import SQLBinding

extension BoundExpression {
  /// An OR with what stands in each of its alternatives in front of it, asked once: of
  /// `(a AND b) OR (a AND c)` that is `a AND (b OR c)`, and of `a OR (a AND b)` it is `a`.
  ///
  /// Source: `process_duplicate_ors()` in `src/backend/optimizer/prep/prepqual.c`.
  public var withCommonClauses: BoundExpression {
    guard case .or(let operands) = self, operands.count > 1 else { return self }
    let alternatives = operands.map(\.conjuncts)
    var common: [BoundExpression] = []
    for clause in alternatives.min(by: { $0.count < $1.count }) ?? []
    where !common.contains(clause) && alternatives.allSatisfy({ $0.contains(clause) }) {
      common.append(clause)
    }
    guard !common.isEmpty else { return self }
    var rest: [BoundExpression] = []
    for alternative in alternatives {
      let others = alternative.filter { !common.contains($0) }
      guard !others.isEmpty else { return Self.all(common) }
      rest.append(Self.all(others))
    }
    return .and(common + [.or(rest)])
  }

  private static func all(_ clauses: [BoundExpression]) -> BoundExpression {
    clauses.count == 1 ? clauses[0] : .and(clauses)
  }
}

extension SecurityFilter {
  /// As it is asked, where several policies have clauses in common.
  public var withCommonClauses: SecurityFilter {
    guard case .permissive(let conditions) = self, conditions.count > 1 else { return self }
    let written = BoundExpression.or(conditions.map(\.expression))
    let asked = written.withCommonClauses
    guard asked != written else { return self }
    return .restrictive(PolicyCondition(policy: conditions[0].policy, asked))
  }
}
