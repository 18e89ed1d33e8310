import CPgQuery

/// A node of libpg_query's tree.
typealias Node = UnsafeMutablePointer<PgQuery__Node>

/// A repeated field: protobuf-c gives a count and an array.
func list<Element>(
  _ count: Int, _ array: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>?
) -> [UnsafeMutablePointer<Element>] {
  guard let array else { return [] }
  return (0..<count).compactMap { array[$0] }
}

/// A string field; protobuf leaves out empty ones.
func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}

extension UnsafeMutablePointer<PgQuery__Node> {
  var kind: PgQuery__Node__NodeCase { pointee.node_case }

  /// The text of a String node.
  var string: String? {
    kind == PG_QUERY__NODE__NODE_STRING ? pointee.string.map { text($0.pointee.sval) } : nil
  }

  /// The items of a List node.
  var items: [Node] {
    guard kind == PG_QUERY__NODE__NODE_LIST, let list = pointee.list else { return [] }
    return SQLFrontend.list(list.pointee.n_items, list.pointee.items)
  }
}

/// The texts of a list of String nodes.
func strings(_ nodes: [Node]) -> [String] { nodes.compactMap(\.string) }
