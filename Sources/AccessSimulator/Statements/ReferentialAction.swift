import AccessModel
import RowSecurity
import SQLBinding

/// CASCADE, SET NULL and SET DEFAULT: a change of the rows that refer, as their table's owner, who is
/// not stopped by policies. RULES 79.
struct ReferentialAction {
  let keys: ForeignKeys
  let constraint: ForeignKeys.Constraint

  /// `newKey`: what the key has become; nil: the row is gone.
  func apply(
    _ action: Catalog.ForeignKey.Action, to values: [SQLValue], newKey: [SQLValue]?
  ) throws(EngineFailure) {
    let isRemoval = action == .cascade && newKey == nil
    let assigned = newKey == nil ? constraint.deletedColumns : constraint.columns
    try keys.require(
      isRemoval ? [.select, .delete] : [.select, .update], on: constraint.table,
      reading: constraint.columns)
    keys.session.variables.triggerDepth += 1
    defer { keys.session.variables.triggerDepth -= 1 }
    let actor = owner()
    let event = isRemoval ? .delete : TriggerEvent.update(columns: Set(assigned))
    try keys.writes.fireBefore(.table(constraint.table), event, as: actor)
    try change(action, to: values, newKey: newKey, event, actor)
    keys.writes.queueEnd(.table(constraint.table), event, as: actor)
  }

  private func change(
    _ action: Catalog.ForeignKey.Action, to values: [SQLValue], newKey: [SQLValue]?,
    _ event: TriggerEvent, _ actor: Session
  ) throws(EngineFailure) {
    let found = keys.changes.find(constraint.table, constraint.columns, values)
    guard !found.isEmpty else { return }
    let assigned = Set(newKey == nil ? constraint.deletedColumns : constraint.columns)
    let writer = try writer(actor, assigned)
    for reference in found {
      guard case .loaded(let position) = reference else {
        throw .undecided(Undecided("referential actions on rows written by the statement"))
      }
      let old = keys.changes.row(constraint.table, reference)
      guard event != .delete else {
        _ = try writer.remove(position, old)
        continue
      }
      var new = old
      for (index, column) in constraint.columns.enumerated() where assigned.contains(column) {
        switch action {
        case .cascade: new[column] = try writer.fitted(newKey?[index] ?? .null, column)
        case .setDefault: new[column] = try writer.fitted(try writer.defaultValue(column), column)
        default: new[column] = .null
        }
      }
      guard let row = try writer.prepared(new, replacing: old, event) else { continue }
      try writer.replace(position, old, with: row, event)
    }
  }

  private func owner() -> Session {
    let session = keys.session
    var engine = session.engine
    engine.ignoresForce = true
    return Session(
      engine, session.database, role: session.catalog.catalog.tables[constraint.table].owner,
      variables: session.variables, store: session.workingStore, depth: session.depth + 1)
  }

  private func writer(
    _ actor: Session, _ assigned: Set<Int>
  ) throws(EngineFailure) -> RowWriter {
    try RowWriter(
      keys.writes, table: constraint.table, target: SecuredTarget(checkedAs: actor.role),
      assigned: assigned, as: actor)
  }
}
