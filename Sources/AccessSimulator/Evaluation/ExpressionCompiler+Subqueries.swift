import AccessModel
import SQLBinding

extension ExpressionCompiler {
  /// Subqueries that refer to nothing around them are computed once; the rest for each row.
  func subquery(_ expression: BoundExpression) throws(EngineFailure) -> Evaluator {
    switch expression {
    case .exists(let query):
      let compiled = try QueryCompiler(session).compile(query)
      return once(query) { (frame) throws(EngineFailure) in
        .boolean(try compiled.hasRows(in: frame))
      }
    case .scalarQuery(let query, _):
      let compiled = try QueryCompiler(session).compile(query)
      return once(query) { (frame) throws(EngineFailure) in
        let rows = try compiled.rows(in: frame)
        guard rows.count <= 1 else {
          throw .postgres(
            PostgresError(
              .cardinalityViolation,
              "more than one row returned by a subquery used as an expression"))
        }
        return rows.first?.first ?? .null
      }
    case .inQuery(let operand, let query, let type, let negated):
      return try inQuery(try compile(operand), query, type, negated: negated)
    default: return try compile(expression)
    }
  }

  private func once(_ query: BoundQuery, _ evaluate: @escaping Evaluator) -> Evaluator {
    if query.isCorrelated { return evaluate }
    let (cell, session) = (RunCell<SQLValue>(), session)
    let changes = query.mentionsParameter
    return { (frame) throws(EngineFailure) in
      try cell.value(in: changes ? session.run : 0) { () throws(EngineFailure) in
        try evaluate(frame)
      }
    }
  }

  private func inQuery(
    _ operand: @escaping Evaluator, _ query: BoundQuery, _ type: DataType, negated: Bool
  ) throws(EngineFailure) -> Evaluator {
    let compiled = try QueryCompiler(session).compile(query)
    let (cell, session) = (RunCell<Members>(), session)
    let (isCorrelated, changes) = (query.isCorrelated, query.mentionsParameter)
    return { (frame) throws(EngineFailure) in
      let members: Members
      if isCorrelated {
        members = Members(try compiled.rows(in: frame))
      } else {
        members = try cell.value(in: changes ? session.run : 0) { () throws(EngineFailure) in
          Members(try compiled.rows(in: frame))
        }
      }
      let found = members.contains(try operand(frame))
      return SQLValue(found.map { $0 != negated })
    }
  }
}

/// The values of an IN subquery, with SQL's notion of membership.
struct Members {
  private var values: Set<SQLValue> = []
  private var hasNull = false
  private var isEmpty: Bool { values.isEmpty && !hasNull }

  init(_ rows: [Row]) {
    values.reserveCapacity(rows.count)
    for row in rows {
      guard let value = row.first, !value.isNull else {
        hasNull = true
        continue
      }
      values.insert(value)
    }
  }

  /// Nil where the answer is NULL.
  func contains(_ value: SQLValue) -> Bool? {
    if isEmpty { return false }
    if value.isNull { return nil }
    return values.contains(value) ? true : hasNull ? nil : false
  }
}
