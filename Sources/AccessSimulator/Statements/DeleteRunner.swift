import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// DELETE.
struct DeleteRunner {
  private let relation: RelationID
  private let rows: ChangedRows
  private let returning: ReturningList
  private let writer: TargetWriter
  private let writes: StatementWrites

  init(
    _ delete: BoundDelete, _ target: SecuredTarget?, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    guard case .table(let table) = delete.target.id, let target else {
      throw .undecided(Undecided("DELETE from what is not a table"))
    }
    relation = delete.target.id
    rows = try ChangedRows(
      table, isOnly: delete.target.isOnly, target, sources: delete.sources, joins: delete.joins,
      where: delete.condition, reading: delete.returning.map(\.expression), cursor: delete.cursor,
      session)
    returning = try ReturningList(delete.returning, delete.returnedRows, session)
    writes = session.newWrites(database)
    writer = try TargetWriter(writes, table: table, target: target, assigned: [])
  }

  func run() throws(EngineFailure) -> Completion {
    try writes.session.inAnyOrder(
      of: rows.orderCause, orderMatters: { writes.wasSeen }
    ) { (order) throws(EngineFailure) in
      try attempt(order)
    }
  }

  private func attempt(_ order: RowOrder) throws(EngineFailure) -> Completion? {
    writes.begin()
    try writes.fireBefore(relation, .delete)
    var count = 0
    var returned: [[String?]] = []
    let isOver = try rows.forEach(in: order) { (frame, place) throws(EngineFailure) in
      guard try writer.remove(place) else { return }
      count += 1
      try returning.append(RowChange(old: frame.rows[0]), frame, to: &returned)
    }
    guard isOver else { return nil }
    try writes.finish([(relation, .delete)])
    return Completion(
      tag: "DELETE \(count)", count: count, columns: returning.names, rows: returned)
  }
}
