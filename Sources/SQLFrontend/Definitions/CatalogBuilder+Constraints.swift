import AccessModel
import CPgQuery
import RowSecurity

/// The order in which a table's constraints are made.
enum ConstraintPhase: CaseIterable {
  case primaryKey, keys, checks, references
}

extension CatalogBuilder {
  /// Adds the constraints written with a column that belong to a phase.
  mutating func addConstraints(
    of node: UnsafeMutablePointer<PgQuery__ColumnDef>, to table: Int, in phase: ConstraintPhase,
    isNewTable: Bool = true
  ) throws(ReadFailure) {
    for item in list(node.pointee.n_constraints, node.pointee.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      try addConstraint(
        item.pointee.constraint, to: table, in: phase, column: text(node.pointee.colname),
        isNewTable: isNewTable)
    }
  }

  /// Adds a constraint if it belongs to the phase; nil: to any.
  mutating func addConstraint(
    _ node: UnsafeMutablePointer<PgQuery__Constraint>, to table: Int,
    in phase: ConstraintPhase? = nil, column: String? = nil, isNewTable: Bool = true,
    recurses: Bool = true
  ) throws(ReadFailure) {
    let constraint = node.pointee
    let name = text(constraint.conname).isEmpty ? nil : text(constraint.conname)
    func columns(_ nodes: [Node]) -> [String] { column.map { [$0] } ?? strings(nodes) }
    func isWanted(_ own: ConstraintPhase) -> Bool { phase == nil || phase == own }
    switch constraint.contype {
    case PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY where isWanted(.primaryKey),
      PG_QUERY__CONSTR_TYPE__CONSTR_UNIQUE where isWanted(.keys):
      let isPrimary = constraint.contype == PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY
      let index = text(constraint.indexname)
      if phase == nil, index.isEmpty {
        try require(.create(schema: state.catalog.tables[table].name.schema))
      }
      let keys =
        index.isEmpty
        ? columns(list(constraint.n_keys, constraint.keys))
        : try takeIndex(index, of: table, for: name, at: constraint.location)
      // One statement makes one index over the same columns. Source: `transformIndexConstraints()`.
      let prior = state.catalog.tables[table].keys.first {
        $0.columns == keys && $0.isDeferrable == (constraint.deferrable != 0)
          && $0.isInitiallyDeferred == (constraint.initdeferred != 0)
          && $0.nullsAreEqual == (constraint.nulls_not_distinct != 0)
      }
      if phase == .keys, let prior {
        guard name == nil || name == prior.name || !isSession else {
          throw .unsupported("two constraints over the same columns, one of them named")
        }
        return
      }
      var model = Catalog.Key("", columns: keys, isPrimary: isPrimary)
      model.isDeferrable = constraint.deferrable != 0
      model.isInitiallyDeferred = constraint.initdeferred != 0
      model.nullsAreEqual = constraint.nulls_not_distinct != 0
      try addKey(
        name ?? (index.isEmpty ? nil : index), like: model,
        including: strings(list(constraint.n_including, constraint.including)),
        to: table, named: state.catalog.tables[table].name, recurses: recurses,
        at: constraint.location)
    case PG_QUERY__CONSTR_TYPE__CONSTR_CHECK where isWanted(.checks):
      guard let expression = constraint.raw_expr else { return }
      var check = Catalog.CheckConstraint(name ?? "", try reader.lenientExpression(expression))
      check.isNotInherited = constraint.is_no_inherit != 0
      check.isNotValid = constraint.skip_validation != 0 && phase == nil
      try addCheck(
        check, to: table, isNew: phase == nil || !isNewTable, recurses: recurses)
    case PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN where isWanted(.references):
      var constraint = constraint
      // Of a table that is made with it there is nothing to look at.
      // Source: `transformFKConstraints()` in `parse_utilcmd.c`.
      if phase != nil { constraint.skip_validation = 0 }
      try addForeignKey(
        constraint, name, columns(list(constraint.n_fk_attrs, constraint.fk_attrs)), to: table,
        isNew: phase != nil, recurses: recurses)
    case PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION where isWanted(.keys):
      if phase == nil { try require(.create(schema: state.catalog.tables[table].name.schema)) }
      try addExclusion(constraint, name, to: table, isNewTable: phase != nil)
    default: break
    }
  }

  /// From 18 on a constraint may be one of NOT NULL, whose names are not modelled.
  func requireNoNotNull(named name: String) throws(ReadFailure) {
    guard isSession, state.postgresVersion >= .v18,
      state.notNullNames.contains(name) || name.contains("_not_null")
    else { return }
    throw .unsupported("the NOT NULL constraint `\(name)` by its name")
  }

  func requireNoConstraint(_ name: String, on table: Int) throws(ReadFailure) {
    let table = state.catalog.tables[table]
    if tableInMaking != table.name { try requireNoNotNull(named: name) }
    guard !table.constraintNames.contains(name) else {
      throw .refused(
        SQLState(rawValue: "42710"),
        "constraint \"\(name)\" for relation \"\(table.name.name)\" already exists")
    }
  }

  /// `included`: columns that its index has besides. Without `recurses` partitions get no part of it.
  mutating func addKey(
    _ name: String?, like model: Catalog.Key, including included: [String] = [],
    to table: Int, named relation: QualifiedName, isInherited: Bool = false, recurses: Bool = true,
    at place: Int32 = -1
  ) throws(ReadFailure) {
    let (columns, isPrimary) = (model.columns, model.isPrimary)
    let isInMaking = tableInMaking == state.catalog.tables[table].name
    if isPrimary, state.catalog.tables[table].primaryKey != nil {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "multiple primary keys for table \"\(relation.name)\" are not allowed",
        at: isInMaking ? place : -1)
    }
    var filled: [String] = []
    for (number, column) in columns.enumerated() {
      guard
        let index = state.catalog.tables[table].columns.firstIndex(where: { $0.name == column })
      else {
        if isSession, SystemColumns.names.contains(column) {
          throw systemKey(column, isPrimary: isPrimary, isInMaking: isInMaking)
        }
        // NOT NULL is asked of a primary key's columns first.
        throw isPrimary && !isInMaking
          ? .refused(
            .undefinedColumn,
            "column \"\(column)\" of relation \"\(relation.name)\" does not exist")
          : .refused(
            .undefinedColumn, "column \"\(column)\" named in key does not exist", at: place)
      }
      guard !columns[..<number].contains(column) else {
        throw .refused(
          SQLState(rawValue: "42701"),
          "column \"\(column)\" appears twice in \(isPrimary ? "primary key" : "unique") constraint",
          at: place)
      }
      if isPrimary, state.catalog.tables[table].columns[index].isNullable {
        filled.append(column)
        state.catalog.tables[table].columns[index].isNullable = false
      }
    }
    try requirePartitionColumns(columns, isPrimary ? "PRIMARY KEY" : "UNIQUE", of: table)
    try requireStored(columns, of: table, isPrimary ? "primary keys" : "unique constraints")
    try requireOperators(of: columns, of: state.catalog.tables[table].name)
    let chosen =
      name
      ?? freeName(
        relation.name, isPrimary ? nil : (columns + included).joined(separator: "_"),
        isPrimary ? "pkey" : "key"
      ) { state.slot(QualifiedName(relation.schema, $0)) != nil }
    let index = QualifiedName(relation.schema, chosen)
    try requireFree(index)
    try requireNoConstraint(chosen, on: table)
    var key = DatabaseState.Index(table: relation, columns: columns, isKey: true)
    key.others = Set(included)
    state.set(index, .index(key))
    var constraint = model
    (constraint.name, constraint.isInherited) = (chosen, isInherited)
    constraint.isLate =
      hasUniqueIndexes(table) || !state.catalog.tables[table].exclusions.isEmpty
    state.catalog.tables[table].keys.append(constraint)
    state.stamp(.constraint(chosen, on: relation))
    note(.validate(relation, .key(chosen)))
    for column in filled { note(.validate(relation, .notNull(column: column))) }
    guard recurses else {
      if !filled.isEmpty, isSession, !children(of: table).isEmpty {
        throw .unsupported("NOT NULL of a partitioned table alone")
      }
      return
    }
    for child in children(of: table) {
      let own = state.catalog.tables[child].keys.firstIndex {
        !$0.isInherited && $0.isPart(of: model)
      }
      if let own {
        state.catalog.tables[child].keys[own].isInherited = true
        continue
      }
      try addKey(
        nil, like: model, including: included, to: child,
        named: state.catalog.tables[child].name, isInherited: true)
    }
  }

  /// Nothing is kept of a virtual column that could be looked up. Source: `DefineIndex()`.
  func requireStored(_ columns: [String], of table: Int, _ what: String) throws(ReadFailure) {
    let isVirtual = state.catalog.tables[table].columns.contains {
      columns.contains($0.name) && $0.isVirtual
    }
    guard isVirtual else { return }
    throw .refused(
      .featureNotSupported, "\(what) on virtual generated columns are not supported")
  }

  /// The partitions of a partitioned table.
  func children(of table: Int) -> [Int] {
    guard state.catalog.tables[table].kind == .partitioned else { return [] }
    let name = state.catalog.tables[table].name
    return state.catalog.tables.indices.filter {
      state.catalog.tables[$0].parents.contains(name)
        && state.catalog.tables[$0].partitionBound != nil
    }
  }

  /// Source: `DefineIndex()` in `src/backend/commands/indexcmds.c`.
  func requirePartitionColumns(
    _ columns: [String], _ kind: String, of table: Int
  ) throws(ReadFailure) {
    let name = state.catalog.tables[table].name
    for part in state.catalog.tables[table].partitionKey?.parts ?? [] {
      guard case .column(_, let column) = part else {
        throw .refused(
          PostgresError(
            .featureNotSupported, "unsupported \(kind) constraint with partition key definition",
            detail: "\(kind) constraints cannot be used when partition keys include expressions."),
          location: nil)
      }
      guard columns.contains(column) else {
        throw .refused(
          PostgresError(
            .featureNotSupported,
            "unique constraint on partitioned table must include all partitioning columns",
            detail: "\(kind) constraint on table \"\(name.name)\" lacks column \"\(column)\" which "
              + "is part of the partition key."), location: nil)
      }
    }
  }

  mutating func addCheck(
    _ check: Catalog.CheckConstraint, to table: Int, isNew: Bool = false, recurses: Bool = true
  ) throws(ReadFailure) {
    let columns = try usedColumns(check.expression, of: table, in: "check constraint")
    let relation = state.catalog.tables[table].name
    var check = check
    check.expression = kept(check.expression, over: relation)
    let isNamed = !check.name.isEmpty
    if isNamed {
      if try mergesWithInherited(check, table, isNewTable: !isNew) { return }
      let isKnown = state.catalog.tables[table].checks.contains { $0.name == check.name }
      if isKnown, !isNew {
        throw .refused(
          SQLState(rawValue: "42710"), "check constraint \"\(check.name)\" already exists")
      }
      try requireNoConstraint(check.name, on: table)
    } else {
      let taken = state.catalog.tables[table].constraintNames
      check.name = freeName(
        relation.name, columns.count == 1 ? columns.first : nil, "check", isTaken: taken.contains)
    }
    // Source: `StoreRelCheck()` in `src/backend/catalog/heap.c`.
    guard !check.isNotInherited || state.catalog.tables[table].kind != .partitioned else {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "cannot add NO INHERIT constraint to partitioned table \"\(relation.name)\"")
    }
    state.catalog.tables[table].checks.append(check)
    state.stamp(.constraint(check.name, on: relation))
    guard isNew else { return }
    if !check.isNotValid { note(.validate(relation, .check(check.name))) }
    guard !check.isNotInherited else { return }
    for child in state.catalog.tables.indices
    where state.catalog.tables[child].parents.contains(relation) {
      guard recurses else {
        throw .refused(
          SQLState(rawValue: "42P16"), "constraint must be added to child tables too")
      }
      var copy = check
      copy.isInherited = true
      let theirs = state.catalog.tables[child].checks.first { $0.name == check.name }
      if let theirs {
        try merge(copy, with: theirs, of: child)
      } else {
        try addCheck(copy, to: child, isNew: true)
      }
    }
  }

  /// What a table says of a check that it has from a parent alone is the same check.
  private mutating func mergesWithInherited(
    _ check: Catalog.CheckConstraint, _ table: Int, isNewTable: Bool
  ) throws(ReadFailure) -> Bool {
    let model = state.catalog.tables[table]
    guard isNewTable || model.partitionBound == nil,
      let known = model.checks.firstIndex(where: { $0.name == check.name && $0.isInherited })
    else { return false }
    try merge(check, with: model.checks[known], of: table)
    state.catalog.tables[table].checks[known].isInherited = false
    return true
  }

  /// Source: `MergeWithExistingConstraint()` in `src/backend/catalog/heap.c`.
  private mutating func merge(
    _ check: Catalog.CheckConstraint, with theirs: Catalog.CheckConstraint, of child: Int
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[child].name
    let expression = kept(check.expression, over: relation)
    guard theirs.expression == expression else {
      guard !theirs.expression.hasCast, !expression.hasCast else {
        throw .unsupported("a check beside one that differs by casts")
      }
      throw .refused(
        SQLState(rawValue: "42710"),
        "constraint \"\(check.name)\" for relation \"\(relation.name)\" already exists")
    }
    var conflict: String?
    if theirs.isNotInherited {
      conflict = "non-inherited"
    } else if theirs.isInherited, check.isNotInherited {
      conflict = "inherited"
    } else if theirs.isNotValid, !check.isNotValid {
      conflict = "NOT VALID"
    }
    guard let conflict else {
      return notice("merging constraint \"\(check.name)\" with inherited definition")
    }
    throw .refused(
      .invalidObjectDefinition,
      "constraint \"\(check.name)\" conflicts with \(conflict) constraint on relation "
        + "\"\(relation.name)\"")
  }

  /// Source: `transformColumnNameList()` in `src/backend/commands/tablecmds.c`.
  private func missingKeyColumn(_ name: String) -> ReadFailure {
    SystemColumns.names.contains(name)
      ? .refused(.featureNotSupported, "system columns cannot be used in foreign keys")
      : .refused(
        .undefinedColumn, "column \"\(name)\" referenced in foreign key constraint does not exist")
  }

  private mutating func addForeignKey(
    _ constraint: PgQuery__Constraint, _ name: String?, _ columns: [String], to table: Int,
    isNew: Bool, recurses: Bool
  ) throws(ReadFailure) {
    guard let range = constraint.pktable else { return }
    if isSession, state.catalog.tables[table].kind == .partitioned {
      let isUnchecked = constraint.skip_validation != 0 && state.postgresVersion < .v18
      try requireWholeReference(
        to: state.relation(reader.relation(range)), table, isOnly: !recurses,
        isUnchecked: isUnchecked)
    }
    let referencedNames = strings(list(constraint.n_pk_attrs, constraint.pk_attrs))
    let target = try referencedTable(range, by: table)
    for column in columns
    where !state.catalog.tables[table].columns.contains(where: { $0.name == column }) {
      throw missingKeyColumn(column)
    }
    try requireStored(columns, of: table, "foreign key constraints")
    var referenced = referencedNames
    if referenced.isEmpty {
      guard let key = target.primaryKey, state.catalog.isValid(key, of: target) else {
        throw .refused(
          .undefinedObject,
          "there is no primary key for referenced table \"\(target.name.name)\"")
      }
      try requireImmediate(key, "primary key", of: target)
      referenced = key.columns
    }
    for column in referenced where !target.columns.contains(where: { $0.name == column }) {
      throw missingKeyColumn(column)
    }
    guard Set(referenced).count == referenced.count else {
      throw .refused(
        SQLState(rawValue: "42830"),
        "foreign key referenced-columns list must not contain duplicates")
    }
    let keys = target.keys.filter { state.catalog.isValid($0, of: target) }.map { Set($0.columns) }
    let indexes = state.indexes(of: target.name).filter(\.index.isKey).map { Set($0.index.columns) }
    guard (keys + indexes).contains(Set(referenced)) else {
      throw .refused(
        SQLState(rawValue: "42830"),
        "there is no unique constraint matching given keys for referenced table "
          + "\"\(target.name.name)\"")
    }
    let isIndexed = target.indexes.map { DatabaseState.Index($0, of: target.name) }
      .contains { $0.isKey && Set($0.columns) == Set(referenced) }
    let fitting = target.keys.filter { Set($0.columns) == Set(referenced) }
    if !isIndexed, fitting.allSatisfy(\.isDeferrable), let key = fitting.first {
      try requireImmediate(key, "unique constraint", of: target)
    }
    try require(.privilege(.references, on: target.name, columns: referenced))
    guard referenced.count == columns.count else {
      throw .refused(
        SQLState(rawValue: "42830"),
        "number of referencing and referenced columns for foreign key disagree")
    }
    let deletedColumns = strings(list(constraint.n_fk_del_set_cols, constraint.fk_del_set_cols))
    for column in deletedColumns {
      guard state.catalog.tables[table].columns.contains(where: { $0.name == column }) else {
        throw .refused(
          .undefinedColumn,
          "column \"\(column)\" referenced in foreign key constraint does not exist")
      }
      guard columns.contains(column) else {
        throw .refused(
          SQLState(rawValue: "42P10"),
          "column \"\(column)\" referenced in ON DELETE SET action must be part of foreign key")
      }
    }
    if let name { try requireNoConstraint(name, on: table) }
    let taken = state.catalog.tables[table].constraintNames
    let relation = state.catalog.tables[table].name
    var key = Catalog.ForeignKey(
      name
        ?? freeName(
          relation.name, columns.joined(separator: "_"), "fkey", isTaken: taken.contains),
      columns: columns, references: target.name, referencedColumns: referenced,
      onDelete: Self.action(constraint.fk_del_action),
      onUpdate: Self.action(constraint.fk_upd_action))
    try requireAction(key, mayChange: table)
    try requireComparable(key, in: table, target)
    key.isMatchFull = text(constraint.fk_matchtype) == "f"
    key.deletedColumns = deletedColumns
    key.isDeferrable = constraint.deferrable != 0
    key.isInitiallyDeferred = constraint.initdeferred != 0
    // A table without rows yet has none to look at. Source: `transformFKConstraints()`.
    key.isNotValid = constraint.skip_validation != 0 && !isNew
    state.stamp(.constraint(key.name, on: relation))
    if isSession { key.made = state.age(of: .constraint(key.name, on: relation)) }
    state.catalog.tables[table].foreignKeys.append(key)
    if !key.isNotValid { note(.validate(relation, .foreignKey(key.name))) }
    for child in children(of: table) { inherit(key, child) }
  }

  /// Nothing is stored in a generated column but what is computed for it.
  ///
  /// Source: `ATAddForeignKeyConstraint()` in `tablecmds.c`.
  private func requireAction(
    _ key: Catalog.ForeignKey, mayChange table: Int
  ) throws(ReadFailure) {
    let isGenerated = state.catalog.tables[table].columns.contains {
      key.columns.contains($0.name) && $0.generated != nil
    }
    guard isGenerated else { return }
    for (word, action, changing) in [
      ("UPDATE", key.onUpdate, [.setNull, .setDefault, .cascade]),
      ("DELETE", key.onDelete, [Catalog.ForeignKey.Action.setNull, .setDefault]),
    ] where changing.contains(action) {
      throw .refused(
        .syntaxError,
        "invalid ON \(word) action for foreign key constraint containing generated column")
    }
  }

  /// Source: `transformFkeyGetPrimaryKey()`, `transformFkeyCheckAttrs()` in `tablecmds.c`.
  private func requireImmediate(
    _ key: Catalog.Key, _ kind: String, of target: Catalog.Table
  ) throws(ReadFailure) {
    guard key.isDeferrable else { return }
    throw .refused(
      .notInPrerequisiteState,
      "cannot use a deferrable \(kind) for referenced table \"\(target.name.name)\"")
  }

  private static func action(_ code: UnsafeMutablePointer<CChar>?) -> Catalog.ForeignKey.Action {
    switch text(code) {
    case "r": .restrict
    case "c": .cascade
    case "n": .setNull
    case "d": .setDefault
    default: .noAction
    }
  }
}
