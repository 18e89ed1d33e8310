import AccessModel

/// The functions that an expression calls, subqueries included.
enum FunctionCalls {
  struct Call {
    var schema: String?
    var name: String
    /// How many arguments.
    var count: Int
  }

  static func names(in expression: SQLExpression) -> [(schema: String?, name: String)] {
    calls(in: expression).map { ($0.schema, $0.name) }
  }

  static func calls(in expression: SQLExpression) -> [Call] {
    expressions(in: expression).compactMap { next in
      guard case .call(let call) = next else { return nil }
      return Call(schema: call.schema, name: call.name, count: call.arguments.count)
    }
  }

  /// The expression with all that is in it.
  static func expressions(in expression: SQLExpression) -> [SQLExpression] {
    var result: [SQLExpression] = []
    var expressions = [expression]
    var queries: [SQLQuery] = []
    while !expressions.isEmpty || !queries.isEmpty {
      if let next = expressions.popLast() {
        result.append(next)
        expressions += next.children
        if let query = next.subquery { queries.append(query) }
      } else if let query = queries.popLast() {
        if let with = query.with {
          for case .query(let inner) in with.tables.map(\.statement) { queries.append(inner) }
        }
        if case .select(let select) = query.body {
          expressions += [select.condition, select.having].compactMap { $0 } + select.groupBy
          for case .expression(let target, _) in select.targets { expressions.append(target) }
          for item in select.from { collect(item, &expressions, &queries) }
        } else if case .setOperation(let operation) = query.body {
          queries += [operation.left, operation.right]
        }
      }
    }
    return result
  }

  private static func collect(
    _ item: SQLFromItem, _ expressions: inout [SQLExpression], _ queries: inout [SQLQuery]
  ) {
    switch item {
    case .relation, .only: break
    case .subquery(let query, _), .lateral(let query, _): queries.append(query)
    case .function(let function): expressions.append(function.call)
    case .renamed(let inner, _), .joinAlias(let inner, _): collect(inner, &expressions, &queries)
    case .join(_, let left, let right, let condition):
      collect(left, &expressions, &queries)
      collect(right, &expressions, &queries)
      if let condition { expressions.append(condition) }
    case .joinUsing(_, let left, let right, _), .joinNatural(_, let left, let right):
      collect(left, &expressions, &queries)
      collect(right, &expressions, &queries)
    }
  }
}
