import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// VACUUM, ANALYZE, REINDEX and CLUSTER: they change nothing that the model holds, but not everybody
/// may. RULES 20.
extension CatalogBuilder {
  /// Source: `vacuum_is_permitted_for_relation()` in `src/backend/commands/vacuum.c`.
  mutating func vacuum(_ statement: PgQuery__VacuumStmt) throws(ReadFailure) -> Effect {
    let verb = statement.is_vacuumcmd != 0 ? "vacuum" : "analyze"
    for item in list(statement.n_rels, statement.rels)
    where item.kind == PG_QUERY__NODE__NODE_VACUUM_RELATION {
      let target = item.pointee.vacuum_relation.pointee
      guard isSession, let range = target.relation else { continue }
      let name = try state.relation(reader.relation(range))
      try requireOwnRows(name, "VACUUM")
      guard mayVacuum(name) else {
        warning(
          state.postgresVersion < .v16
            ? "skipping \"\(name.name)\" --- only table or database owner can \(verb) it"
            : "permission denied to \(verb) \"\(name.name)\", skipping it")
        continue
      }
      guard hasOwnRows(name) else {
        warning("skipping \"\(name.name)\" --- cannot \(verb) non-tables or special system tables")
        continue
      }
      let columns = state.columns(of: name)?.map(\.name) ?? []
      for column in strings(list(target.n_va_cols, target.va_cols)) where !columns.contains(column)
      {
        throw .refused(
          .undefinedColumn, "column \"\(column)\" of relation \"\(name.name)\" does not exist")
      }
      for table in [name] + partitions(of: name) { noteCount(of: table, statement) }
    }
    if isSession, statement.n_rels == 0 {
      for table in state.catalog.tables where mayVacuum(table.name) {
        noteCount(of: table.name, statement)
      }
    }
    return .applied
  }

  private mutating func noteCount(of table: QualifiedName, _ statement: PgQuery__VacuumStmt) {
    let isVacuum = statement.is_vacuumcmd != 0
    note(
      .countedRows(
        table, isSampled: !isVacuum || isSet("analyze", statement), isCleaned: isVacuum))
    // VACUUM FULL writes tables and their indexes anew.
    if isVacuum, isSet("full", statement) { noteIndexes(of: table) }
  }

  private func partitions(of name: QualifiedName) -> [QualifiedName] {
    guard case .table(let index) = state.slot(name),
      state.catalog.tables[index].kind == .partitioned
    else { return [] }
    return state.descendants(of: name)
  }

  private func hasOwnRows(_ name: QualifiedName) -> Bool {
    switch state.slot(name) {
    case .table, .opaque: true
    case .view(let index): state.catalog.views[index].isMaterialized
    case .sequence, .index, nil: false
    }
  }

  private func isSet(_ name: String, _ statement: PgQuery__VacuumStmt) -> Bool {
    list(statement.n_options, statement.options).contains { node in
      guard node.kind == PG_QUERY__NODE__NODE_DEF_ELEM else { return false }
      let option = node.pointee.def_elem.pointee
      return text(option.defname) == name
        && !["false", "off", "0"].contains(option.arg.flatMap(Self.value) ?? "")
    }
  }

  private func mayVacuum(_ name: QualifiedName) -> Bool {
    if let owner = state.catalog.database?.owner, authority.holds(owner) { return true }
    do throws(ReadFailure) {
      try require(.maintenance(of: "", on: name))
      return true
    } catch {
      return false
    }
  }

  /// Source: `RangeVarCallbackForReindexIndex()` and its kin in `src/backend/commands/indexcmds.c`.
  mutating func reindex(_ statement: PgQuery__ReindexStmt) throws(ReadFailure) -> Effect {
    guard isSession else { return .applied }
    guard let range = statement.relation else {
      let name = text(statement.name)
      if statement.kind == PG_QUERY__REINDEX_OBJECT_TYPE__REINDEX_OBJECT_SCHEMA,
        state.catalog.schema(name) == nil, !state.opaqueSchemas.contains(name)
      {
        throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
      }
      if state.isSuperuser { return .applied }
      throw .unsupported("REINDEX of a schema or database by a role that is no superuser")
    }
    let name = try state.relation(reader.relation(range))
    try requireOwnRows(name, "REINDEX")
    if statement.kind == PG_QUERY__REINDEX_OBJECT_TYPE__REINDEX_OBJECT_INDEX {
      guard case .index(let index) = state.slot(name) else {
        throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is not an index")
      }
      try require(.maintenance(of: "index \(name.name)", on: index.table))
      noteIndexes(of: index.table, named: name.name)
    } else {
      try requireMaintenance(of: name)
      if case .table(let index) = state.slot(name), hasNoIndex(state.catalog.tables[index]) {
        notice("table \"\(name.name)\" has no indexes to reindex")
      }
      noteIndexes(of: name)
    }
    return .applied
  }

  /// Long values are kept in a table of their own, which has an index too.
  private func hasNoIndex(_ table: Catalog.Table) -> Bool {
    table.kind == .ordinary && table.keys.isEmpty && table.indexes.isEmpty
      && table.exclusions.isEmpty
      && table.columns.allSatisfy { column in
        switch DataType(column.type) {
        case .boolean, .smallint, .integer, .bigint, .real, .double, .oid, .date, .time, .timestamp,
          .timestamptz, .uuid, .interval, .name:
          true
        default: false
        }
      }
  }

  /// What they compute is computed again.
  private mutating func noteIndexes(of table: QualifiedName, named name: String? = nil) {
    guard case .table(let position) = state.slot(table) else { return }
    for index in state.catalog.tables[position].indexes
    where index.isComputed && (name ?? index.name) == index.name {
      note(.validate(table, .index(index.name)))
    }
  }

  /// Source: `cluster()` in `src/backend/commands/cluster.c`.
  mutating func cluster(_ statement: PgQuery__ClusterStmt) throws(ReadFailure) -> Effect {
    guard isSession, let range = statement.relation else { return .applied }
    let name = try state.relation(reader.relation(range))
    try requireOwnRows(name, "CLUSTER")
    try requireMaintenance(of: name)
    let index = text(statement.indexname)
    guard !index.isEmpty else {
      guard case .table(let position) = state.slot(name),
        state.catalog.tables[position].hasNoIndex
      else { throw .unsupported("CLUSTER without an index") }
      throw .refused(
        .undefinedObject, "there is no previously clustered index for table \"\(name.name)\"")
    }
    guard case .index(let found) = state.slot(QualifiedName(name.schema, index)),
      found.table == name
    else {
      throw .refused(
        .undefinedObject, "index \"\(index)\" for table \"\(name.name)\" does not exist")
    }
    if let table = state.catalog.table(name) { try requireOrder(index, of: table) }
    note(.movedRows(name))
    note(.countedRows(name, isSampled: false, isCleaned: true))
    noteIndexes(of: name)
    return .applied
  }

  private func requireMaintenance(of name: QualifiedName) throws(ReadFailure) {
    switch state.slot(name) {
    case .table: try require(.maintenance(of: "table \(name.name)", on: name))
    case .view(let index) where state.catalog.views[index].isMaterialized:
      try require(.maintenance(of: "materialized view \(name.name)", on: name))
    default:
      throw .refused(
        SQLState(rawValue: "42809"), "\"\(name.name)\" is not a table or materialized view")
    }
  }
}

extension Catalog.Table {
  fileprivate var hasNoIndex: Bool { keys.isEmpty && indexes.isEmpty && exclusions.isEmpty }
}

extension Definition {
  /// The command, if it can't run inside of a transaction block.
  public var mustStandAlone: String? {
    guard let node = parsed.node else { return nil }
    switch node.kind {
    case PG_QUERY__NODE__NODE_VACUUM_STMT:
      return node.pointee.vacuum_stmt.pointee.is_vacuumcmd != 0 ? "VACUUM" : nil
    case PG_QUERY__NODE__NODE_INDEX_STMT:
      return node.pointee.index_stmt.pointee.concurrent != 0 ? "CREATE INDEX CONCURRENTLY" : nil
    case PG_QUERY__NODE__NODE_DROPDB_STMT: return "DROP DATABASE"
    case PG_QUERY__NODE__NODE_DROP_STMT:
      return node.pointee.drop_stmt.pointee.concurrent != 0 ? "DROP INDEX CONCURRENTLY" : nil
    case PG_QUERY__NODE__NODE_ALTER_TABLE_STMT:
      let statement = node.pointee.alter_table_stmt.pointee
      let isConcurrent = list(statement.n_cmds, statement.cmds).contains { item in
        guard item.kind == PG_QUERY__NODE__NODE_ALTER_TABLE_CMD,
          let definition = item.pointee.alter_table_cmd.pointee.def,
          definition.kind == PG_QUERY__NODE__NODE_PARTITION_CMD
        else { return false }
        return definition.pointee.partition_cmd.pointee.concurrent != 0
      }
      return isConcurrent ? "ALTER TABLE ... DETACH CONCURRENTLY" : nil
    default: return nil
    }
  }
}
