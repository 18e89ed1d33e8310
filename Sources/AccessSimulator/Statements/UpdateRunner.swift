import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// UPDATE.
struct UpdateRunner {
  private let relation: RelationID
  private let rows: ChangedRows
  private let assignments: AssignmentList
  private let event: TriggerEvent
  private let returning: ReturningList
  private let writer: TargetWriter
  private let writes: StatementWrites

  init(
    _ update: BoundUpdate, _ target: SecuredTarget?, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    guard case .table(let table) = update.target.id, let target else {
      throw .undecided(Undecided("UPDATE of what is not a table"))
    }
    relation = update.target.id
    rows = try ChangedRows(
      table, isOnly: update.target.isOnly, target, sources: update.sources, joins: update.joins,
      where: update.condition,
      reading: update.returning.map(\.expression) + update.assignments.compactMap(\.value),
      cursor: update.cursor, session)
    assignments = try AssignmentList(update.assignments, session, compiler: rows.outputs)
    let columns = Set(update.assignments.map(\.column))
    event = .update(columns: columns)
    returning = try ReturningList(update.returning, update.returnedRows, session)
    writes = session.newWrites(database)
    writer = try TargetWriter(writes, table: table, target: target, assigned: columns)
    writes.showsUnstoredRows = true
    let model = session.catalog.catalog.tables[table]
    // Nothing but the whole table can be scanned.
    if update.sources.count == 1, model.keys.isEmpty, model.indexes.isEmpty {
      writes.ordered = .table(table)
    }
  }

  func run() throws(EngineFailure) -> Completion {
    writes.comesInAnyOrder = rows.orderCause != nil
    // Rows of a join probably come as they are found.
    writes.watchesKeys = rows.orderCause.map { $0.isHash || $0 == .updates } == true
    return try writes.session.inAnyOrder(
      of: rows.orderCause, orderMatters: { writes.dependsOnOrder }
    ) { (order) throws(EngineFailure) in
      try attempt(order)
    }
  }

  private func attempt(_ order: RowOrder) throws(EngineFailure) -> Completion? {
    writes.begin()
    try writes.fireBefore(relation, event)
    var count = 0
    var returned: [[String?]] = []
    let again = { (frame: Frame, place: FilteredTable.Place) throws(EngineFailure) in
      try writer.attempt(place, assignments, frame, event)
    }
    let isOver = try rows.forEach(in: order, again: again) {
      (frame, place) throws(EngineFailure) in
      let old = frame.rows[0]
      guard let row = try writer.update(place, assignments, frame, event) else { return }
      count += 1
      try returning.append(
        RowChange(old: old, new: row, table: writer.lastTable), frame, to: &returned)
    }
    guard isOver else { return nil }
    try writes.finish([(relation, event)])
    return Completion(
      tag: "UPDATE \(count)", count: count, columns: returning.names, rows: returned)
  }
}
