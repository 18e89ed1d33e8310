import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// Indexes that no constraint makes.
extension CatalogBuilder {
  /// CREATE INDEX.
  mutating func createIndex(
    _ node: UnsafeMutablePointer<PgQuery__IndexStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("an index on nothing") }
    try requireListed(reader.relation(range), for: .index)
    let relation = try state.relation(reader.relation(range))
    if case .opaque = state.slot(relation) { return .applied }
    switch state.slot(relation) {
    case .table where !isForeign(relation): break
    case .view(let index) where state.catalog.views[index].isMaterialized: break
    case .index:
      throw .refused(
        .unreadable(relation.name, "an index", state.kinds(relation), state.postgresVersion),
        location: nil)
    default:
      throw .refused(
        state.wrongKind("cannot create index on relation \"\(relation.name)\"", relation),
        location: nil)
    }
    try requireOwner(of: relation)
    if isSession, statement.concurrent != 0, state.catalog.table(relation)?.kind == .partitioned {
      throw .refused(
        .featureNotSupported,
        "cannot create index on partitioned table \"\(relation.name)\" concurrently")
    }
    try require(.create(schema: relation.schema))
    let (parts, labels) = try indexParts(
      self.elements(list(statement.n_index_params, statement.index_params)), of: relation)
    try requireTablespace(text(statement.table_space))
    let accessMethod = text(statement.access_method)
    let elements = self.elements(list(statement.n_index_params, statement.index_params))
    if isSession {
      try requireIndexMethod(
        accessMethod.isEmpty ? "btree" : accessMethod, isUnique: statement.unique != 0,
        includes: statement.n_index_including_params > 0, elements, parts, of: relation)
    }
    if ["", "btree", "hash"].contains(accessMethod) {
      let plain = zip(elements, parts).filter { $0.0.n_opclass == 0 }.compactMap { _, part in
        if case .column(_, let name) = part { name } else { nil }
      }
      try requireOperators(
        of: plain, of: relation, accessMethod.isEmpty ? "btree" : accessMethod)
    }
    let included = try includedColumns(
      self.elements(list(statement.n_index_including_params, statement.index_including_params)),
      of: relation)
    let label = Self.indexLabel(labels + included)
    let written = text(statement.idxname)
    let name = QualifiedName(
      relation.schema,
      written.isEmpty
        ? freeName(relation.name, label, "idx") {
          state.slot(QualifiedName(relation.schema, $0)) != nil
        } : written)
    if skips(name, if: statement.if_not_exists != 0) { return .applied }
    try requireFree(name)
    var index = Catalog.Index(name.name, parts, isUnique: statement.unique != 0, place: place)
    index.nullsAreEqual = statement.nulls_not_distinct != 0
    let method = text(statement.access_method)
    index.method = method.isEmpty || method == "btree" ? nil : method
    let keeping = elements.map(Self.keeping)
    index.keeping = keeping.allSatisfy(\.isUsual) ? [] : keeping
    index.included = included
    index.parameters = Self.parameters(list(statement.n_options, statement.options))
    if let node = statement.where_clause {
      index.condition = try indexCondition(node, of: relation)
    }
    try add(index, to: relation, recurses: range.pointee.inh != 0)
    return .applied
  }

  /// WHERE.
  mutating func indexCondition(
    _ node: Node, of relation: QualifiedName
  ) throws(ReadFailure) -> SQLExpression {
    let condition = try reader.lenientExpression(node)
    var resolver = NameResolver(state)
    _ = try resolver.expression(condition, over: relation)
    return kept(condition, over: relation)
  }

  mutating func indexParts(
    _ elements: [PgQuery__IndexElem], of relation: QualifiedName, isConstraint: Bool = false
  ) throws(ReadFailure) -> ([SQLExpression], labels: [String]) {
    var parts: [SQLExpression] = []
    var labels: [String] = []
    let known = state.columns(of: relation)?.map(\.name) ?? []
    for element in elements {
      let column = text(element.name)
      if !column.isEmpty {
        guard known.contains(column) || SystemColumns.names.contains(column) else {
          throw .refused(
            .undefinedColumn,
            "column \"\(column)\" \(isConstraint ? "named in key " : "")does not exist")
        }
        guard !SystemColumns.names.contains(column) else {
          throw .refused(
            .featureNotSupported, "index creation on system columns is not supported")
        }
        if case .table(let table) = state.slot(relation) {
          try requireStored([column], of: table, "indexes")
        }
        parts.append(.column(qualifier: nil, name: column))
        labels.append(column)
      } else if let node = element.expr {
        let expression = try reader.lenientExpression(node)
        var resolver = NameResolver(state)
        _ = try resolver.expression(expression, over: relation)
        parts.append(kept(expression, over: relation))
        labels.append(Self.indexLabel(expression))
      }
    }
    return (parts, labels)
  }

  private func elements(_ nodes: [Node]) -> [PgQuery__IndexElem] {
    nodes.filter { $0.kind == PG_QUERY__NODE__NODE_INDEX_ELEM }
      .map { $0.pointee.index_elem.pointee }
  }

  static func keeping(_ element: PgQuery__IndexElem) -> Catalog.PartKeeping {
    let nulls: Bool? =
      switch element.nulls_ordering {
      case PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_FIRST: true
      case PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_LAST: false
      default: nil
      }
    let operatorClass = strings(list(element.n_opclass, element.opclass))
    var keeping = Catalog.PartKeeping(
      collation: strings(list(element.n_collation, element.collation)).last,
      operatorClass: operatorClass.isEmpty ? nil : operatorClass.joined(separator: "."),
      isDescending: element.ordering == PG_QUERY__SORT_BY_DIR__SORTBY_DESC, nullsFirst: nulls)
    keeping.operatorClassParameters = parameters(list(element.n_opclassopts, element.opclassopts))
    return keeping
  }

  /// WITH (…) and the parameters of an operator class, as `pg_class.reloptions` has them.
  private static func parameters(_ options: [Node]) -> [String] {
    options.compactMap { option in
      guard option.kind == PG_QUERY__NODE__NODE_DEF_ELEM else { return nil }
      let element = option.pointee.def_elem.pointee
      return "\(text(element.defname))=\(value(element.arg) ?? "true")"
    }.sorted()
  }

  private mutating func includedColumns(
    _ elements: [PgQuery__IndexElem], of relation: QualifiedName
  ) throws(ReadFailure) -> [String] {
    var columns: [String] = []
    for part in try indexParts(elements, of: relation).0 {
      guard case .column(_, let name) = part else {
        throw .refused(
          .featureNotSupported, "expressions are not supported in included columns")
      }
      columns.append(name)
    }
    return columns
  }

  private mutating func add(
    _ index: Catalog.Index, to relation: QualifiedName, recurses: Bool
  ) throws(ReadFailure) {
    if case .table(let table) = state.slot(relation) {
      try requirePartitionColumns(index, of: table)
    }
    state.change(relation) { $0.indexes.append(index) }
    state.changeView(relation) { $0.indexes.append(index) }
    state.set(
      QualifiedName(relation.schema, index.name),
      .index(DatabaseState.Index(index, of: relation)))
    if index.isComputed { note(.validate(relation, .index(index.name))) }
    if index.isUnique { note(.validate(relation, .uniqueIndex(index.name))) }
    guard recurses, case .table(let table) = state.slot(relation) else { return }
    for child in children(of: table) { try addIndex(copyOf: index, to: child, isInherited: true) }
  }

  func requirePartitionColumns(_ index: Catalog.Index, of table: Int) throws(ReadFailure) {
    guard index.isUnique else { return }
    let columns = index.parts.compactMap { part -> String? in
      if case .column(_, let name) = part { name } else { nil }
    }
    try requirePartitionColumns(columns, "UNIQUE", of: table)
  }
}
