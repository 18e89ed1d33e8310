import AccessDecisions
import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// PREPARE and EXECUTE; cursors.
extension SimulatedTarget {
  func prepare(
    _ name: String, _ types: [TypeName], _ text: PreparedText
  ) throws(EngineFailure) -> StatementResult {
    var types = types
    do throws(EngineFailure) {
      try session.requireUsage(of: types)
      types = try session.parameterTypes(
        of: text.statement, declared: types, count: text.parameterCount)
      try session.prepare(text.statement, parameterTypes: types)
    } catch {
      // What can only fail when it runs is prepared all the same.
      guard case .undecided(var construct) = error else { throw error }
      construct.isRefusal = nil
      throw .undecided(construct)
    }
    guard prepared[name] == nil else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P05"), "prepared statement \"\(name)\" already exists"))
    }
    prepared[name] = PreparedEntry(
      types: types, statement: text.statement,
      analysis: session.analysis(of: text.statement, parameterTypes: types),
      planned: plannedNow,
      columns: session.resultColumns(of: text.statement, parameterTypes: types),
      calls: calls(of: text.statement, types))
    return .done("PREPARE")
  }

  /// EXPLAIN: privileges are looked at; only ANALYZE carries the statement out. RULES 16.
  func explained(
    _ inner: SessionStatement, runs: Bool
  ) throws(EngineFailure) -> StatementResult {
    switch inner {
    case .data(let inner) where runs: _ = try data(inner)
    case .data(let inner): try session.check(inner, parameterTypes: [])
    case .execute(let name, let arguments) where runs: _ = try execute(name, arguments)
    default: throw .undecided(Undecided("EXPLAIN", changesNothing: !runs))
    }
    return StatementResult(.undecided(Undecided("EXPLAIN", changesNothing: true)))
  }

  func execute(
    _ name: String, _ arguments: [SQLExpression]
  ) throws(EngineFailure) -> StatementResult {
    guard let entry = prepared[name] else {
      if let reason = doubts.prepared[name] {
        throw .undecided(Undecided("prepared statement `\(name)`, after \(reason)"))
      }
      throw Self.noPrepared(name)
    }
    // A statement without parameters does not look at what it is given.
    guard entry.types.isEmpty || arguments.count == entry.types.count else {
      throw .postgres(Self.wrongParameters(of: name, entry, given: arguments.count))
    }
    session.countPortal()
    let values = try values(of: arguments, entry.types)
    // Source: `RevalidateCachedQuery()` in `src/backend/utils/cache/plancache.c`.
    let columns = session.resultColumns(of: entry.statement, parameterTypes: entry.types)
    guard columns == nil || entry.columns == nil || columns == entry.columns else {
      throw .postgres(
        PostgresError(.featureNotSupported, "cached plan must not change result type"))
    }
    var rights: SimulatedSession.Rights?
    if entry.planned.role == session.currentUser,
      entry.planned.rowSecurity == session.rowSecurity
    {
      if entry.isPlanUnsure { throw .undecided(Self.unsurePlan) }
      rights = entry.planned.rights
    } else {
      prepared[name]?.isPlanUnsure = false
      prepared[name]?.planned = plannedNow
    }
    let now = session.analysis(of: entry.statement, parameterTypes: entry.types)
    let state = now.state(of: entry.analysis)
    if session.catalog.functions.isOther(than: entry.calls.among) {
      let calls = calls(of: entry.statement, entry.types)
      guard state == .redone || calls.meanings == entry.calls.meanings else {
        throw .undecided(Undecided("a prepared statement whose calls would mean others by now"))
      }
      prepared[name]?.calls = calls
    }
    var plans = entry.plans
    defer { prepared[name]?.plans = plans }
    do throws(EngineFailure) {
      let completion = try session.run(
        prepared: entry.statement, parameterTypes: entry.types, parameters: values,
        analyzed: state, plannedWith: rights, plans: &plans)
      if state != .kept { prepared[name]?.analysis = now }
      prepared[name]?.ranWith = session.catalog.functions
      return StatementResult(completion)
    } catch {
      if case .undecided(Self.unsurePlan) = error { prepared[name]?.isPlanUnsure = true }
      if mayHoldBody(entry, of: error) { throw .undecided(Self.unsurePlan) }
      if state != .kept { prepared[name]?.analysis.fail(error, state) }
      throw error
    }
  }

  private var plannedNow: PreparedEntry.Planned {
    (session.currentUser, session.rowSecurity, session.plannedRights)
  }

  private func calls(
    of statement: SQLStatement, _ types: [TypeName]
  ) -> (meanings: [SQLFunctionCall.Meaning], among: SharedList<Catalog.Function>) {
    let meanings = session.callMeanings(in: statement, parameterTypes: types)
    return (meanings, session.catalog.functions)
  }

  private static let unsurePlan = Undecided("a plan that was made before memberships changed")

  /// Whether a function that may not be called was put in its place, or computed, by a plan that was
  /// made when it might: memberships are asked for once.
  private func mayHoldBody(_ entry: PreparedEntry, of error: EngineFailure) -> Bool {
    guard case .postgres(let refusal) = error, entry.ranWith == session.catalog.functions else {
      return false
    }
    return session.mayBePlannedAway(refusal)
  }

  /// The arguments of EXECUTE, as text.
  func values(
    of arguments: [SQLExpression], _ types: [TypeName]
  ) throws(EngineFailure) -> [String?] {
    var values: [String?] = []
    for (index, (argument, type)) in zip(arguments, types).enumerated() {
      try session.requireConvertible(argument, to: type, parameter: index + 1)
      let query = SQLQuery(
        .select(SQLSelect([.expression(.cast(operand: argument, type: type), name: nil)])))
      let row = try session.run(.query(query)).rows.first
      values.append(row?.first ?? nil)
    }
    return values
  }

  static func noPrepared(_ name: String) -> EngineFailure { .postgres(notPrepared(name)) }

  static func notPrepared(_ name: String) -> PostgresError {
    PostgresError(SQLState(rawValue: "26000"), "prepared statement \"\(name)\" does not exist")
  }

  static func wrongParameters(
    of name: String, _ entry: PreparedEntry, given count: Int
  ) -> PostgresError {
    PostgresError(
      .syntaxError, "wrong number of parameters for prepared statement \"\(name)\"",
      detail: "Expected \(entry.types.count) parameters but got \(count).")
  }

  /// A cursor's rows: those the query gave when it was declared, as its snapshot has them.
  struct Cursor {
    let open: OpenCursor
    /// How many were declared before it in its transaction.
    let number: Int
    /// 0: before the first row.
    var position = 0
    let outlivesTransaction: Bool
    let scrolls: Bool?
    /// Made outside of the transaction that ends now.
    var isHeld = false
  }

  func declare(_ declaration: CursorDeclaration) throws(EngineFailure) -> StatementResult {
    guard transaction.isOpen || declaration.outlivesTransaction else {
      try session.requireReadable(declaration.query)
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "25P01"), "DECLARE CURSOR can only be used in transaction blocks"))
    }
    guard cursors[declaration.name] == nil else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P03"), "cursor \"\(declaration.name)\" already exists"))
    }
    let open = try session.open(declaration.query)
    try declaration.requireReadOnly()
    if declaration.outlivesTransaction, !transaction.isOpen { try open.persist() }
    cursors[declaration.name] = Cursor(
      open: open, number: transaction.declaredCursors,
      outlivesTransaction: declaration.outlivesTransaction,
      scrolls: declaration.scrolls ?? (declaration.query.locks == nil ? open.scrolls : false),
      isHeld: !transaction.isOpen)
    transaction.declaredCursors += 1
    return .done("DECLARE CURSOR")
  }

  func fetch(_ command: FetchCommand) throws(EngineFailure) -> StatementResult {
    var cursor = try cursor(command.cursor)
    let all = try cursor.open.rows(
      wanted: command.direction.rowsAsked(from: cursor.position), passed: cursor.position,
      isForward: command.direction.isForward)
    let rows = try cursor.fetch(command.direction, of: all.rows)
    cursors[command.cursor] = cursor
    guard !command.isMove else { return .done("MOVE \(rows.count)") }
    return StatementResult(
      .completed(columns: all.columns, rows: rows, tag: "FETCH \(rows.count)"))
  }

  func cursor(_ name: String) throws(EngineFailure) -> Cursor {
    if let cursor = cursors[name], !cursor.open.isOver { return cursor }
    if name.hasPrefix("<unnamed portal "), cursors.keys.contains(where: Self.isUnsure) {
      throw .undecided(Undecided("the numbers of unnamed portals"))
    }
    if let reason = doubts.cursors[name] {
      throw .undecided(Undecided("cursor `\(name)`, after \(reason)"))
    }
    throw Self.noCursor(name)
  }

  /// A cursor that a function has opened.
  func openPortal(_ name: String?, _ query: OpenedQuery) -> OpenCursor {
    let (open, number) = (session.cursor(over: query), transaction.declaredCursors)
    transaction.declaredCursors += 1
    cursors[name ?? "\u{0}\(number)"] = Cursor(
      open: open, number: number, outlivesTransaction: false, scrolls: nil)
    return open
  }

  private static func isUnsure(_ name: String) -> Bool { name.hasPrefix("\u{0}") }

  func closePortal(_ open: OpenCursor) {
    if let name = cursors.first(where: { $0.value.open === open })?.key { cursors[name] = nil }
  }

  /// Those of a statement that was a transaction of its own.
  func closePortals() { if !cursors.isEmpty { cursors = cursors.filter(\.value.isHeld) } }

  static func noCursor(_ name: String) -> EngineFailure {
    .postgres(
      PostgresError(SQLState(rawValue: "34000"), "cursor \"\(name)\" does not exist"))
  }
}

extension SharedList {
  /// Whether an element may be another than in an earlier version.
  fileprivate func isOther(than earlier: SharedList) -> Bool {
    count != earlier.count || !positions(notSharedWith: earlier).isEmpty
  }
}

extension CursorDeclaration {
  /// Source: `transformDeclareCursorStmt()` in `src/backend/parser/analyze.c`.
  fileprivate func requireReadOnly() throws(EngineFailure) {
    guard !query.writesInWith else {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "DECLARE CURSOR must not contain data-modifying statements in WITH"))
    }
    guard let lock = query.locks?.first?.strength.rawValue else { return }
    let refused: (how: String, what: String, kind: String)? =
      if outlivesTransaction {
        ("CURSOR WITH HOLD ... \(lock)", "supported", "Holdable")
      } else if scrolls == true {
        ("SCROLL CURSOR ... \(lock)", "supported", "Scrollable")
      } else if isInsensitive {
        ("INSENSITIVE CURSOR ... \(lock)", "valid", "Insensitive")
      } else {
        nil
      }
    guard let refused else { return }
    throw .postgres(
      PostgresError(
        refused.what == "valid" ? SQLState(rawValue: "42P11") : .featureNotSupported,
        "DECLARE \(refused.how) is not \(refused.what)",
        detail: "\(refused.kind) cursors must be READ ONLY."))
  }
}

extension FetchCommand.Direction {
  /// It reads rows that follow, and no others.
  fileprivate var isForward: Bool {
    switch self {
    case .forward(let count?): count > 0
    case .forward(nil): true
    default: false
    }
  }

  /// How many of the cursor's rows have been passed then; nil: all.
  fileprivate func rowsAsked(from position: Int) -> Int? {
    switch self {
    case .forward(let count?) where count >= 0:
      let (end, overflow) = position.addingReportingOverflow(count)
      return overflow ? nil : end
    case .absolute(let number) where number >= 0: return number
    default: return nil
    }
  }
}

extension SimulatedTarget.Cursor {
  /// Moves and gives the rows passed. Source: `DoPortalRunFetch()` in `pquery.c`.
  mutating func fetch(
    _ direction: FetchCommand.Direction, of rows: [[String?]]
  ) throws(EngineFailure) -> [[String?]] {
    switch direction {
    case .forward(let count?) where count < 0: return try fetch(.backward(-count), of: rows)
    case .backward(let count?) where count < 0: return try fetch(.forward(-count), of: rows)
    case .forward(let count):
      if count == 0 { return try refetched(rows) }
      let wanted = count ?? rows.count
      let first = min(position, rows.count)
      let last = wanted >= rows.count - first ? rows.count : first + wanted
      // All that there is ends beyond the last.
      position = count == nil || last - first < wanted ? rows.count + 1 : last
      return Array(rows[first..<last])
    case .backward(let count):
      try requireBackward()
      if count == 0 { return current(rows) }
      let end = max(0, min(position, rows.count + 1) - 1)
      let wanted = count ?? rows.count
      let first = max(0, end - wanted)
      position = count == nil || end - first < wanted ? 0 : first + 1
      return rows[first..<end].reversed()
    case .absolute(let number):
      if number < 0 || mustGoBack(to: number, of: rows) { try requireBackward() }
      return move(in: rows, to: number < 0 ? rows.count + 1 + number : number)
    case .relative(0): return try refetched(rows)
    case .relative(let count):
      if count < 0 { try requireBackward() }
      let (target, overflow) = position.addingReportingOverflow(count)
      return move(in: rows, to: overflow ? rows.count + 1 : target)
    }
  }

  /// Whether a row is reached from the start, or from behind, and the cursor is not at the start.
  private func mustGoBack(to number: Int, of rows: [[String?]]) -> Bool {
    position > 0 && (number - 1 <= min(position, rows.count) / 2 || number <= position)
  }

  /// Throws unless it goes backward. Without SCROLL it depends on the plan.
  private func requireBackward() throws(EngineFailure) {
    switch scrolls {
    case true?: return
    case nil: throw .undecided(Undecided("a cursor without SCROLL that goes back"))
    case false?:
      throw .postgres(
        PostgresError(
          .notInPrerequisiteState, "cursor can only scan forward",
          hint: "Declare it with SCROLL option to enable backward scan."))
    }
  }

  /// The row that it is on, for which it goes back one.
  private func refetched(_ rows: [[String?]]) throws(EngineFailure) -> [[String?]] {
    let current = current(rows)
    if !current.isEmpty { try requireBackward() }
    return current
  }

  /// Moves to one row and gives it; beyond the ends there is none.
  private mutating func move(in rows: [[String?]], to target: Int) -> [[String?]] {
    position = min(max(target, 0), rows.count + 1)
    return current(rows)
  }

  private func current(_ rows: [[String?]]) -> [[String?]] {
    rows.indices.contains(position - 1) ? [rows[position - 1]] : []
  }
}
