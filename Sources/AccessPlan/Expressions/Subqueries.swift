import AccessModel

/// `EXISTS (SELECT 1 FROM source WHERE condition)`.
///
/// ```swift
/// let patron = Source<Patron>()
/// return exists(patron, where: patron.id == patronID)
/// ```
public func exists(
  _ source: some Relation, where condition: Condition, file: String = #fileID, line: Int = #line
) -> Condition {
  exists(Query.from(source, file: file, line: line).where(condition))
}

/// `EXISTS (query)`, with whatever the query joins; what it selects does not matter.
public func exists(_ query: Query) -> Condition {
  Condition { .exists(query: query.lower(selecting: [.expression(.integer(1), name: nil)], &$0)) }
}

/// `(SELECT value FROM source WHERE condition)`: NULL for no row, an error for more than one.
public func scalar<Value>(
  _ value: some TypedExpression<Value>, from source: some Relation, where condition: Condition,
  file: String = #fileID, line: Int = #line
) -> ScalarExpression<Value> {
  let query = Query.from(source, file: file, line: line).where(condition)
  return ScalarExpression(value.lazy.type) { [lazy = value.lazy] in
    .scalarQuery(query: query.lower(selecting: lazy, &$0))
  }
}

extension TypedExpression {
  /// `self IN (SELECT value FROM source WHERE condition)`.
  public func isIn(
    _ value: some TypedExpression<Value>, from source: some Relation, where condition: Condition,
    file: String = #fileID, line: Int = #line
  ) -> Condition {
    let query = Query.from(source, file: file, line: line).where(condition)
    return Condition { [lazy, value = value.lazy] in
      .inQuery(
        operand: lazy.lower(&$0), query: query.lower(selecting: value, &$0), negated: false)
    }
  }
}
