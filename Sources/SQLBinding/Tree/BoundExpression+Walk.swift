extension BoundExpression {
  /// The direct operands, outside of subqueries.
  public var operands: [BoundExpression] {
    switch self {
    case .column, .constant, .parameter, .valueFunction, .groupKey, .aggregate, .window,
      .setResult, .exists, .scalarQuery, .arrayQuery:
      []
    case .quantifiedQuery(let comparison): comparison.operands
    case .compare(_, let a, let b, _), .arithmetic(_, let a, let b, _),
      .distinct(let a, let b, _, _):
      [a, b]
    case .nullIf(let a, let b, _): [a, b]
    case .negate(let a, _), .not(let a), .test(let a, _), .cast(let a, _, _),
      .inQuery(let a, _, _, _):
      [a]
    case .builtin(_, let list), .function(_, let list, _), .and(let list), .or(let list),
      .coalesce(let list, _):
      list
    case .cases(let branches, let otherwise, _):
      branches.flatMap { [$0.condition, $0.result] } + [otherwise]
    }
  }

  /// The query directly in this node, if it is a subquery.
  public var subquery: BoundQuery? {
    switch self {
    case .exists(let query), .scalarQuery(let query, _), .inQuery(_, let query, _, _),
      .arrayQuery(let query, _):
      query
    case .quantifiedQuery(let comparison): comparison.query
    default: nil
    }
  }

  /// Whether a subquery occurs anywhere in it: what PostgreSQL calls a sublink.
  public var hasSubquery: Bool { subquery != nil || operands.contains(where: \.hasSubquery) }

  /// This node and all below it, outside of subqueries.
  public func forEach(_ body: (BoundExpression) -> Void) {
    body(self)
    for operand in operands { operand.forEach(body) }
  }

  /// The same expression with each subquery replaced.
  public func mapQueries<Failure: Error>(
    _ transform: (BoundQuery) throws(Failure) -> BoundQuery
  ) throws(Failure) -> BoundExpression {
    guard hasSubquery else { return self }
    func each(_ list: [BoundExpression]) throws(Failure) -> [BoundExpression] {
      var result: [BoundExpression] = []
      for item in list { result.append(try item.mapQueries(transform)) }
      return result
    }
    switch self {
    case .column, .constant, .parameter, .valueFunction, .groupKey, .aggregate, .window,
      .setResult:
      return self
    case .arrayQuery(let query, let type): return .arrayQuery(try transform(query), type)
    case .quantifiedQuery(var comparison):
      comparison.operands = try each(comparison.operands)
      comparison.query = try transform(comparison.query)
      return .quantifiedQuery(comparison)
    case .exists(let query): return .exists(try transform(query))
    case .scalarQuery(let query, let type): return .scalarQuery(try transform(query), type)
    case .inQuery(let a, let query, let type, let negated):
      return .inQuery(
        try a.mapQueries(transform), try transform(query), type: type, negated: negated)
    case .compare(let symbol, let a, let b, let type):
      return .compare(
        symbol, try a.mapQueries(transform), try b.mapQueries(transform), type: type)
    case .arithmetic(let symbol, let a, let b, let type):
      return .arithmetic(
        symbol, try a.mapQueries(transform), try b.mapQueries(transform), type: type)
    case .distinct(let a, let b, let type, let negated):
      return .distinct(
        try a.mapQueries(transform), try b.mapQueries(transform), type: type, negated: negated)
    case .nullIf(let a, let equality, let type):
      return .nullIf(
        try a.mapQueries(transform), equality: try equality.mapQueries(transform), type: type)
    case .negate(let a, let type): return .negate(try a.mapQueries(transform), type: type)
    case .not(let a): return .not(try a.mapQueries(transform))
    case .test(let a, let test): return .test(try a.mapQueries(transform), test)
    case .cast(let a, let from, let to):
      return .cast(try a.mapQueries(transform), from: from, to: to)
    case .builtin(let builtin, let list): return .builtin(builtin, try each(list))
    case .function(let index, let list, let type):
      return .function(index: index, try each(list), returns: type)
    case .and(let list): return .and(try each(list))
    case .or(let list): return .or(try each(list))
    case .coalesce(let list, let type): return .coalesce(try each(list), type: type)
    case .cases(let branches, let otherwise, let type):
      var mapped: [BoundCaseBranch] = []
      for branch in branches {
        mapped.append(
          BoundCaseBranch(
            condition: try branch.condition.mapQueries(transform),
            result: try branch.result.mapQueries(transform)))
      }
      return .cases(mapped, otherwise: try otherwise.mapQueries(transform), type: type)
    }
  }
}
