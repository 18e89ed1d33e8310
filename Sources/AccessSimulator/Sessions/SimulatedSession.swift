public import AccessDecisions
public import AccessModel
public import RowSecurity
public import SQLBinding

/// One connection to a database in memory, whose statements last: what a statement writes, the next
/// one sees.
///
/// ```swift
/// let session = SimulatedSession(version: .v15)
/// session.define(catalog)
/// let completion = try session.run(statement)
/// ```
///
/// Definitions are made elsewhere; `define` takes the catalog that they leave.
public final class SimulatedSession {
  public let version: PostgresVersion
  private let isWhole: Bool
  private(set) var variables: SessionVariables
  let store: DataStore
  var engine: RowSecurityEngine {
    didSet {
      variables.engine = engine
      noteInvalidation()
    }
  }

  /// An empty database, as the superuser `login`.
  ///
  /// `isWhole`: all that will be in it is made by the session.
  public init(version: PostgresVersion, login: String = "postgres", isWhole: Bool = false) {
    self.version = version
    self.isWhole = isWhole
    variables = SessionVariables(login: login)
    variables.version = version
    engine = RowSecurityEngine(
      BoundCatalog(CatalogNames(Catalog(), version: version)), version: version)
    store = DataStore(Database(engine.catalog, tables: []))
  }

  /// Takes over another's state.
  func take(
    _ variables: SessionVariables, _ engine: RowSecurityEngine, _ database: Database
  ) {
    self.variables = variables
    self.engine = engine
    store.database = database
  }

  /// The rules, whatever the settings say.
  var engineWithoutSettings: RowSecurityEngine { engine }

  /// Who logged in.
  public var login: String { variables.login }

  /// Tables by name whose rows are not known, and why: what reads or changes them is undecided.
  public var doubtfulTables: [String: String] {
    get { variables.doubtfulTables }
    set { variables.doubtfulTables = newValue }
  }

  /// As `Simulator.smallestBatch`.
  public var smallestBatch: Int {
    get { variables.smallestBatch }
    set { variables.smallestBatch = newValue }
  }

  /// Ends this session and begins another in the same database, with what ALTER DATABASE and ALTER
  /// ROLE have set for it; what can't be set is a WARNING.
  ///
  /// Source: `process_settings()` in `src/backend/utils/init/postinit.c`.
  public func reconnect(as login: String) throws(EngineFailure) {
    let (sequences, services) = (variables.sequences, variables.services)
    let (smallestBatch, heaps) = (smallestBatch, variables.heaps)
    variables = SessionVariables(login: login)
    variables.version = version
    variables.smallestBatch = smallestBatch
    variables.sequences = sequences
    variables.sequences.forgetLast()
    variables.heaps = heaps
    variables.engine = engine
    variables.services = services
    let settings =
      (catalog.database?.settings ?? []) + (catalog.role(login)?.settings ?? [])
    for setting in settings {
      do throws(EngineFailure) {
        try variables.assign(setting.name, setting.value, isLocal: false, engine)
      } catch {
        guard case .postgres(let refusal) = error else { throw error }
        variables.notices.append(
          Notice("WARNING", refusal.message, sqlState: refusal.sqlState))
      }
    }
    variables.settings.begin()
  }

  /// What functions may ask of whoever runs the session's definitions.
  public var services: FunctionServices? {
    get { variables.services }
    set { variables.services = newValue }
  }

  /// A statement of the script begins.
  public func beginStatement(isFirst: Bool) {
    variables.limits.restart()
    variables.statementClock = .now()
    if isFirst { variables.transactionClock = variables.statementClock }
  }

  /// Whether the last statement ran functions that have written, before it was undecided.
  public var mayHaveWrittenInFunctions: Bool { variables.limits.mayHaveWritten }

  /// Runs DO.
  public func run(_ block: PLBody, mayEndTransaction: Bool) throws(EngineFailure) {
    try withTransaction(mayEndTransaction) { (session) throws(EngineFailure) in
      session.begin(parameters: [])
      try FunctionStack.run { () throws(EngineFailure) in
        try PLMachine.run(
          block, FunctionSession(caller: session, owner: nil, isReadOnly: false),
          mayEndTransaction: mayEndTransaction)
      }
    }
  }

  /// Runs `body`, which may end the transaction and begin another: what fails goes back no further.
  func withTransaction<Result>(
    _ mayEnd: Bool, _ body: (Session) throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    var before = FunctionSavepoint(store, variables)
    let session = evaluation()
    defer { session.close() }
    if mayEnd {
      variables.endTransaction = { [unowned self] (commits) throws(EngineFailure) in
        if commits {
          guard catalog.tables.allSatisfy({ $0.atCommit == .preserveRows }) else {
            throw .undecided(Undecided("COMMIT of a procedure beside tables with ON COMMIT"))
          }
          try checkDeferred()
          commit()
        } else {
          before.restore(store, variables)
          variables.deferred = []
          commit()
        }
        before = FunctionSavepoint(store, variables)
      }
    }
    defer { variables.endTransaction = nil }
    do throws(EngineFailure) {
      defer { store.database = store.database.settled() }
      return try body(session)
    } catch {
      before.restore(store, variables)
      throw error
    }
  }

  public var catalog: Catalog { engine.catalog.catalog }
  public var currentUser: String { variables.currentUser }
  public var sessionUser: String { variables.sessionUser }
  /// The setting `row_security`.
  public var rowSecurity: Bool { variables.rowSecurity }

  /// Takes a catalog whose tables are empty.
  public func open(_ catalog: Catalog) { replace(catalog, [:]) }

  /// Takes a catalog and the rows of its tables.
  func replace(_ catalog: Catalog, _ rows: [QualifiedName: [Row]]) {
    var names = CatalogNames(catalog, version: version)
    names.isWhole = isWhole
    let bound = BoundCatalog(names)
    engine = RowSecurityEngine(bound, version: version)
    store.database = Database(bound, tables: catalog.tables.map { rows[$0.name] ?? [] })
  }

  /// Runs a statement as the current user; what it writes lasts. A statement that fails has written
  /// nothing.
  public func run(
    _ statement: SQLStatement, parameterTypes: [TypeName] = [], parameters: [String?] = [],
    isCopying: Bool = false
  ) throws(EngineFailure) -> Completion {
    try withTransaction(false) { (session) throws(EngineFailure) in
      session.isCopying = isCopying
      let values = try PreparedStatement.values(parameters, parameterTypes, in: names)
      session.plannedParameters = values
      return try PreparedStatement(statement, parameterTypes, session, store.database).run(values)
    }
  }

  /// As `run`, of a statement that was prepared. `analyzed`: what becomes of its names. `rights`: those
  /// that chose its policies. `plans`: those made of it so far.
  public func run(
    prepared statement: SQLStatement, parameterTypes: [TypeName], parameters: [String?],
    analyzed: StatementAnalysis.State?, plannedWith rights: PlannedRights?,
    plans: inout PlanHistory
  ) throws(EngineFailure) -> Completion {
    var history = plans
    defer { plans = history }
    return try withTransaction(false) { (session) throws(EngineFailure) in
      session.choosePolicies(by: try rights?.roles(keptBeside: plannedRights, version))
      session.analyzed = analyzed
      let values = try PreparedStatement.values(parameters, parameterTypes, in: names)
      let secured = try history.plan(statement, parameterTypes, values, session)
      return try PreparedStatement(secured, session, store.database).run(values)
    }
  }

  /// Binds and rewrites a statement, as PREPARE does: its names and types are looked at, and
  /// whether its policies recurse; privileges are when it runs. RULES 16, 65.
  public func prepare(
    _ statement: SQLStatement, parameterTypes: [TypeName]
  ) throws(EngineFailure) {
    let session = evaluation()
    defer { session.close() }
    _ = try PreparedStatement.rewrite(statement, parameterTypes, session, plans: false)
  }

  /// Whether an error is a missing EXECUTE on a function that a plan made before may do without.
  public func mayBePlannedAway(_ error: PostgresError) -> Bool {
    catalog.functions(refusedBy: error).contains(where: \.isPlannedAway)
  }

  /// What a statement meets until its plan is there: names and types, and the rights on its views.
  @discardableResult
  public func plan(_ statement: SQLStatement) throws(EngineFailure) -> PlannedWrites {
    let noticed = variables.notices.count
    let session = evaluation()
    defer { session.close() }
    let secured = try PreparedStatement.rewrite(statement, [], session)
    let early = secured.privileges.filter(\.isOfPlanning)
    if let error = try session.engine.privileges.firstFailure(of: early) { throw .postgres(error) }
    let writes = PlannedWrites(secured, session.catalog.catalog)
    // What runs is planned again.
    if !writes.areRefused { variables.notices.removeSubrange(noticed...) }
    return writes
  }

  /// The types of a statement's parameters, of which the first are declared.
  public func parameterTypes(
    of statement: SQLStatement, declared: [TypeName], count: Int
  ) throws(EngineFailure) -> [TypeName] {
    guard count > declared.count else { return declared }
    let session = evaluation()
    defer { session.close() }
    return try PreparedStatement.parameterTypes(of: statement, declared, count, session)
  }

  /// Throws unless an argument of EXECUTE has a type that may be assigned to its parameter's.
  /// Source: `EvaluateParams()` in `prepare.c`.
  public func requireConvertible(
    _ argument: SQLExpression, to type: TypeName, parameter number: Int
  ) throws(EngineFailure) {
    // What has no type of its own takes the parameter's.
    if case .literal(let literal) = argument {
      switch literal {
      case .string, .null: return
      default: break
      }
    }
    try Binder.requireArgument(argument, in: names)
    let query = SQLQuery(.select(SQLSelect([.expression(argument, name: nil)])))
    guard let target = names.type(type),
      case .query(let bound) = try Binder.bind(.query(query), in: names),
      let source = bound.targets.first?.expression.type, source != target,
      source.conversion(to: target).map({ $0 <= .assignment }) != true
    else { return }
    throw .postgres(
      PostgresError(
        .datatypeMismatch,
        "parameter $\(number) of type \(source) cannot be coerced to the expected type \(target)",
        hint: "You will need to rewrite or cast the expression."))
  }

  /// All that EXPLAIN does: privileges are looked at too, nothing runs.
  public func check(
    _ statement: SQLStatement, parameterTypes: [TypeName]
  ) throws(EngineFailure) {
    let session = evaluation()
    session.opensPlans = false
    defer { session.close() }
    _ = try PreparedStatement(statement, parameterTypes, session, store.database)
  }

  /// What a query that a definition runs as `role` meets before its first row.
  /// Unless it `runs` only its names and types are looked at.
  func check(_ query: SQLQuery, as role: String, runs: Bool) throws(EngineFailure) {
    let session = evaluation(as: role)
    defer { session.close() }
    guard runs else {
      _ = try PreparedStatement.bound(.query(query), [], session)
      return
    }
    _ = try PreparedStatement(.query(query), [], session, store.database)
  }

  /// The rules, with the settings as they are now.
  var engineNow: RowSecurityEngine {
    var engine = engine
    engine.rowSecurity = variables.rowSecurity
    engine.isReplica = variables.isReplica
    return engine
  }

  /// Names as the session's search path finds them.
  var names: CatalogNames {
    var names = engine.catalog.names
    names.searchPath = searchPath
    names.identitySequences = variables.sequences.identityNames(in: catalog)
    return names
  }

  /// The rows of a query that a definition runs as `role`. `isMaintained`: a materialized view's.
  func rows(
    of query: SQLQuery, as role: String, _ store: DataStore, isMaintained: Bool
  ) throws(EngineFailure) -> [Row] {
    var engine = RowSecurityEngine(store.database.catalog, version: version)
    engine.rowSecurity = variables.rowSecurity
    engine.isReplica = variables.isReplica
    let session = Session(
      engine, store.database, role: role, variables: variables, store: store)
    defer { session.close() }
    // The query's own names are known; its functions look for theirs.
    let bound = try PreparedStatement.bound(.query(query), [], session)
    guard isMaintained else { return try PreparedStatement.rows(of: bound, session) }
    return try restricted { () throws(EngineFailure) in
      try PreparedStatement.rows(of: bound, session)
    }
  }

  /// Functions of indexes and materialized views: their settings end with the operation, and from
  /// 17 on they find only what is PostgreSQL's own.
  ///
  /// Source: `SECURITY_RESTRICTED_OPERATION` in `src/backend/commands/matview.c`,
  /// `RestrictSearchPath()` in `src/backend/utils/misc/guc.c`.
  func restricted<Result>(
    _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    let before = (variables.settings, variables.isRestricted, variables.pathAroundMaintenance)
    variables.isRestricted = true
    defer {
      (variables.settings, variables.isRestricted, variables.pathAroundMaintenance) = before
    }
    if version >= .v17 {
      variables.pathAroundMaintenance = searchPath
      variables.settings.set("search_path", "pg_catalog, pg_temp", isLocal: true)
    }
    return try body()
  }

  /// Whether a materialized view's query or an index's expressions run.
  public var isRestricted: Bool { variables.isRestricted }

  /// What evaluates expressions of a definition.
  func evaluation(
    _ catalog: BoundCatalog, _ database: Database, as role: String? = nil,
    rowSecurity: Bool = true
  ) -> Session {
    var engine = RowSecurityEngine(catalog, version: version)
    engine.rowSecurity = rowSecurity
    return Session(engine, database, role: role ?? currentUser, variables: variables)
  }

  /// What evaluates one statement.
  /// `role`: nil for the current one.
  func evaluation(as role: String? = nil) -> Session {
    var engine = engine
    engine.rowSecurity = variables.rowSecurity
    engine.isReplica = variables.isReplica
    variables.limits.restart()
    return Session(
      engine, store.database, role: role ?? currentUser, variables: variables, store: store)
  }

  /// SET or RESET; nil: the default.
  public func set(
    _ name: String, _ value: String?, isLocal: Bool
  ) throws(EngineFailure) {
    try variables.assign(name, value, isLocal: isLocal, engine)
  }

  /// Throws unless the current user may CHECKPOINT.
  public func requireCheckpoint() throws(EngineFailure) {
    try engine.requireCheckpoint(by: currentUser)
  }

  /// DISCARD SEQUENCES: `currval()` has nothing to give.
  public func forgetSequences() { variables.sequences.forgetLast() }

  /// `server_version_num`: that of the minor version whose behaviour was observed, or of the server
  /// that it is held against.
  public var serverNumber: Int {
    get { variables.serverNumber }
    set { variables.serverNumber = newValue }
  }

  /// RESET ALL: everything but who the session is.
  public func resetAll() { variables.settings.resetAll() }

  /// How values are read and written now: run each statement in it.
  public var valueStyle: ValueStyle {
    var style = variables.valueStyle
    style.version = version
    style.searchPath = searchPath
    return style
  }

  /// SHOW.
  public func show(_ name: String) throws(EngineFailure) -> String {
    if let value = try variables.value(of: name, engine) { return value }
    throw .postgres(
      PostgresError(.undefinedObject, "unrecognized configuration parameter \"\(name)\""))
  }

  /// Schemas in which names are looked for; `$user` is the session's user.
  public var searchPath: [String] { searchPath(of: currentUser) }

  func searchPath(of user: String) -> [String] {
    SearchPathSetting.schemas(
      of: variables.settings["search_path"] ?? "\"$user\", public", user: user, in: engine)
  }

  /// What PL/pgSQL warns of, and what it refuses.
  public var extraChecks: (warnings: Set<PLExtraCheck>, errors: Set<PLExtraCheck>) {
    (variables.extraChecks("plpgsql.extra_warnings"), variables.extraChecks("plpgsql.extra_errors"))
  }

  /// Adds messages.
  public func notice(_ notices: [Notice]) { variables.notices += notices }

  /// Whether the client gets it, by `client_min_messages`.
  public func shows(_ notice: Notice) -> Bool { variables.shows(notice.severity) }

  /// Messages since the last call.
  public func takeNotices() -> [Notice] {
    defer { variables.notices = [] }
    return variables.notices
  }

  /// Messages of the statement are not known, all else is.
  public func noteUnsureNotices(_ reason: Undecided) { variables.unsureNotices = reason }

  /// Why messages of the last statement may be others, if so: it is decided but for them.
  public func takeUnsureNotices() -> Undecided? {
    defer { variables.unsureNotices = nil }
    return variables.unsureNotices
  }
}
