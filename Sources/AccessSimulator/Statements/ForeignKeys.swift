import AccessModel
import SQLBinding

/// Foreign keys, checked when a statement ends and without row security. RULES 79.
///
/// Source: `src/backend/utils/adt/ri_triggers.c`.
struct ForeignKeys {
  let database: Database
  let changes: Changes

  private typealias Constraint = ForeignKeyList.Constraint

  /// New rows must find what they refer to. `old` is the row replaced by an update.
  func check(_ rows: [(old: Row?, new: Row)], of table: Int) throws(EngineFailure) {
    for constraint in database.foreignKeys.of[table] {
      for (old, new) in rows {
        let values = constraint.columns.map { new[$0] }
        if values.contains(where: \.isNull) { continue }
        if let old, constraint.columns.allSatisfy({ old[$0] == new[$0] }) { continue }
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
      for constraint in database.foreignKeys.referencing[table] {
        let removed = try apply(constraint, constraint.onDelete, to: rows, newRows: nil)
        if !removed.isEmpty { pending.append((constraint.table, removed)) }
      }
    }
  }

  /// What referred to changed keys follows them, is emptied, or stops the statement.
  func update(_ rows: [(old: Row, new: Row)], of table: Int) throws(EngineFailure) {
    for constraint in database.foreignKeys.referencing[table] {
      let moved = rows.filter { row in
        constraint.referencedColumns.contains { row.old[$0] != row.new[$0] }
      }
      guard !moved.isEmpty else { continue }
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

  private func store(
    _ constraint: Constraint, _ position: Int, _ row: Row, _ values: [SQLValue]
  ) throws(EngineFailure) {
    var changed = row
    for (column, value) in zip(constraint.columns, values) {
      let model = database.catalog.catalog.tables[constraint.table].columns[column]
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

  private func name(_ table: Int) -> String { database.catalog.catalog.tables[table].name.name }

  private func refusal(_ constraint: Constraint) -> PostgresError {
    PostgresError(
      .foreignKeyViolation,
      "update or delete on table \"\(name(constraint.referenced))\" violates foreign key "
        + "constraint \"\(constraint.name)\" on table \"\(name(constraint.table))\"")
  }
}
