public import AccessDecisions
public import AccessModel
import RowSecurity
public import SQLBinding

/// An open cursor: privileges and policies are those of who declared it; what is evaluated is
/// evaluated as whoever fetches first. RULES 26.
public final class OpenCursor {
  private let opened: OpenedQuery
  private unowned let session: SimulatedSession
  private var fetched: (by: Circumstances, completion: Completion)?
  /// Of whom only the first rows were computed.
  private var beginning: Circumstances?
  /// Some rows are of one role or setting, some of another.
  private var isMixed = false
  /// How far it has come is not known any more.
  private var isLost = false
  /// Its rows are kept beyond the transaction, whoever fetches them.
  private var isPersisted = false
  /// How many messages came with those that were computed.
  private var said = 0
  private let locked: LockedRows?
  /// Nobody in the session may change the definition of what it reads, until its rows are kept.
  private var plan: OpenPlan?
  /// Where its rows were stored; empty where the query's rows are no table's.
  private var places: [FilteredTable.Place] = []

  init(_ opened: OpenedQuery, _ session: SimulatedSession) {
    self.opened = opened
    self.session = session
    isLost = !opened.isForOthers
    let (secured, database) = (opened.secured, opened.database)
    locked =
      if secured.lock != nil, case .query(let query) = secured.statement {
        LockedRows(query, database)
      } else {
        nil
      }
    let plan = OpenPlan(secured, database)
    self.plan = plan
    session.variables.openPlans.open(plan)
  }

  private var secured: SecuredStatement { opened.secured }
  private var database: Database { opened.database }

  /// The session's statement in which a function has opened it; nil: none has.
  var statement: Int? { opened.statement }

  /// A function has opened it, in a transaction that is over.
  public var isOver: Bool {
    opened.statement != nil && opened.transaction != session.variables.transaction
  }

  /// Whoever has opened it fetches from it in another way.
  func lose() { isLost = true }

  /// Whether it goes backward where nobody has said; nil: the planner decides.
  ///
  /// Source: `ExecSupportsBackwardScan()` in `src/backend/executor/execAmi.c`.
  public var scrolls: Bool? {
    guard case .query(let query) = secured.statement else { return nil }
    let isPlain = query.sources.allSatisfy {
      if case .relation(let relation) = $0.kind {
        relation.security?.viewQuery == nil
      } else {
        false
      }
    }
    let isSimple =
      isPlain && query.sources.count <= 1 && query.grouping == nil && query.windows.isEmpty
      && query.setFunctions.isEmpty && !query.isDistinct && query.distinctOn == nil
      && query.setOperation == nil && query.values == nil && query.commonTables.isEmpty
      && !query.expressions.contains(where: \.hasSubquery)
    return isSimple ? true : nil
  }

  /// What its rows may depend on besides the database.
  private struct Circumstances: Equatable {
    var user: String
    var settings: Settings

    /// Values are written alike.
    func writes(like other: Circumstances) -> Bool {
      SessionVariables.styleSettings.allSatisfy { settings[$0] == other.settings[$0] }
    }
  }

  /// All rows, as of the moment it was declared. `wanted`: how many of them are asked for; the others
  /// are not computed, so that they raise no error. Nil: all. `passed`: how many were fetched.
  public func rows(
    wanted: Int? = nil, passed: Int = 0, isForward: Bool = false
  ) throws(EngineFailure) -> Completion {
    var completion = try known(wanted: wanted, passed: passed, isForward: isForward)
    guard let locked,
      let kept = try locked.kept(
        of: places, count: completion.rows.count, passed: min(passed, completion.rows.count),
        wanted: wanted, in: session.store.database)
    else { return completion }
    guard let by = fetched?.by, isForward else {
      throw .undecided(Undecided("rows to lock that are not read once and forward"))
    }
    completion.rows = kept.map { completion.rows[$0] }
    completion.count = completion.rows.count
    places = kept.map { places[$0] }
    fetched = (by, completion)
    return completion
  }

  private func known(
    wanted: Int?, passed: Int, isForward: Bool
  ) throws(EngineFailure) -> Completion {
    let now = Circumstances(user: session.currentUser, settings: session.variables.settings)
    guard !isLost else { throw Self.lost }
    if case .query(let query) = secured.statement, now.user != opened.role,
      query.plansFunction(database.catalog.catalog)
    {
      throw Self.lost
    }
    // The rows that follow may raise errors.
    guard beginning == nil || beginning == now else {
      throw .undecided(Undecided("a cursor that is fetched from as roles or settings change"))
    }
    // What they say or raise is said or raised again.
    let readsOn = isForward || wanted.map { $0 > passed } == true
    guard readsOn || isPersisted || beginning == nil && said == 0 else {
      throw .undecided(Undecided("rows that a cursor reads again"))
    }
    if let fetched {
      if isPersisted { return fetched.completion }
      guard isForward || !isMixed else {
        isLost = true
        throw Self.lost
      }
      return fetched.by == now
        ? fetched.completion : try rows(after: fetched, now, passed, isForward: isForward)
    }
    let (notices, before) = (session.variables.notices, session.savepoint())
    do throws(EngineFailure) {
      let (completion, places) = try read()
      // Nothing is read for none.
      if wanted == 0 { return completion }
      if let wanted, wanted <= completion.rows.count, hasChanged(since: before) {
        session.variables.sequences.doubt(where: before.sequences)
        throw FetchedRows.changes
      }
      try requireFirstRows(wanted, of: completion)
      let speaks = session.variables.notices.count > notices.count
      if speaks, wanted != nil { try requireComputedAtOnce() }
      guard speaks, let wanted,
        let first = firstRows(wanted), !hasChanged(since: before)
      else {
        forgetSaid(after: notices.count)
        self.places = places
        fetched = (now, completion)
        return completion
      }
      session.variables.notices = notices
      return try beginning(first, now)
    } catch {
      if case .postgres = error, wanted != nil { try requireComputedAtOnce() }
      if hasChanged(since: before), case .undecided = error { isLost = true }
      guard !isLost, let wanted, let first = firstRows(wanted) else { throw error }
      session.variables.notices = notices
      return try beginning(first, now)
    }
  }

  private func requireFirstRows(
    _ wanted: Int?, of completion: Completion
  ) throws(EngineFailure) {
    guard let wanted, wanted < completion.rows.count, Set(completion.rows).count > 1,
      case .query(let query) = secured.statement, query.mayBeFoundByJoined(database.catalog)
    else { return }
    isLost = true
    throw OtherFirstRows.undecided
  }

  /// Of rows that are sorted, volatile outputs wait for those that are fetched.
  private func requireComputedAtOnce() throws(EngineFailure) {
    guard case .query(let query) = secured.statement, !query.orderBy.isEmpty,
      query.targets.contains(where: { $0.expression.isVolatile(database.catalog.catalog) })
    else { return }
    isLost = true
    throw .undecided(Undecided("volatile outputs of rows that a cursor sorts"))
  }

  /// The first rows, again with those that were fetched before.
  private func beginning(
    _ first: SecuredStatement, _ now: Circumstances
  ) throws(EngineFailure) -> Completion {
    beginning = now
    let before = session.variables.notices.count
    defer { forgetSaid(after: before) }
    return try session.run(opened, as: first)
  }

  /// What was said of rows before is not said again.
  private func forgetSaid(after before: Int) {
    let now = session.variables.notices.count - before
    session.variables.notices.removeSubrange(before..<before + min(said, now))
    said = max(said, now)
  }

  private func hasChanged(since before: SimulatedSession.Savepoint) -> Bool {
    !session.isUnchanged(since: before) || session.variables.settings != before.settings
      || session.variables.sequences.changes != before.sequences.changes
  }

  private func read() throws(EngineFailure) -> (Completion, [FilteredTable.Place]) {
    var places: [FilteredTable.Place] = []
    let completion = try session.run(opened) { places.append($0) }
    return (completion, places)
  }

  /// What is fetched as somebody else, or with other settings, than before.
  private func rows(
    after fetched: (by: Circumstances, completion: Completion), _ now: Circumstances,
    _ passed: Int, isForward: Bool
  ) throws(EngineFailure) -> Completion {
    guard case .query(let query) = secured.statement else { throw Self.lost }
    let reading = CursorReading(query, in: database)
    if reading == .gathered, now.writes(like: fetched.by) { return fetched.completion }
    let again = session.trying { () -> (Completion, [FilteredTable.Place])? in
      do throws(EngineFailure) {
        return try read()
      } catch {
        return nil
      }
    }
    guard let (completion, places) = again else {
      throw .undecided(Undecided("a cursor that is fetched from as roles or settings change"))
    }
    if completion.rows == fetched.completion.rows, places == self.places {
      return fetched.completion
    }
    let before = fetched.completion.rows
    guard reading == .oneByOne, isForward, places.count == completion.rows.count,
      self.places.count == before.count
    else {
      isLost = true
      throw Self.lost
    }
    isMixed = true
    guard passed <= before.count else {
      self.fetched = (now, fetched.completion)
      return fetched.completion
    }
    let last = passed > 0 ? self.places[passed - 1].position : -1
    let rest = places.indices.filter { places[$0].position > last }
    var mixed = completion
    mixed.rows = before[..<passed] + rest.map { completion.rows[$0] }
    mixed.count = mixed.rows.count
    self.places = self.places[..<passed] + rest.map { places[$0] }
    self.fetched = (now, mixed)
    return mixed
  }

  /// No row raises an error, whoever fetches it.
  private static let lost = EngineFailure.undecided(
    Undecided(
      "a cursor that is fetched from as roles or settings change", changesNothing: true,
      isSuccess: true))

  /// The query with a limit, where it is read row by row: fewer rows may raise no error.
  private func firstRows(_ count: Int) -> SecuredStatement? {
    guard case .query(var query) = secured.statement, query.limit == nil, query.orderBy.isEmpty
    else { return nil }
    var result = secured
    query.limit = .constant(.integer(Int64(count)), .bigint)
    result.statement = .query(query)
    return result
  }

  /// Its transaction ends, or it was declared without one: all rows are computed now, those that were
  /// fetched once more.
  ///
  /// Source: `PersistHoldablePortal()` in `src/backend/commands/portalcmds.c`.
  public func persist() throws(EngineFailure) {
    guard !isPersisted else { return }
    (fetched, beginning, said) = (nil, nil, 0)
    _ = try rows()
    (isPersisted, plan) = (true, nil)
  }

  /// The row that WHERE CURRENT OF means, as `current` has it; nil: it is no more. `number`: how
  /// many rows the cursor has passed.
  ///
  /// Source: `execCurrentOf()` in `src/backend/executor/execCurrent.c`.
  func place(
    ofRow number: Int, _ name: String, table: Int, in current: Database
  ) throws(EngineFailure) -> FilteredTable.Place? {
    guard case .query(let query) = secured.statement, query.hasCurrentRow,
      case .relation(let relation)? = query.sources.first?.kind, case .table(let read) = relation.id
    else { throw .undecided(Undecided("CURRENT OF a cursor over more than one plain table")) }
    if isPersisted {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "24000"), "cursor \"\(name)\" is held from a previous transaction"))
    }
    guard !relation.isOnly || database.inheritance.members(below: read).isEmpty else {
      throw .undecided(Undecided("CURRENT OF a cursor over a table without those below"))
    }
    let (model, target) = (
      database.catalog.catalog.tables[read], current.catalog.catalog.tables[table]
    )
    let isScanned = locked != nil || !query.joinsSubqueries(in: database)
    guard isScanned, model.name == target.name else {
      guard database.inheritance.members(below: read).isEmpty,
        current.inheritance.members(below: table).isEmpty
      else { throw .undecided(Undecided("CURRENT OF a cursor over a table above or below")) }
      let problem =
        locked == nil
        ? "is not a simply updatable scan of" : "does not have a FOR UPDATE/SHARE reference to"
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "24000"),
          "cursor \"\(name)\" \(problem) table \"\(target.name.name)\""))
    }
    guard fetched != nil, places.indices.contains(number - 1) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "24000"), "cursor \"\(name)\" is not positioned on a row"))
    }
    return try current.place(of: places[number - 1], in: database)
  }
}

extension SimulatedSession {
  /// DECLARE: the query is decided now, and run when it is first fetched from.
  public func open(_ query: SQLQuery) throws(EngineFailure) -> OpenCursor {
    let session = evaluation()
    defer { session.close() }
    let secured = try PreparedStatement.secure(.query(query), [], session)
    try requireLockable(secured.statement, session)
    try session.requireOpenable(secured)
    store.database.follow()
    return OpenCursor(OpenedQuery(secured, store.database, session), self)
  }

  /// Over what a function has opened.
  public func cursor(over query: OpenedQuery) -> OpenCursor { OpenCursor(query, self) }

  /// Whether functions are called as often as the next statement shows.
  public var countsPortals: Bool {
    get { variables.portals.areCounted }
    set { variables.portals.areCounted = newValue }
  }

  /// A portal without a name is made, or may be: how many there were is not known then.
  public func countPortal(isSure: Bool = true) {
    variables.portals.note(isSure: isSure)
  }

  /// What reading the text of a cursor's query finds out, before anything is decided.
  public func requireReadable(_ query: SQLQuery) throws(EngineFailure) {
    let session = evaluation()
    defer { session.close() }
    _ = try PreparedStatement.bound(.query(query), [], session)
  }

  /// Opening a plan finds out that rows of a materialized view can't be locked. RULES 63.
  private func requireLockable(
    _ statement: BoundStatement, _ session: Session
  ) throws(EngineFailure) {
    guard case .query(let query) = statement, !query.lockedSources.isEmpty else { return }
    do throws(EngineFailure) {
      _ = try QueryCompiler(session).compile(query)
    } catch .undecided {
      return
    }
  }

  func run(
    _ opened: OpenedQuery, as statement: SecuredStatement? = nil,
    notingPlaces note: @escaping (FilteredTable.Place) -> Void = { _ in }
  ) throws(EngineFailure) -> Completion {
    let session = Session(
      engineNow, opened.database, role: currentUser, variables: variables, store: store)
    session.notePlace = note
    session.isPlanned = true
    session.computedCalls = opened.computedCalls
    session.plannedParameters = opened.plannedParameters
    defer { session.close() }
    return try PreparedStatement(statement ?? opened.secured, session, opened.database)
      .run(opened.parameters)
  }
}

extension BoundQuery {
  /// Those of its FROM, of views and subqueries in it, and of its expressions.
  var plannedTables: [Int] {
    var result: [Int] = []
    for source in sources {
      switch source.kind {
      case .relation(let relation):
        if case .table(let table) = relation.id { result.append(table) }
        result += relation.security?.viewQuery?.plannedTables ?? []
      case .query(let query): result += query.plannedTables
      case .function, .commonTable, .system: break
      }
    }
    for case .query(let query) in commonTables.map(\.statement) { result += query.plannedTables }
    for expression in expressions {
      expression.forEach { result += $0.subquery?.plannedTables ?? [] }
    }
    return result
  }
}
