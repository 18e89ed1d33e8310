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
    func each(_ list: [BoundExpression]) -> [BoundExpression] {
      list.map { $0.replacingLeaves(replace) }
    }
    switch self {
    case .column, .parameter: return replace(self) ?? self
    case .constant, .valueFunction, .groupKey, .aggregate, .window, .setResult, .exists,
      .scalarQuery, .arrayQuery:
      return self
    case .quantifiedQuery(var comparison):
      comparison.operands = each(comparison.operands)
      return .quantifiedQuery(comparison)
    case .inQuery(let a, let query, let type, let negated):
      return .inQuery(a.replacingLeaves(replace), query, type: type, negated: negated)
    case .compare(let symbol, let a, let b, let type):
      return .compare(symbol, a.replacingLeaves(replace), b.replacingLeaves(replace), type: type)
    case .arithmetic(let symbol, let a, let b, let type):
      return .arithmetic(symbol, a.replacingLeaves(replace), b.replacingLeaves(replace), type: type)
    case .distinct(let a, let b, let type, let negated):
      return .distinct(
        a.replacingLeaves(replace), b.replacingLeaves(replace), type: type, negated: negated)
    case .nullIf(let a, let equality, let type):
      return .nullIf(
        a.replacingLeaves(replace), equality: equality.replacingLeaves(replace), type: type)
    case .negate(let a, let type): return .negate(a.replacingLeaves(replace), type: type)
    case .not(let a): return .not(a.replacingLeaves(replace))
    case .test(let a, let test): return .test(a.replacingLeaves(replace), test)
    case .cast(let a, let from, let to):
      return .cast(a.replacingLeaves(replace), from: from, to: to)
    case .builtin(let builtin, let list): return .builtin(builtin, each(list))
    case .function(let index, let list, let type):
      return .function(index: index, each(list), returns: type)
    case .and(let list): return .and(each(list))
    case .or(let list): return .or(each(list))
    case .coalesce(let list, let type): return .coalesce(each(list), type: type)
    case .cases(let branches, let otherwise, let type):
      return .cases(
        branches.map {
          BoundCaseBranch(
            condition: $0.condition.replacingLeaves(replace),
            result: $0.result.replacingLeaves(replace))
        }, otherwise: otherwise.replacingLeaves(replace), type: type)
    }
  }
}
