import AccessModel

extension Binder {
  /// EXISTS, IN and subqueries used as values.
  mutating func subquery(
    _ written: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    switch written {
    case .exists(let query): return .exists(try self.query(query, inside: scope))
    case .scalarQuery(let query):
      let bound = try self.query(query, inside: scope)
      try requireOneColumn(bound)
      return .scalarQuery(bound, bound.targets[0].expression.type)
    case .inQuery(let operand, let query, let negated):
      return try inQuery(operand, query, negated: negated, in: scope)
    case .inList(let operand, let list, let negated):
      let value = try expression(operand, in: scope)
      var alternatives: [BoundExpression] = []
      for item in list {
        alternatives.append(
          try compare(
            negated ? .notEqual : .equal, value, try expression(item, in: scope),
            written: negated ? "<>" : "="))
      }
      guard !alternatives.isEmpty else {
        throw .postgres(PostgresError(.syntaxError, "syntax error at or near \")\""))
      }
      if alternatives.count == 1 { return alternatives[0] }
      return negated ? .and(alternatives) : .or(alternatives)
    default: return try expression(written, in: scope)
    }
  }

  private mutating func inQuery(
    _ operand: SQLExpression, _ query: SQLQuery, negated: Bool, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let value = try expression(operand, in: scope)
    var bound = try self.query(query, inside: scope)
    try requireOneColumn(bound)
    let column = bound.targets[0].expression
    guard let type = DataType.common(value.type, column.type), type != .json, type != .void
    else { throw .postgres(noOperator("=", value.type, column.type)) }
    if bound.values == nil {
      bound.targets[0].expression = try coerce(column, to: type, .implicit)
    } else if column.type != type {
      throw undecided("IN (VALUES …) of another type")
    }
    return .inQuery(
      try coerce(value, to: type, .implicit), bound, type: type, negated: negated)
  }

  private func requireOneColumn(_ query: BoundQuery) throws(EngineFailure) {
    guard query.targets.count == 1 else {
      throw .postgres(
        PostgresError(
          .syntaxError,
          query.targets.isEmpty
            ? "subquery must return a column" : "subquery must return only one column"))
    }
  }
}
