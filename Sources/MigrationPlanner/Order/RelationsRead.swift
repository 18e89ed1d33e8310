import AccessModel

/// The relations that a query names, at any depth, and its parts that are unread text.
struct RelationsRead {
  let relations: [SQLRelationName]
  let unread: [String]

  init(_ query: SQLQuery) {
    let nodes = Array(SQLNode.query(query).descendants)
    relations = nodes.compactMap { if case .statement = $0 { nil } else { $0.relation } }
    unread = nodes.compactMap(\.unreadText)
  }
}
