import AccessModel
import CPgQuery
import RowSecurity

/// Publications: nothing reads them here, but their names are taken, and tables are theirs once.
///
/// Source: `src/backend/commands/publicationcmds.c`.
extension CatalogBuilder {
  mutating func createPublication(
    _ statement: PgQuery__CreatePublicationStmt
  ) throws(ReadFailure) -> Effect {
    guard isSession else { return .applied }
    try require(.createInDatabase)
    try requirePublisher("CREATE PUBLICATION")
    let name = text(statement.pubname)
    guard state.publications[name] == nil else {
      throw .refused(
        SQLState(rawValue: "42710"), "publication \"\(name)\" already exists")
    }
    guard statement.for_all_tables == 0 else {
      throw .unsupported("a publication of all tables, some of which may not be changed then")
    }
    state.publications[name] = try published(
      list(statement.n_pubobjects, statement.pubobjects), besides: [], name)
    let setting = state.postgresVersion >= .v17 ? "\"wal_level\"" : "wal_level"
    warning(
      "\(setting) is insufficient to publish logical changes",
      hint: "Set \(setting) to \"logical\" before creating subscriptions.", sqlState: "55000")
    return .applied
  }

  mutating func alterPublication(
    _ statement: PgQuery__AlterPublicationStmt
  ) throws(ReadFailure) -> Effect {
    guard isSession else { return .applied }
    try requirePublisher("ALTER PUBLICATION")
    let name = text(statement.pubname)
    let members = try publication(name)
    let objects = list(statement.n_pubobjects, statement.pubobjects)
    guard statement.for_all_tables == 0 else { throw .unsupported("ALTER PUBLICATION") }
    switch statement.action {
    case PG_QUERY__ALTER_PUBLICATION_ACTION__AP_AddObjects:
      state.publications[name] = try published(objects, besides: members, name)
    case PG_QUERY__ALTER_PUBLICATION_ACTION__AP_SetObjects where !objects.isEmpty:
      state.publications[name] = try published(objects, besides: [], name)
    case PG_QUERY__ALTER_PUBLICATION_ACTION__AP_DropObjects:
      var rest = members
      for table in try tables(objects) {
        guard rest.remove(table) != nil else {
          throw .refused(
            .undefinedObject, "relation \"\(table.name)\" is not part of the publication")
        }
      }
      state.publications[name] = rest
    default: break
    }
    return .applied
  }

  mutating func dropPublication(_ name: String) throws(ReadFailure) {
    try requirePublisher("DROP PUBLICATION")
    _ = try publication(name)
    state.publications[name] = nil
  }

  func publication(_ name: String) throws(ReadFailure) -> Set<QualifiedName> {
    guard let known = state.publications[name] else {
      throw .refused(.undefinedObject, "publication \"\(name)\" does not exist")
    }
    return known
  }

  /// Others may be refused, or own some.
  private func requirePublisher(_ what: String) throws(ReadFailure) {
    guard state.isSuperuser else { throw .unsupported(what) }
  }

  private func tables(_ objects: [Node]) throws(ReadFailure) -> [QualifiedName] {
    var result: [QualifiedName] = []
    for object in objects where object.kind == PG_QUERY__NODE__NODE_PUBLICATION_OBJ_SPEC {
      guard let table = object.pointee.publication_obj_spec.pointee.pubtable,
        let relation = table.pointee.relation
      else { throw .unsupported("a publication of a schema's tables") }
      result.append(try state.relation(reader.relation(relation)))
    }
    return result
  }

  /// Which rows of a published table may be changed depends on what tells them apart.
  func requireUnpublished(_ table: QualifiedName) throws(ReadFailure) {
    guard isSession, state.publications.contains(where: { $0.value.contains(table) }) else {
      return
    }
    throw .unsupported("another replica identity of a published table")
  }

  private func published(
    _ objects: [Node], besides members: Set<QualifiedName>, _ name: String
  ) throws(ReadFailure) -> Set<QualifiedName> {
    var result = members
    for table in try tables(objects) {
      guard case .table(let index) = state.slot(table) else {
        throw .unsupported("a publication of what is no table")
      }
      guard !members.contains(table) else {
        throw .refused(
          SQLState(rawValue: "42710"),
          "relation \"\(table.name)\" is already member of publication \"\(name)\"")
      }
      // Without a key its rows may not be updated, or deleted.
      guard state.catalog.tables[index].primaryKey != nil else {
        throw .unsupported("a publication of a table without a primary key")
      }
      result.insert(table)
    }
    return result
  }
}
