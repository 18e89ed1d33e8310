import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// A change of a view whose INSTEAD OF triggers take its rows. RULES 60.
///
/// Source: `ExecIRInsertTriggers()` and its kin in `src/backend/commands/trigger.c`.
struct InsteadOfRunner {
  /// Calls its body with the frame, OLD and NEW of each row.
  private typealias Rows = (
    _ body: (Frame, Row?, Row?) throws(EngineFailure) -> Void
  ) throws(EngineFailure) -> Void

  private let view: Int
  private let event: TriggerEvent
  private let word: String
  private let rows: Rows
  private let returning: ReturningList
  private let writes: StatementWrites
  private let checks: ViewCheckList

  private init(
    _ view: Int, _ event: TriggerEvent, _ word: String,
    returning: ([BoundTarget], BoundReturnedRows?), _ target: SecuredTarget?,
    _ session: Session, _ database: Database, _ rows: @escaping Rows
  ) throws(EngineFailure) {
    self.view = view
    self.event = event
    self.word = word
    self.rows = rows
    self.returning = try ReturningList(returning.0, returning.1, session)
    writes = session.newWrites(database)
    checks = try ViewCheckList(target?.viewChecks ?? [], session)
  }

  init(
    _ insert: BoundInsert, view: Int, _ target: SecuredTarget?, _ session: Session,
    _ database: Database
  ) throws(EngineFailure) {
    let source = try InsertedRows(insert, session)
    let columns = ViewColumns(session: session, view: view)
    try self.init(
      view, .insert, "INSERT 0", returning: (insert.returning, insert.returnedRows), target,
      session, database
    ) {
      (body) throws(EngineFailure) in
      try source.forEach { (values, _) throws(EngineFailure) in
        let row = try columns.newRow(
          zip(insert.columns, values).map { (column: $0.0, value: $0.1) })
        try body(Frame(row: row), nil, row)
      }
    }
  }

  init(
    _ update: BoundUpdate, view: Int, _ target: SecuredTarget?, _ session: Session,
    _ database: Database
  ) throws(EngineFailure) {
    let assignments = try AssignmentList(update.assignments, session)
    let columns = ViewColumns(session: session, view: view)
    let found = try Self.join(update.sources, update.joins, update.condition, session)
    try self.init(
      view, .update(columns: Set(update.assignments.map(\.column))), "UPDATE",
      returning: (update.returning, update.returnedRows), target, session, database
    ) { (body) throws(EngineFailure) in
      let frame = Frame(sources: update.sources.count, parent: nil)
      _ = try found.run(frame) { () throws(EngineFailure) in
        let old = frame.rows[0]
        try body(frame, old, try assignments.apply(to: old, frame, columns))
        frame.rows[0] = old
        return true
      }
    }
  }

  init(
    _ delete: BoundDelete, view: Int, _ target: SecuredTarget?, _ session: Session,
    _ database: Database
  ) throws(EngineFailure) {
    let found = try Self.join(delete.sources, delete.joins, delete.condition, session)
    try self.init(
      view, .delete, "DELETE", returning: (delete.returning, delete.returnedRows), target, session,
      database
    ) {
      (body) throws(EngineFailure) in
      let frame = Frame(sources: delete.sources.count, parent: nil)
      _ = try found.run(frame) { () throws(EngineFailure) in
        try body(frame, frame.rows[0], nil)
        return true
      }
    }
  }

  private static func join(
    _ sources: [BoundSource], _ joins: [BoundJoin], _ condition: BoundExpression?,
    _ session: Session
  ) throws(EngineFailure) -> any JoinNode {
    let planner = JoinPlanner(
      compiler: ExpressionCompiler(session), sources: sources,
      rowSources: try QueryCompiler(session).rowSources(sources), isOfChange: true)
    return try planner.plan([.source(0)] + joins, where: condition)
  }

  func run() throws(EngineFailure) -> Completion {
    writes.begin()
    let triggers = writes.triggers(of: .view(view), event)
    try writes.fireBefore(.view(view), event)
    var count = 0
    var returned: [[String?]] = []
    try rows { (frame, old, new) throws(EngineFailure) in
      let row = TriggerRow(relation: .view(view), event: event, old: old, new: new)
      guard let kept = try writes.before(triggers.insteadOf, row) else { return }
      count += 1
      if new != nil { try checks.require(kept) }
      // DELETE returns the row that was there, whatever the trigger gave.
      try returning.append(
        RowChange(old: old, new: new == nil ? nil : kept), frame, to: &returned)
    }
    try writes.finish([(.view(view), event)])
    return Completion(
      tag: "\(word) \(count)", count: count, columns: returning.names, rows: returned)
  }
}
