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
  func relationName(_ names: some Collection<String>) -> SQLRelationName {
    let names = Array(names.suffix(2))
    return SQLRelationName(schema: names.count == 2 ? names[0] : nil, names.last ?? "")
  }
}

extension CatalogBuilder {
  /// COMMENT ON, as far as the model has comments.
  mutating func comment(
    _ node: UnsafeMutablePointer<PgQuery__CommentStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let comment = text(statement.comment).isEmpty ? nil : text(statement.comment)
    let names = names(statement.object)
    switch statement.objtype {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_VIEW:
      switch state.slot(try state.relation(relationName(names))) {
      case .table(let index): state.catalog.tables[index].comment = comment
      case .view(let index): state.catalog.views[index].comment = comment
      default: break
      }
    case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN:
      guard let last = names.last else { break }
      switch state.slot(try state.relation(relationName(names.dropLast()))) {
      case .table(let index):
        let column = try column(last, of: index)
        state.catalog.tables[index].columns[column].comment = comment
      case .view(let index):
        if let column = state.catalog.views[index].columns.firstIndex(where: { $0.name == last }) {
          state.catalog.views[index].columns[column].comment = comment
        }
      default: break
      }
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
      let index = try table(relationName(names.dropLast()))
      let policy = try policy(names.last ?? "", on: index)
      state.catalog.tables[index].policies[policy].comment = comment
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION:
      guard let object = statement.object, object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS
      else { break }
      state.catalog.functions[try function(object.pointee.object_with_args)].comment = comment
    default: break
    }
    return .applied
  }

  /// OWNER TO, of what is not a relation.
  mutating func alterOwner(
    _ node: UnsafeMutablePointer<PgQuery__AlterOwnerStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let owner = try role(statement.newowner)
    let names = names(statement.object)
    switch statement.object_type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
      let name = names.last ?? ""
      guard let index = state.catalog.schemas.firstIndex(where: { $0.name == name }) else {
        throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
      }
      let old = state.catalog.schemas[index].owner
      state.catalog.schemas[index].acl?.changeOwner(from: old, to: owner)
      state.catalog.schemas[index].owner = owner
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
      guard let object = statement.object, object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS
      else { break }
      let index = try function(object.pointee.object_with_args)
      let old = state.catalog.functions[index].owner
      state.catalog.functions[index].acl?.changeOwner(from: old, to: owner)
      state.catalog.functions[index].owner = owner
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      state.catalog.types[try type(names)].owner = owner
    default: break
    }
    return .applied
  }
}
