import AccessModel
import CPgQuery

/// The order in which a table's constraints are made.
enum ConstraintPhase: CaseIterable {
  case primaryKey, keys, checks, references
}

extension CatalogBuilder {
  /// Adds the constraints written with a column that belong to a phase.
  mutating func addConstraints(
    of node: UnsafeMutablePointer<PgQuery__ColumnDef>, to table: Int, in phase: ConstraintPhase
  ) throws(ReadFailure) {
    for item in list(node.pointee.n_constraints, node.pointee.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      try addConstraint(
        item.pointee.constraint, to: table, in: phase, column: text(node.pointee.colname))
    }
  }

  /// Adds a constraint if it belongs to the phase; nil: to any.
  mutating func addConstraint(
    _ node: UnsafeMutablePointer<PgQuery__Constraint>, to table: Int,
    in phase: ConstraintPhase? = nil, column: String? = nil
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
      let keys =
        index.isEmpty
        ? columns(list(constraint.n_keys, constraint.keys))
        : try takeIndex(index, of: table)
      // One statement makes one index over the same columns. Source: `transformIndexConstraints()`.
      let isRedundant = state.catalog.tables[table].keys.contains { $0.columns == keys }
      if phase == .keys, name == nil, isRedundant { return }
      try addKey(
        name ?? (index.isEmpty ? nil : index), keys, isPrimary: isPrimary, to: table,
        named: state.catalog.tables[table].name)
    case PG_QUERY__CONSTR_TYPE__CONSTR_CHECK where isWanted(.checks):
      guard let expression = constraint.raw_expr else { return }
      try addCheck(name, try reader.lenientExpression(expression), to: table)
    case PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN where isWanted(.references):
      try addForeignKey(
        constraint, name, columns(list(constraint.n_fk_attrs, constraint.fk_attrs)), to: table)
    case PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION where isWanted(.checks):
      throw .unsupported("an exclusion constraint")
    default: break
    }
  }

  /// An index's columns; the constraint takes its place.
  private mutating func takeIndex(_ name: String, of table: Int) throws(ReadFailure) -> [String] {
    let qualified = QualifiedName(state.catalog.tables[table].name.schema, name)
    guard case .index(let index) = state.slot(qualified) else {
      throw .refused(.undefinedObject, "index \"\(name)\" does not exist")
    }
    state.remove(qualified)
    return index.columns
  }

  func requireNoConstraint(_ name: String, on table: Int) throws(ReadFailure) {
    let table = state.catalog.tables[table]
    let names =
      table.keys.map(\.name) + table.foreignKeys.map(\.name) + table.checks.map(\.name)
    guard !names.contains(name) else {
      throw .refused(
        SQLState(rawValue: "42710"),
        "constraint \"\(name)\" for relation \"\(table.name.name)\" already exists")
    }
  }

  mutating func addKey(
    _ name: String?, _ columns: [String], isPrimary: Bool, to table: Int,
    named relation: QualifiedName
  ) throws(ReadFailure) {
    if isPrimary, state.catalog.tables[table].primaryKey != nil {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "multiple primary keys for table \"\(relation.name)\" are not allowed")
    }
    for column in columns {
      guard
        let index = state.catalog.tables[table].columns.firstIndex(where: { $0.name == column })
      else {
        throw .refused(.undefinedColumn, "column \"\(column)\" named in key does not exist")
      }
      if isPrimary { state.catalog.tables[table].columns[index].isNullable = false }
    }
    let chosen =
      name
      ?? freeName(
        relation.name, isPrimary ? nil : columns.joined(separator: "_"),
        isPrimary ? "pkey" : "key"
      ) { state.slot(QualifiedName(relation.schema, $0)) != nil }
    let index = QualifiedName(relation.schema, chosen)
    try requireFree(index)
    let key = DatabaseState.Index(table: relation, columns: columns, isKey: true)
    state.set(index, .index(key))
    state.catalog.tables[table].keys.append(
      Catalog.Key(chosen, columns: columns, isPrimary: isPrimary))
  }

  mutating func addCheck(
    _ name: String?, _ expression: SQLExpression, to table: Int
  ) throws(ReadFailure) {
    let columns = try checkedColumns(expression, of: table)
    let relation = state.catalog.tables[table].name.name
    if let name { try requireNoConstraint(name, on: table) }
    let taken = state.catalog.tables[table].checks.map(\.name)
    let chosen =
      name
      ?? freeName(relation, columns.count == 1 ? columns[0] : nil, "check", isTaken: taken.contains)
    state.catalog.tables[table].checks.append(Catalog.CheckConstraint(chosen, expression))
  }

  private mutating func addForeignKey(
    _ constraint: PgQuery__Constraint, _ name: String?, _ columns: [String], to table: Int
  ) throws(ReadFailure) {
    guard let range = constraint.pktable else { return }
    for column in columns
    where !state.catalog.tables[table].columns.contains(where: { $0.name == column }) {
      throw .refused(
        .undefinedColumn, "column \"\(column)\" referenced in foreign key constraint does not exist"
      )
    }
    let target = state.catalog.tables[try self.table(reader.relation(range))]
    var referenced = strings(list(constraint.n_pk_attrs, constraint.pk_attrs))
    if referenced.isEmpty {
      guard let key = target.primaryKey else {
        throw .refused(
          .undefinedObject,
          "there is no primary key for referenced table \"\(target.name.name)\"")
      }
      referenced = key.columns
    }
    for column in referenced where !target.columns.contains(where: { $0.name == column }) {
      throw .refused(
        .undefinedColumn, "column \"\(column)\" referenced in foreign key constraint does not exist"
      )
    }
    let keys = target.keys.map { Set($0.columns) }
    let indexes = state.indexes(of: target.name).filter(\.index.isKey).map { Set($0.index.columns) }
    guard (keys + indexes).contains(Set(referenced)) else {
      throw .refused(
        SQLState(rawValue: "42830"),
        "there is no unique constraint matching given keys for referenced table "
          + "\"\(target.name.name)\"")
    }
    guard referenced.count == columns.count else {
      throw .refused(
        SQLState(rawValue: "42830"),
        "number of referencing and referenced columns for foreign key disagree")
    }
    if let name { try requireNoConstraint(name, on: table) }
    let taken = state.catalog.tables[table].foreignKeys.map(\.name)
    let relation = state.catalog.tables[table].name.name
    state.catalog.tables[table].foreignKeys.append(
      Catalog.ForeignKey(
        name
          ?? freeName(
            relation, columns.joined(separator: "_"), "fkey", isTaken: taken.contains),
        columns: columns, references: target.name, referencedColumns: referenced,
        onDelete: Self.action(constraint.fk_del_action),
        onUpdate: Self.action(constraint.fk_upd_action)))
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
