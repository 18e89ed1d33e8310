import AccessModel
import RowSecurity
import SQLBinding

/// Foreign keys, checked when a statement ends and without row security. RULES 79.
///
/// Source: `src/backend/utils/adt/ri_triggers.c`.
struct ForeignKeys {
  let database: Database
  let changes: Changes
  let privileges: PrivilegeChecker

  private typealias Constraint = ForeignKeyList.Constraint

  /// New rows must find what they refer to. `old` is the row replaced by an update.
  func check(_ rows: [(old: Row?, new: Row)], of table: Int) throws(EngineFailure) {
    for constraint in database.foreignKeys.of[table] {
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
    try remove(rows, from: table, depth: 0)
  }

  /// Row by row, and for each row key by key in the order of their making, as triggers fire; what
  /// a cascade removes is seen to before the next key.
  private func remove(_ rows: [Row], from table: Int, depth: Int) throws(EngineFailure) {
    guard depth < 200 else { throw .undecided(Undecided("a cascade of over 200 steps")) }
    for row in rows {
      for constraint in database.foreignKeys.referencing[table] {
        let removed = try apply(constraint, constraint.onDelete, to: [row], newRows: nil)
        try remove(removed, from: constraint.table, depth: depth + 1)
      }
    }
  }

  /// What referred to changed keys follows them, is emptied, or stops the statement.
  func update(_ rows: [(old: Row, new: Row)], of table: Int) throws(EngineFailure) {
    for row in rows {
      for constraint in database.foreignKeys.referencing[table]
      where constraint.referencedColumns.contains(where: { row.old[$0] != row.new[$0] }) {
        guard constraint.table != constraint.referenced else {
          throw .undecided(Undecided("changing keys that rows of the same table refer to"))
        }
        _ = try apply(constraint, constraint.onUpdate, to: [row.old], newRows: [row.new])
      }
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
    let model = database.catalog.catalog.tables[table]
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
