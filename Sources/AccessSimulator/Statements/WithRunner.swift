import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// WITH before a statement that changes rows, or with such a statement in it.
///
/// All parts read the data as it was before, and none sees what another writes. Those that the
/// statement reads from run as they are read, others after it, the last one first. Where it would
/// show that they run before it, they are undecided.
///
/// Source: `ExecInitCteScan()`, `ExecPostprocessPlan()`; manual, 7.8.4.
struct WithRunner {
  private struct Part {
    let runner: StatementRunner
    let rows: ChangedTable
    let isRead: Bool
    /// The main statement looks for its rows before it computes anything.
    let isReadFirst: Bool
    /// Where its rows get numbers from.
    let sequences: Set<SequenceStore.ID>
  }

  private let main: StatementRunner
  private let mainSequences: Set<SequenceStore.ID>
  /// The main statement calls what may see which rows are there by now.
  private let showsOrder: Bool
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
        changing.append(
          Part(
            runner: runner, rows: rows, isRead: table.references > 0,
            isReadFirst: main.readsFirst(table.id),
            sequences: session.catalog.sequences(of: table.statement)))
        known[table.id] = CommonRows(rows: rows, id: table.id)
      } else if table.references > 0 {
        known[table.id] = try CommonRows(table, session, known, isOfStatement: true)
      }
    }
    session.commonTables = known
    self.changing = changing
    mainSequences = session.catalog.sequences(of: main)
    showsOrder = main.showsOrder(session.catalog.catalog)
    self.main = try StatementRunner(
      SecuredStatement(statement: main, privileges: [], target: secured.target), session, database)
  }

  func run() throws(EngineFailure) -> Completion {
    shared?.beginShared()
    var used: Set<SequenceStore.ID> = []
    for part in changing where part.isRead {
      // They take turns, or the second is read first.
      guard used.isDisjoint(with: part.sequences) else { throw Self.unordered }
      used.formUnion(part.sequences)
      do throws(EngineFailure) {
        try run(part)
      } catch .postgres(let error) {
        throw failure(error, of: part)
      }
      let takeTurns = part.rows.rows.count > 1 && !mainSequences.isDisjoint(with: used)
      let isOver = part.rows.rows.isEmpty || part.isReadFirst && part.rows.rows.count == 1
      guard !takeTurns, !showsOrder || isOver else { throw Self.unordered }
    }
    let completion = try main.runInside()
    for part in changing.reversed() where !part.isRead { try run(part) }
    try shared?.finishShared()
    return completion
  }

  /// Rows are taken as they come: what reads those before the one that fails may fail first.
  private func failure(_ error: PostgresError, of part: Part) -> EngineFailure {
    if part.rows.rows.isEmpty { return .postgres(error) }
    guard changing.filter(\.isRead).count == 1 else { return Self.unordered }
    let before = SessionMoment(session)
    defer { before.restore(session) }
    do throws(EngineFailure) {
      _ = try main.runInside()
      return .postgres(error)
    } catch .postgres {
      // It fails in any case.
      return .undecided(Undecided("which statement of one WITH fails first", isRefusal: true))
    } catch {
      return error
    }
  }

  private static let unordered = EngineFailure.undecided(
    Undecided("statements of one WITH whose order shows"))

  private func run(_ part: Part) throws(EngineFailure) {
    part.rows.rows = []
    let around = session.returned
    session.returned = part.rows
    defer { session.returned = around }
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
        guard model.hasQuietTriggers(session.catalog.catalog) else {
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

/// The rows that a data-modifying table of WITH, or a statement of a function, has returned.
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

extension BoundCatalog {
  /// The sequences that number what an INSERT stores.
  fileprivate func sequences(of statement: BoundStatement) -> Set<SequenceStore.ID> {
    guard case .insert(let insert) = statement, case .table(let table) = insert.target.id else {
      return []
    }
    return Set(sequences(ofTable: table).compactMap { $0 })
  }
}

extension BoundStatement {
  /// Whether it is a query of that table of WITH alone.
  fileprivate func readsFirst(_ table: Int) -> Bool {
    guard case .query(let query) = self else { return false }
    return query.sources.count == 1 && query.sources[0].kind == .commonTable(id: table)
  }

  /// Whether it calls functions of the catalog that may see what others have written.
  fileprivate func showsOrder(_ catalog: Catalog) -> Bool {
    let computed: [BoundExpression] =
      switch self {
      case .query(let query): query.expressions
      case .insert(let insert):
        insert.returning.map(\.expression) + insert.computedRows
      case .update(let update):
        update.returning.map(\.expression) + update.assignments.compactMap(\.value)
          + [update.condition].compactMap { $0 }
      case .delete(let delete):
        delete.returning.map(\.expression) + [delete.condition].compactMap { $0 }
      case .merge(let merge): merge.expressions
      case .truncate, .with: []
      }
    return computed.contains { expression in
      var isFound = false
      expression.forEach { part in
        guard case .function(let index, _, _) = part else { return }
        isFound = isFound || catalog.functions[index].volatility == .volatile
      }
      return isFound
    }
  }
}

extension BoundInsert {
  fileprivate var computedRows: [BoundExpression] {
    switch source {
    case .query(let query): query.expressions
    case .values(let rows): rows.flatMap { $0.compactMap { $0 } }
    }
  }
}
