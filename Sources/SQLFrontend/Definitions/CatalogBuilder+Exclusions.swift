import AccessModel
import CPgQuery

/// EXCLUDE constraints.
extension CatalogBuilder {
  /// Whether the operators can be told by an index is asked with the rows: it takes the types.
  ///
  /// Source: `transformIndexConstraints()` in `src/backend/parser/parse_utilcmd.c`.
  mutating func addExclusion(
    _ constraint: PgQuery__Constraint, _ name: String?, to table: Int, isNewTable: Bool
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[table].name
    try requireExcludable(table, constraint)
    var operated: [PgQuery__IndexElem] = []
    var symbols: [String] = []
    for pair in list(constraint.n_exclusions, constraint.exclusions) {
      let items = pair.items
      guard items.count == 2, items[0].kind == PG_QUERY__NODE__NODE_INDEX_ELEM else {
        throw .unsupported("an exclusion constraint")
      }
      operated.append(items[0].pointee.index_elem.pointee)
      symbols.append(try symbol(items[1].items))
    }
    let expressions = try indexExpressions(operated, of: relation)
    let written = text(constraint.access_method)
    let method = written.isEmpty ? "btree" : written
    if isSession { try requireIndexMethod(method, isExclusion: true, operated) }
    let (parts, labels) = try indexParts(
      operated, expressions, of: relation, by: method, isConstraint: true)
    if let late = try requireOwnColumns(parts, of: relation) { note(.refusedOnceBound(late)) }
    try requireUsual(operated, method)
    var exclusion = Catalog.Exclusion(
      name ?? "", zip(parts, symbols).map { Catalog.Exclusion.Element($0, with: $1) },
      condition: try constraint.where_clause.map { (node) throws(ReadFailure) in
        try indexCondition(node, of: relation)
      }, method: method)
    exclusion.isDeferrable = constraint.deferrable != 0
    exclusion.isInitiallyDeferred = constraint.initdeferred != 0
    if isNewTable, try isSaidBefore(exclusion, of: table) { return }
    exclusion.name =
      name
      ?? freeName(relation.name, Self.indexLabel(labels), "excl") {
        state.slot(QualifiedName(relation.schema, $0)) != nil
      }
    try add(exclusion, to: table)
  }

  /// What LIKE copies has a name of its own.
  mutating func addExclusion(
    copyOf exclusion: Catalog.Exclusion, to table: Int
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[table].name
    var copy = exclusion
    copy.name = freeName(
      relation.name, Self.indexLabel(exclusion.elements.map { Self.indexLabel($0.expression) }),
      "excl"
    ) { state.slot(QualifiedName(relation.schema, $0)) != nil }
    try add(copy, to: table)
  }

  /// Whether some index refuses rows that no constraint made.
  func hasUniqueIndexes(_ table: Int) -> Bool {
    state.catalog.tables[table].indexes.contains(where: \.isUnique)
  }

  private mutating func add(
    _ exclusion: Catalog.Exclusion, to table: Int
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[table].name
    let index = QualifiedName(relation.schema, exclusion.name)
    try requireFree(index)
    try requireNoConstraint(exclusion.name, on: table)
    let columns = exclusion.elements.compactMap(\.column)
    state.set(index, .index(DatabaseState.Index(table: relation, columns: columns, isKey: false)))
    var exclusion = exclusion
    exclusion.isLate = exclusion.isLate || hasUniqueIndexes(table)
    state.catalog.tables[table].exclusions.append(exclusion)
    state.stamp(.constraint(exclusion.name, on: relation))
    note(.validate(relation, .exclusion(exclusion.name)))
  }

  /// Source: `transformTableConstraint()`.
  private func requireExcludable(
    _ table: Int, _ constraint: PgQuery__Constraint
  ) throws(ReadFailure) {
    guard isSession else { return }
    switch state.catalog.tables[table].kind {
    case .ordinary: break
    case .foreign: throw .unsupported("an exclusion constraint of a foreign table")
    case .partitioned:
      guard state.postgresVersion < .v17 else {
        throw .unsupported("an exclusion constraint of a partitioned table")
      }
      throw .refused(
        .featureNotSupported, "exclusion constraints are not supported on partitioned tables",
        at: constraint.location)
    }
    guard constraint.n_including == 0 else {
      throw .unsupported("an exclusion constraint with INCLUDE")
    }
  }

  private func symbol(_ names: [Node]) throws(ReadFailure) -> String {
    let names = strings(names)
    guard let symbol = names.last, names.count == 1 || names[0] == "pg_catalog" || !isSession else {
      throw .unsupported("an operator of an exclusion constraint")
    }
    return symbol
  }

  private func requireUsual(
    _ elements: [PgQuery__IndexElem], _ method: String
  ) throws(ReadFailure) {
    guard isSession else { return }
    for element in elements {
      let keeping = Self.keeping(element)
      let isPlain = keeping.operatorClass == nil && keeping.collation == nil
      guard keeping.isUsual || method == "btree" && isPlain else {
        throw .unsupported("an operator class, collation or order in an exclusion constraint")
      }
    }
  }

  /// One statement makes one index for all that say the same.
  private func isSaidBefore(
    _ exclusion: Catalog.Exclusion, of table: Int
  ) throws(ReadFailure) -> Bool {
    for prior in state.catalog.tables[table].exclusions {
      var same = exclusion
      (same.name, same.isLate) = (prior.name, prior.isLate)
      guard same == prior else { continue }
      guard exclusion.name.isEmpty || !isSession else {
        throw .unsupported("two exclusion constraints that say the same, one of them named")
      }
      return true
    }
    return false
  }
}
