import AccessModel

extension Catalog.Table {
  /// The names of all constraints.
  var constraintNames: [String] {
    keys.map(\.name) + foreignKeys.map(\.name) + checks.map(\.name) + exclusions.map(\.name)
  }

  /// Those that came with a parent.
  var inheritedConstraints: Set<String> {
    Set(
      keys.filter(\.isInherited).map(\.name) + foreignKeys.filter(\.isInherited).map(\.name)
        + checks.filter(\.isInherited).map(\.name))
  }

  /// Whether an index is that of a constraint.
  func hasIndexConstraint(_ name: String) -> Bool {
    keys.contains { $0.name == name } || exclusions.contains { $0.name == name }
  }
}

extension DatabaseState {
  /// Whether a column is a parent's too.
  func isInherited(_ column: String, of relation: QualifiedName) -> Bool {
    guard let table = catalog.table(relation),
      let own = table.columns.first(where: { $0.name == column })
    else { return false }
    return own.isInherited
      || table.parents.compactMap(catalog.table).contains { parent in
        parent.columns.contains { $0.name == column }
      }
  }

  /// Whether a column is also of a parent that is none of `family`.
  func isInherited(
    _ column: String, of relation: QualifiedName, besides family: [QualifiedName]
  ) -> Bool {
    catalog.table(relation)?.parents.contains { parent in
      !family.contains(parent)
        && catalog.table(parent)?.columns.contains { $0.name == column } == true
    } == true
  }
}

extension DatabaseState {
  func owner(of relation: QualifiedName) -> String {
    switch slot(relation) {
    case .table(let index): catalog.tables[index].owner
    case .view(let index): catalog.views[index].owner
    case .sequence(let index): catalog.sequences[index].owner
    case .index(let index): owner(of: index.table)
    case .opaque, nil: currentRole
    }
  }

  func triggers(of relation: QualifiedName) -> [Catalog.Trigger] {
    switch slot(relation) {
    case .table(let index): catalog.tables[index].triggers
    case .view(let index): catalog.views[index].triggers
    default: []
    }
  }

  func rules(of relation: QualifiedName) -> [Catalog.Rule] {
    switch slot(relation) {
    case .table(let index): catalog.tables[index].rules
    case .view(let index): catalog.views[index].rules
    default: []
    }
  }

  /// Children and their children, parents first.
  func descendants(of table: QualifiedName) -> [QualifiedName] {
    var result: [QualifiedName] = []
    var seen: Set<QualifiedName> = [table]
    var next = [table]
    while !next.isEmpty {
      let parents = Set(next)
      next = []
      for child in catalog.tables
      where !parents.isDisjoint(with: child.parents) && seen.insert(child.name).inserted {
        next.append(child.name)
      }
      result += next
    }
    return result
  }

  /// Descendants that have a column from this table alone, and from those of them.
  func descendants(of table: QualifiedName, withColumn name: String) -> [QualifiedName] {
    guard catalog.tables.contains(where: { $0.parents.contains(table) }) else { return [] }
    var family = descendants(of: table).filter { child in
      catalog.table(child)?.columns.contains { $0.name == name && $0.isInherited } == true
    }
    var count = 0
    repeat {
      count = family.count
      let known = family
      family.removeAll { isInherited(name, of: $0, besides: [table] + known) }
    } while family.count < count
    return family
  }

  /// Refuses a schema that is not there. Source: `LookupExplicitNamespace()`.
  func requireSchema(_ name: SQLRelationName) throws(ReadFailure) {
    guard let schema = name.schema, catalog.schema(schema) == nil,
      !opaqueSchemas.contains(schema), schema != Self.temporarySchema
    else { return }
    throw .refused(SQLState(rawValue: "3F000"), "schema \"\(schema)\" does not exist")
  }

  /// Refuses a schema that is not there, of a function's name.
  func requireFunctionSchema(_ schema: String) throws(ReadFailure) {
    guard schema == Self.temporarySchema, checksRights, !hasTemporarySchema else {
      return try requireSchema(SQLRelationName(schema: schema, ""))
    }
    throw .refused(SQLState(rawValue: "3F000"), "schema \"\(schema)\" does not exist")
  }

  /// The search path as functions are looked for: those that are temporary need their schema's name.
  ///
  /// Source: `FuncnameGetCandidates()` in `src/backend/catalog/namespace.c`.
  var functionPath: [String] { searchPath.filter { $0 != Self.temporarySchema } }

  /// Where temporary objects are.
  static let temporarySchema = "pg_temp"
  /// What it is called in messages, with a number that only the server knows.
  static let numberedTemporarySchema = "pg_temp_?"
}
