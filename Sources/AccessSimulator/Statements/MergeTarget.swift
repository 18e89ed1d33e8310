import AccessModel
import RowSecurity
import SQLBinding

/// What MERGE changes. Nil of a change: a trigger has kept the row.
protocol MergeTarget {
  /// Source 0 of the join.
  var rows: RowSource { get }

  /// Nil, or no value at all: the column's default.
  func insert(
    _ values: [(column: Int, value: SQLValue?)], _ overriding: SQLOverriding?
  ) throws(EngineFailure) -> RowChange?

  func update(
    _ frame: Frame, _ assignments: AssignmentList, _ event: TriggerEvent
  ) throws(EngineFailure) -> RowChange?

  func delete(_ frame: Frame) throws(EngineFailure) -> RowChange?
}

/// A table, and what row security demands of its rows. RULES 46–48.
struct MergedTable: MergeTarget {
  private let table: FilteredTable
  private let writer: TargetWriter
  private let writes: StatementWrites
  private let updatable: RowFilter
  private let deletable: RowFilter
  private let updated: RowFilter
  private let inserted: RowFilter

  init(
    _ merge: BoundMerge, _ index: Int, _ target: SecuredTarget, _ session: Session,
    _ writes: StatementWrites
  ) throws(EngineFailure) {
    self.writes = writes
    table = try FilteredTable(
      session, table: index, filters: target.filters, isOnly: merge.target.isOnly)
    let assigned = merge.branches.flatMap(\.action.assigned)
    writer = try TargetWriter(writes, table: index, target: target, assigned: Set(assigned))
    updatable = try RowFilter(target.merge?.updatable ?? [], session)
    deletable = try RowFilter(target.merge?.deletable ?? [], session)
    updated = try RowFilter(target.merge?.updated ?? [], session)
    inserted = try RowFilter(target.merge?.inserted ?? [], session)
  }

  var rows: RowSource { .table(table) }

  func insert(
    _ values: [(column: Int, value: SQLValue?)], _ overriding: SQLOverriding?
  ) throws(EngineFailure) -> RowChange? {
    var given = [SQLValue?](repeating: nil, count: writer.model.columns.count)
    for (column, value) in values { given[column] = value }
    return try writer.insert(given, overriding, checks: inserted)
      .map { RowChange(new: $0, action: "INSERT") }
  }

  func update(
    _ frame: Frame, _ assignments: AssignmentList, _ event: TriggerEvent
  ) throws(EngineFailure) -> RowChange? {
    let old = frame.rows[0]
    let place = table.place(frame.positions[0])
    try require(updatable, old, of: place.table)
    if !isFirst(place) {
      try writer.attempt(place, assignments, frame, event, checks: updated)
    }
    try requireFirst(place)
    guard
      let new = try writer.update(
        place, assignments, frame, event, checks: updated, "updated or deleted")
    else { return nil }
    writes.merged.insert(place)
    return RowChange(old: old, new: new, action: "UPDATE")
  }

  func delete(_ frame: Frame) throws(EngineFailure) -> RowChange? {
    let old = frame.rows[0]
    let place = table.place(frame.positions[0])
    try require(deletable, old, of: place.table)
    try requireFirst(place)
    guard try writer.remove(place, "updated or deleted") else { return nil }
    writes.merged.insert(place)
    return RowChange(old: old, action: "DELETE")
  }

  /// RULES 47: a row that is matched but may not be changed is an error.
  private func require(
    _ filter: RowFilter, _ row: Row, of table: Int
  ) throws(EngineFailure) {
    guard let failed = try filter.firstFailure(row, of: table) else { return }
    writer.root.note(row, .existing(failed))
    throw .postgres(failed.refusal(of: writer.model, "target"))
  }

  private func isFirst(_ place: FilteredTable.Place) -> Bool {
    // What functions see in between is stored already.
    !writes.merged.contains(place) && !writes.changes.isReplaced(place.table, place.position)
      && !writes.changes.isRemoved(place.table, place.position)
  }

  private func requireFirst(_ place: FilteredTable.Place) throws(EngineFailure) {
    guard !isFirst(place) else { return }
    throw .postgres(
      PostgresError(
        .cardinalityViolation, "MERGE command cannot affect row a second time",
        hint: "Ensure that not more than one source row matches any one target row."))
  }
}

/// A view whose INSTEAD OF triggers take all that MERGE does. RULES 49, 60.
///
/// Source: `ExecMergeMatched()` in `src/backend/executor/nodeModifyTable.c`.
struct MergedView: MergeTarget {
  let rows: RowSource
  private let view: Int
  private let writes: StatementWrites
  private let columns: ViewColumns
  private let checks: ViewCheckList

  init(
    _ merge: BoundMerge, _ view: Int, _ target: SecuredTarget, _ session: Session,
    _ writes: StatementWrites
  ) throws(EngineFailure) {
    guard let rows = try QueryCompiler(session).rowSources(Array(merge.sources.prefix(1))).first
    else { throw .undecided(Undecided("MERGE into what has no rows")) }
    self.rows = rows
    self.view = view
    self.writes = writes
    columns = ViewColumns(session: session, view: view)
    checks = try ViewCheckList(target.viewChecks, session)
  }

  func insert(
    _ values: [(column: Int, value: SQLValue?)], _ overriding: SQLOverriding?
  ) throws(EngineFailure) -> RowChange? {
    let row = try columns.newRow(values)
    guard let kept = try take(.insert, nil, row) else { return nil }
    try checks.require(kept)
    return RowChange(new: kept, action: "INSERT")
  }

  func update(
    _ frame: Frame, _ assignments: AssignmentList, _ event: TriggerEvent
  ) throws(EngineFailure) -> RowChange? {
    let old = frame.rows[0]
    guard let kept = try take(event, old, try assignments.apply(to: old, frame, columns)) else {
      return nil
    }
    try checks.require(kept)
    return RowChange(old: old, new: kept, action: "UPDATE")
  }

  func delete(_ frame: Frame) throws(EngineFailure) -> RowChange? {
    let old = frame.rows[0]
    guard try take(.delete, old, nil) != nil else { return nil }
    return RowChange(old: old, action: "DELETE")
  }

  private func take(
    _ event: TriggerEvent, _ old: Row?, _ new: Row?
  ) throws(EngineFailure) -> Row? {
    let triggers = writes.triggers(of: .view(view), event).insteadOf
    return try writes.before(
      triggers, TriggerRow(relation: .view(view), event: event, old: old, new: new))
  }
}

/// Check options of views, met by a row as an INSTEAD OF trigger has left it. RULES 57.
struct ViewCheckList {
  private let checks: [(view: QualifiedName, condition: Evaluator)]

  init(_ list: [ViewCheck], _ session: Session) throws(EngineFailure) {
    var compiled: [(view: QualifiedName, condition: Evaluator)] = []
    for check in list {
      guard let condition = check.condition else { continue }
      let compiler = ExpressionCompiler(session)
      compiled.append(
        (check.view, try RowFilter.qual(condition.conjuncts, session, compiler.compile)))
    }
    checks = compiled
  }

  func require(_ row: Row) throws(EngineFailure) {
    for (view, condition) in checks where try condition(Frame(row: row)).truth != true {
      throw .postgres(
        PostgresError(
          .withCheckOptionViolation,
          "new row violates check option for view \"\(view.name)\""))
    }
  }
}

extension BoundMerge.Action {
  fileprivate var assigned: [Int] {
    switch self {
    case .nothing, .delete: []
    case .update(let list): list.map(\.column)
    case .insert(let columns, _, _): columns
    }
  }
}
