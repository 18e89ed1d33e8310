import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// ALTER COLUMN, in the table and in those that inherit from it.
  mutating func alterColumn(
    _ command: PgQuery__AlterTableCmd, of table: Int, recurses: Bool = true
  ) throws(ReadFailure) {
    let name = text(command.name)
    if isSession, SystemColumns.names.contains(name),
      command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity
    {
      throw .refused(
        SQLState(rawValue: "22023"), "identity column type must be smallint, integer, or bigint")
    }
    try requireNoSystemColumn(name, of: table)
    let column = try column(name, of: table)
    let relation = state.catalog.tables[table].name
    try requireWholeIdentity(command, of: table, recurses: recurses)
    if command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType {
      try requireOwnType(of: state.catalog.tables[table].columns[column], of: table)
    }
    let inherits: Bool =
      switch command.subtype {
      case PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity,
        PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity, PG_QUERY__ALTER_TABLE_TYPE__AT_SetIdentity:
        false
      default: true
      }
    if !recurses { try requireAlone(command, of: table) }
    if command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression, isSession,
      state.isInherited(name, of: relation)
    {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "cannot drop generation expression from inherited column")
    }
    try alterOne(command, of: table)
    guard recurses else { return }
    guard inherits else {
      let column = state.catalog.tables[table].columns[column]
      for partition in state.partitions(below: relation) {
        guard case .table(let index) = state.slot(partition) else { continue }
        shareIdentity(of: column, with: index)
      }
      return
    }
    for child in state.descendants(of: relation) {
      guard case .table(let index) = state.slot(child),
        state.catalog.tables[index].columns.contains(where: { $0.name == name })
      else { continue }
      try requireInheritedNotNull(command, of: index)
      if command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType {
        try requireNoOtherParents(name, of: child, within: relation)
      }
      try alterOne(command, of: index)
    }
  }

  /// What ONLY leaves alone below is not always allowed to differ.
  ///
  /// Source: `ATPrepAlterColumnType()`, `ATPrepDropExpression()` in `tablecmds.c`.
  private func requireAlone(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    let name = text(command.name)
    let model = state.catalog.tables[table]
    let isAbove = state.catalog.tables.contains { $0.parents.contains(model.name) }
    guard isSession, isAbove else { return }
    let invalid = SQLState(rawValue: "42P16")
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType:
      throw .refused(
        invalid, "type of inherited column \"\(name)\" must be changed in child tables too")
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression:
      throw .refused(
        .featureNotSupported, "ALTER TABLE / DROP EXPRESSION must be applied to child tables too")
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull, PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
      guard model.kind != .partitioned, state.postgresVersion < .v18 else {
        throw .unsupported("NOT NULL of ONLY a table that has others below")
      }
    default: break
    }
  }

  /// Source: `ATPrepAlterColumnType()`.
  private func requireNoOtherParents(
    _ column: String, of child: QualifiedName, within top: QualifiedName
  ) throws(ReadFailure) {
    let family = [top] + state.descendants(of: top)
    guard isSession, state.isInherited(column, of: child, besides: family) else { return }
    throw .refused(
      SQLState(rawValue: "42P16"),
      "cannot alter inherited column \"\(column)\" of relation \"\(child.name)\"")
  }

  /// From 18 on a table below keeps the NOT NULL that it has said itself; whether it has is not known
  /// of a column that it has said.
  private func requireInheritedNotNull(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    guard isSession, state.postgresVersion >= .v18,
      command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull
    else { return }
    let own = state.catalog.tables[table].columns.first { $0.name == text(command.name) }
    guard let own, !own.isNullable, !own.isInherited else { return }
    throw .unsupported("DROP of a NOT NULL constraint that tables below may have too")
  }

  /// What partitions share is changed of all of them.
  ///
  /// Source: `ATExecAddIdentity()` and its kin in `src/backend/commands/tablecmds.c`.
  private func requireWholeIdentity(
    _ command: PgQuery__AlterTableCmd, of table: Int, recurses: Bool
  ) throws(ReadFailure) {
    guard isSession, state.postgresVersion >= .v17 else { return }
    let what: String
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity: what = "add identity to a column"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity: what = "drop identity from a column"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetIdentity: what = "change identity column"
    default: return
    }
    if state.catalog.tables[table].partitionBound != nil {
      throw .refused(SQLState(rawValue: "42P16"), "cannot \(what) of a partition")
    }
    if !recurses, state.catalog.tables[table].kind == .partitioned {
      throw .refused(
        SQLState(rawValue: "42P16"), "cannot \(what) of only the partitioned table",
        hint: "Do not specify the ONLY keyword.")
    }
  }

  private mutating func alterOne(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    let name = text(command.name)
    let index = try column(name, of: table)
    var column = state.catalog.tables[table].columns[index]
    let relation = state.catalog.tables[table].name
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault:
      try requireNoValue(of: column, relation.name, isSet: command.def != nil)
      column.defaultValue = try command.def.flatMap { (node) throws(ReadFailure) in
        try defaultValue(node, of: column.type)
      }
      state.stamp(.defaultValue(relation, name))
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
      try requireMayBeNull(column, of: table)
      column.isNullable = true
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull:
      if column.isNullable { note(.validate(relation, .notNull(column: name))) }
      column.isNullable = false
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType:
      try retype(command, &column, at: index, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity:
      guard column.identity != nil || !isSession else {
        let message =
          "column \"\(name)\" of relation \"\(relation.name)\" is not an identity column"
        guard command.missing_ok != 0 else {
          throw .refused(.notInPrerequisiteState, message)
        }
        notice(message + ", skipping")
        return
      }
      column.identity = nil
      column.identitySequence = nil
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression:
      guard column.generated != nil || !isSession else {
        let kind = state.postgresVersion >= .v18 ? "generated" : "stored generated"
        let message =
          "column \"\(name)\" of relation \"\(relation.name)\" is not a \(kind) column"
        guard command.missing_ok != 0 else {
          throw .refused(.notInPrerequisiteState, message)
        }
        notice(message + ", skipping")
        return
      }
      guard !column.isVirtual else {
        throw .refused(
          PostgresError(
            .featureNotSupported,
            "ALTER TABLE / DROP EXPRESSION is not supported for virtual generated columns",
            detail: "Column \"\(name)\" of relation \"\(relation.name)\" is a virtual generated "
              + "column."), location: nil)
      }
      column.generated = nil
    default: try alterIdentity(command, &column, of: relation)
    }
    state.catalog.tables[table].columns[index] = column
    if command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType {
      try requireComparableKeys(over: name, of: table)
    }
  }

  /// Foreign keys are made anew where a column of theirs has another type.
  private func requireComparableKeys(
    over column: String, of table: Int
  ) throws(ReadFailure) {
    let model = state.catalog.tables[table]
    for key in model.foreignKeys where key.columns.contains(column) {
      guard let target = state.catalog.table(key.references) else { continue }
      try requireComparable(key, in: table, target)
    }
    for other in state.catalog.tables.indices {
      for key in state.catalog.tables[other].foreignKeys
      where key.references == model.name && key.referencedColumns.contains(column) {
        try requireComparable(key, in: other, model)
      }
    }
  }

  /// Source: `ATExecColumnDefault()` in `src/backend/commands/tablecmds.c`.
  private func requireNoValue(
    of column: Catalog.Column, _ relation: String, isSet: Bool
  ) throws(ReadFailure) {
    func refused(as kind: String, instead action: String?) -> ReadFailure {
      .refused(
        .syntaxError,
        "column \"\(column.name)\" of relation \"\(relation)\" is \(kind) column",
        hint: action.map { "Use ALTER TABLE ... ALTER COLUMN ... \($0) instead." })
    }
    if column.identity != nil {
      throw refused(as: "an identity", instead: isSet ? nil : "DROP IDENTITY")
    }
    if column.generated != nil {
      let change = state.postgresVersion >= .v17 ? "SET EXPRESSION" : nil
      let drop = column.isVirtual ? nil : "DROP EXPRESSION"
      throw refused(as: "a generated", instead: isSet ? change : drop)
    }
  }

  private func requireMayBeNull(
    _ column: Catalog.Column, of table: Int
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[table]
    if column.identity != nil {
      throw .refused(
        .syntaxError,
        "column \"\(column.name)\" of relation \"\(relation.name.name)\" is an identity column")
    }
    // From 18 on NOT NULL is a constraint, which a key asks about last.
    let isConstraint = isSession && state.postgresVersion >= .v18
    if isConstraint { try requireNoParentRequires(column, of: relation) }
    if let key = relation.primaryKey, key.columns.contains(column.name) {
      throw .refused(
        SQLState(rawValue: "42P16"), "column \"\(column.name)\" is in a primary key")
    }
    try requireOutsideIdentity(column.name, of: relation.name)
    if !isConstraint { try requireNoParentRequires(column, of: relation) }
  }

  /// Source: `ATExecDropNotNull()`.
  private func requireNoParentRequires(
    _ column: Catalog.Column, of relation: Catalog.Table
  ) throws(ReadFailure) {
    let isRequired = relation.parents.contains { parent in
      state.catalog.table(parent)?.columns.contains {
        $0.name == column.name && !$0.isNullable
      } == true
    }
    guard isRequired else { return }
    if relation.partitionBound != nil {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "column \"\(column.name)\" is marked NOT NULL in parent table")
    }
    if isSession, state.postgresVersion >= .v18, !column.isNullable {
      throw .unsupported("DROP of a NOT NULL constraint that is inherited")
    }
  }

  /// ALTER COLUMN … TYPE. Source: `ATPrepAlterColumnType()`, `ATExecAlterColumnType()`.
  private mutating func retype(
    _ command: PgQuery__AlterTableCmd, _ column: inout Catalog.Column, at position: Int,
    of table: Int
  ) throws(ReadFailure) {
    guard let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_COLUMN_DEF else {
      return
    }
    let node = definition.pointee.column_def.pointee
    let relation = state.catalog.tables[table].name
    try requireUntyped(relation, to: "alter column type of")
    let old = column.type
    let isPlaced = state.postgresVersion >= .v18
    let new = try columnType(node.type_name, allowsSerial: false, isPlaced: isPlaced)
    try requireCollation(node.coll_clause, of: new, isPlaced: isPlaced)
    // Source: `ATExecAlterColumnType()`.
    let place = NameResolver.Column(relation: relation, name: column.name)
    guard !retyped.contains(place) || !isSession else {
      throw .refused(
        .featureNotSupported, "cannot alter type of column \"\(column.name)\" twice")
    }
    if new != old { retyped.insert(place) }
    if column.identity != nil, isSession, ![.smallint, .integer, .bigint].contains(new) {
      throw .refused(
        SQLState(rawValue: "22023"), "identity column type must be smallint, integer, or bigint")
    }
    try requireStorable(new, isSet: false, column: column.name)
    try requireNotWithin(new, row: relation)
    if column.isVirtual { try requireBuiltin(new, ofVirtual: column.name) }
    let using = try node.raw_default.map { (node) throws(ReadFailure) in
      try reader.lenientExpression(node)
    }
    if using != nil, column.generated != nil {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42611"),
          "cannot specify USING when altering type of generated column",
          detail: "Column \"\(column.name)\" is a generated column."),
        location: isPlaced && node.location >= 0 ? Int(node.location) : nil)
    }
    if let using {
      _ = try checkedColumns(using, of: table, in: "transform expression")
      guard !using.hasQuery else {
        throw .refused(.featureNotSupported, "cannot use subquery in transform expression")
      }
    } else if old != new, lacksAssignment(from: old, to: new) {
      throw .refused(
        PostgresError(
          .datatypeMismatch,
          "column \"\(column.name)\" cannot be cast automatically to type \(state.typeText(new))",
          hint: column.generated == nil
            ? "You might need to specify \"USING \(state.quoted(column.name))"
              + "::\(state.typeText(new))\"." : nil),
        location: nil)
    }
    if let value = column.defaultValue {
      guard using == nil || !lacksAssignment(from: value.ownType ?? old, to: new) else {
        throw .refused(
          .datatypeMismatch,
          "default for column \"\(column.name)\" cannot be cast automatically to type "
            + state.typeText(new))
      }
      // A constant keeps the type that it was read as.
      if value.isString, isSession, old.name != new.name || old.isArray != new.isArray {
        column.defaultValue = .cast(operand: value, type: old)
      }
    }
    if isSession {
      try requireNoUse(of: column.name, in: relation)
      try requireUnheldRows(of: relation)
      try requireNoConstants(beside: column, of: table, becoming: new)
    }
    column.type = new
    column.storage = nil
    // Without COLLATE it is the type's own again.
    column.collation = node.coll_clause.flatMap {
      strings(list($0.pointee.n_collname, $0.pointee.collname)).last
    }
    note(.retypedColumn(relation, position: position, from: old, using: using))
    // Indexes are built anew. Of several columns others may change with it.
    guard let table = state.catalog.table(relation) else { return }
    for key in table.keys where key.columns == [column.name] {
      note(.validate(relation, .key(key.name)))
    }
    for exclusion in table.exclusions { note(.validate(relation, .exclusion(exclusion.name))) }
  }

  /// Source: `ATPrepAlterColumnType()`.
  private func requireOwnType(of column: Catalog.Column, of table: Int) throws(ReadFailure) {
    let model = state.catalog.tables[table]
    guard !state.isInherited(column.name, of: model.name) else {
      throw .refused(
        SQLState(rawValue: "42P16"), "cannot alter inherited column \"\(column.name)\"")
    }
    try requireOutsidePartitionKeys(column.name, of: model.name, "alter column")
  }

  /// Views, rules, policies and triggers keep the type of a column.
  private func requireNoUse(
    of column: String, in relation: QualifiedName
  ) throws(ReadFailure) {
    let dependents = DependencyGraph(state).dependents(of: .column(relation, column))
      .filter { !$0.isAutomatic }
    for edge in dependents.sorted(by: { state.comesFirst($1.dependent, $0.dependent) }) {
      let what: String
      var dependent = state.description(of: edge.dependent)
      switch edge.dependent {
      case .relation:
        what = "used by a view or rule"
        dependent = "rule _RETURN on \(dependent)"
      case .rule: what = "used by a view or rule"
      case .policy: what = "used in a policy definition"
      case .trigger: what = "used in a trigger definition"
      case .function: what = "used by a function or procedure"
      case .column(_, let generated):
        throw .refused(
          PostgresError(
            .featureNotSupported, "cannot alter type of a column used by a generated column",
            detail: "Column \"\(column)\" is used by generated column \"\(generated)\"."),
          location: nil)
      default: continue
      }
      throw .refused(
        PostgresError(
          .featureNotSupported, "cannot alter type of a column \(what)",
          detail: "\(dependent) depends on column \"\(column)\""), location: nil)
    }
  }

  /// Constraints and indexes are made anew from their texts, in which constants have the type that
  /// they were compared as.
  private func requireNoConstants(
    beside column: Catalog.Column, of table: Int, becoming new: TypeName
  ) throws(ReadFailure) {
    guard column.type.name != new.name, !isText(column.type) || !isText(new) else { return }
    let model = state.catalog.tables[table]
    let expressions =
      model.checks.map(\.expression)
      + model.indexes.flatMap { $0.parts + [$0.condition].compactMap { $0 } }
    for expression in expressions
    where FunctionCalls.expressions(in: expression).contains(where: \.isString) {
      let columns = References([expression], over: model.name, in: state).columns
      guard columns.contains(.init(relation: model.name, name: column.name)) else { continue }
      throw .unsupported("a change of type of a column that constants are compared to")
    }
  }

  private mutating func alterIdentity(
    _ command: PgQuery__AlterTableCmd, _ column: inout Catalog.Column, of relation: QualifiedName
  ) throws(ReadFailure) {
    guard let definition = command.def else { return }
    let of = "column \"\(column.name)\" of relation \"\(relation.name)\""
    if definition.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      try requireIdentity(column.type)
      // Its sequence is made first.
      try require(.create(schema: relation.schema))
      guard !column.isNullable else {
        throw .refused(
          .notInPrerequisiteState, "\(of) must be declared NOT NULL before identity can be added")
      }
      guard column.identity == nil else {
        throw .refused(.notInPrerequisiteState, "\(of) is already an identity column")
      }
      guard column.defaultValue == nil else {
        throw .refused(.notInPrerequisiteState, "\(of) already has a default value")
      }
      let when = text(definition.pointee.constraint.pointee.generated_when)
      column.identity = when == "a" ? .always : .byDefault
      let options = definition.pointee.constraint.pointee
      note(.restartedIdentity(relation, column: column.name, value: nil))
      if case .table(let table) = state.slot(relation) {
        column.identitySequence = try identitySequence(
          list(options.n_options, options.options), of: column.name, table)
      }
      return
    }
    guard column.identity != nil || !isSession else {
      throw .refused(.notInPrerequisiteState, "\(of) is not an identity column")
    }
    var changes: [Node] = []
    var hasOptions = false
    for item in definition.items where item.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let option = item.pointee.def_elem.pointee
      let name = text(option.defname)
      guard name == "generated" else {
        changes.append(item)
        hasOptions = hasOptions || name != "restart"
        continue
      }
      guard let value = option.arg, value.kind == PG_QUERY__NODE__NODE_INTEGER else { continue }
      let code = value.pointee.integer.pointee.ival
      column.identity = code == Int32(UInt8(ascii: "a")) ? .always : .byDefault
    }
    guard !changes.isEmpty else { return }
    var sequence =
      column.identitySequence
      ?? Catalog.Sequence(relation.sequence(of: column.name), owner: "")
    if sequence.type == nil, column.type != .bigint { sequence.type = column.type }
    let change = try set(changes, of: &sequence, isNew: false)
    note(
      .alteredIdentity(
        relation, column: column.name, restart: change.restart, keepsLog: change.keepsLog))
    guard hasOptions else { return }
    sequence.type = column.identitySequence?.type
    column.identitySequence = sequence
  }
}
