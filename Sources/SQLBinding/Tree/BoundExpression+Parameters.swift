extension BoundExpression {
  /// The same expression with `$n` replaced by the n-th argument; subqueries are left alone.
  public func substituting(_ arguments: [BoundExpression]) -> BoundExpression {
    func each(_ list: [BoundExpression]) -> [BoundExpression] {
      list.map { $0.substituting(arguments) }
    }
    switch self {
    case .parameter(let number, _):
      return arguments.indices.contains(number - 1) ? arguments[number - 1] : self
    case .column, .constant, .valueFunction, .groupKey, .aggregate, .exists, .scalarQuery:
      return self
    case .inQuery(let a, let query, let type, let negated):
      return .inQuery(a.substituting(arguments), query, type: type, negated: negated)
    case .compare(let symbol, let a, let b, let type):
      return .compare(symbol, a.substituting(arguments), b.substituting(arguments), type: type)
    case .arithmetic(let symbol, let a, let b, let type):
      return .arithmetic(symbol, a.substituting(arguments), b.substituting(arguments), type: type)
    case .distinct(let a, let b, let type, let negated):
      return .distinct(
        a.substituting(arguments), b.substituting(arguments), type: type, negated: negated)
    case .nullIf(let a, let equality, let type):
      return .nullIf(
        a.substituting(arguments), equality: equality.substituting(arguments), type: type)
    case .negate(let a, let type): return .negate(a.substituting(arguments), type: type)
    case .not(let a): return .not(a.substituting(arguments))
    case .test(let a, let test): return .test(a.substituting(arguments), test)
    case .cast(let a, let from, let to): return .cast(a.substituting(arguments), from: from, to: to)
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
            condition: $0.condition.substituting(arguments),
            result: $0.result.substituting(arguments))
        }, otherwise: otherwise.substituting(arguments), type: type)
    }
  }
}
