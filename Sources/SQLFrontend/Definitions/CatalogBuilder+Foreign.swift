import AccessModel
import CPgQuery
import RowSecurity

/// Foreign-data wrappers, servers and foreign tables, in sessions: files that have them are not read
/// in full.
extension CatalogBuilder {
  /// Source: `CreateForeignDataWrapper()` in `src/backend/commands/foreigncmds.c`.
  mutating func createForeignDataWrapper(
    _ statement: PgQuery__CreateFdwStmt
  ) throws(ReadFailure) -> Effect {
    guard isSession else { throw .unsupported("CREATE FOREIGN DATA WRAPPER") }
    let name = text(statement.fdwname)
    try require(
      .superuser(
        message: "permission denied to create foreign-data wrapper \"\(name)\"",
        hint: "Must be superuser to create a foreign-data wrapper."))
    guard state.catalog.foreignDataWrapper(name) == nil else {
      throw .refused(SQLState(rawValue: "42710"), "foreign-data wrapper \"\(name)\" already exists")
    }
    for option in list(statement.n_func_options, statement.func_options)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      guard element.arg == nil else {
        throw .unsupported("\(text(element.defname).uppercased()) of a foreign-data wrapper")
      }
    }
    try requireDistinct(list(statement.n_options, statement.options))
    state.catalog.foreignDataWrappers.append(
      Catalog.ForeignDataWrapper(name, owner: state.currentRole))
    state.stamp(.foreignDataWrapper(name))
    return .applied
  }

  /// Source: `CreateForeignServer()`.
  mutating func createForeignServer(
    _ statement: PgQuery__CreateForeignServerStmt
  ) throws(ReadFailure) -> Effect {
    guard isSession else { throw .unsupported("CREATE SERVER") }
    let name = text(statement.servername)
    if state.catalog.foreignServer(name) != nil {
      let message = "server \"\(name)\" already exists"
      guard statement.if_not_exists != 0 else {
        throw .refused(SQLState(rawValue: "42710"), message)
      }
      notice(message + ", skipping", sqlState: "42710")
      return .applied
    }
    let wrapper = try foreignDataWrapper(text(statement.fdwname))
    try require(.wrapperUsage(wrapper))
    try requireOptions(list(statement.n_options, statement.options), of: wrapper)
    state.catalog.foreignServers.append(
      Catalog.ForeignServer(name, wrapper: wrapper.name, owner: state.currentRole))
    state.stamp(.foreignServer(name))
    return .applied
  }

  /// Source: `CreateForeignTable()`, after `DefineRelation()`.
  mutating func createForeignTable(
    _ statement: PgQuery__CreateForeignTableStmt
  ) throws(ReadFailure) -> Effect {
    guard isSession, let base = statement.base_stmt else { throw .unsupported("a foreign table") }
    guard base.pointee.partbound == nil, base.pointee.n_inh_relations == 0 else {
      throw .unsupported("a foreign table below another table")
    }
    let known = state.catalog.tables.count
    let effect = try createTable(base, on: text(statement.servername))
    // IF NOT EXISTS asks no more of one that does.
    guard state.catalog.tables.count > known else { return effect }
    let server = try foreignServer(text(statement.servername))
    try require(.serverUsage(server))
    let wrapper = try foreignDataWrapper(server.wrapper)
    guard wrapper.name != "file_fdw" || wrapper.origin == .plan else {
      throw .unsupported("a foreign table of file_fdw")
    }
    try requireOptions(list(statement.n_options, statement.options), of: wrapper)
    return effect
  }

  func foreignServer(_ name: String) throws(ReadFailure) -> Catalog.ForeignServer {
    guard let server = state.catalog.foreignServer(name) else {
      throw .refused(.undefinedObject, "server \"\(name)\" does not exist")
    }
    return server
  }

  func foreignDataWrapper(_ name: String) throws(ReadFailure) -> Catalog.ForeignDataWrapper {
    guard let wrapper = state.catalog.foreignDataWrapper(name) else {
      throw .refused(.undefinedObject, "foreign-data wrapper \"\(name)\" does not exist")
    }
    return wrapper
  }

  /// Constraints that only a table's own rows can hold.
  ///
  /// Source: `transformColumnDefinition()`, `transformTableConstraint()` in
  /// `src/backend/parser/parse_utilcmd.c`.
  func requireKeepable(_ elements: [Node]) throws(ReadFailure) {
    for element in elements {
      switch element.kind {
      case PG_QUERY__NODE__NODE_TABLE_LIKE_CLAUSE: throw .unsupported("LIKE in a foreign table")
      case PG_QUERY__NODE__NODE_COLUMN_DEF:
        let column = element.pointee.column_def.pointee
        try requireKeepable(list(column.n_constraints, column.constraints))
      case PG_QUERY__NODE__NODE_CONSTRAINT:
        let kind: String
        switch element.pointee.constraint.pointee.contype {
        case PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY: kind = "primary key"
        case PG_QUERY__CONSTR_TYPE__CONSTR_UNIQUE: kind = "unique"
        case PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION: kind = "exclusion"
        case PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN: kind = "foreign key"
        default: continue
        }
        throw .refused(
          .featureNotSupported, "\(kind) constraints are not supported on foreign tables")
      default: continue
      }
    }
  }

  /// Without a validator any option will do.
  private func requireOptions(
    _ options: [Node], of wrapper: Catalog.ForeignDataWrapper
  ) throws(ReadFailure) {
    guard wrapper.origin == .plan || options.isEmpty else {
      throw .unsupported("options that \(wrapper.name) looks at")
    }
    try requireDistinct(options)
  }

  private func requireDistinct(_ options: [Node]) throws(ReadFailure) {
    var seen: Set<String> = []
    for option in options where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let name = text(option.pointee.def_elem.pointee.defname)
      guard seen.insert(name).inserted else {
        throw .refused(SQLState(rawValue: "42710"), "option \"\(name)\" provided more than once")
      }
    }
  }

  func isForeign(_ name: QualifiedName) -> Bool {
    guard case .table(let index) = state.slot(name) else { return false }
    return state.catalog.tables[index].kind == .foreign
  }

  /// What a foreign table may be told, and nobody knows what comes of it here.
  func requireOwnRows(_ name: QualifiedName, _ what: String) throws(ReadFailure) {
    if isForeign(name) { throw .unsupported("\(what) of a foreign table") }
  }

  /// RULES 21. Source: `ATSimplePermissions()` in `src/backend/commands/tablecmds.c`.
  func requireAlterable(
    foreign name: QualifiedName, by type: PgQuery__AlterTableType
  ) throws(ReadFailure) {
    switch type {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn, PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault, PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
      break
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ForceRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_NoForceRowSecurity:
      try AlterActions.require(type, on: .foreignTable, name)
    default: throw .unsupported("ALTER of a foreign table")
    }
  }

  /// DROP FOREIGN DATA WRAPPER and DROP SERVER.
  func droppedForeign(
    _ name: String, _ type: PgQuery__ObjectType
  ) throws(ReadFailure) -> ObjectKey {
    if type == PG_QUERY__OBJECT_TYPE__OBJECT_FDW {
      let wrapper = try foreignDataWrapper(name)
      try require(.ownership(what: "foreign-data wrapper \(name)", owner: wrapper.owner))
      guard case .platform(let maker) = wrapper.origin else { return .foreignDataWrapper(name) }
      throw .refused(
        SQLState(rawValue: "2BP01"),
        "cannot drop foreign-data wrapper \(name) because extension \(maker) requires it",
        hint: "You can drop extension \(maker) instead.")
    }
    let server = try foreignServer(name)
    try require(.ownership(what: "foreign server \(name)", owner: server.owner))
    return .foreignServer(name)
  }
}
