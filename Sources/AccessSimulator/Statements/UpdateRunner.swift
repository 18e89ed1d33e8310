import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// UPDATE.
struct UpdateRunner {
  private let table: Int
  private let rows: ChangedRows
  private let assignments: [(column: Int, value: Evaluator?)]
  private let returning: ReturningList
  private let writer: RowWriter
  private let session: Session
  private let database: Database

  init(
    _ update: BoundUpdate, _ target: SecuredTarget?, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    guard case .table(let table) = update.target.id, let target else {
      throw .undecided(Undecided("UPDATE of what is not a table"))
    }
    self.table = table
    self.session = session
    self.database = database
    rows = try ChangedRows(
      table, target, sources: update.sources, joins: update.joins, where: update.condition, session)
    var assignments: [(column: Int, value: Evaluator?)] = []
    for assignment in update.assignments {
      guard let value = assignment.value else {
        assignments.append((assignment.column, nil))
        continue
      }
      assignments.append((assignment.column, try ExpressionCompiler(session).compile(value)))
    }
    self.assignments = assignments
    returning = try ReturningList(update.returning, session)
    writer = try RowWriter(session, database, table: table, target: target)
  }

  func run() throws(EngineFailure) -> Completion {
    writer.begin()
    var written: [(old: Row, new: Row)] = []
    var returned: [[String?]] = []
    try rows.forEach { (frame, position) throws(EngineFailure) in
      let old = frame.rows[0]
      var new = old
      for (column, value) in assignments {
        if let value {
          new[column] = try writer.fitted(try value(frame), column)
        } else {
          new[column] = try writer.fitted(try writer.defaultValue(column), column)
        }
      }
      new = try writer.checked(new, replacing: old)
      writer.changes.replace(table, position, with: new)
      written.append((old, new))
      frame.rows[0] = new
      try returning.append(frame, to: &returned)
      frame.rows[0] = old
    }
    let foreignKeys = ForeignKeys(
      database: database, changes: writer.changes, privileges: session.engine.privileges
    )
    try foreignKeys.update(written, of: table)
    try foreignKeys.check(written.map { ($0.old, $0.new) }, of: table)
    session.keep(writer.changes)
    return Completion(
      tag: "UPDATE \(written.count)", count: written.count, columns: returning.names,
      rows: returned)
  }
}
