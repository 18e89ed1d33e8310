public import AccessModel

extension CatalogNames {
  /// The cast of one's own between two types; none is looked at whose type is a domain.
  ///
  /// Source: `find_coercion_pathway()` in `src/backend/parser/parse_coerce.c`.
  public func ownCast(from source: DataType, to target: DataType) -> Catalog.Cast? {
    guard !catalog.casts.isEmpty else { return nil }
    let (source, target) = (source.base, target.base)
    return catalog.casts.first { type($0.source) == source && type($0.target) == target }
  }

  /// The least context in which a type converts to another; nil if it never does. What the catalog
  /// has of the pair is all there is.
  func conversion(from source: DataType, to target: DataType) -> ConversionContext? {
    if isRow(source, below: target) { return .implicit }
    guard !catalog.casts.isEmpty, source != target, source != .unknown else {
      return source.conversion(to: target)
    }
    if let own = ownCast(from: source, to: target) { return own.context.conversion }
    if case .array(let from) = source.base, case .array(let to) = target.base {
      return conversion(from: from, to: to)
    }
    return source.conversion(to: target)
  }

  /// Whether one is the row of a table that inherits from the other's, or is of that type.
  ///
  /// Source: `typeInheritsFrom()` in `src/backend/catalog/pg_inherits.c`.
  func isRow(_ source: DataType, below target: DataType) -> Bool {
    guard case .composite(let child) = source.base, case .composite(let parent) = target.base,
      child.name != parent.name
    else { return false }
    var open = [child.name]
    var seen: Set<QualifiedName> = []
    while let name = open.popLast() {
      guard seen.insert(name).inserted, let table = catalog.table(name) else { continue }
      if table.parents.contains(parent.name) || table.rowType == parent.name { return true }
      open += table.parents
    }
    return false
  }

  /// Whether PostgreSQL itself has a cast.
  public func hasBuiltinCast(from source: DataType, to target: DataType) -> Bool {
    CastTable.entries[source]?[target] != nil
      || version >= .v18 && source.convertsBytes(with: target)
  }
}

extension Catalog.Cast.Context {
  fileprivate var conversion: ConversionContext {
    switch self {
    case .explicit: .explicit
    case .assignment: .assignment
    case .implicit: .implicit
    }
  }
}
