import AccessModel
import CPgQuery
import RowSecurity

/// ATTACH, DETACH, INHERIT and NO INHERIT.
extension CatalogBuilder {
  mutating func attachPartition(
    _ command: PgQuery__AlterTableCmd, to table: Int
  ) throws(ReadFailure) {
    guard let node = command.def, node.kind == PG_QUERY__NODE__NODE_PARTITION_CMD,
      let range = node.pointee.partition_cmd.pointee.name,
      let bound = node.pointee.partition_cmd.pointee.bound
    else { return }
    let parent = state.catalog.tables[table]
    try requirePartitioned(parent, "ATTACH PARTITION")
    let index = try self.table(reader.relation(range))
    try requireOwnRows(state.catalog.tables[index].name, "ATTACH PARTITION")
    try requireOwner(of: state.catalog.tables[index].name)
    guard state.catalog.tables[index].partitionBound == nil else {
      throw .refused(
        SQLState(rawValue: "42809"),
        "\"\(state.catalog.tables[index].name.name)\" is already a partition")
    }
    for column in state.catalog.tables[index].columns
    where !parent.columns.contains(where: { $0.name == column.name }) {
      throw .refused(
        PostgresError(
          .datatypeMismatch,
          "table \"\(state.catalog.tables[index].name.name)\" contains column \"\(column.name)\" "
            + "not found in parent \"\(parent.name.name)\"",
          detail: "The new partition may contain only the columns present in parent."),
        location: nil)
    }
    try requireNoIdentity(index)
    try requireNoTransitions(index, isPartition: true)
    try match(index, to: parent)
    state.catalog.tables[index].partitionBound = try partitionBound(bound.pointee)
    state.catalog.tables[index].parents = [parent.name]
    for column in parent.columns { shareIdentity(of: column, with: index) }
    try requireBound(bound.pointee, of: index)
    try becomePartition(index)
    note(.validate(state.catalog.tables[index].name, .partitionBound))
  }

  /// Source: `transformPartitionCmd()` in `src/backend/parser/parse_utilcmd.c`, of 18
  /// `ATSimplePermissions()`.
  private func requirePartitioned(
    _ table: Catalog.Table, _ action: String
  ) throws(ReadFailure) {
    guard table.kind != .partitioned else { return }
    guard state.postgresVersion >= .v18 else {
      throw .refused(
        .invalidObjectDefinition, "table \"\(table.name.name)\" is not partitioned")
    }
    throw .refused(
      state.wrongKind(
        "ALTER action \(action) cannot be performed on relation \"\(table.name.name)\"",
        table.name), location: nil)
  }

  /// Source: `ATExecAttachPartition()` in `src/backend/commands/tablecmds.c`.
  private func requireNoIdentity(_ table: Int) throws(ReadFailure) {
    guard isSession, state.postgresVersion >= .v17,
      let column = state.catalog.tables[table].columns.first(where: { $0.identity != nil })
    else { return }
    throw .refused(
      PostgresError(
        .notInPrerequisiteState,
        "table \"\(state.catalog.tables[table].name.name)\" being attached contains an identity "
          + "column \"\(column.name)\"",
        detail: "The new partition may not contain an identity column."), location: nil)
  }

  /// A child must have its parent's columns and checks.
  /// Source: `MergeAttributesIntoExisting()`, `MergeConstraintsIntoExisting()`.
  private mutating func match(_ child: Int, to parent: Catalog.Table) throws(ReadFailure) {
    let name = state.catalog.tables[child].name.name
    let shown = state.postgresVersion >= .v18 ? " \"\(name)\"" : ""
    for column in parent.columns {
      guard
        let own = state.catalog.tables[child].columns.first(where: { $0.name == column.name })
      else {
        throw .refused(
          .datatypeMismatch, "child table is missing column \"\(column.name)\"")
      }
      guard own.type == column.type else {
        throw .refused(
          .datatypeMismatch,
          "child table \"\(name)\" has different type for column \"\(column.name)\"")
      }
      guard column.isNullable || !own.isNullable else {
        throw .refused(
          .datatypeMismatch,
          "column \"\(column.name)\" in child table\(shown) must be marked NOT NULL")
      }
      try matchGeneration(of: own, to: column)
    }
    for check in parent.checks where !check.isNotInherited {
      guard
        let own = state.catalog.tables[child].checks.firstIndex(where: { $0.name == check.name })
      else {
        throw .refused(
          .datatypeMismatch, "child table is missing constraint \"\(check.name)\"")
      }
      try match(state.catalog.tables[child].checks[own], of: name, to: check)
      // A table that inherits keeps its own, too.
      if parent.kind == .partitioned { state.catalog.tables[child].checks[own].isInherited = true }
    }
    if parent.kind == .partitioned {
      for index in state.catalog.tables[child].columns.indices {
        state.catalog.tables[child].columns[index].isInherited = true
      }
    }
  }

  private func match(
    _ own: Catalog.CheckConstraint, of child: String, to check: Catalog.CheckConstraint
  ) throws(ReadFailure) {
    guard isSession else { return }
    // What is the same but for casts, which may be written or not, is taken to be so.
    let mayBeSame = own.expression.hasCast || check.expression.hasCast
    guard own.expression == check.expression || mayBeSame else {
      throw .refused(
        .datatypeMismatch,
        "child table \"\(child)\" has different definition for check constraint "
          + "\"\(check.name)\"")
    }
    var conflict = own.isNotInherited ? "non-inherited constraint" : nil
    if own.isNotValid, !check.isNotValid { conflict = conflict ?? "NOT VALID constraint" }
    guard let conflict else { return }
    throw .refused(
      .invalidObjectDefinition,
      "constraint \"\(check.name)\" conflicts with \(conflict) on child table \"\(child)\"")
  }

  /// From 16 on a child may compute it otherwise.
  private func matchGeneration(
    of own: Catalog.Column, to column: Catalog.Column
  ) throws(ReadFailure) {
    if column.generated != nil, own.generated == nil {
      throw .refused(
        .datatypeMismatch, "column \"\(column.name)\" in child table must be a generated column")
    }
    if column.generated == nil, own.generated != nil, state.postgresVersion >= .v16 {
      throw .refused(
        .datatypeMismatch,
        "column \"\(column.name)\" in child table must not be a generated column")
    }
    if let theirs = column.generated, theirs != own.generated, state.postgresVersion < .v16 {
      throw .refused(
        .datatypeMismatch,
        "column \"\(column.name)\" in child table has a conflicting generation expression")
    }
  }

  mutating func detachPartition(
    _ command: PgQuery__AlterTableCmd, from table: Int
  ) throws(ReadFailure) {
    guard let node = command.def, node.kind == PG_QUERY__NODE__NODE_PARTITION_CMD,
      let range = node.pointee.partition_cmd.pointee.name
    else { return }
    try requirePartitioned(state.catalog.tables[table], "DETACH PARTITION")
    let parent = state.catalog.tables[table].name
    let index = try self.table(reader.relation(range))
    guard state.catalog.tables[index].parents == [parent],
      state.catalog.tables[index].partitionBound != nil
    else {
      throw .refused(
        .undefinedTable,
        "relation \"\(state.catalog.tables[index].name.name)\" is not a partition of relation "
          + "\"\(parent.name)\"")
    }
    note(.validate(state.catalog.tables[index].name, .detached(from: parent)))
    if sharesIdentity(index) {
      for one in [state.catalog.tables[index].name]
        + state.partitions(below: state.catalog.tables[index].name)
      {
        state.change(one) { table in
          for column in table.columns.indices {
            (table.columns[column].identity, table.columns[column].identitySequence) = (nil, nil)
          }
        }
      }
    }
    state.catalog.tables[index].partitionBound = nil
    leave(index)
    let relation = state.catalog.tables[index].name
    for trigger in state.catalog.tables[index].triggers where trigger.isInherited {
      removeCopies(of: trigger.name, below: relation)
    }
    state.catalog.tables[index].triggers.removeAll(where: \.isInherited)
  }

  private mutating func leave(_ index: Int) {
    state.catalog.tables[index].parents = []
    for place in state.catalog.tables[index].columns.indices {
      state.catalog.tables[index].columns[place].isInherited = false
    }
    for place in state.catalog.tables[index].checks.indices {
      state.catalog.tables[index].checks[place].isInherited = false
    }
    for place in state.catalog.tables[index].indexes.indices {
      state.catalog.tables[index].indexes[place].isInherited = false
    }
    for place in state.catalog.tables[index].keys.indices {
      state.catalog.tables[index].keys[place].isInherited = false
    }
    for place in state.catalog.tables[index].foreignKeys.indices {
      state.catalog.tables[index].foreignKeys[place].isInherited = false
    }
  }

  mutating func addParent(
    _ command: PgQuery__AlterTableCmd, to table: Int
  ) throws(ReadFailure) {
    guard let node = command.def, node.kind == PG_QUERY__NODE__NODE_RANGE_VAR else { return }
    let parent = state.catalog.tables[try self.table(reader.relation(node.pointee.range_var))]
    let child = state.catalog.tables[table].name
    if isSession, state.catalog.tables[table].kind == .partitioned {
      throw .refused(
        SQLState(rawValue: "42809"), "cannot change inheritance of partitioned table")
    }
    try requireOwner(of: parent.name)
    try requireNoPartition(table)
    if isSession, parent.kind == .partitioned {
      throw .refused(
        SQLState(rawValue: "42809"),
        "cannot inherit from partitioned table \"\(parent.name.name)\"")
    }
    if isSession, parent.partitionBound != nil {
      throw .refused(SQLState(rawValue: "42809"), "cannot inherit from a partition")
    }
    guard !state.catalog.tables[table].parents.contains(parent.name) else {
      throw .refused(
        SQLState(rawValue: "42P07"),
        "relation \"\(parent.name.name)\" would be inherited from more than once")
    }
    guard parent.name != child, !state.descendants(of: child).contains(parent.name) else {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42P07"), "circular inheritance not allowed",
          detail: "\"\(parent.name.name)\" is already a child of \"\(child.name)\"."),
        location: nil)
    }
    try requireNoTransitions(table, isPartition: false)
    try match(table, to: parent)
    state.catalog.tables[table].parents.append(parent.name)
  }

  /// Source: `ATPrepAddInherit()`, `ATExecDropInherit()`.
  private func requireNoPartition(_ table: Int) throws(ReadFailure) {
    guard state.catalog.tables[table].partitionBound == nil else {
      throw .refused(
        SQLState(rawValue: "42809"), "cannot change inheritance of a partition")
    }
  }

  mutating func dropParent(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    guard let node = command.def, node.kind == PG_QUERY__NODE__NODE_RANGE_VAR else { return }
    let parent = state.catalog.tables[try self.table(reader.relation(node.pointee.range_var))].name
    try requireNoPartition(table)
    guard state.catalog.tables[table].parents.contains(parent) else {
      throw .refused(
        .undefinedTable,
        "relation \"\(parent.name)\" is not a parent of relation "
          + "\"\(state.catalog.tables[table].name.name)\"")
    }
    let others = state.catalog.tables[table].parents.filter { $0 != parent }
    if others.isEmpty { leave(table) }
    state.catalog.tables[table].parents = others
  }

  mutating func enableRule(
    _ command: PgQuery__AlterTableCmd, _ value: Catalog.Trigger.Enabled, on table: Int
  ) throws(ReadFailure) {
    let name = text(command.name)
    guard let index = state.catalog.tables[table].rules.firstIndex(where: { $0.name == name })
    else {
      throw .refused(
        .undefinedObject,
        "rule \"\(name)\" for relation \"\(state.catalog.tables[table].name.name)\" does not exist")
    }
    state.catalog.tables[table].rules[index].enabled = value
  }
}

extension SQLExpression {
  /// Whether a cast stands in it.
  var hasCast: Bool {
    if case .cast = self { return true }
    return children.contains(where: \.hasCast)
  }
}
