extension BoundExpression {
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
  public var hasSubquery: Bool { isSubquery || hasOperand(where: \.hasSubquery) }

  private var isSubquery: Bool {
    switch self {
    case .exists, .scalarQuery, .inQuery, .arrayQuery, .quantifiedQuery: true
    default: false
    }
  }

  /// This node and all below it, outside of subqueries.
  public func forEach(_ body: (BoundExpression) -> Void) {
    body(self)
    for operand in operands { operand.forEach(body) }
  }

  /// What stands between AND: itself alone where it is no AND. NOT of alternatives is an AND too; with
  /// subqueries among them it is one only after those were joined, so that it stays whole here.
  ///
  /// Source: `negate_clause()` in `src/backend/optimizer/prep/prepqual.c`.
  public var conjuncts: [BoundExpression] {
    switch self {
    case .and(let operands): operands.flatMap(\.conjuncts)
    case .not(.or(let operands)) where !hasSubquery:
      operands.flatMap { BoundExpression.not($0).conjuncts }
    case .not(.not(let operand)) where !hasSubquery: operand.conjuncts
    default: [self]
    }
  }

  /// The same expression with each subquery replaced.
  public func mapQueries<Failure: Error>(
    _ transform: (BoundQuery) throws(Failure) -> BoundQuery
  ) throws(Failure) -> BoundExpression {
    try mapQueries { (query, _) throws(Failure) in try transform(query) }
  }

  /// The same expression with each subquery replaced; `transform` is told which EXISTS tests.
  public func mapQueries<Failure: Error>(
    _ transform: (BoundQuery, _ isTested: Bool) throws(Failure) -> BoundQuery
  ) throws(Failure) -> BoundExpression {
    guard hasSubquery else { return self }
    let mapped = try mapOperands { (operand) throws(Failure) in
      try operand.mapQueries(transform)
    }
    switch mapped {
    case .exists(let query): return .exists(try transform(query, true))
    case .scalarQuery(let query, let type): return .scalarQuery(try transform(query, false), type)
    case .arrayQuery(let query, let type): return .arrayQuery(try transform(query, false), type)
    case .inQuery(let a, let query, let type, let negated):
      return .inQuery(a, try transform(query, false), type: type, negated: negated)
    case .quantifiedQuery(var comparison):
      comparison.query = try transform(comparison.query, false)
      return .quantifiedQuery(comparison)
    default: return mapped
    }
  }
}
