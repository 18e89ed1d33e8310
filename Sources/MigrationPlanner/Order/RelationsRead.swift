import AccessModel

/// The relations, functions and columns that a query or expression names, at any depth, and its
/// parts that are unread text.
///
/// Walks with a list of its own, since trees may be deeper than the stack.
struct RelationsRead {
  private(set) var relations = [SQLRelationName]()
  private(set) var unread = [String]()
  /// Without schemas.
  private(set) var functions: Set<String> = []
  /// Without qualifiers; empty where all columns are meant.
  private(set) var columns: Set<String> = []
  private(set) var readsAllColumns = false

  private enum Node {
    case query(SQLQuery)
    case from(SQLFromItem)
    case expression(SQLExpression)
  }
  private var nodes: [Node] = []

  init(_ query: SQLQuery) {
    nodes = [.query(query)]
    walk()
  }

  init(_ expressions: [SQLExpression?]) {
    add(expressions)
    walk()
  }

  private mutating func walk() {
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
    case .setOperation(let operation):
      nodes += [.query(operation.left), .query(operation.right)]
    case .select(let select):
      nodes += select.from.map(Node.from)
      for case .star in select.targets { readsAllColumns = true }
      add(
        select.targets.map { if case .expression(let target, _) = $0 { target } else { nil } })
      add([select.condition, select.having] + select.groupBy + (select.distinctOn ?? []))
    }
    for case .query(let inner) in query.with?.tables.map(\.statement) ?? [] {
      nodes.append(.query(inner))
    }
    add(query.orderBy.map(\.expression) + [query.limit, query.offset])
  }

  private mutating func visit(_ item: SQLFromItem) {
    switch item {
    case .relation(let schema, let name, let alias):
      relations.append(SQLRelationName(schema: schema, name, alias: alias))
    case .only(let relation): relations.append(relation)
    case .subquery(let query, alias: _), .lateral(let query, alias: _):
      nodes.append(.query(query))
    case .function(let function): add([function.call])
    case .renamed(let item, columns: _), .joinAlias(let item, alias: _): nodes.append(.from(item))
    case .joinUsing(kind: _, let left, let right, let names):
      columns.formUnion(names)
      nodes += [.from(left), .from(right)]
    case .joinNatural(kind: _, let left, let right):
      readsAllColumns = true
      nodes += [.from(left), .from(right)]
    case .join(kind: _, let left, let right, let condition):
      nodes += [.from(left), .from(right)]
      add([condition])
    }
  }

  private mutating func visit(_ expression: SQLExpression) {
    switch expression {
    case .unread(let text): unread.append(text)
    case .call(let call): functions.insert(call.name)
    case .column(_, let name): columns.insert(name)
    case .wholeRow: readsAllColumns = true
    default: break
    }
    if let query = expression.subquery { nodes.append(.query(query)) }
    add(expression.children)
  }
}
