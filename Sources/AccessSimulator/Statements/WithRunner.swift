import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// WITH before a statement that changes rows, or with such a statement in it.
///
/// All parts read the data as it was before, and none sees what another writes. Those that the
/// statement reads from run before it, others after it. Where their order would show, they are
/// undecided.
///
/// Source: `ExecInitCteScan()`, `ExecPostprocessPlan()`; manual, 7.8.4.
struct WithRunner {
  private struct Part {
    let runner: StatementRunner
    let rows: ChangedTable
    let isRead: Bool
  }

  private let main: StatementRunner
  private let changing: [Part]
  private let session: Session
  /// Where several write.
  private let shared: StatementWrites?

  init(
    _ tables: [BoundCommonTable], _ main: BoundStatement, _ secured: SecuredStatement,
    _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    self.session = session
    let writers = tables.filter(\.changesRows).map(\.statement) + (main.isQuery ? [] : [main])
    shared = writers.count > 1 ? .shared(session, database) : nil
    if shared != nil { try Self.requireIndependent(writers, session, database) }
    session.sharedWrites = shared
    var known: [Int: CommonRows] = [:]
    var changing: [Part] = []
    defer { (session.commonTables, session.sharedWrites) = ([:], nil) }
    for table in tables {
      session.commonTables = known
      if table.changesRows {
        let rows = ChangedTable()
        let runner = try StatementRunner(
          SecuredStatement(
            statement: table.statement, privileges: [], target: secured.commonTargets[table.id]),
          session, database)
        changing.append(Part(runner: runner, rows: rows, isRead: table.references > 0))
        known[table.id] = CommonRows(rows: rows, id: table.id)
      } else if table.references > 0 {
        known[table.id] = try CommonRows(table, session, known)
      }
    }
    session.commonTables = known
    self.changing = changing
    self.main = try StatementRunner(
      SecuredStatement(statement: main, privileges: [], target: secured.target), session, database)
  }

  func run() throws(EngineFailure) -> Completion {
    shared?.beginShared()
    for part in changing where part.isRead { try run(part) }
    let completion = try main.runInside()
    for part in changing where !part.isRead { try run(part) }
    try shared?.finishShared()
    return completion
  }

  private func run(_ part: Part) throws(EngineFailure) {
    part.rows.rows = []
    session.noteReturned = { part.rows.rows.append($0) }
    defer { session.noteReturned = nil }
    _ = try part.runner.runInside()
  }

  /// Throws where it may show which of several writers comes first: a table with keys that two of
  /// them write to, or triggers, which see what was written so far.
  private static func requireIndependent(
    _ writers: [BoundStatement], _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    var written: Set<Int> = []
    for writer in writers {
      guard let id = writer.changedRelation, case .table(let table) = id else {
        throw .undecided(Undecided("a view as one of several targets in one WITH"))
      }
      let tables = [table] + database.inheritance.members(below: table).map(\.table)
      for table in tables {
        let model = session.catalog.catalog.tables[table]
        guard model.triggers.isEmpty else {
          throw .undecided(Undecided("triggers where one WITH changes several tables"))
        }
        let hasKeys = !model.uniqueColumns.isEmpty || !model.exclusions.isEmpty
        guard written.insert(table).inserted || !hasKeys else {
          throw .undecided(Undecided("a table with keys that one WITH changes twice"))
        }
      }
    }
  }
}

/// The rows that a data-modifying table of WITH has returned.
final class ChangedTable {
  var rows: [Row] = []
}

extension BoundCommonTable {
  var changesRows: Bool { !statement.isQuery }
}

extension BoundStatement {
  var isQuery: Bool { if case .query = self { true } else { false } }
}

extension BoundStatement {
  fileprivate var changedRelation: RelationID? {
    switch self {
    case .insert(let insert): insert.target.id
    case .update(let update): update.target.id
    case .delete(let delete): delete.target.id
    case .merge, .truncate, .query, .with: nil
    }
  }
}
