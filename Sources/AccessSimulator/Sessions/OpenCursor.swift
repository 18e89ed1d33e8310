public import AccessDecisions
public import AccessModel
import RowSecurity
public import SQLBinding

/// An open cursor: privileges and policies are those of who declared it; what is evaluated is
/// evaluated as whoever fetches first. RULES 26.
public final class OpenCursor {
  private let secured: SecuredStatement
  private let database: Database
  private unowned let session: SimulatedSession
  /// What was computed as it was planned.
  private let computedCalls: [BoundExpression: SQLValue]
  private var fetched: (user: String, completion: Completion)?
  /// Where its rows were stored; empty where the query's rows are no table's.
  private var places: [FilteredTable.Place] = []

  init(
    _ secured: SecuredStatement, _ database: Database, _ session: SimulatedSession,
    _ computedCalls: [BoundExpression: SQLValue]
  ) {
    self.secured = secured
    self.computedCalls = computedCalls
    self.database = database
    self.session = session
  }

  /// The tables that its plan reads: nobody in the session may change their definition.
  public var tables: Set<QualifiedName> {
    guard case .query(let query) = secured.statement else { return [] }
    return Set(
      query.plannedTables.map { database.catalog.catalog.tables[$0].name })
  }

  /// All rows, as of the moment it was declared.
  public func rows() throws(EngineFailure) -> Completion {
    let user = session.currentUser
    if let fetched {
      guard fetched.user == user || isSame(fetched.completion) else {
        throw .undecided(Undecided("a cursor that different roles fetch from"))
      }
      return fetched.completion
    }
    places = []
    let completion = try session.run(secured, computedCalls, on: database) {
      self.places.append($0)
    }
    fetched = (user, completion)
    return completion
  }

  /// Whether whoever fetches now is given the same rows.
  private func isSame(_ completion: Completion) -> Bool {
    session.trying {
      do throws(EngineFailure) {
        return try session.run(secured, computedCalls, on: database).rows == completion.rows
      } catch {
        return false
      }
    }
  }

  /// The row that WHERE CURRENT OF means, as `current` has it; nil: it is no more. `number`: how
  /// many rows the cursor has passed.
  ///
  /// Source: `execCurrentOf()` in `src/backend/executor/execCurrent.c`.
  func place(
    ofRow number: Int, _ name: String, table: Int, in current: Database
  ) throws(EngineFailure) -> FilteredTable.Place? {
    guard case .query(let query) = secured.statement, query.isSimplyUpdatable,
      case .relation(let relation)? = query.sources.first?.kind, case .table(let read) = relation.id
    else { throw .undecided(Undecided("CURRENT OF a cursor over more than one plain table")) }
    let model = database.catalog.catalog.tables[read]
    guard model.name == current.catalog.catalog.tables[table].name else {
      guard database.inheritance.members(below: read).isEmpty,
        current.inheritance.members(below: table).isEmpty
      else { throw .undecided(Undecided("CURRENT OF a cursor over a table above or below")) }
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "24000"),
          "cursor \"\(name)\" is not a simply updatable scan of table "
            + "\"\(current.catalog.catalog.tables[table].name.name)\""))
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
    return OpenCursor(secured, store.database, self, session.computedCalls)
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
    _ secured: SecuredStatement, _ computedCalls: [BoundExpression: SQLValue],
    on database: Database,
    notingPlaces note: @escaping (FilteredTable.Place) -> Void = { _ in }
  ) throws(EngineFailure) -> Completion {
    let session = Session(
      engineNow, database, role: currentUser, variables: variables, store: store)
    session.notePlace = note
    session.isPlanned = true
    session.computedCalls = computedCalls
    defer { session.close() }
    return try PreparedStatement(secured, session, database).run([])
  }
}

extension BoundQuery {
  /// Those of its FROM, of views and subqueries in it, and of its expressions.
  fileprivate var plannedTables: [Int] {
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
