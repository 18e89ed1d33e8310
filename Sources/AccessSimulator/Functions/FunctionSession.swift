import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// What an SQL statement of a function gives.
struct SQLResult {
  var names: [String] = []
  var types: [DataType] = []
  var rows: [Row] = []
  /// Rows read or changed.
  var count = 0
  /// Where the rows of a cursor are stored; nil: they are no table's.
  var stored: StoredRows?
  /// Of a loop: its statement changes no rows.
  var isReadOnly = true
  /// Of a loop or cursor: what its rows come from, which are none yet.
  var fetched: FetchedRows?
  /// Of a cursor: its query, for whoever fetches by its name.
  var opened: OpenedQuery?

  struct StoredRows {
    var database: Database
    var table: QualifiedName
    var places: [FilteredTable.Place]
  }
}

/// An SQL statement of a function.
struct FunctionStatement {
  var statement: SQLStatement
  /// As written, without INTO.
  var text: String
  /// Of the function's text, where it stands; with `text` it tells one statement from another.
  var line = 0
  /// An expression, not a statement: CONTEXT tells them apart.
  var isExpression = false
  /// Of EXECUTE: no plan is kept.
  var isDynamic = false
  /// How many rows of a query are asked for.
  var rowLimit = Int.max
  /// Of a cursor: CURRENT OF may ask where its rows are stored.
  var keepsPlaces = false
  /// Of a loop or cursor: rows are computed as they are fetched.
  var isFetched = false
  /// It waits for who fetches, simple as it may be.
  var isCursor: Bool { isFetched && (keepsPlaces || isDynamic) }

  /// Its line of CONTEXT. Source: `_SPI_error_callback()`.
  func context(_ version: PostgresVersion) -> String {
    guard !text.isEmpty else { return Self.unnamed }
    guard isExpression else { return "SQL statement \"\(text)\"" }
    return "\(version >= .v18 ? "PL/pgSQL" : "SQL") expression \"\(text)\""
  }

  /// The line of a statement whose text is not kept.
  static let unnamed = ""
}

/// The SQL of one call of a function: as whom it runs, and which rows it sees.
///
/// Statements of a volatile function see what the statement around the call has written so far, and
/// what those before them wrote; others see what that statement sees. RULES 70, 71.
final class FunctionSession {
  /// The session of the statement that calls.
  let caller: Session
  /// Inside SECURITY DEFINER functions, where SET ROLE is refused; nil: whoever the session is.
  let fixedRole: String?
  let isReadOnly: Bool
  /// The planner puts the function's query into the one that calls it, so that nobody looks at what it
  /// does.
  var isPartOfQuery = false
  /// The body is BEGIN ATOMIC: its names were found when it was made. RULES 17.
  var isAtomic = false
  /// Statements are planned for the values of their variables: those of PL/pgSQL, and from 18 on
  /// those of SQL functions.
  var hasCustomPlans = true
  /// Its plans outlive the call: those of PL/pgSQL. RULES 26.
  var keepsPlans = false
  /// The plans of the function's statements.
  var plans = BodyPlans("")
  /// The SQL that runs now, for CONTEXT.
  var running: FunctionStatement?

  /// `owner`: of a SECURITY DEFINER function. `setsRole`: the function has set it by now.
  init(caller: Session, owner: String?, isReadOnly: Bool, setsRole: Bool = false) {
    self.caller = caller
    fixedRole = owner ?? (caller.followsRole || setsRole ? nil : caller.role)
    self.isReadOnly = isReadOnly
    guard !isReadOnly else { return }
    caller.writes?.publish()
  }

  /// Lets the statement around the call see what the function wrote.
  func end() {
    if !isReadOnly { caller.writes?.adopt() }
  }

  /// `current_user` now.
  var role: String { fixedRole ?? variables.currentUser }

  var variables: SessionVariables { caller.variables }

  /// What a statement of the function reads now.
  private func database() throws(EngineFailure) -> (Database, DataStore?) {
    let store = caller.workingStore
    guard let database = isReadOnly ? caller.database : store?.database else {
      throw .undecided(Undecided("a function that runs SQL outside of any data"))
    }
    return (database, store)
  }

  /// What a statement of the function runs in now.
  func session() throws(EngineFailure) -> Session {
    let (database, store) = try database()
    var engine = variables.engine ?? caller.engine
    engine.plannedRoles = nil
    engine.rowSecurity = variables.rowSecurity
    engine.isReplica = variables.isReplica
    engine.ignoresForce = caller.engine.ignoresForce
    let session = Session(
      engine, database, role: role, variables: variables, store: store, depth: caller.depth + 1)
    session.isRoleFixed = fixedRole != nil
    return session
  }

  var environment: FunctionPlan.Environment {
    FunctionPlan.Environment(
      catalog: (variables.engine ?? caller.engine).catalog.functions, role: role,
      isRoleFixed: fixedRole != nil, sessionUser: variables.sessionUser,
      searchPath: variables.settings["search_path"], rowSecurity: variables.rowSecurity,
      ignoresForce: caller.engine.ignoresForce,
      rights: PlannedRights((variables.engine ?? caller.engine).catalog.catalog))
  }

  /// Runs one statement over variables.
  func execute(
    _ statement: FunctionStatement, _ parameters: any StatementParameters
  ) throws(EngineFailure) -> SQLResult {
    try variables.limits.step()
    if statement.isExpression, let (value, type, name) = try simpleValue(statement, parameters) {
      return SQLResult(names: [name], types: [type], rows: [[value]], count: 1)
    }
    running = statement
    defer { running = nil }
    return try executeFully(statement, parameters)
  }

  /// The value of an expression whose plan is known and reads no rows.
  func simpleValue(
    _ statement: FunctionStatement, _ parameters: any StatementParameters
  ) throws(EngineFailure) -> (value: SQLValue, type: DataType, name: String)? {
    guard !statement.isDynamic else { return nil }
    let key = BodyPlans.Key(line: statement.line, text: statement.text)
    guard let plan = plans.plans[key], let simple = plan.simple,
      let values = try values(plan, parameters)
    else { return nil }
    let (database, store) = try database()
    return (
      try simple.session.evaluating(values, database, store) { () throws(EngineFailure) in
        try simple.value(Self.noRow)
      },
      plan.types[0], plan.names[0]
    )
  }

  private static var noRow: Frame { Frame(sources: 0, parent: nil) }

  /// The values of a plan's parameters, if it still holds.
  private func values(
    _ plan: FunctionPlan, _ parameters: any StatementParameters
  ) throws(EngineFailure) -> [SQLValue]? {
    guard plan.environment == environment else {
      // PostgreSQL keeps plans through changes that do not concern them.
      let now = environment
      if keepsPlans, plan.simple == nil, plan.environment.isSame(as: now) {
        if let doubt = plan.doubt { throw doubt }
        do throws(EngineFailure) {
          let kept = try plan.environment.rights.roles(keptBeside: now.rights, variables.version)
          if kept != nil { return try parameters.values(of: plan) }
        } catch {
          plan.doubt = error
          throw error
        }
      }
      try parameters.requireSameFields(plan.variables)
      return nil
    }
    return try parameters.values(of: plan)
  }

  private func executeFully(
    _ statement: FunctionStatement, _ parameters: any StatementParameters
  ) throws(EngineFailure) -> SQLResult {
    try requireAllowed(statement.statement)
    try variables.limits.step(FunctionLimits.sqlCost)
    let session = try session()
    let key = BodyPlans.Key(line: statement.line, text: statement.text)
    if !statement.isDynamic, let plan = plans.plans[key],
      let values = try values(plan, parameters)
    {
      defer { session.close() }
      try requireReading(plan, statement)
      return try run(plan, session, values, statement)
    }
    let earlier = statement.isDynamic ? nil : plans.plans[key]
    do throws(EngineFailure) {
      return try planAndRun(statement, parameters, session)
    } catch {
      guard let earlier, mayStillRun(earlier, after: error) else { throw error }
      throw .undecided(Undecided("a plan that another role has made"))
    }
  }

  /// Whether what may not be called is not called, or not looked at, by a plan that another role has
  /// made: simple expressions are made ready once in a transaction.
  ///
  /// Source: `exec_eval_simple_expr()` in `src/pl/plpgsql/src/pl_exec.c`.
  private func mayStillRun(_ earlier: FunctionPlan, after error: EngineFailure) -> Bool {
    guard keepsPlans, case .query = earlier.bound, case .postgres(let refusal) = error,
      earlier.environment.role != role
    else { return false }
    let isReady = earlier.simple != nil && earlier.transaction == variables.transaction
    return caller.catalog.catalog.functions(refusedBy: refusal)
      .contains { isReady || $0.isPlannedAway }
  }

  private func planAndRun(
    _ statement: FunctionStatement, _ parameters: any StatementParameters, _ session: Session
  ) throws(EngineFailure) -> SQLResult {
    let key = BodyPlans.Key(line: statement.line, text: statement.text)
    let plan = try plan(statement, session, parameters)
    try requireReading(plan, statement)
    // Planned anew it has been run as often. Source: `RevalidateCachedQuery()` in `plancache.c`.
    if !statement.isDynamic { plan.runs = plans.plans[key]?.runs ?? 0 }
    // A simple expression is evaluated without another look at privileges.
    if !statement.isDynamic, plan.simple == nil || session.holds(plan.secured.privileges) {
      plans.plans[key] = plan
    }
    guard let values = try parameters.values(of: plan) else {
      throw .undecided(Undecided("a variable whose type changes while it is read"))
    }
    // The plan keeps the session of a simple expression.
    defer { if plan.simple == nil { session.close() } }
    return try run(plan, session, values, statement)
  }

  /// Plans a statement that runs later, if it does: views are looked at now.
  func planAhead(
    _ statement: FunctionStatement, _ parameters: any StatementParameters
  ) throws(EngineFailure) {
    let key = BodyPlans.Key(line: statement.line, text: statement.text)
    if let known = plans.plans[key], known.environment == environment { return }
    let session = try session()
    defer { session.close() }
    let plan = try plan(statement, session, parameters)
    try session.requireHeld(plan.secured.privileges.filter(\.isOfPlanning))
    if plan.simple == nil { plans.plans[key] = plan }
  }

  private func plan(
    _ statement: FunctionStatement, _ session: Session, _ parameters: any StatementParameters
  ) throws(EngineFailure) -> FunctionPlan {
    let engine = session.engine
    let key = BodyPlans.Key(line: statement.line, text: statement.text)
    let isPlannedByAnother =
      !statement.isDynamic && plans.plans[key].map { $0.environment.role != role } == true
    session.analyzed = isPlannedByAnother ? .open : nil
    let bound: BoundStatement
    do throws(EngineFailure) {
      bound = try Binder.bind(
        parameters.prepared(statement.statement), types: parameters.givenTypes,
        in: session.names, variables: parameters.names
      ) { (schema) throws(EngineFailure) in
        guard !self.isAtomic else { return }
        try PreparedStatement.requireUsage(of: schema, session)
      }
    } catch {
      throw error.reading(statement, variables.version)
    }
    do throws(EngineFailure) {
      let isSimple = if case .query(let query) = bound { query.isSimpleExpression } else { false }
      let hasParameters = !parameters.mentioned.isEmpty || !parameters.givenTypes.isEmpty
      let isForAny = hasCustomPlans && hasParameters && (!isSimple || statement.isCursor)
      let secured = try engine.secure(
        bound, as: role, planning: isForAny ? session.planning.later : session.planning)
      return try FunctionPlan(
        secured, of: bound, environment, session, givenTypes: parameters.givenTypes,
        variables: parameters.mentioned, isCursor: statement.isCursor)
    } catch {
      throw error.inside(statement.context(variables.version)).planning(statement)
    }
  }

  private func run(
    _ plan: FunctionPlan, _ session: Session, _ parameters: [SQLValue],
    _ statement: FunctionStatement
  ) throws(EngineFailure) -> SQLResult {
    let secured = plan.secured
    plan.runs += 1
    do throws(EngineFailure) {
      try requireHeld(plan, session, parameters, statement)
      plan.transaction = variables.transaction
      if let simple = plan.simple {
        // PG_CONTEXT of what it calls has no line for it.
        if statement.isExpression { running = nil }
        let (database, store) = try database()
        let value = try simple.session.evaluating(parameters, database, store) {
          () throws(EngineFailure) in try simple.value(Self.noRow)
        }
        return SQLResult(names: plan.names, types: plan.types, rows: [[value]], count: 1)
      }
      guard case .query(let query) = secured.statement else {
        var result = try change(secured, session, parameters)
        result.opened = OpenedQuery(secured, session, parameters, isForOthers: false)
        return result
      }
      try session.requireOpenable(secured)
      session.begin(parameters: parameters)
      let open = OpenPlan(secured, try database().0)
      variables.openPlans.begin(open)
      defer { variables.openPlans.end() }
      let compiled = try QueryCompiler(session).compile(query)
      let stored = statement.keepsPlaces ? Self.stored(query, session) : nil
      if statement.isFetched {
        let locked = secured.lock == nil ? nil : LockedRows(query, session.database)
        let fetched = try fetched(query, compiled, session, locked, parameters)
        // It stays open for as long as there are rows to fetch.
        fetched.plan = open
        variables.openPlans.open(open)
        var result = SQLResult(
          names: plan.names, types: plan.types, stored: stored, fetched: fetched)
        result.opened = OpenedQuery(
          secured, session, parameters, isForOthers: !fetched.hasChanged)
        return result
      }
      var places: [FilteredTable.Place] = []
      if stored != nil { compiled.notePlace = { places.append($0) } }
      let rows = try compiled.rows(in: nil, upTo: statement.rowLimit)
      var result = SQLResult(
        names: plan.names, types: plan.types, rows: rows, count: rows.count, stored: stored)
      result.stored?.places = places
      return result
    } catch {
      // Simple expressions have no line of their own.
      throw plan.simple == nil || !statement.isExpression
        ? error.inside(statement.context(variables.version)) : error
    }
  }

  /// Policies and rows are those of now, whoever fetches.
  private func fetched(
    _ query: BoundQuery, _ compiled: CompiledQuery, _ opened: Session, _ locked: LockedRows?,
    _ parameters: [SQLValue]
  ) throws(EngineFailure) -> FetchedRows {
    try FetchedRows(query, compiled, opened, locked) { [self] in
      let session = Session(
        opened.engine, opened.database, role: role, variables: variables, store: opened.store,
        depth: opened.depth)
      (session.isRoleFixed, session.isPlanned) = (opened.isRoleFixed, true)
      session.computedCalls = opened.computedCalls
      session.plannedParameters = opened.plannedParameters
      session.begin(parameters: parameters)
      return session
    }
  }

  private static func stored(_ query: BoundQuery, _ session: Session) -> SQLResult.StoredRows? {
    guard query.hasCurrentRow, case .relation(let relation)? = query.sources.first?.kind,
      case .table(let table) = relation.id, let database = session.database,
      query.isLocking || !query.joinsSubqueries(in: database),
      database.inheritance.members(below: table).isEmpty
    else { return nil }
    database.follow()
    return SQLResult.StoredRows(
      database: database, table: database.catalog.catalog.tables[table].name, places: [])
  }

  /// The privileges of a plan, or of one for these values, which needs none on what they make
  /// irrelevant, and meets what computing them raises. RULES 16.
  ///
  /// Source: `choose_custom_plan()` in `src/backend/utils/cache/plancache.c`.
  private func requireHeld(
    _ plan: FunctionPlan, _ session: Session, _ parameters: [SQLValue],
    _ statement: FunctionStatement
  ) throws(EngineFailure) {
    let checks = plan.secured.privileges
    let isPlanned = statement.isDynamic || plan.runs <= PlanHistory.certain
    if hasCustomPlans, plan.simple == nil, !parameters.isEmpty, !isPlanned, !plan.isGeneric {
      _ = try session.engine.secure(plan.bound, as: role, planning: session.planning)
      plan.isGeneric = true
    }
    guard hasCustomPlans, plan.simple == nil, !parameters.isEmpty,
      isPlanned || !session.holds(checks)
    else { return try session.requireHeld(checks) }
    if isPlanned { session.plannedParameters = parameters }
    let custom: SecuredStatement
    do throws(EngineFailure) {
      custom = try session.engine.secure(
        plan.bound, as: role, planning: session.planning.with(parameters))
    } catch {
      // What could not be planned is not counted.
      plan.runs -= 1
      throw error
    }
    // After some, costs decide.
    guard isPlanned || !session.holds(custom.privileges) else { throw PlanHistory.unknownPlan }
    try session.requireHeld(custom.privileges)
  }

  private func change(
    _ secured: SecuredStatement, _ session: Session, _ parameters: [SQLValue]
  ) throws(EngineFailure) -> SQLResult {
    guard let database = session.database else { return SQLResult() }
    variables.limits.mayHaveWritten = true
    let (returned, around) = (ChangedTable(), session.returned)
    session.returned = returned
    defer { session.returned = around }
    let completion = try StatementRunner(secured, session, database).run(parameters)
    var result = SQLResult(
      names: completion.columns, types: secured.statement.returningTypes, count: completion.count)
    result.rows = returned.rows
    return result
  }

  /// A function that is not volatile reads only. Source: `_SPI_execute_plan()`, `init_execution_state()`.
  private func requireAllowed(_ statement: SQLStatement) throws(EngineFailure) {
    guard isReadOnly, let command = statement.writingCommand else { return }
    throw Self.notVolatile(command)
  }

  /// Nor does it lock rows, or write in WITH.
  private func requireReading(
    _ plan: FunctionPlan, _ statement: FunctionStatement
  ) throws(EngineFailure) {
    guard isReadOnly, !isPartOfQuery, let command = plan.refusedCommand else { return }
    throw Self.notVolatile(command).inside(statement.context(variables.version))
  }

  static func notVolatile(_ command: String) -> EngineFailure {
    .postgres(
      PostgresError(
        .featureNotSupported, "\(command) is not allowed in a non-volatile function"))
  }
}

extension SQLStatement {
  /// The command's name if it writes.
  fileprivate var writingCommand: String? {
    switch self {
    case .query: nil
    case .insert: "INSERT"
    case .update: "UPDATE"
    case .delete: "DELETE"
    case .merge: "MERGE"
    case .truncate: "TRUNCATE TABLE"
    }
  }
}

extension BoundStatement {
  /// The types of what RETURNING gives.
  var returningTypes: [DataType] {
    switch self {
    case .with(_, let main): main.returningTypes
    case .query(let query): query.targets.map(\.expression.type)
    case .truncate: []
    case .insert(let insert): insert.returning.map(\.expression.type)
    case .update(let update): update.returning.map(\.expression.type)
    case .delete(let delete): delete.returning.map(\.expression.type)
    case .merge(let merge): merge.returning.map(\.expression.type)
    }
  }
}

extension Session {
  /// A cast by a function of one's own, outside of a query.
  func requireNoCastFunction(from source: DataType, to target: DataType) throws(EngineFailure) {
    guard case .function(let name, _)? = names.ownCast(from: source, to: target)?.method else {
      return
    }
    throw .undecided(Undecided("a conversion by the function `\(name.name)` in a function"))
  }
}
