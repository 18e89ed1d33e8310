import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// DELETE.
struct DeleteRunner {
  private let table: Int
  private let rows: ChangedRows
  private let returning: ReturningList
  private let session: Session
  private let database: Database

  init(
    _ delete: BoundDelete, _ target: SecuredTarget?, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    guard case .table(let table) = delete.target.id, let target else {
      throw .undecided(Undecided("DELETE from what is not a table"))
    }
    self.table = table
    self.session = session
    self.database = database
    rows = try ChangedRows(
      table, target, sources: delete.sources, joins: delete.joins, where: delete.condition, session)
    returning = try ReturningList(delete.returning, session)
  }

  func run() throws(EngineFailure) -> Completion {
    let changes = Changes(database)
    var removed: [Row] = []
    var returned: [[String?]] = []
    try rows.forEach { (frame, position) throws(EngineFailure) in
      changes.remove(table, position)
      removed.append(frame.rows[0])
      try returning.append(frame, to: &returned)
    }
    try ForeignKeys(
      database: database, changes: changes, privileges: session.engine.privileges
    ).remove(removed, from: table)
    session.keep(changes)
    return Completion(
      tag: "DELETE \(removed.count)", count: removed.count, columns: returning.names,
      rows: returned)
  }
}
