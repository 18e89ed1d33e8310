extension BoundExpression {
  /// The direct operands, outside of subqueries.
  public var operands: [BoundExpression] {
    switch self {
    case .column, .constant, .parameter, .valueFunction, .groupKey, .aggregate, .window,
      .setResult, .exists, .scalarQuery, .arrayQuery:
      []
    case .quantifiedQuery(let comparison): comparison.operands
    case .compare(_, let a, let b, _), .arithmetic(_, let a, let b, _),
      .distinct(let a, let b, _, _), .nullIf(let a, let b, _), .quantified(_, let a, let b, _):
      [a, b]
    case .negate(let a, _), .not(let a), .test(let a, _), .cast(let a, _, _),
      .inQuery(let a, _, _, _), .field(let a, _, _):
      [a]
    case .builtin(_, let list), .function(_, let list, _), .and(let list), .or(let list),
      .coalesce(let list, _), .array(let list, _), .row(let list, _), .extremum(let list, _, _):
      list
    case .compareRows(_, let left, let right): left + right
    case .assigned(let assignment): assignment.operands
    case .subscripted(let a, let subscripts, _): [a] + subscripts.flatMap(\.bounds)
    case .cases(let branches, let otherwise, _):
      branches.flatMap { [$0.condition, $0.result] } + [otherwise]
    }
  }

  /// Whether a direct operand is such: as `operands.contains`, without a list of them.
  public func hasOperand(where isSuch: (BoundExpression) -> Bool) -> Bool {
    switch self {
    case .compare(_, let a, let b, _), .arithmetic(_, let a, let b, _),
      .distinct(let a, let b, _, _), .nullIf(let a, let b, _), .quantified(_, let a, let b, _):
      isSuch(a) || isSuch(b)
    case .negate(let a, _), .not(let a), .test(let a, _), .cast(let a, _, _),
      .inQuery(let a, _, _, _), .field(let a, _, _):
      isSuch(a)
    default: operands.contains(where: isSuch)
    }
  }

  /// The same expression with each direct operand replaced; queries in it stay.
  public func mapOperands<Failure: Error>(
    _ map: (BoundExpression) throws(Failure) -> BoundExpression
  ) throws(Failure) -> BoundExpression {
    switch self {
    case .column, .constant, .parameter, .valueFunction, .groupKey, .aggregate, .window,
      .setResult, .exists, .scalarQuery, .arrayQuery:
      return self
    case .compare(let symbol, let a, let b, let type):
      return .compare(symbol, try map(a), try map(b), type: type)
    case .arithmetic(let symbol, let a, let b, let type):
      return .arithmetic(symbol, try map(a), try map(b), type: type)
    case .distinct(let a, let b, let type, let negated):
      return .distinct(try map(a), try map(b), type: type, negated: negated)
    case .nullIf(let a, let equality, let type):
      return .nullIf(try map(a), equality: try map(equality), type: type)
    case .quantified(let operation, let a, let b, let isAll):
      return .quantified(operation, try map(a), try map(b), isAll: isAll)
    case .negate(let a, let type): return .negate(try map(a), type: type)
    case .not(let a): return .not(try map(a))
    case .test(let a, let test): return .test(try map(a), test)
    case .cast(let a, let from, let to): return .cast(try map(a), from: from, to: to)
    case .inQuery(let a, let query, let type, let negated):
      return .inQuery(try map(a), query, type: type, negated: negated)
    case .field(let a, let index, let type): return .field(try map(a), index, type)
    case .assigned(let assignment): return .assigned(try assignment.mapOperands(map))
    default: return try mapLists(map)
    }
  }

  private func mapLists<Failure: Error>(
    _ map: (BoundExpression) throws(Failure) -> BoundExpression
  ) throws(Failure) -> BoundExpression {
    func each(_ list: [BoundExpression]) throws(Failure) -> [BoundExpression] {
      var result: [BoundExpression] = []
      for item in list { result.append(try map(item)) }
      return result
    }
    switch self {
    case .quantifiedQuery(var comparison):
      comparison.operands = try each(comparison.operands)
      return .quantifiedQuery(comparison)
    case .builtin(let builtin, let list): return .builtin(builtin, try each(list))
    case .function(let index, let list, let type):
      return .function(index: index, try each(list), returns: type)
    case .and(let list): return .and(try each(list))
    case .or(let list): return .or(try each(list))
    case .coalesce(let list, let type): return .coalesce(try each(list), type: type)
    case .array(let list, let type): return .array(try each(list), type: type)
    case .row(let list, let type): return .row(try each(list), type: type)
    case .extremum(let list, let isGreatest, let type):
      return .extremum(try each(list), isGreatest: isGreatest, type: type)
    case .compareRows(let symbol, let left, let right):
      return .compareRows(symbol, try each(left), try each(right))
    case .subscripted(let a, let subscripts, let type):
      let operand = try map(a)
      var mapped: [BoundSubscript] = []
      for item in subscripts { mapped.append(try item.mapBounds(map)) }
      return .subscripted(operand, mapped, type: type)
    case .cases(let branches, let otherwise, let type):
      var mapped: [BoundCaseBranch] = []
      for branch in branches {
        mapped.append(
          BoundCaseBranch(
            condition: try map(branch.condition), result: try map(branch.result),
            operand: try branch.operand.map(map)))
      }
      return .cases(mapped, otherwise: try map(otherwise), type: type)
    default: return self
    }
  }
}
