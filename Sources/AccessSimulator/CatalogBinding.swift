public import AccessModel
import SQLBinding
import WorkerThreads

/// The binding of a catalog, which goes on in another thread while rows are read.
public struct CatalogBinding: Sendable {
  private let bound: BoundCatalog
  /// Fewer tables are bound before a thread has begun.
  private static let least = 50

  /// Whose rules decide.
  let version: PostgresVersion

  /// Begins to bind everything in `catalog`, for decisions as `version` makes them.
  public init(_ catalog: Catalog, version: PostgresVersion = .v15) {
    self.version = version
    let bound = BoundCatalog(CatalogNames(catalog, version: version))
    self.bound = bound
    guard catalog.tables.count >= Self.least else { return }
    StackThread(stackSize: 64 << 20) {
      for index in bound.tables.indices { _ = bound.tables[index] }
    }
  }

  /// Binds what is left.
  func finish() -> LoadedCatalog { bound.load() }
}
