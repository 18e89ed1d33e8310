public import AccessModel

/// The shapes of a catalog's relations by name: where there are thousands, each is found without a
/// search.
public struct RelationShapes: Sendable {
  private let catalog: Catalog
  private let tables: [QualifiedName: Int]
  private let views: [QualifiedName: Int]

  /// The shapes of all tables and views.
  public init(_ catalog: Catalog) {
    self.catalog = catalog
    tables = Dictionary(
      catalog.tables.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    views = Dictionary(
      catalog.views.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Nil if the catalog has no such table or view.
  public subscript(name: QualifiedName) -> RelationShape? {
    if let index = tables[name] { return RelationShape(catalog.tables[index]) }
    return views[name].map { RelationShape(catalog.views[$0]) }
  }
}
