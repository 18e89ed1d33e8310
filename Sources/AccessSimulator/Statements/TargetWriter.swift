import AccessModel
import RowSecurity
import SQLBinding

/// Writes rows of a statement's target: to its own table, or to those below it that hold the rows.
/// RULES 81, 82.
///
/// Rows come and go as the target has them.
final class TargetWriter {
  let root: RowWriter
  private let writes: StatementWrites
  private let target: SecuredTarget
  private let assigned: Set<Int>
  private let isPartitioned: Bool
  /// Who writes, if not whoever runs the statement.
  private let actor: Session?
  private var writers: [Int: RowWriter] = [:]
  /// Where the last row was written.
  private(set) var lastTable: Int

  init(
    _ writes: StatementWrites, table: Int, target: SecuredTarget, assigned: Set<Int>,
    as actor: Session? = nil
  ) throws(EngineFailure) {
    self.actor = actor
    self.writes = writes
    self.target = target
    self.assigned = assigned
    lastTable = table
    root = try RowWriter(writes, table: table, target: target, assigned: assigned, as: actor)
    isPartitioned = root.model.kind == .partitioned
  }

  var model: Catalog.Table { root.model }

  /// The writer of a table of the target's rows.
  func writer(_ table: Int) throws(EngineFailure) -> RowWriter {
    if table == root.table { return root }
    if let known = writers[table] { return known }
    let writer = try RowWriter(
      writes, table: table, target: target, assigned: assigned, below: root.table, as: actor)
    writers[table] = writer
    return writer
  }

  /// Inserts a row, unless another is in its way or a trigger drops it. `values`: by column, nil
  /// for DEFAULT.
  func insert(
    _ values: [SQLValue?], _ overriding: SQLOverriding?, checks: RowFilter? = nil,
    unless conflict: ((RowWriter, Row) throws(EngineFailure) -> Inserted?)? = nil
  ) throws(EngineFailure) -> Row? {
    let new = try root.newRow(values, overriding)
    return try insert(new, .insert, checks: checks, unless: conflict)
  }

  /// What became of a row that was proposed: another was changed in its place, or none.
  struct Inserted {
    let row: Row?
  }

  private func insert(
    _ new: Row, _ event: TriggerEvent, checks: RowFilter?,
    unless conflict: ((RowWriter, Row) throws(EngineFailure) -> Inserted?)? = nil
  ) throws(EngineFailure) -> Row? {
    // The target may be a partition of another table.
    if isPartitioned { try root.requireBounds(new) }
    let (table, routed) =
      isPartitioned ? try writes.router.route(new, from: root.table) : (root.table, new)
    let writer = try writer(table)
    lastTable = table
    guard let row = try writer.prepared(routed, replacing: nil, event, checks: checks) else {
      return nil
    }
    if let instead = try conflict?(writer, row) {
      return instead.row?.laidOut(writer.layout)
    }
    try writer.add(row)
    return row.laidOut(writer.layout)
  }

  /// Updates a row where it is stored, or moves it to the partition it now belongs to.
  func update(
    _ place: FilteredTable.Place, _ assignments: AssignmentList, _ frame: Frame,
    _ event: TriggerEvent, checks: RowFilter? = nil, _ change: String = "updated"
  ) throws(EngineFailure) -> Row? {
    try writes.requireUntouched(place)
    let writer = try writer(place.table)
    lastTable = place.table
    let old = writes.changes.row(place.table, .loaded(place.position))
    guard !old.isEmpty else {
      try attempt(place, assignments, frame, event, checks: checks)
      try writes.requireUnchangedBeside(place, change)
      return nil
    }
    let new = try assignments.apply(to: old, frame, root, layout: writer.layout)
    guard let row = try writer.changed(new, replacing: old, event, at: place) else { return nil }
    return try store(row, replacing: old, at: place, by: writer, event, checks, change)
  }

  /// Where the row now belongs. `change`: the word for it in errors; nil for a referential action.
  private func store(
    _ row: Row, replacing old: Row, at place: FilteredTable.Place, by writer: RowWriter,
    _ event: TriggerEvent, _ checks: RowFilter?, _ change: String?
  ) throws(EngineFailure) -> Row? {
    if try writer.leavesPartition(row) {
      return try move(place, old, row, writer, checks: checks)
    }
    try writer.requireAcceptable(row, replacing: old, checks: checks)
    if let change { try writes.requireUnchangedBeside(place, change) }
    try writer.replace(place.position, old, with: row, event)
    return row.laidOut(writer.layout)
  }

  /// Computes the new values of a row that is no longer what the join has found, and asks of them what
  /// is asked of others: only a BEFORE trigger has the row locked first.
  ///
  /// Source: `ExecUpdatePrologue()` and `ExecUpdateAct()` in
  /// `src/backend/executor/nodeModifyTable.c`.
  func attempt(
    _ place: FilteredTable.Place, _ assignments: AssignmentList, _ frame: Frame,
    _ event: TriggerEvent, checks: RowFilter? = nil
  ) throws(EngineFailure) {
    let writer = try writer(place.table)
    let old = writes.database.tables[place.table].rows[place.position]
    let new = try assignments.apply(to: old, frame, root, layout: writer.layout)
    guard writes.triggers(of: .table(place.table), event).beforeRow.isEmpty,
      let row = try writer.changed(new, replacing: old, event),
      try !writer.leavesPartition(row)
    else { return }
    try writer.requireAcceptable(row, replacing: old, checks: checks)
  }

  /// Source: `ExecCrossPartitionUpdate()`: DELETE, then INSERT into the target, whose checks are
  /// those of UPDATE. RULES 82.
  private func move(
    _ place: FilteredTable.Place, _ old: Row, _ row: Row, _ writer: RowWriter,
    checks: RowFilter?
  ) throws(EngineFailure) -> Row? {
    guard place.table != root.table else {
      try writer.requireAcceptable(row, replacing: old, checks: checks)
      return nil
    }
    guard try writer.remove(place.position, old, "updated", isMoved: true) else { return nil }
    let moved = try insert(row.laidOut(writer.layout), .insert, checks: checks)
    if let moved {
      let change = TriggerRow(
        relation: .table(root.table), event: .update(columns: []), old: old.laidOut(writer.layout),
        new: moved)
      writes.queueMove(.init(row: change, table: root.table, session: actor ?? writes.session))
    }
    return moved
  }

  /// False where a trigger keeps the row.
  func remove(
    _ place: FilteredTable.Place, _ change: String = "deleted"
  ) throws(EngineFailure) -> Bool {
    try writes.requireUntouched(place)
    let old = writes.changes.row(place.table, .loaded(place.position))
    return try writer(place.table).remove(place.position, old, change)
  }

  /// A referential action removes a row.
  func remove(following place: FilteredTable.Place) throws(EngineFailure) {
    let old = writes.changes.row(place.table, .loaded(place.position))
    _ = try writer(place.table).remove(place.position, old)
  }

  /// A referential action changes a row. `new`: as the table has it that it is stored in.
  func change(
    following place: FilteredTable.Place, to new: Row, _ event: TriggerEvent
  ) throws(EngineFailure) {
    let writer = try writer(place.table)
    let old = writes.changes.row(place.table, .loaded(place.position))
    guard let row = try writer.changed(new, replacing: old, event) else { return }
    _ = try store(row, replacing: old, at: place, by: writer, event, nil, nil)
  }
}
