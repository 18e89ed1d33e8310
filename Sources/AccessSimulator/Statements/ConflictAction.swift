import AccessModel
import RowSecurity
import SQLBinding

/// What ON CONFLICT does with a row that is in the way. RULES 43, 44.
///
/// Source: `ExecOnConflictUpdate()` in `nodeModifyTable.c`.
struct ConflictAction {
  /// The unique constraints that count, by what they are over; nil: all.
  private let keys: [Catalog.UniqueParts]?
  private let writes: StatementWrites
  private let table: Int
  private let update: Update?

  private struct Update {
    let assignments: AssignmentList
    let condition: Evaluator?
    let existing: RowFilter
    let updated: RowFilter
    /// What views between the statement and the table show.
    let shown: [(view: String, condition: Evaluator)]
    let event: TriggerEvent
  }

  init(
    _ conflict: BoundConflict, _ target: SecuredTarget, _ writes: StatementWrites, table: Int
  ) throws(EngineFailure) {
    let session = writes.session
    self.writes = writes
    self.table = table
    if case .keys(let numbers) = conflict.arbiter {
      let all = session.catalog.catalog.tables[table].uniqueParts
      keys = numbers.map { all[$0] }
    } else {
      keys = nil
    }
    guard case .update(let assignments, let condition) = conflict.action else {
      update = nil
      return
    }
    var shown: [(view: String, condition: Evaluator)] = []
    for check in target.viewConditions {
      guard let condition = check.condition else { continue }
      shown.append((check.view.name, try ExpressionCompiler(session).compile(condition)))
    }
    update = Update(
      assignments: try AssignmentList(assignments, session),
      condition: try condition.map { (condition) throws(EngineFailure) in
        try ExpressionCompiler(session).compile(condition)
      },
      existing: try RowFilter(target.conflict?.existing ?? [], session),
      updated: try RowFilter(target.conflict?.updated ?? [], session),
      shown: shown,
      event: .update(columns: Set(assignments.map(\.column))))
  }

  var events: [TriggerEvent] { [update?.event].compactMap { $0 } }

  func fireBefore() throws(EngineFailure) {
    for event in events { try writes.fireBefore(.table(table), event) }
  }

  /// The row that stands in the way of one proposed, where that would be stored.
  func existing(
    _ writer: RowWriter, _ proposed: Row
  ) throws(EngineFailure) -> Changes.RowReference? {
    let unique = writer.model.uniqueParts
    let numbers = keys.map { keys in unique.indices.filter { keys.contains(unique[$0]) } }
    return try writer.conflicting(with: proposed, keys: numbers)
  }

  /// The row that was there and the updated one; nil: nothing was done. `isAlone`: the statement
  /// proposes no other row. `written`: what it has stored so far.
  func resolve(
    _ reference: Changes.RowReference, proposed: Row, _ writer: RowWriter, root: RowWriter,
    isAlone: Bool, _ written: WrittenRows
  ) throws(EngineFailure) -> RowChange? {
    guard let update else { return nil }
    let old = writer.writes.changes.row(writer.table, reference)
    guard case .loaded(let position) = reference,
      !writer.writes.changes.isReplaced(writer.table, position),
      !written.contains(old, writer.table)
    else {
      throw .postgres(
        PostgresError(
          .cardinalityViolation,
          "ON CONFLICT DO UPDATE command cannot affect row a second time",
          hint: "Ensure that no rows proposed for insertion within the same command have "
            + "duplicate constrained values."))
    }
    let frame = Frame(sources: 2, parent: nil)
    let shown = old.laidOut(writer.layout)
    frame.rows = [shown, proposed.laidOut(writer.layout)]
    frame.origins = [.table(writer.table), .none]
    func requireUpdatable() throws(EngineFailure) {
      guard let refused = try update.existing.firstFailure(shown, of: writer.table) else { return }
      writer.note(old, .existing(refused))
      throw .postgres(refused.refusal(of: writes.session.catalog.catalog.tables[table], "new"))
    }
    // What looks at the row that is there before WHERE does not let a view's change others either.
    let order = ConflictOrder(
      writes.session.engine.version, serverNumber: writes.session.variables.serverNumber)
    if order != .whereFirst {
      if order == .securityFirst { try requireUpdatable() }
      for (view, condition) in update.shown
      where try condition(Frame(row: shown, of: writer.table)).truth != true {
        guard order == .securityFirst else {
          throw .undecided(Undecided("ON CONFLICT with a row that the view does not show"))
        }
        throw .postgres(
          PostgresError(
            .notInPrerequisiteState, "conflicting row is not visible through view \"\(view)\""))
      }
    }
    if let condition = update.condition, try condition(frame).truth != true {
      if order == .unknown, try update.existing.firstFailure(shown, of: writer.table) != nil {
        throw .undecided(
          Undecided(
            "ON CONFLICT … WHERE that is not met by a row that may not be updated",
            changesNothing: isAlone))
      }
      return nil
    }
    if order != .securityFirst { try requireUpdatable() }
    let new = try update.assignments.apply(to: old, frame, root, layout: writer.layout)
    guard let row = try writer.changed(new, replacing: old, update.event) else { return nil }
    // Looked at before row security. Source: `ExecUpdateAct()`, `ExecCrossPartitionUpdate()`.
    guard try !writer.leavesPartition(row) else {
      throw .postgres(
        PostgresError(
          .featureNotSupported, "invalid ON UPDATE specification",
          detail: "The result tuple would appear in a different partition than the original tuple.")
      )
    }
    try writer.requireAcceptable(row, replacing: old, checks: update.updated)
    try writer.replace(position, old, with: row, update.event)
    return RowChange(old: shown, new: row)
  }
}
