/// A part of a syntax tree, for whoever looks for something anywhere in it.
///
/// ```swift
/// let calls = SQLNode.query(query).descendants.compactMap(\.call)
/// ```
public enum SQLNode: Hashable, Sendable {
  case expression(SQLExpression)
  case query(SQLQuery)
  case from(SQLFromItem)
  case statement(SQLStatement)

  /// The parts directly below, subqueries included, in the order of writing.
  public var children: [SQLNode] {
    switch self {
    case .expression(let expression):
      expression.children.map(SQLNode.expression) + [expression.subquery].nodes(SQLNode.query)
    case .query(let query): query.nodes
    case .from(let item): item.nodes
    case .statement(let statement): statement.nodes
    }
  }

  /// This part and everything below it, each before what is below it.
  ///
  /// Has a list of its own in place of recursion, since trees may be deeper than the stack.
  public var descendants: some Sequence<SQLNode> {
    sequence(state: [self]) { (open: inout [SQLNode]) -> SQLNode? in
      guard let node = open.popLast() else { return nil }
      open += node.children.reversed()
      return node
    }
  }

  /// The function call that this part is.
  public var call: SQLFunctionCall? {
    if case .expression(.call(let call)) = self { call } else { nil }
  }

  /// The relation that this part names.
  public var relation: SQLRelationName? {
    switch self {
    case .from(.relation(let schema, let name, let alias)):
      SQLRelationName(schema: schema, name, alias: alias)
    case .from(.only(let relation)): relation
    case .statement(let statement): statement.relation
    default: nil
    }
  }

  /// SQL text that nothing has parsed.
  public var unreadText: String? {
    switch self {
    case .expression(.unread(let text)): text
    case .query(let query): if case .unread(let text) = query.body { text } else { nil }
    default: nil
    }
  }
}

extension Sequence {
  /// Those that there are, as nodes.
  func nodes<Part>(_ make: (Part) -> SQLNode) -> [SQLNode] where Element == Part? {
    compactMap { $0.map(make) }
  }
}

extension [SQLTarget] {
  var nodes: [SQLNode] {
    compactMap { if case .expression(let value, _) = $0 { .expression(value) } else { nil } }
  }
}

extension SQLWith {
  var nodes: [SQLNode] { tables.map { .statement($0.statement) } }
}

extension SQLQuery {
  fileprivate var nodes: [SQLNode] {
    let inner: [SQLNode] =
      switch body {
      case .select(let select): select.nodes
      case .values(let rows): rows.joined().map(SQLNode.expression)
      case .setOperation(let operation): [.query(operation.left), .query(operation.right)]
      case .unread: []
      }
    return (with?.nodes ?? []) + inner + orderBy.map { .expression($0.expression) }
      + [limit, offset].nodes(SQLNode.expression)
  }
}

extension SQLSelect {
  fileprivate var nodes: [SQLNode] {
    (distinctOn ?? []).map(SQLNode.expression) + targets.nodes + from.map(SQLNode.from)
      + [condition].nodes(SQLNode.expression) + groupBy.map(SQLNode.expression)
      + (groupingSets ?? []).flatMap(\.keys).map(SQLNode.expression)
      + [having].nodes(SQLNode.expression)
  }
}

extension SQLGroupingSets {
  fileprivate var keys: [SQLExpression] {
    items.flatMap { item -> [SQLExpression] in
      switch item {
      case .keys(let keys): keys
      case .nested(let sets): sets.keys
      }
    }
  }
}

extension SQLFromItem {
  fileprivate var nodes: [SQLNode] {
    switch self {
    case .relation, .only: []
    case .subquery(let query, _), .lateral(let query, _): [.query(query)]
    case .function(let function): [.expression(function.call)]
    case .renamed(let item, _), .joinAlias(let item, _): [.from(item)]
    case .joinUsing(_, let left, let right, _), .joinNatural(_, let left, let right):
      [.from(left), .from(right)]
    case .join(_, let left, let right, let condition):
      [.from(left), .from(right)] + [condition].nodes(SQLNode.expression)
    }
  }
}

extension SQLQuery {
  /// A lock on rows that it or a query inside of it takes.
  public var anyLock: SQLRowLock? {
    if let first = locks?.first { return first }
    for case .query(let inner) in SQLNode.query(self).descendants {
      if let first = inner.locks?.first { return first }
    }
    return nil
  }

  /// Whether its WITH holds what changes rows.
  public var writesInWith: Bool {
    with?.tables.contains { if case .query = $0.statement { false } else { true } } ?? false
  }
}
