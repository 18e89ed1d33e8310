import AccessModel
import RowSecurity
import SQLBinding

/// One identity's session: who is asking, with what settings, over which data. Compiled policies
/// and views are kept here, so that they are made once for all of an identity's statements.
final class Session {
  let engine: RowSecurityEngine
  let database: Database?
  /// `current_user`.
  let role: String
  let sessionUser: String
  /// What the connection's statements share.
  let variables: SessionVariables
  /// Where this session's statements store what they write; nil: nowhere, each sees the data as
  /// loaded.
  let store: DataStore?
  /// Functions calling functions: PostgreSQL stops at its stack limit (54001).
  let depth: Int
  /// `$n` of the statement now running.
  var parameters: [SQLValue] = []
  /// Raised for every run, so that what depends on parameters is computed anew.
  private(set) var run = 0

  /// Nothing that the statement now running does on its way can change what a policy decides.
  var decidesInBatches = false
  /// From how many rows on those of a table are decided all at once: a query that wants only a few
  /// has stopped before.
  var smallestBatch = 128

  /// Shared with the sessions of other identities; nil: nothing is.
  var secured: SecuredStatements?

  /// Of the statement now running, if it changes rows.
  weak var writes: StatementWrites?
  private var ownStore: DataStore?

  private var relations: [RelationKey: FilteredTable] = [:]
  private var views: [ViewKey: MaterializedRows] = [:]
  private var functions: [Int: FunctionCall] = [:]
  /// What the WITH of the statement being compiled has defined, by id.
  var commonTables: [Int: CommonRows] = [:]

  private struct RelationKey: Hashable {
    let table: Int
    let role: String
    var isLocked: Bool
    var isOnly: Bool
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
    self.store = store
    self.depth = depth
  }

  /// A session for evaluating defaults, outside of any identity's.
  static func administrator(of catalog: BoundCatalog) -> Session {
    Session(
      RowSecurityEngine(catalog), nil, role: "postgres",
      variables: SessionVariables(login: "postgres"))
  }

  var catalog: BoundCatalog { engine.catalog }

  /// Evaluates an expression over no row.
  func evaluateConstant(_ expression: BoundExpression) throws(EngineFailure) -> SQLValue {
    try ExpressionCompiler(self).compile(expression)(Frame(sources: 0, parent: nil))
  }

  func begin(parameters: [SQLValue]) {
    self.parameters = parameters
    run += 1
    if depth == 0 {
      ownStore = nil
      variables.limits.restart()
    }
    if store == nil, depth == 0, let database { variables.sequences = database.sequences }
  }

  /// Throws where an undecided statement may have changed a table's rows.
  func requireKnown(_ table: Int) throws(EngineFailure) {
    guard !variables.doubtfulTables.isEmpty else { return }
    let name = catalog.catalog.tables[table].name.name
    guard let reason = variables.doubtfulTables[name] else { return }
    throw .undecided(Undecided("the rows of `\(name)`, after \(reason)"))
  }

  /// Stores what a statement has written, if this session's statements last.
  func keep(_ changes: Changes) {
    guard let store else { return }
    store.database = store.database.applying(changes, keepingPositions: depth > 0)
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
    var names = engine.catalog.names
    names.searchPath = SearchPathSetting.schemas(
      of: variables.settings["search_path"] ?? "\"$user\", public", user: role)
    return names
  }

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
    let filtered = try FilteredTable(
      self, table: table, filters: security.filters, isOnly: isOnly)
    relations[key] = filtered
    return filtered
  }

  /// A view's rows. Its query refers to nothing outside, so they are computed once.
  func rows(
    ofView index: Int, _ query: BoundQuery, isLocked: Bool = false
  ) throws(EngineFailure) -> MaterializedRows {
    let key = ViewKey(view: index, isLocked: isLocked)
    if let known = views[key] { return known }
    let compiled = try QueryCompiler(self).compile(query)
    let rows = MaterializedRows { () throws(EngineFailure) in try compiled.rows(in: nil) }
    views[key] = rows
    return rows
  }

  /// The rows that a materialized view holds. RULES 63.
  func materializedRows(ofView index: Int) throws(EngineFailure) -> MaterializedRows {
    let name = catalog.catalog.views[index].name.name
    guard let store else {
      throw .undecided(Undecided("the rows of materialized view `\(name)`"))
    }
    guard let rows = (database ?? store.database).materialized[index] else {
      throw .postgres(
        PostgresError(
          .notInPrerequisiteState, "materialized view \"\(name)\" has not been populated",
          hint: "Use the REFRESH MATERIALIZED VIEW command."))
    }
    return MaterializedRows { () throws(EngineFailure) in rows }
  }

  /// Lets go of what was compiled: it refers back to the session, so neither would ever be freed.
  func close() {
    relations = [:]
    views = [:]
    for call in functions.values { call.close() }
    functions = [:]
  }

  func function(_ index: Int) -> FunctionCall {
    if let known = functions[index] { return known }
    let call = FunctionCall(self, index)
    functions[index] = call
    return call
  }
}

/// The current version of the data, as the statements of a connection leave it.
final class DataStore {
  var database: Database

  init(_ database: Database) { self.database = database }
}
