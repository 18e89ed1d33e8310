public import AccessModel
import Foundation

/// A catalog's relations and functions by name, with the types of their columns.
public struct CatalogNames: Sendable {
  @usableFromInline let objects: NamedObjects
  /// Schemas searched for names without one, in order. Supabase and psql both end in `public`.
  ///
  /// `pg_temp` comes first and `pg_catalog` second where they are not named.
  public var searchPath = Self.definitionPath
  /// Whose names and forms of statements there are.
  public let version: PostgresVersion
  /// Whether there is nothing but the catalog and what every server of the version has: then a name
  /// that is in neither is PostgreSQL's error, else it may be an extension's.
  public var isWhole = false

  /// What the sequences of identity columns are called, as far as a session knows.
  public var identitySequences: Set<QualifiedName> = []

  /// Where names in definitions were looked for.
  private static let definitionPath = ["public"]

  public init(_ catalog: Catalog, version: PostgresVersion = .v15) {
    self.version = version
    objects = NamedObjects(catalog)
  }

  /// Of a catalog with calls whose meanings are not known yet, which are noted as they are found.
  init(_ catalog: Catalog, version: PostgresVersion, noting meanings: CallMeanings) {
    self.version = version
    objects = NamedObjects(catalog, noting: meanings)
  }

  /// The names of a catalog that a definition has made of another one.
  public init(_ catalog: Catalog, after previous: CatalogNames) {
    version = previous.version
    isWhole = previous.isWhole
    objects = NamedObjects(catalog, after: previous.objects)
  }

  /// Seen in place from other modules: to copy it is to count a dozen references, which all threads
  /// share.
  @inlinable public var catalog: Catalog { _read { yield objects.catalog } }

  /// Whether another table inherits from a table, or is a partition of it.
  public func isParent(_ table: Int) -> Bool {
    objects.isParent(objects.catalog.tables[table].name)
  }

  private var relations: LayeredNames<RelationID> { objects.relations }

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

  /// Refuses a schema that is not there, for what is no part of a query.
  ///
  /// Source: `LookupExplicitNamespace()` in `src/backend/catalog/namespace.c`.
  public func requireSchema(_ schema: String) throws(EngineFailure) {
    let isSystem = ["pg_catalog", "information_schema", "pg_toast", "pg_temp"].contains(schema)
    guard isSurelyWhole, !isSystem, catalog.schema(schema) == nil else { return }
    throw .postgres(
      PostgresError(SQLState(rawValue: "3F000"), "schema \"\(schema)\" does not exist"))
  }

  private func missing(_ name: String, in schema: String?) -> EngineFailure {
    let written = schema.map { "\($0).\(name)" } ?? name
    let isSystem = schema.map { $0 == "pg_catalog" || $0 == "information_schema" }
    if isSystem ?? name.hasPrefix("pg_") {
      return .undecided(Undecided("the system catalog `\(written)`"))
    }
    for candidate in schema.map({ [$0] }) ?? effectivePath {
      let found = QualifiedName(candidate, name)
      if isCompositeType(found) { return .postgres(.compositeType(name, version)) }
      if let index = indexedRelation(found) {
        let isPartitioned =
          if case .table(let table) = index { catalog.tables[table].kind == .partitioned } else {
            false
          }
        return .postgres(
          .unreadable(
            name, "an index", isPartitioned ? "partitioned indexes" : "indexes", version))
      }
    }
    if catalog.hasIdentitySequence(named: name) {
      return .undecided(Undecided("the sequence `\(written)` of an identity column as a relation"))
    }
    return .postgres(
      PostgresError(.undefinedTable, "relation \"\(written)\" does not exist"))
  }

  public func relation(_ name: QualifiedName) -> RelationID? { relations[name] }

  /// As details of errors call relations of its kind: `partitioned tables`.
  ///
  /// Source: `errdetail_relkind_not_supported()` in `src/backend/catalog/pg_class.c`.
  public func kinds(of id: RelationID) -> String {
    switch id {
    case .table(let index):
      switch catalog.tables[index].kind {
      case .ordinary: "tables"
      case .partitioned: "partitioned tables"
      case .foreign: "foreign tables"
      }
    case .view(let index): catalog.views[index].isMaterialized ? "materialized views" : "views"
    case .sequence: "sequences"
    }
  }

  func typeIndex(_ name: QualifiedName) -> Int? { objects.types[name] }

  /// The schemas that functions and operators are looked for in: temporary ones are not found.
  ///
  /// Source: `FuncnameGetCandidates()` in `namespace.c`.
  var functionPath: [String] { effectivePath.filter { $0 != "pg_temp" } }

  /// Positions in `catalog.functions` of the functions of a name, in the path's order.
  func functions(schema: String?, _ name: String) -> [Int] {
    (schema.map { [$0] } ?? functionPath).flatMap {
      objects.functions[QualifiedName($0, name)] ?? []
    }
  }

  public func name(of id: RelationID) -> QualifiedName {
    switch id {
    case .table(let index): objects.catalog.tables[index].name
    case .view(let index): objects.catalog.views[index].name
    case .sequence(let index): objects.catalog.sequences[index].name
    }
  }

  public func columnNames(of id: RelationID) -> [String] {
    switch id {
    case .table(let index): objects.catalog.tables[index].columns.map(\.name)
    case .view(let index): objects.catalog.views[index].columns.map(\.name)
    case .sequence: Catalog.Sequence.columns.map(\.name)
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
      case .sequence: Catalog.Sequence.columns.map { definitions.type($0.type) }
      }
    }
  }
}

/// What all copies of a catalog's names share.
// What is found out later is guarded by `lock`.
@usableFromInline final class NamedObjects: @unchecked Sendable {
  @usableFromInline let catalog: Catalog
  let relations: LayeredNames<RelationID>
  let functions: LayeredNames<[Int]>
  let types: LayeredNames<Int>
  private let lock = NSLock()
  private var columnTypes: [RelationID: [DataType?]] = [:]
  private var parents: Set<QualifiedName>?
  let meanings: CallMeanings?

  init(_ catalog: Catalog, noting meanings: CallMeanings? = nil) {
    self.catalog = catalog
    self.meanings = meanings
    relations = Self.relations(catalog)
    functions = Self.functions(catalog)
    types = Self.types(catalog)
  }

  /// As above, with as much of what is known of another catalog as is the same.
  init(_ catalog: Catalog, after previous: NamedObjects) {
    self.catalog = catalog
    meanings = nil
    let old = previous.catalog
    let (tables, views) = (catalog.tables, catalog.views)
    let keepsRelations =
      tables.count >= old.tables.count && views.count >= old.views.count
      && tables.keepsPlaces(of: old.tables, by: \.name)
      && views.keepsPlaces(of: old.views, by: \.name)
      && catalog.sequences.map(\.name).starts(with: old.sequences.map(\.name))
    if keepsRelations {
      var relations = previous.relations
      for index in old.tables.count..<tables.count {
        relations.add(.table(index), as: tables[index].name)
      }
      for index in old.views.count..<views.count {
        relations.add(.view(index), as: views[index].name)
      }
      for index in old.sequences.count..<catalog.sequences.count {
        relations.add(.sequence(index), as: catalog.sequences[index].name)
      }
      self.relations = relations
    } else {
      relations = Self.relations(catalog)
    }
    let keepsFunctions =
      catalog.functions.count >= old.functions.count
      && catalog.functions.keepsPlaces(of: old.functions, by: \.name)
    if keepsFunctions {
      var functions = previous.functions
      for index in old.functions.count..<catalog.functions.count {
        let name = catalog.functions[index].name
        functions.add((functions[name] ?? []) + [index], as: name)
      }
      self.functions = functions
    } else {
      functions = Self.functions(catalog)
    }
    types = catalog.types == old.types ? previous.types : Self.types(catalog)
  }

  private static func relations(_ catalog: Catalog) -> LayeredNames<RelationID> {
    var relations: [QualifiedName: RelationID] = [:]
    relations.reserveCapacity(catalog.tables.count + catalog.views.count)
    for index in catalog.tables.indices { relations[catalog.tables[index].name] = .table(index) }
    for index in catalog.views.indices { relations[catalog.views[index].name] = .view(index) }
    for index in catalog.sequences.indices {
      relations[catalog.sequences[index].name] = .sequence(index)
    }
    return LayeredNames(relations)
  }

  private static func functions(_ catalog: Catalog) -> LayeredNames<[Int]> {
    LayeredNames(
      Dictionary(grouping: catalog.functions.indices, by: { catalog.functions[$0].name }))
  }

  private static func types(_ catalog: Catalog) -> LayeredNames<Int> {
    LayeredNames(
      Dictionary(
        catalog.types.enumerated().map { ($0.element.name, $0.offset) },
        uniquingKeysWith: { $1 }))
  }

  /// Whether another table inherits from a table, or is a partition of it.
  func isParent(_ table: QualifiedName) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    let known = parents ?? Set(catalog.tables.flatMap(\.parents))
    parents = known
    return known.contains(table)
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

extension SharedList {
  /// Whether each element of an earlier version stands where it stood, by its name.
  public func keepsPlaces(
    of other: SharedList, by name: (Element) -> QualifiedName
  ) -> Bool {
    count >= other.count
      && positions(notSharedWith: other).allSatisfy {
        $0 >= other.count || name(self[$0]) == name(other[$0])
      }
  }
}

/// A dictionary of names and what a few definitions have added to it, so that it need not be copied
/// for each.
struct LayeredNames<Value: Sendable>: Sendable {
  private var base: [QualifiedName: Value]
  private var added: [QualifiedName: Value] = [:]

  init(_ base: [QualifiedName: Value]) { self.base = base }

  subscript(name: QualifiedName) -> Value? { added[name] ?? base[name] }

  mutating func add(_ value: Value, as name: QualifiedName) {
    added[name] = value
    // As much work for the copy as for those before it.
    guard added.count > 32, added.count * added.count > base.count else { return }
    base.merge(added) { $1 }
    added = [:]
  }
}

extension PostgresError {
  /// A composite type where a relation with rows is wanted.
  ///
  /// Source: `table_openrv()` in `src/backend/access/table/table.c`, of 16 `validate_relation_kind()`.
  public static func compositeType(_ name: String, _ version: PostgresVersion) -> PostgresError {
    unreadable(name, "a composite type", "composite types", version)
  }

  /// What is no relation with rows.
  public static func unreadable(
    _ name: String, _ kind: String, _ kinds: String, _ version: PostgresVersion
  ) -> PostgresError {
    guard version >= .v16 else {
      return PostgresError(SQLState(rawValue: "42809"), "\"\(name)\" is \(kind)")
    }
    return PostgresError(
      SQLState(rawValue: "42809"), "cannot open relation \"\(name)\"",
      detail: "This operation is not supported for \(kinds).")
  }
}

extension CatalogNames {
  /// Whether a table's index is called so, or the one behind a constraint.
  public func hasIndex(_ name: QualifiedName) -> Bool { indexedRelation(name) != nil }

  /// The relation that an index is of.
  private func indexedRelation(_ name: QualifiedName) -> RelationID? {
    let table = catalog.tables.firstIndex { table in
      table.name.schema == name.schema
        && (table.indexes.contains { $0.name == name.name }
          || table.keys.contains { $0.name == name.name }
          || table.exclusions.contains { $0.name == name.name })
    }
    if let table { return .table(table) }
    return catalog.views.firstIndex { view in
      view.name.schema == name.schema && view.indexes.contains { $0.name == name.name }
    }.map { .view($0) }
  }

  func isCompositeType(_ name: QualifiedName) -> Bool {
    guard let index = typeIndex(name), case .composite = catalog.types[index].kind else {
      return false
    }
    return true
  }

  /// Whether `pg_class` has the name, though it is no table, view or sequence.
  public func isUnlisted(_ name: QualifiedName) -> Bool { isCompositeType(name) || hasIndex(name) }

  /// The first on the path that a name as it is written means, if that is no table, view or
  /// sequence.
  private func unlisted(_ written: SQLRelationName) -> QualifiedName? {
    for schema in written.schema.map({ [$0] }) ?? effectivePath {
      let name = QualifiedName(schema, written.name)
      if relation(name) != nil { return nil }
      if isUnlisted(name) { return name }
    }
    return nil
  }

  public func meansIndex(_ written: SQLRelationName) -> Bool {
    unlisted(written).map(hasIndex) ?? false
  }

  public func meansCompositeType(_ written: SQLRelationName) -> Bool {
    unlisted(written).map(isCompositeType) ?? false
  }

  /// Refuses what TRUNCATE never empties, whoever asks for it.
  ///
  /// Source: `truncate_check_rel()` in `src/backend/commands/tablecmds.c`.
  func requireTruncatable(_ written: SQLRelationName) throws(EngineFailure) {
    for schema in written.schema.map({ [$0] }) ?? effectivePath {
      let name = QualifiedName(schema, written.name)
      if relation(name) != nil { return }
      if schema == "pg_catalog", SystemRelation.kind(of: name, in: version) == "r" {
        throw .postgres(
          PostgresError(
            .insufficientPrivilege, "permission denied: \"\(name.name)\" is a system catalog"))
      }
      guard isUnlisted(name) else { continue }
      throw .postgres(
        PostgresError(SQLState(rawValue: "42809"), "\"\(name.name)\" is not a table"))
    }
  }
}
