import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// WITH before a statement that changes rows, or with such a statement in it.
///
/// All parts read the data as it was before. One part may change rows: how several meet is left
/// undecided. Source: `ExecInitCteScan()`, `ExecPostprocessPlan()`.
struct WithRunner {
  private let main: StatementRunner
  private let changing: [(runner: StatementRunner, rows: ChangedTable)]

  init(
    _ tables: [BoundCommonTable], _ main: BoundStatement, _ secured: SecuredStatement,
    _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    let writers = tables.filter(\.changesRows).count + (main.isQuery ? 0 : 1)
    guard writers <= 1 else {
      throw .undecided(Undecided("several statements that change rows in one WITH"))
    }
    var known: [Int: CommonRows] = [:]
    var changing: [(StatementRunner, ChangedTable)] = []
    defer { session.commonTables = [:] }
    for table in tables {
      session.commonTables = known
      if table.changesRows {
        let rows = ChangedTable(table)
        let runner = try StatementRunner(
          SecuredStatement(
            statement: table.statement, privileges: [], target: secured.commonTargets[table.id]),
          session, database)
        changing.append((runner, rows))
        known[table.id] = CommonRows(rows: rows, id: table.id)
      } else if table.references > 0 {
        known[table.id] = try CommonRows(table, session, known)
      }
    }
    session.commonTables = known
    self.changing = changing.map { (runner: $0.0, rows: $0.1) }
    self.main = try StatementRunner(
      SecuredStatement(statement: main, privileges: [], target: secured.target), session, database)
  }

  func run() throws(EngineFailure) -> Completion {
    for part in changing { try part.rows.take(try part.runner.runInside()) }
    return try main.runInside()
  }
}

/// The rows that a data-modifying table of WITH has returned.
final class ChangedTable {
  private let types: [DataType?]
  private(set) var rows: [Row] = []

  init(_ table: BoundCommonTable) { types = table.columnTypes }

  func take(_ completion: Completion) throws(EngineFailure) {
    rows = []
    for texts in completion.rows {
      var row: Row = []
      for (text, type) in zip(texts, types) {
        guard let text else {
          row.append(.null)
          continue
        }
        row.append(try .input(text, as: type ?? .text))
      }
      rows.append(row)
    }
  }
}

extension BoundCommonTable {
  var changesRows: Bool { !statement.isQuery }
}

extension BoundStatement {
  var isQuery: Bool { if case .query = self { true } else { false } }
}
