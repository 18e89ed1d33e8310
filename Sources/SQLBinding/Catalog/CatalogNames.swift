public import AccessModel
import Foundation

/// A catalog's relations and functions by name, with the types of their columns.
public struct CatalogNames: Sendable {
  private let objects: NamedObjects
  /// Schemas searched for names without one, in order. Supabase and psql both end in `public`.
  ///
  /// `pg_temp` comes first and `pg_catalog` second where they are not named.
  public var searchPath = Self.definitionPath
  /// Whose names and forms of statements there are.
  public let version: PostgresVersion

  /// Where names in definitions were looked for.
  private static let definitionPath = ["public"]

  public init(_ catalog: Catalog, version: PostgresVersion = .v15) {
    self.version = version
    objects = NamedObjects(catalog)
  }

  public var catalog: Catalog { objects.catalog }
  private var relations: [QualifiedName: RelationID] { objects.relations }

  /// The schemas that a name without one is looked for in.
  ///
  /// Source: `recomputeNamespacePath()` in `namespace.c`.
  public var effectivePath: [String] {
    ["pg_temp", "pg_catalog"].filter { !searchPath.contains($0) } + searchPath
  }

  /// The relation of a name, or 42P01.
  public func relation(
    schema: String?, _ name: String
  ) throws(EngineFailure) -> RelationID {
    guard let schema else { return try relation(name) { _ in true } }
    if let id = relations[QualifiedName(schema, name)] { return id }
    throw missing(name, in: schema)
  }

  /// The relation of a name without a schema, among the schemas of the path that may be used.
  func relation(
    _ name: String, where isUsable: (String) -> Bool
  ) throws(EngineFailure) -> RelationID {
    for schema in effectivePath {
      if let id = relations[QualifiedName(schema, name)], isUsable(schema) { return id }
    }
    throw missing(name, in: nil)
  }

  private func missing(_ name: String, in schema: String?) -> EngineFailure {
    let written = schema.map { "\($0).\(name)" } ?? name
    let isSystem = schema.map { $0 == "pg_catalog" || $0 == "information_schema" }
    if isSystem ?? name.hasPrefix("pg_") {
      return .undecided(Undecided("the system catalog `\(written)`"))
    }
    let isSequence = catalog.sequences.contains { sequence in
      sequence.name.name == name && (schema == nil || sequence.name.schema == schema)
    }
    if isSequence { return .undecided(Undecided("the sequence `\(written)` as a relation")) }
    return .postgres(
      PostgresError(.undefinedTable, "relation \"\(written)\" does not exist"))
  }

  public func relation(_ name: QualifiedName) -> RelationID? { relations[name] }

  func typeIndex(_ name: QualifiedName) -> Int? { objects.types[name] }

  /// Positions in `catalog.functions` of the functions of a name.
  func functions(
    schema: String?, _ name: String, isUsable: (String) -> Bool = { _ in true }
  ) -> [Int] {
    for candidate in schema.map({ [$0] }) ?? effectivePath.filter(isUsable) {
      if let found = objects.functions[QualifiedName(candidate, name)] { return found }
    }
    return []
  }

  public func name(of id: RelationID) -> QualifiedName {
    switch id {
    case .table(let index): objects.catalog.tables[index].name
    case .view(let index): objects.catalog.views[index].name
    }
  }

  public func columnNames(of id: RelationID) -> [String] {
    switch id {
    case .table(let index): objects.catalog.tables[index].columns.map(\.name)
    case .view(let index): objects.catalog.views[index].columns.map(\.name)
    }
  }

  /// Nil for types that are not modelled.
  public func columnTypes(of id: RelationID) -> [DataType?] {
    objects.columnTypes(of: id) {
      var definitions = self
      definitions.searchPath = Self.definitionPath
      return switch id {
      case .table(let index):
        objects.catalog.tables[index].columns.map { definitions.type($0.type) }
      case .view(let index):
        objects.catalog.views[index].columns.map { definitions.type($0.type) }
      }
    }
  }
}

/// What all copies of a catalog's names share.
// What is found out later is guarded by `lock`.
private final class NamedObjects: @unchecked Sendable {
  let catalog: Catalog
  let relations: [QualifiedName: RelationID]
  let functions: [QualifiedName: [Int]]
  let types: [QualifiedName: Int]
  private let lock = NSLock()
  private var columnTypes: [RelationID: [DataType?]] = [:]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    var relations: [QualifiedName: RelationID] = [:]
    for (index, table) in catalog.tables.enumerated() { relations[table.name] = .table(index) }
    for (index, view) in catalog.views.enumerated() { relations[view.name] = .view(index) }
    self.relations = relations
    functions = Dictionary(
      grouping: catalog.functions.indices, by: { catalog.functions[$0].name })
    types = Dictionary(
      catalog.types.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
  }

  /// Types of columns may be rows of relations, so the lock is not held while they are found.
  func columnTypes(of id: RelationID, _ find: () -> [DataType?]) -> [DataType?] {
    lock.lock()
    let known = columnTypes[id]
    lock.unlock()
    if let known { return known }
    let found = find()
    lock.lock()
    defer { lock.unlock() }
    columnTypes[id] = found
    return found
  }
}
