import AccessModel

/// The functions that an expression calls, subqueries included.
enum FunctionCalls {
  static func names(in expression: SQLExpression) -> [(schema: String?, name: String)] {
    var result: [(schema: String?, name: String)] = []
    var expressions = [expression]
    var queries: [SQLQuery] = []
    while !expressions.isEmpty || !queries.isEmpty {
      if let next = expressions.popLast() {
        if case .call(let call) = next { result.append((call.schema, call.name)) }
        expressions += next.children
        if let query = next.subquery { queries.append(query) }
      } else if let query = queries.popLast() {
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
