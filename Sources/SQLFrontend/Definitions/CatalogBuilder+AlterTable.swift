import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// ALTER TABLE, and its kin for views, sequences and indexes.
  mutating func alterTable(
    _ node: UnsafeMutablePointer<PgQuery__AlterTableStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("ALTER of nothing") }
    let written = try reader.relation(range)
    let commands = list(statement.n_cmds, statement.cmds).filter {
      $0.kind == PG_QUERY__NODE__NODE_ALTER_TABLE_CMD
    }.map { $0.pointee.alter_table_cmd.pointee }
    if statement.objtype == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE {
      return try alterComposite(written, commands)
    }
    try requireListed(written, for: .alter, as: statement.objtype)
    if case .system(let name, isView: true, isPinned: _)? = state.unlisted(written), isSession {
      for command in commands { try AlterActions.require(command.subtype, on: .view, name) }
    }
    if state.find(written) == nil, statement.missing_ok != 0 {
      try state.requireUsage(written)
      notice("relation \"\(written.name)\" does not exist, skipping")
      return .applied
    }
    let name = try state.relation(written)
    if statement.objtype == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX, !isSession { return .applied }
    try requireOwner(of: name)
    try requireKind(of: name, statement.objtype)
    altered = name
    retyped = []
    try requireColumnsToRetype(commands, of: name)
    try requireNoDefaultsOfAdded(commands)
    let recurses = range.pointee.inh != 0
    for command in AlterPass.ordered(commands) {
      try alter(name, command, recurses: recurses)
    }
    orderValidations()
    return .applied
  }

  /// A column that the same statement adds has no type to change yet: `ATPrepAlterColumnType()`.
  private func requireColumnsToRetype(
    _ commands: [PgQuery__AlterTableCmd], of table: QualifiedName
  ) throws(ReadFailure) {
    guard commands.count > 1, let model = state.catalog.table(table) else { return }
    for command in commands
    where command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType {
      let name = text(command.name)
      guard !model.columns.contains(where: { $0.name == name }) else { continue }
      if case .table(let index) = state.slot(table) {
        try requireNoSystemColumn(name, of: index)
      }
      throw .refused(
        .undefinedColumn, "column \"\(name)\" of relation \"\(table.name)\" does not exist")
    }
  }

  /// Rows that are there have the default with which a column was added, not a later one.
  private func requireNoDefaultsOfAdded(
    _ commands: [PgQuery__AlterTableCmd]
  ) throws(ReadFailure) {
    guard isSession, commands.count > 1 else { return }
    let added = commands.filter { $0.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn }
      .compactMap { $0.def.map { text($0.pointee.column_def.pointee.colname) } }
    for command in commands where command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault {
      guard !added.contains(text(command.name)) else {
        throw .unsupported("another default of a column that the statement adds")
      }
    }
  }

  /// Source: `RangeVarCallbackForAlterRelation()`: ALTER VIEW is for views, ALTER TABLE for anything.
  func requireKind(
    of name: QualifiedName, _ type: PgQuery__ObjectType
  ) throws(ReadFailure) {
    guard let wanted = Self.wantedKind(type) else { return }
    if case .opaque(let what) = state.slot(name) { throw .unsupported("\(what) `\(name)`") }
    guard state.kindWord(name) == wanted else {
      throw .refused(
        SQLState(rawValue: "42809"),
        "\"\(name.name)\" is not \(wanted == "index" ? "an" : "a") \(wanted)")
    }
  }

  /// The kind of relation that an ALTER is for; nil: any.
  static func wantedKind(_ type: PgQuery__ObjectType) -> String? {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_VIEW: "view"
    case PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW: "materialized view"
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE: "sequence"
    case PG_QUERY__OBJECT_TYPE__OBJECT_INDEX: "index"
    case PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_TABLE: "foreign table"
    default: nil
    }
  }

  private mutating func alter(
    _ name: QualifiedName, _ command: PgQuery__AlterTableCmd, recurses: Bool
  ) throws(ReadFailure) {
    if command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner {
      return try changeOwner(of: name, to: command.newowner)
    }
    switch state.slot(name) {
    case .table(let index):
      if isForeign(name) { try requireAlterable(foreign: name, by: command.subtype) }
      if Self.mayMoveRows(command.subtype) {
        for table in [name] + state.descendants(of: name) { note(.movedRows(table)) }
      }
      let children =
        recurses && changesChildren(of: index, command) ? state.descendants(of: name) : []
      let comesFirst = looksAtChildrenFirst(command.subtype)
      if comesFirst { for child in children { try requireOwner(of: child) } }
      try alter(index, command, recurses: recurses)
      if !comesFirst { for child in children { try requireOwner(of: child) } }
    case .view(let index):
      let isMaterialized = state.catalog.views[index].isMaterialized
      try AlterActions.require(
        command.subtype, on: isMaterialized ? .materializedView : .view, name)
      try alterView(index, command)
    case .opaque(let what): throw .unsupported("\(what) `\(name)`")
    case .sequence: try AlterActions.require(command.subtype, on: .sequence, name)
    case .index(let index):
      let isPartitioned = state.catalog.table(index.table)?.kind == .partitioned
      guard command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition, isPartitioned else {
        try AlterActions.require(
          command.subtype, on: isPartitioned ? .partitionedIndex : .index, name)
        return try setStatistics(command, ofIndex: name)
      }
      try attachIndex(command, to: name, of: index.table)
    case nil: break
    }
  }

  /// Whether rows may be written anew, or further ones be stored in another way.
  ///
  /// Source: `ATRewriteTables()` in `src/backend/commands/tablecmds.c`.
  private static func mayMoveRows(_ type: PgQuery__AlterTableType) -> Bool {
    switch type {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ForceRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_NoForceRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault, PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull, PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint, PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrig,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrig, PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRule,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRule:
      return false
    default: return true
    }
  }

  /// Whether it changes the tables that inherit from it too, whose owner one must be as well.
  ///
  /// Source: `ATPrepCmd()` in `src/backend/commands/tablecmds.c`.
  private func changesChildren(of table: Int, _ command: PgQuery__AlterTableCmd) -> Bool {
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn, PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault, PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull,
      PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType,
      PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics, PG_QUERY__ALTER_TABLE_TYPE__AT_SetStorage:
      return true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
      // From 18 on there is a constraint to drop, or none.
      return looksAtChildrenFirst(command.subtype)
        || state.catalog.tables[table].columns.contains {
          $0.name == text(command.name) && !$0.isNullable
        }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint:
      guard let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_CONSTRAINT
      else { return false }
      let constraint = definition.pointee.constraint.pointee
      return constraint.contype == PG_QUERY__CONSTR_TYPE__CONSTR_CHECK
        && constraint.is_no_inherit == 0
        || constraint.contype == PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY
    default: return false
    }
  }

  /// Whether that is so before anything is looked at in the table itself.
  ///
  /// Source: `ATSimpleRecursion()` in `src/backend/commands/tablecmds.c`.
  private func looksAtChildrenFirst(_ type: PgQuery__AlterTableType) -> Bool {
    switch type {
    // What a key needs of its columns comes before the key.
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault,
      PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics, PG_QUERY__ALTER_TABLE_TYPE__AT_SetStorage:
      return true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull, PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
      return state.postgresVersion < .v18
    default: return false
    }
  }

  /// OWNER TO. Source: `ATExecChangeOwner()` in `src/backend/commands/tablecmds.c`.
  private mutating func changeOwner(
    of name: QualifiedName, to node: RoleSpecPointer?
  ) throws(ReadFailure) {
    let owner = try role(node)
    let old = state.owner(of: name)
    if case .index(let index) = state.slot(name) {
      return try warnOfOwner(
        of: name, isPartitioned: state.catalog.table(index.table)?.kind == .partitioned,
        isNew: owner != old)
    }
    if case .sequence(let index) = state.slot(name),
      let table = state.catalog.sequences[index].ownedBy?.table, old != owner
    {
      throw .refused(
        PostgresError(
          .featureNotSupported, "cannot change owner of sequence \"\(name.name)\"",
          detail: "Sequence \"\(name.name)\" is linked to table \"\(table.name)\"."),
        location: nil)
    }
    try requireNewOwner(owner, instead: old, in: name.schema)
    setOwner(owner, of: name)
  }

  /// An index is owned as its table is.
  private mutating func warnOfOwner(
    of index: QualifiedName, isPartitioned: Bool, isNew: Bool
  ) throws(ReadFailure) {
    let message = "cannot change owner of index \"\(index.name)\""
    let comma = state.postgresVersion < .v16 ? "," : ""
    let hint = "Change the ownership of the index's table\(comma) instead."
    if isPartitioned { throw .refused(SQLState(rawValue: "42809"), message, hint: hint) }
    if isNew { warning(message, hint: hint, sqlState: "42809") }
  }

  /// The new owner must be one's own role, and be able to create in the schema.
  func requireNewOwner(
    _ owner: String, instead old: String, in schema: String?
  ) throws(ReadFailure) {
    guard owner != old else { return }
    try require(.become(owner))
    guard let schema, isSession, !state.isSuperuser else { return }
    do throws(PostgresError) {
      try DefinitionAuthority(state.catalog, as: owner, version: state.postgresVersion)
        .require(.create(schema: schema))
    } catch {
      throw .refused(error, location: nil)
    }
  }

  /// A relation with what belongs to it.
  mutating func setOwner(_ owner: String, of name: QualifiedName) {
    switch state.slot(name) {
    case .table(let index):
      setOwner(owner, ofTable: index)
      for sequence in state.catalog.sequences where sequence.ownedBy?.table == name {
        setOwner(owner, of: sequence.name)
      }
    case .view(let index):
      let old = state.catalog.views[index].owner
      state.catalog.views[index].acl?.changeOwner(from: old, to: owner)
      for column in state.catalog.views[index].columns.indices {
        state.catalog.views[index].columns[column].acl?.changeOwner(from: old, to: owner)
      }
      state.catalog.views[index].owner = owner
    case .sequence(let index):
      let old = state.catalog.sequences[index].owner
      state.catalog.sequences[index].acl?.changeOwner(from: old, to: owner)
      state.catalog.sequences[index].owner = owner
    case .index, .opaque, nil: break
    }
  }

  private mutating func alter(
    _ table: Int, _ command: PgQuery__AlterTableCmd, recurses: Bool
  ) throws(ReadFailure) {
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity:
      state.catalog.tables[table].rowSecurityEnabled = true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRowSecurity:
      state.catalog.tables[table].rowSecurityEnabled = false
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ForceRowSecurity:
      state.catalog.tables[table].rowSecurityForced = true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_NoForceRowSecurity:
      state.catalog.tables[table].rowSecurityForced = false
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn:
      try addColumn(command, to: table, recurses: recurses)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn:
      try dropColumn(command, of: table, recurses: recurses)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint,
      PG_QUERY__ALTER_TABLE_TYPE__AT_AddIndexConstraint:
      guard let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_CONSTRAINT
      else { return }
      try addConstraint(definition.pointee.constraint, to: table, recurses: recurses)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint:
      try dropConstraint(command, of: table, recurses: recurses)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ValidateConstraint:
      try validateConstraint(text(command.name), of: table, recurses: recurses)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterConstraint: try alterConstraint(command, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull, PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull,
      PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType, PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity, PG_QUERY__ALTER_TABLE_TYPE__AT_SetIdentity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression:
      try alterColumn(command, of: table, recurses: recurses)
    default: try alterAttachments(table, command, recurses: recurses)
    }
  }

  private mutating func addColumn(
    _ command: PgQuery__AlterTableCmd, to table: Int, recurses: Bool
  ) throws(ReadFailure) {
    guard let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_COLUMN_DEF,
      let node = definition.pointee.column_def
    else { return }
    let name = text(node.pointee.colname)
    let relation = state.catalog.tables[table].name
    try requireUntyped(relation, to: "add column to")
    if state.catalog.tables[table].partitionBound != nil {
      throw .refused(SQLState(rawValue: "42809"), "cannot add column to a partition")
    }
    if state.catalog.tables[table].columns.contains(where: { $0.name == name }) {
      let message = "column \"\(name)\" of relation \"\(relation.name)\" already exists"
      if command.missing_ok != 0 {
        notice(message + ", skipping", sqlState: "42701")
        return
      }
      throw .refused(SQLState(rawValue: "42701"), message)
    }
    let children = state.descendants(of: relation)
    if !recurses, !children.isEmpty {
      throw .refused(
        SQLState(rawValue: "42P16"), "column must be added to child tables too")
    }
    try requireSound(node, of: relation.name)
    try requireIdentityType(node)
    if state.postgresVersion >= .v17 || node.pointee.type_name?.pointee.setof == 0 {
      try requireStorable(node)
    }
    if let written = node.pointee.type_name {
      let type = try columnType(written)
      for row in [relation] + children { try requireNotWithin(type, row: row) }
    }
    try addColumn(node, to: table)
    let isShared =
      state.postgresVersion >= .v17 && state.catalog.tables[table].kind == .partitioned
    guard
      children.isEmpty || isShared
        || state.catalog.tables[table].columns.last?.identity == nil
    else {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "cannot recursively add identity column to table that has child tables")
    }
    try addGenerated(of: [node], to: table)
    try noteAdded(name, of: relation)
    try addInherited(name, of: relation)
    for phase in ConstraintPhase.allCases {
      try addConstraints(of: node, to: table, in: phase, isNewTable: false)
    }
  }

  private mutating func noteAdded(
    _ name: String, of relation: QualifiedName
  ) throws(ReadFailure) {
    guard let table = state.catalog.table(relation),
      let position = table.columns.firstIndex(where: { $0.name == name })
    else { return }
    let column = table.columns[position]
    if column.defaultValue != nil || column.identity != nil
      || column.generated != nil && !column.isVirtual
    {
      try requireUnheldRows(of: relation)
    }
    try keepNames(beside: name, of: relation)
    note(
      .addedColumn(
        relation, position: position, value: column.generated ?? column.defaultValue,
        identity: column.identity != nil))
    note(.addedField(relation))
    if !column.isNullable, column.identity == nil {
      note(.validate(relation, .notNull(column: name)))
    }
  }

  /// Rows that are values of other tables are not written anew with their own.
  ///
  /// Source: `ATRewriteTables()` in `src/backend/commands/tablecmds.c`.
  func requireUnheldRows(of relation: QualifiedName) throws(ReadFailure) {
    guard isSession, let column = state.columnHolding(.row(relation)) else { return }
    throw .refused(
      .featureNotSupported,
      "cannot alter table \"\(relation.name)\" because column \"\(column)\" uses its row type")
  }

  /// Tables that inherit twice get it once, and merge it the second time.
  ///
  /// Source: `ATExecAddColumn()` in `src/backend/commands/tablecmds.c`.
  private mutating func addInherited(
    _ name: String, of parent: QualifiedName
  ) throws(ReadFailure) {
    guard let column = state.catalog.table(parent)?.columns.first(where: { $0.name == name })
    else { return }
    for index in state.catalog.tables.indices
    where state.catalog.tables[index].parents.contains(parent) {
      let child = state.catalog.tables[index].name
      guard let own = state.catalog.tables[index].columns.first(where: { $0.name == name }) else {
        state.catalog.tables[index].columns.append(Self.inherited(column))
        shareIdentity(of: column, with: index)
        try noteAdded(name, of: child)
        try addInherited(name, of: child)
        continue
      }
      guard own.type == column.type else {
        throw .refused(
          .datatypeMismatch,
          "child table \"\(child.name)\" has different type for column \"\(name)\"")
      }
      let (mine, theirs) = (column.collation ?? "default", own.collation ?? "default")
      guard mine == theirs else {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "42P21"),
            "child table \"\(child.name)\" has different collation for column \"\(name)\"",
            detail: "\"\(mine)\" versus \"\(theirs)\""), location: nil)
      }
      notice("merging definition of column \"\(name)\" for child \"\(child.name)\"")
    }
  }

  mutating func setOwner(_ owner: String, ofTable table: Int) {
    let old = state.catalog.tables[table].owner
    state.catalog.tables[table].acl?.changeOwner(from: old, to: owner)
    for column in state.catalog.tables[table].columns.indices {
      state.catalog.tables[table].columns[column].acl?.changeOwner(from: old, to: owner)
    }
    state.catalog.tables[table].owner = owner
  }
}

extension AccessControlList {
  /// The new owner gets what the old one had. Source: `aclnewowner()`.
  mutating func changeOwner(from old: String, to new: String) {
    guard old != new else { return }
    let before = entries
    entries = []
    for var entry in before {
      if entry.grantee == .role(old) { entry.grantee = .role(new) }
      // What the new owner gave as another is the owner's now.
      if entry.grantor == new { entry.grantor = nil }
      merge(entry)
    }
  }
}
