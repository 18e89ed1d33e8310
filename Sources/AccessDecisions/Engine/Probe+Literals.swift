public import AccessModel

extension Probe {
  /// The statement with the first set of parameters written into it, as people would write it:
  /// `id = 3` for `id = $1::bigint`.
  public var literalStatement: SQLStatement { literalStatement(parameterSets.first ?? []) }

  /// The statement with one set of parameters written into it.
  public func literalStatement(_ values: [String?]) -> SQLStatement {
    func literal(_ expression: SQLExpression) -> SQLExpression {
      switch expression {
      case .cast(.parameter(let number), let type) where values.indices.contains(number - 1):
        guard let text = values[number - 1] else { return .null }
        switch type {
        case .smallint, .integer, .bigint: return Int64(text).map { .integer($0) } ?? .string(text)
        case .boolean where ["true", "t"].contains(text): return .true
        case .boolean where ["false", "f"].contains(text): return .false
        default: return .string(text)
        }
      case .and(let operands): return .and(operands: operands.map(literal))
      case .binary(let symbol, let left, let right):
        return .binary(symbol: symbol, left: literal(left), right: literal(right))
      case .distinct(let left, let right, let negated):
        return .distinct(left: literal(left), right: literal(right), negated: negated)
      case .namedArgument(let name, let value):
        return .namedArgument(name: name, value: literal(value))
      case .call(var call):
        call.arguments = call.arguments.map(literal)
        return .call(call)
      default: return expression
      }
    }
    func called(_ item: SQLFromItem) -> SQLFromItem {
      guard case .function(var function) = item else { return item }
      function.call = literal(function.call)
      return .function(function)
    }
    switch statement {
    case .query(var query):
      guard case .select(var select) = query.body else { return statement }
      select.condition = select.condition.map(literal)
      select.from = select.from.map(called)
      query.body = .select(select)
      return .query(query)
    case .insert(var insert):
      guard case .values(let rows) = insert.source else { return statement }
      insert.source = .values(rows: rows.map { $0.map { $0.map(literal) } })
      return .insert(insert)
    case .update(var update):
      for index in update.assignments.indices {
        update.assignments[index].value = update.assignments[index].value.map(literal)
      }
      update.condition = update.condition.map(literal)
      return .update(update)
    case .delete(var delete):
      delete.condition = delete.condition.map(literal)
      return .delete(delete)
    case .merge, .truncate: return statement
    }
  }
}
