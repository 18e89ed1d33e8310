import AccessModel

/// The relations that a query names, at any depth, and its parts that are unread text.
///
/// Walks with a list of its own, since trees may be deeper than the stack.
struct RelationsRead {
  private(set) var relations = [SQLRelationName]()
  private(set) var unread = [String]()

  private enum Node {
    case query(SQLQuery)
    case from(SQLFromItem)
    case expression(SQLExpression)
  }
  private var nodes: [Node] = []

  init(_ query: SQLQuery) {
    nodes = [.query(query)]
    while let node = nodes.popLast() {
      switch node {
      case .query(let query): visit(query)
      case .from(let item): visit(item)
      case .expression(let expression): visit(expression)
      }
    }
  }

  private mutating func add(_ expressions: [SQLExpression?]) {
    for case let expression? in expressions { nodes.append(.expression(expression)) }
  }

  private mutating func visit(_ query: SQLQuery) {
    switch query.body {
    case .unread(let text): unread.append(text)
    case .values(let rows): add(rows.flatMap { $0 })
    case .select(let select):
      nodes += select.from.map(Node.from)
      add(
        select.targets.map { if case .expression(let target, _) = $0 { target } else { nil } })
      add([select.condition, select.having] + select.groupBy)
    }
    add(query.orderBy.map(\.expression) + [query.limit, query.offset])
  }

  private mutating func visit(_ item: SQLFromItem) {
    switch item {
    case .relation(let schema, let name, let alias):
      relations.append(SQLRelationName(schema: schema, name, alias: alias))
    case .subquery(let query, alias: _): nodes.append(.query(query))
    case .join(kind: _, let left, let right, let condition):
      nodes += [.from(left), .from(right)]
      add([condition])
    }
  }

  private mutating func visit(_ expression: SQLExpression) {
    switch expression {
    case .column, .literal, .parameter, .valueFunction: break
    case .unread(let text): unread.append(text)
    case .exists(let query), .scalarQuery(let query): nodes.append(.query(query))
    case .inQuery(let operand, let query, negated: _):
      nodes.append(.query(query))
      add([operand])
    case .call(let call): add(call.arguments)
    case .and(let operands), .or(let operands), .coalesce(let operands): add(operands)
    case .unary(symbol: _, let operand), .not(let operand), .test(let operand, kind: _),
      .cast(let operand, type: _):
      add([operand])
    case .binary(symbol: _, let left, let right), .distinct(let left, let right, negated: _),
      .nullIf(let left, let right):
      add([left, right])
    case .inList(let operand, let list, negated: _): add([operand] + list)
    case .between(let operand, let low, let high, negated: _): add([operand, low, high])
    case .like(let operand, let pattern, negated: _, insensitive: _): add([operand, pattern])
    case .cases(let operand, let branches, let otherwise):
      add([operand, otherwise] + branches.flatMap { [$0.condition, $0.result] })
    }
  }
}
