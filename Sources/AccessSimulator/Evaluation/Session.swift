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

  private var relations: [RelationKey: FilteredTable] = [:]
  private var views: [Int: MaterializedRows] = [:]
  private var functions: [Int: FunctionCall] = [:]

  private struct RelationKey: Hashable {
    let table: Int
    let role: String
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
    if store == nil, depth == 0, let database { variables.sequences = database.sequences }
  }

  /// Stores what a statement has written, if this session's statements last.
  func keep(_ changes: Changes) {
    guard let store else { return }
    store.database = store.database.applying(changes, keepingPositions: depth > 0)
  }

  /// The rows of a table that pass a mention's filters, shared by all mentions as the same role.
  func filtered(
    table: Int, _ security: RelationSecurity
  ) throws(EngineFailure) -> FilteredTable {
    let key = RelationKey(table: table, role: security.checkedAs)
    if let known = relations[key] { return known }
    let filtered = try FilteredTable(self, table: table, filters: security.filters)
    relations[key] = filtered
    return filtered
  }

  /// A view's rows. Its query refers to nothing outside, so they are computed once.
  func rows(ofView index: Int, _ query: BoundQuery) throws(EngineFailure) -> MaterializedRows {
    if let known = views[index] { return known }
    let compiled = try QueryCompiler(self).compile(query)
    let rows = MaterializedRows { () throws(EngineFailure) in try compiled.rows(in: nil) }
    views[index] = rows
    return rows
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
