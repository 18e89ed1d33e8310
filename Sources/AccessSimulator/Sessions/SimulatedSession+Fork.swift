public import AccessFixtures
public import AccessModel
import RowSecurity
import SQLBinding

extension SimulatedSession {
  /// A session in the same state, whose statements leave this one as it is. It has no services for
  /// functions until it is given some.
  public func fork() -> SimulatedSession { fork(variables.copy()) }

  /// As `fork`, for a superuser: definitions and rows are the same, settings are the defaults.
  public func administratorsFork() -> SimulatedSession {
    let administrator = catalog.roles.first { $0.isSuperuser }?.name ?? login
    let own = SessionVariables(login: administrator)
    own.version = version
    own.serverNumber = variables.serverNumber
    own.sequences = variables.sequences
    own.heaps = variables.heaps
    own.engine = variables.engine
    own.doubtfulTables = variables.doubtfulTables
    return fork(own)
  }

  private func fork(_ variables: SessionVariables) -> SimulatedSession {
    let copy = SimulatedSession(version: version, login: variables.login)
    copy.take(variables, engineWithoutSettings, store.database)
    return copy
  }

  /// Definitions, rows and sequences of another session of the same database; settings stay.
  public func takeDatabase(of other: SimulatedSession) {
    variables.sequences = other.variables.sequences
    variables.heaps = other.variables.heaps
    take(variables, other.engineWithoutSettings, other.store.database)
  }

  /// Takes a catalog and rows as fixtures have them. What is wrong with either comes back; what
  /// could not be read is left out.
  public func load(_ catalog: Catalog, rows: [TableRows]) -> [Diagnostic] {
    let bound = BoundCatalog.load(catalog)
    var loader = DatabaseLoader(bound.catalog)
    let database = loader.load(rows)
    variables.sequences = database.sequences
    take(variables, RowSecurityEngine(bound.catalog, version: version), database)
    return bound.diagnostics + loader.diagnostics
  }
}
