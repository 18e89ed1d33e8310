import AccessModel

/// The relations, functions and columns that a query or expressions name, at any depth, and their
/// parts that are unread text.
struct RelationsRead {
  private(set) var relations: [SQLRelationName] = []
  private(set) var unread: [String] = []
  /// Without schemas.
  private(set) var functions: Set<String> = []
  /// Without qualifiers; empty where all columns are meant.
  private(set) var columns: Set<String> = []
  private(set) var readsAllColumns = false

  init(_ query: SQLQuery) { for node in SQLNode.query(query).descendants { note(node) } }

  init(_ expressions: [SQLExpression?]) {
    for case let expression? in expressions {
      for node in SQLNode.expression(expression).descendants { note(node) }
    }
  }

  private mutating func note(_ node: SQLNode) {
    if let text = node.unreadText { unread.append(text) }
    switch node {
    case .statement: return
    case .query(let query):
      guard case .select(let select) = query.body else { break }
      for case .star in select.targets { readsAllColumns = true }
    case .from(.joinUsing(_, _, _, let names)): columns.formUnion(names)
    case .from(.joinNatural), .expression(.wholeRow): readsAllColumns = true
    case .expression(.column(_, let name)): columns.insert(name)
    default: break
    }
    if let call = node.call { functions.insert(call.name) }
    if let relation = node.relation { relations.append(relation) }
  }
}
