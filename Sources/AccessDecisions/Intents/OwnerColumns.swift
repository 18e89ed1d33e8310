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
    default:
      expression.children.forEach { visit($0) }
      if let query = expression.subquery { visit(query) }
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
    case .setOperation(let operation):
      visit(operation.left)
      visit(operation.right)
    case .unread: break
    }
    for case .query(let inner) in query.with?.tables.map(\.statement) ?? [] { visit(inner) }
    query.orderBy.forEach { visit($0.expression) }
  }

  private mutating func visit(_ item: SQLFromItem) {
    switch item {
    case .relation, .only: break
    case .subquery(let query, _), .lateral(let query, _): visit(query)
    case .function(let function): visit(function.call)
    case .renamed(let item, _), .joinAlias(let item, _): visit(item)
    case .joinUsing(_, let left, let right, _), .joinNatural(_, let left, let right):
      visit(left)
      visit(right)
    case .join(_, let left, let right, let condition):
      visit(left)
      visit(right)
      if let condition { visit(condition) }
    }
  }
}
