public import AccessModel
import Foundation
import SQLBinding

/// The binding of a catalog, which goes on in another thread while rows are read.
public struct CatalogBinding: Sendable {
  private let bound: BoundCatalog
  /// Fewer tables are bound before a thread has begun.
  private static let least = 50

  /// Begins to bind everything in `catalog`.
  public init(_ catalog: Catalog) {
    let bound = BoundCatalog(CatalogNames(catalog))
    self.bound = bound
    guard catalog.tables.count >= Self.least else { return }
    let thread = Thread { for index in bound.tables.indices { _ = bound.tables[index] } }
    thread.stackSize = 64 << 20
    thread.start()
  }

  /// Binds what is left.
  func finish() -> LoadedCatalog { bound.load() }
}
