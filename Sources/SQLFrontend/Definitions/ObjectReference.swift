import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// The names of an object in DROP, COMMENT and their kin: a List of Strings, or a String.
  func names(_ node: Node?) -> [String] {
    guard let node else { return [] }
    if let name = node.string { return [name] }
    if node.kind == PG_QUERY__NODE__NODE_TYPE_NAME {
      let type = node.pointee.type_name.pointee
      return strings(list(type.n_names, type.names))
    }
    return strings(node.items)
  }

  /// The first parts of the names as a relation's name.
  func relationName(
    _ names: some Collection<String>
  ) throws(ReadFailure) -> SQLRelationName {
    if names.count == 3, let database = names.first {
      try reader.requireCurrent(database: database, of: Array(names.suffix(2)))
    }
    let names = Array(names.suffix(2))
    return SQLRelationName(schema: names.count == 2 ? names[0] : nil, names.last ?? "")
  }
}
