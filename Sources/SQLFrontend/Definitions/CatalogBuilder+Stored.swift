import AccessModel
import CPgQuery
import RowSecurity

/// Tables and materialized views that a query fills.
extension CatalogBuilder {
  /// CREATE TABLE AS and CREATE MATERIALIZED VIEW.
  mutating func createTableAs(
    _ node: UnsafeMutablePointer<PgQuery__CreateTableAsStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let into = statement.into?.pointee, let query = statement.query else { return .data }
    let isView = statement.objtype == PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW
    guard query.kind == PG_QUERY__NODE__NODE_SELECT_STMT else {
      return try create(into, executing: executed, isSkipping: statement.if_not_exists != 0)
    }
    return try create(
      into, from: try reader.lenientQuery(query), isView: isView,
      isSkipping: statement.if_not_exists != 0)
  }

  /// CREATE TABLE … AS EXECUTE: that the table is there already comes before the prepared statement
  /// is looked for.
  ///
  /// Source: `ExecCreateTableAs()` in `src/backend/commands/createas.c`.
  private mutating func create(
    _ into: PgQuery__IntoClause, executing: DefinitionSession.Executed?, isSkipping: Bool
  ) throws(ReadFailure) -> Effect {
    if let range = into.rel {
      do throws(ReadFailure) {
        _ = try newRelation(range)
      } catch {
        // Only that there is such a schema is looked at now.
        guard case .refused(let refusal, _) = error, refusal.sqlState == .insufficientPrivilege
        else { throw error }
      }
      if let found = existing(range) {
        if skips(found, if: isSkipping) { return .applied }
        try requireFreeRelation(found)
      }
    }
    switch executing {
    case .query(let query): return try create(into, from: query, isView: false, isSkipping: false)
    case .refused(let error): throw .refused(error, location: nil)
    case .unsupported(let what): throw .unsupported(what)
    case nil: throw .unsupported("CREATE TABLE AS EXECUTE")
    }
  }

  /// SELECT … INTO.
  mutating func selectInto(_ node: Node) throws(ReadFailure) -> Effect {
    guard let into = node.pointee.select_stmt.pointee.into_clause?.pointee else { return .data }
    reader.readsInto = true
    let query = try reader.query(node)
    reader.readsInto = false
    return try create(into, from: query, isView: false, isSkipping: false)
  }

  private mutating func create(
    _ into: PgQuery__IntoClause, from written: SQLQuery, isView: Bool, isSkipping: Bool
  ) throws(ReadFailure) -> Effect {
    guard let range = into.rel else { return .data }
    let names = strings(list(into.n_col_names, into.col_names))
    let (query, columns, unknown): (SQLQuery, [Catalog.ViewColumn], String?)
    do throws(ReadFailure) {
      (query, columns, unknown) = try definition(written, names: names, kind: "CREATE TABLE AS")
    } catch {
      // Source: `CreateTableAsRelExists()`: before its columns are looked at.
      if case .refused(let refusal, _) = error,
        refusal.sqlState.rawValue == "42701" || refusal.sqlState == .syntaxError,
        let found = existing(range)
      {
        if skips(found, if: isSkipping) { return .applied }
        try requireFree(found)
      }
      throw error
    }
    if let found = existing(range), skips(found, if: isSkipping) {
      note(.analyzed(query, as: state.currentRole))
      return .applied
    }
    if isView, query.with?.tables.contains(where: \.changesRows) == true {
      throw .refused(
        .featureNotSupported,
        "materialized views must not use data-modifying statements in WITH")
    }
    if isView, state.hasTemporarySchema,
      References(query, in: state).relations.contains(where: isTemporary)
    {
      throw .refused(
        .featureNotSupported, "materialized views must not use temporary tables or views")
    }
    // What is wrong with the query comes before what is wrong with the place.
    if let unknown, isSession { throw .unsupported(unknown) }
    // From 17 on a materialized view is made before its query runs.
    let runsFirst = into.skip_data == 0 && !(isView && state.postgresVersion >= .v17)
    let name: QualifiedName
    do throws(ReadFailure) {
      name = try newRelation(range)
      try requireTypes(of: columns)
      if let refusal = systemRefusal(of: name) { throw ReadFailure.refused(refusal, location: nil) }
    } catch {
      guard isSession, case .refused(let refusal, _) = error,
        refusal.sqlState == .insufficientPrivilege
      else { throw error }
      if runsFirst, let found = existing(range) { try requireFreeName(found) }
      note(.refused(refusal, query: query, as: state.currentRole, runs: runsFirst))
      return .applied
    }
    guard try isFree(name, for: query) else { return .applied }
    try requireLasting(into.on_commit, name)
    do throws(ReadFailure) {
      try requireParameters(list(into.n_options, into.options), ofPartitioned: false)
    } catch {
      guard case .refused(let refusal, _) = error else { throw error }
      note(.refused(refusal, query: query, as: state.currentRole, runs: runsFirst))
      return .applied
    }
    if isSession, let column = columns.first(where: { SystemColumns.names.contains($0.name) }),
      case .refused(let refusal, _) = systemColumn(column.name)
    {
      note(.refused(refusal, query: query, as: state.currentRole, runs: false))
      return .applied
    }
    if isView {
      var view = Catalog.View(
        name, columns: columns, query: query, securityInvoker: false, owner: state.currentRole,
        acl: state.newACL(.tables, in: name.schema), origin: origin == .plan ? nil : origin,
        place: place)
      view.isMaterialized = true
      state.add(view)
    } else {
      var table = Catalog.Table(
        name, columns: columns.map { Catalog.Column($0.name, $0.type, place: place) },
        owner: state.currentRole, acl: state.newACL(.tables, in: name.schema),
        origin: origin == .plan ? nil : origin, place: place)
      table.isTemporary = isTemporary(name)
      table.atCommit = Self.atCommit(into.on_commit)
      state.add(table)
      notePersistence(range, of: name)
    }
    note(.createdTable(name))
    if into.skip_data == 0 {
      note(.fill(name, query: query, as: state.currentRole, .creation))
    } else if isView {
      note(.emptied(name))
    }
    return unknown.map { .partly($0) } ?? .applied
  }

  /// The relation that is in the way of a new one.
  private func existing(_ range: UnsafeMutablePointer<PgQuery__RangeVar>) -> QualifiedName? {
    let name = text(range.pointee.relname)
    let schema = text(range.pointee.schemaname)
    if text(range.pointee.relpersistence) == "t" {
      return QualifiedName(DatabaseState.temporarySchema, name)
    }
    let home = schema.isEmpty ? state.searchPath.first : schema
    return home.map { QualifiedName($0, name) }
  }

  /// REFRESH MATERIALIZED VIEW: as its owner.
  mutating func refresh(
    _ node: UnsafeMutablePointer<PgQuery__RefreshMatViewStmt>
  ) throws(ReadFailure) -> Effect {
    guard isSession else { return .data }
    guard let range = node.pointee.relation else { return .applied }
    let name = try state.relation(reader.relation(range))
    guard case .view(let index) = state.slot(name), state.catalog.views[index].isMaterialized
    else {
      // Tables are maintained too, and only then found to be none.
      if case .table = state.slot(name) {
        try require(.maintenance(of: "table \(name.name)", on: name))
      } else {
        throw .refused(
          SQLState(rawValue: "42809"), "\"\(name.name)\" is not a table or materialized view")
      }
      throw .refused(
        .featureNotSupported, "\"\(name.name)\" is not a materialized view")
    }
    try require(.maintenance(of: "materialized view \(name.name)", on: name))
    let view = state.catalog.views[index]
    if node.pointee.concurrent != 0 {
      note(.requirePopulated(name))
      guard node.pointee.skip_data == 0 else {
        note(
          .refusedOnceBound(
            PostgresError(
              .syntaxError, "CONCURRENTLY and WITH NO DATA options cannot be used together")))
        return .applied
      }
      guard view.indexes.contains(where: { $0.isUnique && !$0.isComputed }) else {
        note(
          .refusedOnceBound(
            PostgresError(
              .notInPrerequisiteState,
              "cannot refresh materialized view \"\(name.schema).\(name.name)\" concurrently",
              hint: "Create a unique index with no WHERE clause on one or more columns of the "
                + "materialized view.")))
        return .applied
      }
    }
    if node.pointee.skip_data == 0 {
      let filling: RowEffect.Filling =
        node.pointee.concurrent != 0 ? .concurrentRefresh : .refresh
      note(.fill(name, query: view.query, as: view.owner, filling))
    } else {
      note(.emptied(name))
    }
    return .applied
  }
}
