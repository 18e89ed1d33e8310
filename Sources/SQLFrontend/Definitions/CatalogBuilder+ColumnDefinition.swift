import AccessModel
import CPgQuery

/// What of a new table is refused before the table is made.
extension CatalogBuilder {
  /// What the definition of a column says by itself, and the types and collations that it names.
  ///
  /// Source: `transformColumnDefinition()` in `src/backend/parser/parse_utilcmd.c`.
  func requireSound(
    _ node: UnsafeMutablePointer<PgQuery__ColumnDef>, of relation: String
  ) throws(ReadFailure) {
    let definition = node.pointee
    var isSerial = false
    if definition.type_name != nil {
      let type = try columnType(definition.type_name, isPlaced: true)
      isSerial = Self.serialTypes[type.name] != nil
      try requireCollation(
        definition.coll_clause, of: Self.serialTypes[type.name] ?? type, isPlaced: true)
    }
    let constraints = list(definition.n_constraints, definition.constraints)
    try ConstraintAttributes.spread(constraints)
    var clauses = ColumnClauses(
      column: text(definition.colname), of: relation, isSerial: isSerial,
      version: state.postgresVersion)
    for item in constraints where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      try clauses.add(item.pointee.constraint.pointee)
    }
    if isSerial { try clauses.addSerial() }
  }

  /// What PostgreSQL asks of a new table, in its order: the definitions of columns by themselves, then
  /// what the table is stored with, then the columns as a whole.
  ///
  /// Source: `transformCreateStmt()`; `DefineRelation()` in `src/backend/commands/tablecmds.c`.
  func requireSound(_ statement: PgQuery__CreateStmt, _ name: QualifiedName) throws(ReadFailure) {
    let columns = list(statement.n_table_elts, statement.table_elts).filter {
      $0.kind == PG_QUERY__NODE__NODE_COLUMN_DEF
    }.compactMap { $0.pointee.column_def }
    for column in columns {
      if statement.partbound != nil { try requireOfPartition(column.pointee) }
      try requireSound(column, of: name.name)
    }
    try requireDistinctNotNulls(columns, of: statement)
    for column in columns { try requireIdentityType(column) }
    try requireLasting(statement.oncommit, name)
    if statement.partspec != nil,
      statement.relation.map({ text($0.pointee.relpersistence) }) == "u",
      isSession, state.postgresVersion >= .v18
    {
      throw .refused(.featureNotSupported, "partitioned tables cannot be unlogged")
    }
    try requireAccessMethod(text(statement.access_method))
    try requireTablespace(text(statement.tablespacename))
    try requireParameters(
      list(statement.n_options, statement.options), ofPartitioned: statement.partspec != nil)
    // Source: `MaxHeapAttributeNumber` in `src/include/access/htup_details.h`.
    if isSession, columns.count > 1600 {
      throw .refused(SQLState(rawValue: "54011"), "tables can have at most 1600 columns")
    }
    var seen: Set<String> = []
    for column in columns where !seen.insert(text(column.pointee.colname)).inserted {
      throw .refused(
        SQLState(rawValue: "42701"),
        "column \"\(text(column.pointee.colname))\" specified more than once")
    }
    for column in columns { try requireStorable(column) }
    for column in columns where SystemColumns.names.contains(text(column.pointee.colname)) {
      throw systemColumn(text(column.pointee.colname))
    }
  }

  /// Files may set those of extensions.
  func requireParameters(
    _ options: [Node], ofPartitioned isPartitioned: Bool
  ) throws(ReadFailure) {
    guard isSession else { return }
    try StorageParameters.check(
      options, ofPartitioned: isPartitioned, version: state.postgresVersion)
  }

  func systemColumn(_ name: String) -> ReadFailure {
    .refused(
      SQLState(rawValue: "42701"),
      "column name \"\(name)\" conflicts with a system column name")
  }

  /// A key over a column that every table has.
  ///
  /// Source: `ATExecSetNotNull()`, of 18 `AddRelationNewConstraints()`; `DefineIndex()`.
  func systemKey(_ name: String, isPrimary: Bool, isInMaking: Bool) -> ReadFailure {
    if isPrimary, state.postgresVersion < .v18 {
      return .refused(.featureNotSupported, "cannot alter system column \"\(name)\"")
    }
    if isPrimary, !isInMaking {
      return .refused(
        .featureNotSupported, "cannot add not-null constraint on system column \"\(name)\"")
    }
    return .refused(.featureNotSupported, "index creation on system columns is not supported")
  }

  /// Only what goes with the session may go before.
  func requireLasting(
    _ action: PgQuery__OnCommitAction, _ name: QualifiedName
  ) throws(ReadFailure) {
    guard isSession, Self.atCommit(action) != .preserveRows, !isTemporary(name) else { return }
    throw .refused(
      SQLState(rawValue: "42P16"), "ON COMMIT can only be used on temporary tables")
  }

  static func atCommit(_ action: PgQuery__OnCommitAction) -> Catalog.Table.AtCommit {
    switch action {
    case PG_QUERY__ON_COMMIT_ACTION__ONCOMMIT_DROP: .drop
    case PG_QUERY__ON_COMMIT_ACTION__ONCOMMIT_DELETE_ROWS: .deleteRows
    default: .preserveRows
    }
  }

  /// Source: `get_am_type_oid()` in `src/backend/commands/amcmds.c`.
  private func requireAccessMethod(_ name: String) throws(ReadFailure) {
    guard isSession, !name.isEmpty, name != "heap" else { return }
    guard !["btree", "hash", "gist", "gin", "spgist", "brin"].contains(name) else {
      throw .refused(
        .notInPrerequisiteState, "access method \"\(name)\" is not of type TABLE")
    }
    throw .refused(.undefinedObject, "access method \"\(name)\" does not exist")
  }

  private func requireOfPartition(_ column: PgQuery__ColumnDef) throws(ReadFailure) {
    for item in list(column.n_constraints, column.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      switch item.pointee.constraint.pointee.contype {
      case PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY:
        throw .refused(
          .featureNotSupported, "identity columns are not supported on partitions")
      case PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED where state.postgresVersion < .v16:
        throw .refused(
          .featureNotSupported, "generated columns are not supported on partitions")
      default: break
      }
    }
  }

  /// SETOF and pseudo-types. Those of a new column come after other mistakes in it.
  func requireStorable(
    _ node: UnsafeMutablePointer<PgQuery__ColumnDef>
  ) throws(ReadFailure) {
    guard let written = node.pointee.type_name else { return }
    let (type, name) = (try columnType(written), text(node.pointee.colname))
    try requireStorable(type, isSet: written.pointee.setof != 0, column: name)
    if isVirtual(node.pointee) { try requireBuiltin(type, ofVirtual: name) }
  }

  /// Source: `init_params()` in `src/backend/commands/sequence.c`.
  func requireIdentityType(
    _ node: UnsafeMutablePointer<PgQuery__ColumnDef>
  ) throws(ReadFailure) {
    let constraints = list(node.pointee.n_constraints, node.pointee.constraints)
    let isIdentity = constraints.contains {
      $0.kind == PG_QUERY__NODE__NODE_CONSTRAINT
        && $0.pointee.constraint.pointee.contype == PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY
    }
    guard isIdentity, node.pointee.type_name != nil else { return }
    try requireIdentity(try columnType(node.pointee.type_name))
  }

  func requireIdentity(_ type: TypeName) throws(ReadFailure) {
    let isInteger = !type.isArray && ["smallint", "integer", "bigint"].contains(type.name)
    guard isInteger else {
      throw .refused(
        SQLState(rawValue: "22023"), "identity column type must be smallint, integer, or bigint")
    }
  }

  /// Nobody can have made one here.
  func requireTablespace(_ name: String) throws(ReadFailure) {
    guard isSession, !name.isEmpty, name != "pg_default" else { return }
    guard name != "pg_global" else {
      throw .refused(
        SQLState(rawValue: "22023"),
        "only shared relations can be placed in pg_global tablespace")
    }
    throw .refused(.undefinedObject, "tablespace \"\(name)\" does not exist")
  }

  /// PostgreSQL 18 keeps NOT NULL constraints by name; the model does not.
  private func requireDistinctNotNulls(
    _ columns: [UnsafeMutablePointer<PgQuery__ColumnDef>], of statement: PgQuery__CreateStmt
  ) throws(ReadFailure) {
    guard state.postgresVersion >= .v18 else { return }
    let constraints =
      columns.flatMap { list($0.pointee.n_constraints, $0.pointee.constraints) }
      + list(statement.n_constraints, statement.constraints)
      + list(statement.n_table_elts, statement.table_elts)
    let named = constraints.filter { $0.kind == PG_QUERY__NODE__NODE_CONSTRAINT }
      .map { $0.pointee.constraint.pointee }.filter { !text($0.conname).isEmpty }
    for constraint in named where constraint.contype == PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL {
      let name = text(constraint.conname)
      let isAlone = named.count { text($0.conname) == name } == 1
      guard isAlone else { throw .unsupported("NOT NULL constraints by their names") }
    }
  }
}
