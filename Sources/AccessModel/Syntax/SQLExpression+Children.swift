extension SQLExpression {
  /// The direct operands, outside of subqueries.
  public var children: [SQLExpression] {
    switch self {
    case .column, .schemaColumn, .literal, .parameter, .valueFunction, .unread, .exists,
      .scalarQuery,
      .wholeRow, .arrayQuery:
      []
    case .call(let call): call.arguments + (call.clauses?.children ?? [])
    case .array(let elements), .row(let elements), .extremum(let elements, _): elements
    case .quantified(_, let left, let array, _): [left, array]
    case .quantifiedQuery(_, let left, _, _): [left]
    case .subscripted(let operand, let lower, let upper, _):
      [operand, lower, upper].compactMap { $0 }
    case .field(let operand, _), .collated(let operand, _), .namedArgument(_, let operand):
      [operand]
    case .unary(_, let operand), .not(let operand), .test(let operand, _),
      .cast(let operand, _), .inQuery(let operand, _, _):
      [operand]
    case .binary(_, let left, let right), .distinct(let left, let right, _),
      .nullIf(let left, let right):
      [left, right]
    case .and(let operands), .or(let operands), .coalesce(let operands): operands
    case .inList(let operand, let list, _): [operand] + list
    case .between(let operand, let low, let high, _): [operand, low, high]
    case .like(let operand, let pattern, _, _): [operand, pattern]
    case .cases(let operand, let branches, let otherwise):
      [operand].compactMap { $0 } + branches.flatMap { [$0.condition, $0.result] }
        + [otherwise].compactMap { $0 }
    }
  }

  /// The query directly in this node, if it is a subquery.
  public var subquery: SQLQuery? {
    switch self {
    case .exists(let query), .scalarQuery(let query), .inQuery(_, let query, _),
      .arrayQuery(let query), .quantifiedQuery(_, _, let query, _):
      query
    default: nil
    }
  }

  /// The operands of nested ANDs, in order.
  public var conjuncts: [SQLExpression] {
    if case .and(let operands) = self { operands.flatMap(\.conjuncts) } else { [self] }
  }
}

extension SQLFunctionCall.Clauses {
  var children: [SQLExpression] {
    orderBy.map(\.expression) + [filter].compactMap { $0 } + (window?.partitionBy ?? [])
      + (window?.orderBy.map(\.expression) ?? []) + (window?.frame?.offsets ?? [])
  }
}
