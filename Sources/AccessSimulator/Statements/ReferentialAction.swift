import AccessModel
import RowSecurity
import SQLBinding
import SQLText

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
    let written = ReferringRowsChange(
      action, of: constraint.columns, assigned: assigned, isRemoval: newKey == nil,
      in: keys.session.catalog.catalog.tables[constraint.table])
    try keys.require(
      isRemoval ? [.select, .delete] : [.select, .update], on: constraint.table,
      reading: constraint.columns, assigned: assigned, by: written.sqlText)
    keys.session.variables.triggerDepth += 1
    defer { keys.session.variables.triggerDepth -= 1 }
    let actor = owner()
    let event = isRemoval ? .delete : TriggerEvent.update(columns: Set(assigned))
    try beside(written) { () throws(EngineFailure) in
      try keys.writes.fireBefore(.table(constraint.table), event, as: actor)
      let found = keys.references(values, constraint)
      guard !found.isEmpty else { return }
      do throws(EngineFailure) {
        try change(found, action, newKey: newKey, event, actor)
      } catch .postgres(let error) {
        // It may be another row's, which comes first.
        let isUnordered =
          found.count > 1
          && keys.session.database?.keepsAnyOrder(constraint.table, isOnly: false) == true
        throw isUnordered
          ? .undecided(Undecided("an error of rows that stand in any order")) : .postgres(error)
      }
    }
    keys.writes.queueEnd(.table(constraint.table), event, as: actor)
  }

  /// Runs what its statement does, which CONTEXT shows.
  private func beside(
    _ written: ReferringRowsChange, _ body: () throws(EngineFailure) -> Void
  ) throws(EngineFailure) {
    let context = ReferentialContext(written)
    keys.session.variables.calls.append(context)
    defer { keys.session.variables.calls.removeLast() }
    do throws(EngineFailure) {
      try body()
    } catch {
      throw error.inside(context.line)
    }
  }

  private func change(
    _ found: [ForeignKeys.Found], _ action: Catalog.ForeignKey.Action, newKey: [SQLValue]?,
    _ event: TriggerEvent, _ actor: Session
  ) throws(EngineFailure) {
    let assigned = Set(newKey == nil ? constraint.deletedColumns : constraint.columns)
    let writer = try TargetWriter(
      keys.writes, table: constraint.table, target: SecuredTarget(checkedAs: actor.role),
      assigned: assigned, as: actor)
    for (table, layout, reference) in found {
      guard case .loaded(let position) = reference else {
        throw .undecided(Undecided("referential actions on rows written by the statement"))
      }
      let place = FilteredTable.Place(table: table, position: position)
      guard event != .delete else {
        try writer.remove(following: place)
        continue
      }
      var new = keys.changes.row(table, reference)
      for (index, column) in constraint.columns.enumerated() where assigned.contains(column) {
        let root = writer.root
        let value: SQLValue =
          switch action {
          case .cascade: try root.fitted(newKey?[index] ?? .null, column)
          case .setDefault: try root.fitted(try root.defaultValue(column), column)
          default: .null
          }
        new[layout?[column] ?? column] = value
      }
      try writer.change(following: place, to: new, event)
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
}

/// The statement of a referential action, for the CONTEXT of what is raised in it.
///
/// Source: `_SPI_error_callback()` in `src/backend/executor/spi.c`.
private final class ReferentialContext: CallContext {
  private let written: ReferringRowsChange

  init(_ written: ReferringRowsChange) { self.written = written }

  var line: String { "SQL statement \"\(written.sqlText)\"" }
  var contextLines: [String] { [line] }
}
