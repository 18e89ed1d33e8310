public import AccessDecisions
public import AccessModel
import RowSecurity
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
  let variables: SessionVariables
  let store: DataStore
  private var engine: RowSecurityEngine

  /// An empty database, as the superuser `login`.
  public init(version: PostgresVersion, login: String = "postgres") {
    self.version = version
    variables = SessionVariables(login: login)
    engine = RowSecurityEngine(BoundCatalog(CatalogNames(Catalog())), version: version)
    store = DataStore(Database(engine.catalog, tables: []))
  }

  public var catalog: Catalog { engine.catalog.catalog }
  public var currentUser: String { variables.currentUser }
  public var sessionUser: String { variables.sessionUser }

  /// Takes the catalog that definitions have left. Rows stay with the tables of their name; columns
  /// are as they were until `apply` says what became of them.
  public func define(_ catalog: Catalog) {
    let before = store.database
    var rows: [QualifiedName: [Row]] = [:]
    for (table, list) in zip(before.catalog.catalog.tables, before.tables) {
      rows[table.name] = list
    }
    replace(catalog, rows)
  }

  func replace(_ catalog: Catalog, _ rows: [QualifiedName: [Row]]) {
    engine = RowSecurityEngine(BoundCatalog(CatalogNames(catalog)), version: version)
    store.database = Database(
      engine.catalog, tables: catalog.tables.map { rows[$0.name] ?? [] })
  }

  /// Runs a statement as the current user; what it writes lasts. A statement that fails has written
  /// nothing.
  public func run(
    _ statement: SQLStatement, parameterTypes: [TypeName] = [], parameters: [String?] = []
  ) throws(EngineFailure) -> Completion {
    let before = store.database
    do throws(EngineFailure) {
      var engine = engine
      engine.rowSecurity = variables.rowSecurity
      let session = Session(
        engine, before, role: currentUser, variables: variables, store: store)
      defer { session.close() }
      let prepared = try PreparedStatement(statement, parameterTypes, session, before)
      return try prepared.run(try PreparedStatement.values(parameters, parameterTypes))
    } catch {
      store.database = before
      throw error
    }
  }

  /// SET or RESET; nil: the default.
  public func set(
    _ name: String, _ value: String?, isLocal: Bool
  ) throws(EngineFailure) {
    try variables.assign(name, value, isLocal: isLocal, engine)
  }

  /// RESET ALL: everything but who the session is.
  public func resetAll() { variables.settings.resetAll() }

  /// SHOW.
  public func show(_ name: String) throws(EngineFailure) -> String {
    if let value = try variables.value(of: name) { return value }
    throw .postgres(
      PostgresError(.undefinedObject, "unrecognized configuration parameter \"\(name)\""))
  }

  /// Schemas in which names are looked for; `$user` is the session's user.
  public var searchPath: [String] {
    SearchPathSetting.schemas(
      of: variables.settings["search_path"] ?? "\"$user\", public", user: currentUser)
  }

  /// Throws what COPY FROM meets on a table whose policies apply.
  public func requireCopyFrom(_ table: QualifiedName) throws(EngineFailure) {
    guard case .table(let index)? = engine.catalog.names.relation(table) else { return }
    var engine = engine
    engine.rowSecurity = variables.rowSecurity
    try engine.requireCopyFrom(index, as: currentUser)
  }

  /// Messages since the last call.
  public func takeNotices() -> [Notice] {
    defer { variables.notices = [] }
    return variables.notices
  }

  /// All that ROLLBACK TO goes back to: rows, catalog and settings, not sequences.
  public struct Savepoint {
    let engine: RowSecurityEngine
    let database: Database
    let settings: Settings
  }

  public func savepoint() -> Savepoint {
    Savepoint(engine: engine, database: store.database, settings: variables.settings)
  }

  public func restore(_ savepoint: Savepoint) {
    engine = savepoint.engine
    store.database = savepoint.database
    variables.settings.restore(savepoint.settings)
  }

  /// Ends a transaction that commits: what SET LOCAL changed goes back.
  public func commit() { variables.settings.endTransaction() }
}
