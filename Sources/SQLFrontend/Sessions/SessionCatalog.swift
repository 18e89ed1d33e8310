public import AccessModel
import CPgQuery

/// The catalog as a session's definitions make it. A value, so that a savepoint is a copy.
public struct SessionCatalog: Sendable {
  private var state: DatabaseState

  /// An empty database with its superuser, `login`.
  public init(login: String = "postgres") {
    var catalog = PlatformPreset.postgres.catalog
    catalog.roles[0].name = login
    // Since 15 everybody may use `public`, and nobody but its owner create in it.
    catalog.schemas[0].owner = "pg_database_owner"
    catalog.schemas[0].acl = .builtIn(
      owner: "pg_database_owner", all: Privilege.allOnSchema, everyone: [.usage])
    state = DatabaseState(catalog: catalog, currentRole: login)
  }

  public var catalog: Catalog { state.catalog }

  /// What became of a definition.
  public struct Applied: Sendable {
    public var tag: String
    public var notices: [SessionNotice] = []
    /// What it does to rows, in order.
    public var effects: [RowEffect] = []
    /// A part that was not applied.
    public var undecided: String?
  }

  /// Applies one definition as a role; a refused one leaves everything as it was.
  public mutating func apply(
    _ definition: Definition, as role: String, searchPath: [String]
  ) throws(SessionReadFailure) -> Result<Applied, Undecided> {
    guard let node = definition.parsed.node else { return .success(Applied(tag: "")) }
    state.currentRole = role
    state.searchPath = searchPath
    var builder = CatalogBuilder(state)
    do throws(ReadFailure) {
      let effect = try builder.apply(node, at: nil)
      var applied = Applied(tag: "")
      if case .partly(let what) = effect { applied.undecided = what }
      state = builder.state
      return .success(applied)
    } catch {
      switch error {
      case .unsupported(let what, _): return .failure(Undecided(what))
      case .refused(let answer, let location):
        throw SessionReadFailure(error: answer, offset: location)
      }
    }
  }
}

/// A message that is no error.
public struct SessionNotice: Hashable, Sendable {
  /// `NOTICE`, `WARNING`, `INFO`, ….
  public var severity: String
  public var message: String

  public init(_ severity: String, _ message: String) {
    self.severity = severity
    self.message = message
  }
}

/// What a definition does to the rows of tables.
public enum RowEffect: Hashable, Sendable {
  case renamedTable(QualifiedName, to: QualifiedName)
  case addedColumn(table: QualifiedName, position: Int)
  case droppedColumn(table: QualifiedName, position: Int)
}
