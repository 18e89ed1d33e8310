import AccessModel

extension SQLExpression {
  /// Names of the columns of `relation` that the expression reads, in subqueries too.
  ///
  /// Those of an owner condition are qualified by the relation's name; outside subqueries they may
  /// go without.
  func columns(of relation: String) -> Set<String> {
    var found = ColumnFinder(relation: relation)
    found.visit(self)
    return found.names
  }
}

private struct ColumnFinder {
  let relation: String
  var names: Set<String> = []
  private var depth = 0

  init(relation: String) { self.relation = relation }

  mutating func visit(_ expression: SQLExpression) {
    switch expression {
    case .column(let qualifier, let name):
      if qualifier == relation || qualifier == nil && depth == 0 { names.insert(name) }
    case .literal, .parameter, .valueFunction, .unread: break
    case .call(let call): call.arguments.forEach { visit($0) }
    case .unary(_, let a), .not(let a), .test(let a, _), .cast(let a, _): visit(a)
    case .binary(_, let a, let b), .distinct(let a, let b, _), .nullIf(let a, let b),
      .like(let a, let b, _, _):
      visit(a)
      visit(b)
    case .and(let all), .or(let all), .coalesce(let all): all.forEach { visit($0) }
    case .inList(let a, let list, _):
      visit(a)
      list.forEach { visit($0) }
    case .inQuery(let a, let query, _):
      visit(a)
      visit(query)
    case .exists(let query), .scalarQuery(let query): visit(query)
    case .between(let a, let low, let high, _):
      visit(a)
      visit(low)
      visit(high)
    case .cases(let operand, let branches, let otherwise):
      if let operand { visit(operand) }
      for branch in branches {
        visit(branch.condition)
        visit(branch.result)
      }
      if let otherwise { visit(otherwise) }
    }
  }

  private mutating func visit(_ query: SQLQuery) {
    depth += 1
    defer { depth -= 1 }
    switch query.body {
    case .select(let select):
      for case .expression(let expression, _) in select.targets { visit(expression) }
      select.from.forEach { visit($0) }
      if let condition = select.condition { visit(condition) }
      select.groupBy.forEach { visit($0) }
      if let having = select.having { visit(having) }
    case .values(let rows): rows.joined().forEach { visit($0) }
    case .unread: break
    }
    query.orderBy.forEach { visit($0.expression) }
  }

  private mutating func visit(_ item: SQLFromItem) {
    switch item {
    case .relation: break
    case .subquery(let query, _): visit(query)
    case .join(_, let left, let right, let condition):
      visit(left)
      visit(right)
      if let condition { visit(condition) }
    }
  }
}
