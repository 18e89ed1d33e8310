import AccessModel
import RowSecurity
import SQLBinding

/// Foreign keys, checked when a statement ends and without row security. RULES 79.
///
/// Source: `src/backend/utils/adt/ri_triggers.c`.
struct ForeignKeys {
  let catalog: BoundCatalog
  let changes: Changes
  let privileges: PrivilegeChecker

  private struct Constraint {
    let name: String
    let table: Int
    let columns: [Int]
    let referenced: Int
    let referencedColumns: [Int]
    let onDelete: Catalog.ForeignKey.Action
    let onUpdate: Catalog.ForeignKey.Action
  }

  private func constraint(_ key: Catalog.ForeignKey, of table: Int) -> Constraint? {
    guard case .table(let referenced)? = catalog.names.relation(key.references) else { return nil }
    let names = catalog.catalog.tables[table].columns.map(\.name)
    let otherNames = catalog.catalog.tables[referenced].columns.map(\.name)
    return Constraint(
      name: key.name, table: table, columns: key.columns.compactMap { names.firstIndex(of: $0) },
      referenced: referenced,
      referencedColumns: key.referencedColumns.compactMap { otherNames.firstIndex(of: $0) },
      onDelete: key.onDelete, onUpdate: key.onUpdate)
  }

  private func constraints(of table: Int) -> [Constraint] {
    catalog.catalog.tables[table].foreignKeys.compactMap { constraint($0, of: table) }
  }

  private func constraints(referencing table: Int) -> [Constraint] {
    catalog.catalog.tables.indices.flatMap { constraints(of: $0) }.filter {
      $0.referenced == table
    }
  }

  /// New rows must find what they refer to. `old` is the row replaced by an update.
  func check(_ rows: [(old: Row?, new: Row)], of table: Int) throws(EngineFailure) {
    for constraint in constraints(of: table) {
      for (old, new) in rows {
        let values = constraint.columns.map { new[$0] }
        if values.contains(where: \.isNull) { continue }
        if let old, constraint.columns.allSatisfy({ old[$0] == new[$0] }) { continue }
        try require([.select, .update], on: constraint.referenced)
        let found = changes.find(constraint.referenced, constraint.referencedColumns, values)
        guard found.isEmpty else { continue }
        throw .postgres(
          PostgresError(
            .foreignKeyViolation,
            "insert or update on table \"\(name(constraint.table))\" violates foreign key "
              + "constraint \"\(constraint.name)\""))
      }
    }
  }

  /// What referred to removed rows is removed, emptied, or stops the statement.
  func remove(_ rows: [Row], from table: Int) throws(EngineFailure) {
    var pending = [(table: table, rows: rows)]
    while let (table, rows) = pending.popLast() {
      for constraint in constraints(referencing: table) {
        let removed = try apply(constraint, constraint.onDelete, to: rows, newRows: nil)
        if !removed.isEmpty { pending.append((constraint.table, removed)) }
      }
    }
  }

  /// What referred to changed keys follows them, is emptied, or stops the statement.
  func update(_ rows: [(old: Row, new: Row)], of table: Int) throws(EngineFailure) {
    for constraint in constraints(referencing: table) {
      let moved = rows.filter { row in
        constraint.referencedColumns.contains { row.old[$0] != row.new[$0] }
      }
      guard !moved.isEmpty else { continue }
      guard constraint.table != constraint.referenced else {
        throw .undecided(Undecided("changing keys that rows of the same table refer to"))
      }
      _ = try apply(
        constraint, constraint.onUpdate, to: moved.map(\.old), newRows: moved.map(\.new))
    }
  }

  /// Applies a referential action; the rows it removed are returned.
  private func apply(
    _ constraint: Constraint, _ action: Catalog.ForeignKey.Action, to rows: [Row],
    newRows: [Row]?
  ) throws(EngineFailure) -> [Row] {
    var removed: [Row] = []
    for (index, row) in rows.enumerated() {
      let values = constraint.referencedColumns.map { row[$0] }
      if values.contains(where: \.isNull) { continue }
      switch action {
      case .cascade where newRows == nil: try require([.select, .delete], on: constraint.table)
      case .noAction:
        // First whether the key is still there, as the owner of the table it was in.
        try require([.select, .update], on: constraint.referenced)
        try require([.select, .update], on: constraint.table)
      default: try require([.select, .update], on: constraint.table)
      }
      for reference in changes.find(constraint.table, constraint.columns, values) {
        guard case .loaded(let position) = reference else {
          throw .undecided(Undecided("referential actions on rows written by the statement"))
        }
        let referring = changes.row(constraint.table, reference)
        switch (action, newRows) {
        case (.noAction, _), (.restrict, _):
          // Another row may have taken the old key meanwhile; NO ACTION then lets it be.
          if action == .noAction,
            !changes.find(constraint.referenced, constraint.referencedColumns, values).isEmpty
          {
            continue
          }
          guard constraints(referencing: constraint.referenced).count == 1 else {
            throw .undecided(Undecided("which of several foreign keys stops a statement first"))
          }
          throw .postgres(refusal(constraint))
        case (.cascade, nil):
          changes.remove(constraint.table, position)
          removed.append(referring)
        case (.cascade, let new?):
          try store(
            constraint, position, referring, constraint.referencedColumns.map { new[index][$0] })
        case (.setNull, _):
          try store(constraint, position, referring, constraint.columns.map { _ in .null })
        case (.setDefault, _):
          throw .undecided(Undecided("ON DELETE or UPDATE SET DEFAULT"))
        }
      }
    }
    return removed
  }

  /// Referential actions run as the owner of the table they touch, who needs privileges like
  /// anyone. RULES 79.
  private func require(_ needed: [Privilege], on table: Int) throws(EngineFailure) {
    let model = catalog.catalog.tables[table]
    var checks = [PrivilegeCheck(.usage, on: .schema(model.name.schema), as: model.owner)]
    checks += needed.map {
      PrivilegeCheck(
        $0, on: .relation(.table(table)), columns: $0 == .delete ? .none : .any, as: model.owner)
    }
    if let error = try privileges.firstFailure(of: checks) { throw .postgres(error) }
  }

  private func store(
    _ constraint: Constraint, _ position: Int, _ row: Row, _ values: [SQLValue]
  ) throws(EngineFailure) {
    var changed = row
    for (column, value) in zip(constraint.columns, values) {
      let model = catalog.catalog.tables[constraint.table].columns[column]
      guard !value.isNull || model.isNullable else {
        throw .postgres(
          PostgresError(
            .notNullViolation,
            "null value in column \"\(model.name)\" of relation \"\(name(constraint.table))\" "
              + "violates not-null constraint"))
      }
      changed[column] = value
    }
    changes.replace(constraint.table, position, with: changed)
  }

  private func name(_ table: Int) -> String { catalog.catalog.tables[table].name.name }

  private func refusal(_ constraint: Constraint) -> PostgresError {
    PostgresError(
      .foreignKeyViolation,
      "update or delete on table \"\(name(constraint.referenced))\" violates foreign key "
        + "constraint \"\(constraint.name)\" on table \"\(name(constraint.table))\"")
  }
}
