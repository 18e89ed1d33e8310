import AccessModel
import RowSecurity
import SQLBinding

/// One identity's session: who is asking, with what settings, over which data. Compiled policies
/// and views are kept here, so that they are made once for all of an identity's statements.
final class Session {
  private(set) var engine: RowSecurityEngine
  private(set) var database: Database?
  /// `current_user`.
  let role: String
  /// Inside of a SECURITY DEFINER function: whatever becomes of the session's role.
  var isRoleFixed = false
  /// It is the connection's role, which the statement now running may set.
  private let isConnectionRole: Bool
  /// How often that was set before.
  let identityChanges: Int
  /// It runs what was planned before, perhaps as another role, whose EXECUTE counted.
  var isPlanned = false
  /// What it binds was bound before; nil: it was not.
  var analyzed: StatementAnalysis.State?
  let sessionUser: String
  /// What the connection's statements share.
  let variables: SessionVariables
  /// Where this session's statements store what they write; nil: nowhere, each sees the data as
  /// loaded.
  private(set) var store: DataStore?
  /// Functions calling functions: PostgreSQL stops at its stack limit (54001).
  let depth: Int
  /// Sequences that the statement now running has read, and where their changes stood as it began.
  var readSequences: Set<QualifiedName> = []
  private(set) var sequenceChanges: Int
  /// `$n` of the statement now running.
  var parameters: [SQLValue] = []
  /// `$n` of the one run that plans are made for now; nil: they serve any.
  var plannedParameters: [SQLValue]?
  /// The statement stands for COPY FROM.
  var isCopying = false
  /// Raised for every run, so that what depends on parameters is computed anew.
  private(set) var run = 0

  /// The statement that `run` counts; nil: something else is evaluated.
  var running: BoundStatement? { didSet { isRunningSteady = nil } }
  private var isRunningSteady: Bool?
  /// Inside of a function: the statement that called it, or what called that.
  var outermost: BoundStatement?

  /// Nothing that the statement now running does on its way can change what a policy decides.
  var decidesInBatches: Bool {
    if let isRunningSteady { return isRunningSteady }
    let isSteady = running.map(Steadiness(catalog: catalog).leavesPoliciesAlone) ?? false
    isRunningSteady = isSteady
    return isSteady
  }

  /// What PostgreSQL might have read first, which is compiled and read beside what is.
  var looks = Looks()

  /// False for EXPLAIN, which does not read.
  var opensPlans = true
  /// The materialized views without data that the plan opens, where that is known: others are in
  /// what it leaves out.
  private var openedViews: Set<Int>?
  /// Wanted by a cursor: where the rows of its query are stored.
  var notePlace: ((FilteredTable.Place) -> Void)?
  /// Of the statement now running, if it changes rows.
  weak var writes: StatementWrites?
  private var ownStore: DataStore?
  /// Where the statements of the WITH that is being compiled write together.
  var sharedWrites: StatementWrites?
  /// Wanted by a WITH: the rows that a statement returns, as values.
  var returned: ChangedTable?

  private var relations: [RelationKey: FilteredTable] = [:]
  private var views: [ViewKey: MaterializedRows] = [:]
  private var functions: [FunctionKey: FunctionCall] = [:]
  private var constraints: [Int: CompiledConstraints] = [:]
  private var targets: [ObjectIdentifier: CompiledTarget] = [:]
  private var policies: [BoundExpression: CompiledPolicy] = [:]
  private var estimated = Remembered<Set<BoundExpression>>([])
  /// What was compiled here assumes of the settings of all who take turns; nil: nobody else does.
  var assumptions: PlanAssumptions?
  /// Calls of immutable functions with constants, which are computed once.
  var computedCalls: [BoundExpression: SQLValue] = [:]

  /// What statements that share a target share of it.
  private struct CompiledTarget {
    /// Kept, so that no other object has its identity.
    let identity: AnyObject
    var rows: [Bool: FilteredTable] = [:]
    var checks: RowFilter?
  }

  private struct CompiledPolicy {
    let evaluator: Evaluator
    /// It is another one where it filters the rows of a table.
    let asksAllFirst: Bool
  }

  /// What the WITH of the statement being compiled has defined, by id.
  var commonTables: [Int: CommonRows] = [:]

  private struct RelationKey: Hashable {
    let table: Int
    let role: String
    var isLocked: Bool
    var isOnly: Bool
  }

  private struct FunctionKey: Hashable {
    let index: Int
    /// Of the arguments, where the function takes any.
    let types: [DataType]
  }

  private struct ViewKey: Hashable {
    let view: Int
    let isLocked: Bool
  }

  static let maxDepth = 60

  init(
    _ engine: RowSecurityEngine, _ database: Database?, role: String, variables: SessionVariables,
    store: DataStore? = nil, depth: Int = 0
  ) {
    self.engine = engine
    self.database = database
    self.role = role
    sessionUser = variables.sessionUser
    self.variables = variables
    isConnectionRole = role == variables.currentUser
    identityChanges = variables.identityChanges
    sequenceChanges = variables.sequences.changes
    self.store = store
    self.depth = depth
  }

  /// A session for evaluating defaults, outside of any identity's.
  static func administrator(of catalog: BoundCatalog) -> Session {
    Session(
      RowSecurityEngine(catalog), nil, role: "postgres",
      variables: SessionVariables(login: "postgres"))
  }

  var catalog: BoundCatalog { _read { yield engine.catalog } }

  /// Chooses policies by the memberships that a plan was made with; nil: by those of now.
  func choosePolicies(by roles: RoleGraph?) { engine.plannedRoles = roles }

  /// Whether its role is another when the connection's is.
  var followsRole: Bool { isConnectionRole && !isRoleFixed }

  /// `current_user` now: the statement itself may have changed it.
  var roleNow: String {
    followsRole && variables.identityChanges != identityChanges ? variables.currentUser : role
  }

  /// Evaluates an expression over no row.
  func evaluateConstant(_ expression: BoundExpression) throws(EngineFailure) -> SQLValue {
    try ExpressionCompiler(self).compile(expression)(Frame(sources: 0, parent: nil))
  }

  func begin(parameters: [SQLValue]) {
    self.parameters = parameters
    running = nil
    run += 1
    if depth == 0 {
      ownStore = nil
      variables.limits.restart()
    }
    if store == nil, depth == 0, let database { variables.sequences = database.sequences }
    (readSequences, sequenceChanges) = ([], variables.sequences.changes)
  }

  /// Evaluates over other parameters and data than those of the moment; evaluations may be inside
  /// each other.
  func evaluating<Result>(
    _ parameters: [SQLValue], _ database: Database, _ store: DataStore?,
    _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    let before = (self.parameters, self.database, self.store)
    (self.parameters, self.database, self.store) = (parameters, database, store)
    defer { (self.parameters, self.database, self.store) = before }
    return try body()
  }

  /// Throws where an undecided statement may have changed a table's rows.
  func requireKnown(_ table: Int) throws(EngineFailure) {
    let model = catalog.catalog.tables[table]
    guard model.server == nil else {
      throw .undecided(Undecided("the rows of the foreign table `\(model.name.name)`"))
    }
    try requireKnown(rowsOf: model.name.name)
  }

  private func requireKnown(rowsOf name: String) throws(EngineFailure) {
    guard let reason = variables.doubtfulTables[name] else { return }
    throw .undecided(Undecided("the rows of `\(name)`, after \(reason)"))
  }

  /// What is made of it holds for the settings of the moment.
  func estimate(_ value: BoundExpression) throws(EngineFailure) {
    variables.isPlannedForSettings = true
    try compute(value)
  }

  func compute(_ value: BoundExpression) throws(EngineFailure) {
    _ = try ConstantFolder(session: self, isEstimate: true).fold(value)
  }

  /// Computes values, those that raised nothing once: nothing lasts in this session that they might
  /// depend on.
  func requireEstimates(_ values: [BoundExpression]) throws(EngineFailure) {
    guard !values.isEmpty else { return }
    estimated.turn(to: variables.turn, else: [])
    for value in values where !estimated.value.contains(value) {
      try compute(value)
      makeRoom()
      estimated.value.insert(value)
    }
  }

  /// Stores what a statement has written, if this session's statements last.
  func keep(_ changes: Changes) {
    guard let store else { return }
    let isInside = depth > 0 || !store.database.touched.isEmpty
    let database = store.database.applying(changes, keepingPositions: isInside)
    store.database = depth > 0 ? database : database.settled()
  }

  /// What a statement writes to.
  func newWrites(_ database: Database) -> StatementWrites {
    sharedWrites ?? StatementWrites(self, database)
  }

  /// Calls trigger functions.
  var triggerRunner: any TriggerRunner { FunctionTriggers(self) }

  /// Where functions of this session's statements store what they write; without a store of the
  /// session's it lasts for the statement only.
  var workingStore: DataStore? {
    if let store { return store }
    if ownStore == nil { ownStore = database.map(DataStore.init) }
    return ownStore
  }

  /// The catalog's names as the session's search path finds them.
  var names: CatalogNames {
    let setting = variables.settings["search_path"] ?? "\"$user\", public"
    if let known = namesBySetting, known.setting == setting { return known.names }
    var names = engine.catalog.names
    names.searchPath = SearchPathSetting.schemas(of: setting, user: role, in: engine)
    names.identitySequences = variables.sequences.identityNames(in: catalog.catalog)
    namesBySetting = (setting, names)
    return names
  }

  private var namesBySetting: (setting: String, names: CatalogNames)?

  /// The rows of a table that pass a mention's filters, shared by all mentions as the same role.
  ///
  /// `isLocked`: read under FOR UPDATE or its kin, whose filters are others. `isOnly`: without the
  /// rows of tables that inherit from it.
  func filtered(
    table: Int, _ security: RelationSecurity, isLocked: Bool = false, isOnly: Bool = false
  ) throws(EngineFailure) -> FilteredTable {
    let key = RelationKey(
      table: table, role: security.checkedAs, isLocked: isLocked, isOnly: isOnly)
    if let known = relations[key] { return known }
    let filtered = try compilingShared { () throws(EngineFailure) in
      try FilteredTable(self, table: table, filters: security.filters, isOnly: isOnly)
    }
    relations[key] = filtered
    return filtered
  }

  /// A view's rows. Its query refers to nothing outside, so they are computed once.
  func rows(
    ofView index: Int, _ query: BoundQuery, isLocked: Bool = false
  ) throws(EngineFailure) -> MaterializedRows {
    let key = ViewKey(view: index, isLocked: isLocked)
    if let known = views[key] { return known }
    let compiled = try compilingShared { () throws(EngineFailure) in
      try QueryCompiler(self).compile(query)
    }
    let rows = MaterializedRows(in: self, isPerRun: query.dependsOnRun) {
      () throws(EngineFailure) in
      try compiled.rows(in: nil)
    }
    views[key] = rows
    return rows
  }

  /// The rows that a materialized view holds. RULES 63.
  func materializedRows(ofView index: Int) throws(EngineFailure) -> MaterializedRows {
    let name = catalog.catalog.views[index].name.name
    try requireKnown(rowsOf: name)
    guard let current = database ?? store?.database else {
      throw .undecided(Undecided("the rows of materialized view `\(name)`"))
    }
    return MaterializedRows(in: nil) { () throws(EngineFailure) in
      if let rows = current.materialized[index] { return rows }
      guard let opened = self.openedViews, !opened.contains(index) else {
        throw self.isNotPopulated(index)
      }
      return []
    }
  }

  /// Materialized views whose rows a plan would read, were there any yet.
  func requireOpenable(_ secured: SecuredStatement) throws(EngineFailure) {
    openedViews = opensPlans ? Set(secured.opened.map(\.view)) : nil
    guard opensPlans, !secured.opened.isEmpty, let current = database ?? store?.database else {
      return
    }
    let missing = secured.opened.filter { current.materialized[$0.view] == nil }
    guard let first = missing.first else { return }
    try requireKnown(rowsOf: catalog.catalog.views[first.view].name.name)
    guard missing.allSatisfy({ $0.view == first.view }) else {
      throw .undecided(Undecided("which of several materialized views without data is reported"))
    }
    throw isNotPopulated(first.view)
  }

  /// Subplans are opened before what a statement changes is looked at.
  ///
  /// Source: `InitPlan()` in `src/backend/executor/execMain.c`.
  func requireOpenableSubplans(_ secured: SecuredStatement) throws(EngineFailure) {
    guard secured.opened.contains(where: \.isInSubplan), !secured.statement.isQuery else {
      return
    }
    var early = secured
    early.opened = secured.opened.filter(\.isInSubplan)
    try requireOpenable(early)
  }

  private func isNotPopulated(_ view: Int) -> EngineFailure {
    .postgres(catalog.catalog.views[view].refusalOfOpening)
  }

  /// Lets go of what was compiled: it refers back to the session, so neither would ever be freed.
  func close() {
    relations = [:]
    views = [:]
    for call in functions.values { call.close() }
    functions = [:]
    constraints = [:]
    targets = [:]
    policies = [:]
  }

  /// A policy's condition, which often filters rows for one statement and checks them for another.
  /// `ofMany`: of the rows of a table.
  func compiled(
    policy condition: BoundExpression, ofMany: Bool
  ) throws(EngineFailure) -> Evaluator {
    var compiler = ExpressionCompiler(self)
    compiler.askedRows = ofMany ? .many : nil
    // Where data lasts, the next statement sees other rows.
    guard store == nil else { return try compiler.compile(condition) }
    if let known = policies[condition], !ofMany || !known.asksAllFirst { return known.evaluator }
    let asksAllFirst = asksAllFirst(condition)
    let compiled = try compiler.compile(condition)
    if ofMany, asksAllFirst { return compiled }
    makeRoom()
    policies[condition] = CompiledPolicy(evaluator: compiled, asksAllFirst: asksAllFirst)
    return compiled
  }

  /// Whether it says something else of many rows than of one.
  private func asksAllFirst(_ condition: BoundExpression) -> Bool {
    var isFound = false
    condition.forEach { part in
      guard case .exists(let query) = part else { return }
      isFound = isFound || HashedExistence(query, self, isJoined: false) != nil
    }
    return isFound
  }

  /// The rows of a table that a statement's target lets it reach.
  func filtered(
    table: Int, _ target: SecuredTarget, isOnly: Bool
  ) throws(EngineFailure) -> FilteredTable {
    // Where data lasts, the next statement sees other rows.
    guard store == nil, let identity = target.sharedIdentity else {
      return try FilteredTable(self, table: table, filters: target.filters, isOnly: isOnly)
    }
    let key = ObjectIdentifier(identity)
    if let known = targets[key]?.rows[isOnly] { return known }
    let rows = try FilteredTable(self, table: table, filters: target.filters, isOnly: isOnly)
    makeRoom()
    targets[key, default: CompiledTarget(identity: identity)].rows[isOnly] = rows
    return rows
  }

  /// What new rows of a statement's target must meet.
  func checks(of target: SecuredTarget) throws(EngineFailure) -> RowFilter {
    guard let identity = target.sharedIdentity else { return try RowFilter(target.checks, self) }
    let key = ObjectIdentifier(identity)
    if let known = targets[key]?.checks { return known }
    let checks = try RowFilter(target.checks, self)
    makeRoom()
    targets[key, default: CompiledTarget(identity: identity)].checks = checks
    return checks
  }

  /// Statements on one table come together, so that few targets need be kept.
  private func makeRoom() {
    if targets.count >= Self.mostTargets { targets = [:] }
    if constraints.count >= Self.mostTargets { constraints = [:] }
    if policies.count >= Self.mostTargets { policies = [:] }
    if estimated.value.count >= Self.mostTargets { estimated.value = [] }
  }

  private static let mostTargets = 32

  func constraints(of table: Int) throws(EngineFailure) -> CompiledConstraints {
    if let known = constraints[table] { return known }
    let compiled = try CompiledConstraints(table, self)
    constraints[table] = compiled
    return compiled
  }

  /// `types`: of the arguments.
  func function(_ index: Int, _ types: [DataType]) -> FunctionCall {
    let isPolymorphic = catalog.names.isPolymorphic(function: index)
    let key = FunctionKey(index: index, types: isPolymorphic ? types : [])
    if let known = functions[key] { return known }
    let call = FunctionCall(self, index, isPolymorphic ? types : nil)
    functions[key] = call
    return call
  }
}

/// The current version of the data, as the statements of a connection leave it.
final class DataStore {
  var database: Database

  init(_ database: Database) { self.database = database }
}
