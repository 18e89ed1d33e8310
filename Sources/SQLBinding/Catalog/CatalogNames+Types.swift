public import AccessModel
import SQLText

extension CatalogNames {
  /// The type of a name: built in, or the catalog's own; nil for what is neither.
  public func type(_ name: TypeName) -> DataType? { type(name, depth: 0) }

  /// As `type`, with the name's modifiers.
  public func columnType(_ name: TypeName) -> ColumnType? {
    type(name).map { ColumnType($0, modifiers: name.modifiers) }
  }

  /// Whether a name that is neither here nor a server's own is nobody's.
  var isSurelyWhole: Bool { (isWhole || catalog.isWhole) && catalog.extensions.isEmpty }

  /// The rows of a relation as a type.
  public func rowType(of id: RelationID) -> CompositeType {
    let types = columnTypes(of: id)
    return CompositeType(
      name(of: id),
      fields: zip(columnNames(of: id), types).map { name, type in
        CompositeType.Field(name, type.map { ColumnType($0) } ?? ColumnType(.other("?")))
      })
  }

  /// What a column of a domain takes that has no default of its own.
  ///
  /// Source: `build_column_default()` in `src/backend/rewrite/rewriteHandler.c`.
  public func domainDefault(_ name: TypeName) -> SQLExpression? {
    var type = type(name)
    while case .domain(let domain)? = type {
      guard let index = typeIndex(domain.name) else { return nil }
      if let value = catalog.types[index].defaultValue { return value }
      type = domain.base.type
    }
    return nil
  }

  /// NULL, where a domain may refuse it.
  ///
  /// Source: `rewriteTargetListIU()` in `src/backend/rewrite/rewriteHandler.c`.
  func checkedNull(_ name: TypeName) -> SQLExpression? {
    var type = type(name)
    while case .domain(let domain)? = type {
      if !domain.isNullable || domain.hasChecks { return .literal(.null) }
      type = domain.base.type
    }
    return nil
  }

  /// More than any type is made of others of; a type that contains itself has no end.
  private static let maxDepth = 8

  private func type(_ name: TypeName, depth: Int) -> DataType? {
    if let builtIn = DataType(name) { return builtIn }
    let parts = identifiers(in: name.name) ?? [name.name]
    guard depth < Self.maxDepth, let last = parts.last else { return nil }
    let path = searchPath.contains("pg_temp") ? searchPath : ["pg_temp"] + searchPath
    for schema in parts.count > 1 ? [parts[0]] : path {
      guard let found = ownType(QualifiedName(schema, last), depth: depth) else { continue }
      return name.isArray ? .array(found) : found
    }
    // `_mood` is another name of `mood[]`.
    if !name.isArray, last.hasPrefix("_") {
      let element = parts.dropLast() + [String(last.dropFirst())]
      return type(
        TypeName(element.map(quoteIdentifier).joined(separator: ".")), depth: depth + 1
      ).map { .array($0) }
    }
    return nil
  }

  private func ownType(_ name: QualifiedName, depth: Int) -> DataType? {
    if let index = typeIndex(name) {
      switch catalog.types[index].kind {
      case .enumeration(let labels):
        return .enumeration(
          EnumType(
            name, labels: labels, uncommitted: catalog.types[index].uncommittedLabels))
      case .domain(let base, let isNullable):
        guard let type = type(base, depth: depth + 1) else { return nil }
        return .domain(
          DomainType(
            name, over: ColumnType(type, modifiers: base.modifiers), isNullable: isNullable,
            hasChecks: !catalog.types[index].checks.isEmpty))
      case .composite(let fields):
        return composite(name, fields.map { ($0.name, $0.type) }, depth: depth)
      case .other: return .other(name.schema == "public" ? name.name : name.description)
      }
    }
    switch relation(name) {
    case .table(let index):
      return composite(name, catalog.tables[index].columns.map { ($0.name, $0.type) }, depth: depth)
    case .view(let index):
      return composite(name, catalog.views[index].columns.map { ($0.name, $0.type) }, depth: depth)
    // Source: `heap_create_with_catalog()` in `src/backend/catalog/heap.c`.
    case .sequence, nil: return nil
    }
  }

  private func composite(
    _ name: QualifiedName, _ fields: [(String, TypeName)], depth: Int
  ) -> DataType? {
    .composite(
      CompositeType(
        name,
        fields: fields.map { field, type in
          CompositeType.Field(
            field,
            ColumnType(
              self.type(type, depth: depth + 1) ?? .other(type.description),
              modifiers: type.modifiers))
        }))
  }
}

extension CatalogNames {
  /// Whether a function's arguments may be of several types.
  public func isPolymorphic(function index: Int) -> Bool {
    catalog.functions[index].arguments.contains { type($0.type)?.isPolymorphic == true }
  }
}
