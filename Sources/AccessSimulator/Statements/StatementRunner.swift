import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// A decided statement of one session, ready to run for any number of parameter sets.
struct StatementRunner {
  let session: Session
  let database: Database
  let secured: SecuredStatement
  private let execute: () throws(EngineFailure) -> Completion

  init(
    _ secured: SecuredStatement, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    self.session = session
    self.database = database
    self.secured = secured
    if secured.isReplacedByNothing {
      let tag = secured.statement.emptyTag
      execute = { () throws(EngineFailure) in Completion(tag: tag, count: 0) }
      return
    }
    if let sequence = secured.sequence {
      execute = try RuleSequenceRunner(
        sequence, secured, session, database
      ).run
      return
    }
    try session.requireOpenableSubplans(secured)
    switch secured.statement {
    case .with(let tables, let main):
      execute = try WithRunner(tables, main, secured, session, database).run
    case .query(let query): execute = try Self.query(query, session)
    case .truncate(let truncation):
      session.variables.invalidations += 1
      execute = try TruncateRunner(truncation, session, database).run
    case .merge(let merge):
      execute = try MergeRunner(merge, secured.target, session, database).run
    case .insert(let insert):
      if case .view(let view) = insert.target.id {
        try Self.requireChangeable(view, session)
        execute = try InsteadOfRunner(insert, view: view, secured.target, session, database).run
      } else {
        execute = try InsertRunner(insert, secured.target, session, database).run
      }
    case .update(let update):
      if case .view(let view) = update.target.id {
        try Self.requireChangeable(view, session)
        execute = try InsteadOfRunner(update, view: view, secured.target, session, database).run
      } else {
        execute = try UpdateRunner(update, secured.target, session, database).run
      }
    case .delete(let delete):
      if case .view(let view) = delete.target.id {
        try Self.requireChangeable(view, session)
        execute = try InsteadOfRunner(delete, view: view, secured.target, session, database).run
      } else {
        execute = try DeleteRunner(delete, secured.target, session, database).run
      }
    }
    try session.requireOpenable(secured)
  }

  /// Source: `CheckValidResultRel()` in `execMain.c`.
  private static func requireChangeable(_ view: Int, _ session: Session) throws(EngineFailure) {
    if let refusal = session.catalog.catalog.views[view].refusalOfChange {
      throw .postgres(refusal)
    }
  }

  /// Before it runs again, after others.
  func requireOpenable() throws(EngineFailure) {
    guard !secured.isReplacedByNothing, secured.sequence == nil else { return }
    try session.requireOpenableSubplans(secured)
    try session.requireOpenable(secured)
  }

  func run(_ parameters: [SQLValue]) throws(EngineFailure) -> Completion {
    session.begin(parameters: parameters)
    session.running = secured.statement
    do throws(EngineFailure) {
      let completion = try runInside()
      try session.requireUnchangedSequences()
      return completion
    } catch {
      if mayHaveStoredOthers { session.variables.heaps.closeAll() }
      throw error
    }
  }

  /// Runs as a part of another statement.
  func runInside() throws(EngineFailure) -> Completion {
    // Of those that rules have made each is opened in its turn.
    guard secured.sequence == nil, !secured.isReplacedByNothing else { return try execute() }
    return try session.withOpen(secured, database, execute)
  }

  /// What was stored before an error is the plan's to decide, but for rows of VALUES.
  private var mayHaveStoredOthers: Bool {
    switch secured.statement {
    case .insert(let insert):
      if case .values = insert.source { secured.sequence != nil } else { true }
    case .query: session.variables.limits.mayHaveWritten
    default: true
    }
  }

  private static func query(
    _ query: BoundQuery, _ session: Session
  ) throws(EngineFailure) -> () throws(EngineFailure) -> Completion {
    let types = query.targets.map(\.expression.type)
    if session.notePlace == nil, let point = try PointQuery(query, session) { return point.run }
    let compiled = try QueryCompiler(session).compile(query)
    let names = query.targets.map(\.name)
    let isLocking = query.isLocking
    if session.notePlace != nil, query.givesRowsOfOneTable {
      compiled.notePlace = session.notePlace
    }
    return { () throws(EngineFailure) in
      let rows = try compiled.rows(in: nil)
      // What the statement itself has changed is skipped where it is locked: `ExecLockRows()`.
      if isLocking, session.variables.limits.mayHaveWritten {
        throw .undecided(Undecided("rows locked by a statement whose functions change rows"))
      }
      session.returned?.rows = rows
      return Completion(
        tag: "SELECT \(rows.count)", count: rows.count, columns: names,
        rows: session.returned == nil ? try output(rows, types, session) : [])
    }
  }

  /// Rows as psql prints them.
  static func output(
    _ row: Row, _ types: [DataType], _ session: Session
  ) throws(EngineFailure) -> [String?] {
    var texts: [String?] = []
    texts.reserveCapacity(row.count)
    for (value, type) in zip(row, types) {
      try value.requireShown(as: type)
      texts.append(
        type.mayHoldRelations
          ? try session.named(value, type).output(as: type) : value.output(as: type))
    }
    return texts
  }

  private static func output(
    _ rows: [Row], _ types: [DataType], _ session: Session
  ) throws(EngineFailure) -> [[String?]] {
    var texts: [[String?]] = []
    texts.reserveCapacity(rows.count)
    for row in rows { texts.append(try output(row, types, session)) }
    return texts
  }
}

extension BoundQuery {
  /// Whether each row it gives is one row of a table, whatever the plan.
  ///
  /// Source: `search_plan_tree()` in `src/backend/executor/execCurrent.c`.
  var isSimplyUpdatable: Bool {
    givesRowsOfOneTable && orderBy.isEmpty && limit == nil && offset == nil
  }

  /// CURRENT OF means a row of its: the plan reads those one by one, or locks them.
  ///
  /// Source: `execCurrentOf()` in `src/backend/executor/execCurrent.c`.
  var hasCurrentRow: Bool {
    isSimplyUpdatable || givesRowsOfOneTable && isLocking
  }

  var isLocking: Bool { !lockedSources.isEmpty }

  /// Whether a subquery of its condition becomes a join, so that no plain scan gives its rows.
  func joinsSubqueries(in database: Database) -> Bool {
    let names = database.catalog.names
    return condition?.conjuncts.contains { $0.isMergedAsJoin(names.catalog, names.version) } == true
  }

  /// Each of its rows is one of the only table that it reads.
  var givesRowsOfOneTable: Bool {
    guard sources.count == 1, case .relation(let relation) = sources[0].kind,
      case .table = relation.id
    else { return false }
    return grouping == nil && windows.isEmpty && setFunctions.isEmpty && !isDistinct
      && distinctOn == nil && setOperation == nil && values == nil
  }
}

/// RETURNING, compiled over a frame whose source 0 is the changed row.
struct ReturningList {
  private let targets: [Evaluator]
  private let rows: BoundReturnedRows?
  private let types: [DataType]
  private let session: Session
  let names: [String]

  init(
    _ targets: [BoundTarget], _ rows: BoundReturnedRows?, _ session: Session
  ) throws(EngineFailure) {
    self.rows = rows
    self.targets = try ExpressionCompiler(session).compile(targets.map(\.expression))
    self.session = session
    types = targets.map(\.expression.type)
    names = targets.map(\.name)
  }

  /// Source 0 of the frame stays as it was.
  func append(
    _ change: RowChange, _ frame: Frame, to rows: inout [[String?]]
  ) throws(EngineFailure) {
    guard !targets.isEmpty, let row = change.new ?? change.old else { return }
    let before = (row: frame.rows[0], origins: frame.origins)
    frame.rows[0] = row
    if let table = change.table, !frame.origins.isEmpty { frame.origins[0] = .table(table) }
    // The new row is stored elsewhere.
    if change.new != nil, case .filtered(let rows)? = frame.origins.first, frame.positions[0] >= 0 {
      frame.origins[0] = .table(rows.place(frame.positions[0]).table)
    }
    defer { (frame.rows[0], frame.origins) = before }
    if let numbers = self.rows { change.show(in: frame, at: numbers) }
    if let returned = session.returned {
      // Another part of the WITH reads them, or a function; what they look like is nobody's to see.
      returned.rows.append(try ExpressionCompiler.values(targets, frame))
      return
    }
    rows.append(
      try StatementRunner.output(try ExpressionCompiler.values(targets, frame), types, session))
  }
}
