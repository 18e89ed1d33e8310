import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// ALTER TABLE, and its kin for views, sequences and indexes.
  mutating func alterTable(
    _ node: UnsafeMutablePointer<PgQuery__AlterTableStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("ALTER of nothing") }
    let written = reader.relation(range)
    if statement.objtype == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX { return .applied }
    if statement.objtype == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE {
      throw .unsupported("a change of a composite type")
    }
    if state.find(written) == nil, statement.missing_ok != 0 { return .applied }
    let name = try state.relation(written)
    var effect = Effect.applied
    for item in list(statement.n_cmds, statement.cmds)
    where item.kind == PG_QUERY__NODE__NODE_ALTER_TABLE_CMD {
      let command = item.pointee.alter_table_cmd.pointee
      switch state.slot(name) {
      case .table(let index): if let partly = try alter(index, command) { effect = partly }
      case .view(let index): try alterView(index, command)
      case .sequence(let index):
        guard command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner else { continue }
        let owner = try role(command.newowner)
        let old = state.catalog.sequences[index].owner
        state.catalog.sequences[index].acl?.changeOwner(from: old, to: owner)
        state.catalog.sequences[index].owner = owner
      case .opaque(let what): throw .unsupported("\(what) `\(name)`")
      case .index, nil: continue
      }
    }
    return effect
  }

  private mutating func alter(
    _ table: Int, _ command: PgQuery__AlterTableCmd
  ) throws(ReadFailure) -> Effect? {
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity:
      state.catalog.tables[table].rowSecurityEnabled = true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRowSecurity:
      state.catalog.tables[table].rowSecurityEnabled = false
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ForceRowSecurity:
      state.catalog.tables[table].rowSecurityForced = true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_NoForceRowSecurity:
      state.catalog.tables[table].rowSecurityForced = false
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner:
      let owner = try role(command.newowner)
      setOwner(owner, ofTable: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn: try addColumn(command, to: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn: try dropColumn(command, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint,
      PG_QUERY__ALTER_TABLE_TYPE__AT_AddIndexConstraint:
      guard let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_CONSTRAINT
      else { return nil }
      try addConstraint(definition.pointee.constraint, to: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint:
      try dropConstraint(command, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull, PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull,
      PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType, PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity, PG_QUERY__ALTER_TABLE_TYPE__AT_SetIdentity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression:
      try alterColumn(command, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DetachPartition, PG_QUERY__ALTER_TABLE_TYPE__AT_AddInherit,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropInherit:
      return .partly("rows of a child table are not rows of its parent here")
    // The rest concerns storage, statistics, triggers and replication.
    default: break
    }
    return nil
  }

  private mutating func addColumn(
    _ command: PgQuery__AlterTableCmd, to table: Int
  ) throws(ReadFailure) {
    guard let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_COLUMN_DEF
    else { return }
    let node = definition.pointee.column_def
    guard let node else { return }
    let name = text(node.pointee.colname)
    if state.catalog.tables[table].columns.contains(where: { $0.name == name }) {
      if command.missing_ok != 0 { return }
      throw .refused(
        SQLState(rawValue: "42701"),
        "column \"\(name)\" of relation \"\(state.catalog.tables[table].name.name)\" "
          + "already exists")
    }
    try addColumn(node, to: table)
    for phase in ConstraintPhase.allCases {
      try addConstraints(of: node, to: table, in: phase)
    }
  }

  private mutating func alterColumn(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    let name = text(command.name)
    let index = try column(name, of: table)
    var column = state.catalog.tables[table].columns[index]
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault:
      column.defaultValue = try command.def.flatMap { (node) throws(ReadFailure) in
        try defaultValue(node)
      }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
      if let key = state.catalog.tables[table].primaryKey, key.columns.contains(name) {
        throw .refused(
          SQLState(rawValue: "42P16"), "column \"\(name)\" is in a primary key")
      }
      column.isNullable = true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull: column.isNullable = false
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType:
      if let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_COLUMN_DEF {
        column.type = state.resolved(
          try reader.typeName(definition.pointee.column_def.pointee.type_name))
      }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity: column.identity = nil
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression: column.generated = nil
    default: try alterIdentity(command, &column)
    }
    state.catalog.tables[table].columns[index] = column
  }

  private func alterIdentity(
    _ command: PgQuery__AlterTableCmd, _ column: inout Catalog.Column
  ) throws(ReadFailure) {
    guard let definition = command.def else { return }
    if definition.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      guard !column.isNullable else {
        throw .refused(
          .notInPrerequisiteState,
          "column \"\(column.name)\" of relation must be declared NOT NULL before identity can be "
            + "added")
      }
      let when = text(definition.pointee.constraint.pointee.generated_when)
      column.identity = when == "a" ? .always : .byDefault
    }
    for item in definition.items where item.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let option = item.pointee.def_elem.pointee
      guard text(option.defname) == "generated", let value = option.arg,
        value.kind == PG_QUERY__NODE__NODE_INTEGER
      else { continue }
      let code = value.pointee.integer.pointee.ival
      column.identity = code == Int32(UInt8(ascii: "a")) ? .always : .byDefault
    }
  }

  private mutating func dropConstraint(
    _ command: PgQuery__AlterTableCmd, of index: Int
  ) throws(ReadFailure) {
    let name = text(command.name)
    let table = state.catalog.tables[index]
    if let key = table.keys.first(where: { $0.name == name }) {
      let isCascading = command.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE
      try dropReferences(
        to: table.name, key: key, isCascading: isCascading,
        what: "constraint \(name) on table \(table.name)")
      state.remove(QualifiedName(table.name.schema, name))
      state.catalog.tables[index].keys.removeAll { $0.name == name }
    } else if table.foreignKeys.contains(where: { $0.name == name }) {
      state.catalog.tables[index].foreignKeys.removeAll { $0.name == name }
    } else if table.checks.contains(where: { $0.name == name }) {
      state.catalog.tables[index].checks.removeAll { $0.name == name }
    } else if command.missing_ok == 0 {
      throw .refused(
        .undefinedObject,
        "constraint \"\(name)\" of relation \"\(table.name.name)\" does not exist")
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
    guard old != new, let index = entries.firstIndex(where: { $0.grantee == .role(old) }) else {
      return
    }
    let entry = entries.remove(at: index)
    merge(Entry(.role(new), entry.privileges, grantable: entry.grantable))
  }
}
