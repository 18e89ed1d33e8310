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
    try requireOwner(of: relation)
    let condition = try statement.where_clause.map { (node) throws(ReadFailure) in
      try indexCondition(node, of: relation)
    }
    let elements = self.elements(list(statement.n_index_params, statement.index_params))
    let expressions = try indexExpressions(elements, of: relation)
    try requireIndexable(relation)
    if isSession, statement.concurrent != 0, state.catalog.table(relation)?.kind == .partitioned {
      throw .refused(
        .featureNotSupported,
        "cannot create index on partitioned table \"\(relation.name)\" concurrently")
    }
    try require(.create(schema: relation.schema))
    try requireTablespace(text(statement.table_space))
    let written = text(statement.access_method)
    let method = written.isEmpty ? "btree" : written
    if isSession {
      try requireIndexMethod(
        method, isUnique: statement.unique != 0,
        includes: statement.n_index_including_params > 0, elements)
    }
    let (parts, labels) = try indexParts(elements, expressions, of: relation, by: method)
    let included = try includedColumns(
      self.elements(list(statement.n_index_including_params, statement.index_including_params)),
      of: relation)
    let late = try requireOwnColumns(
      parts + [condition].compactMap { $0 }, included, of: relation)
    let label = Self.indexLabel(labels + included)
    let ownName = text(statement.idxname)
    let name = QualifiedName(
      relation.schema,
      ownName.isEmpty
        ? freeName(relation.name, label, "idx") {
          state.slot(QualifiedName(relation.schema, $0)) != nil
        } : ownName)
    if skips(name, if: statement.if_not_exists != 0) { return .applied }
    try requireFree(name)
    var index = Catalog.Index(name.name, parts, isUnique: statement.unique != 0, place: place)
    index.nullsAreEqual = statement.nulls_not_distinct != 0
    index.method = method == "btree" ? nil : method
    let keeping = elements.map(Self.keeping)
    index.keeping = keeping.allSatisfy(\.isUsual) ? [] : keeping
    index.included = included
    index.parameters = Self.parameters(list(statement.n_options, statement.options))
    index.condition = condition
    try add(index, to: relation, recurses: range.pointee.inh != 0)
    if let late { note(.refusedOnceBound(late)) }
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

  /// Refuses columns that every table has, once all else is right; of expressions, what is wrong with
  /// them comes first.
  ///
  /// Source: `DefineIndex()` in `src/backend/commands/indexcmds.c`.
  func requireOwnColumns(
    _ parts: [SQLExpression], _ included: [String] = [], of relation: QualifiedName
  ) throws(ReadFailure) -> PostgresError? {
    let known = state.columns(of: relation)?.map(\.name) ?? []
    let used = parts.reduce(into: Set(included)) { $0.formUnion($1.systemColumns) }
    guard used.contains(where: { SystemColumns.names.contains($0) && !known.contains($0) }) else {
      return nil
    }
    let refusal = PostgresError(
      .featureNotSupported, "index creation on system columns is not supported")
    let isPlain = parts.allSatisfy { if case .column = $0 { true } else { false } }
    guard isSession, !isPlain else { throw .refused(refusal, location: nil) }
    return refusal
  }

  /// What can have indexes. Source: `DefineIndex()` in `src/backend/commands/indexcmds.c`.
  private func requireIndexable(_ relation: QualifiedName) throws(ReadFailure) {
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
  }

  /// What stands in parentheses, which is analysed before columns are looked for.
  ///
  /// Source: `transformIndexStmt()` in `src/backend/parser/parse_utilcmd.c`.
  mutating func indexExpressions(
    _ elements: [PgQuery__IndexElem], of relation: QualifiedName
  ) throws(ReadFailure) -> [SQLExpression?] {
    var expressions: [SQLExpression?] = []
    for element in elements {
      guard text(element.name).isEmpty, let node = element.expr else {
        expressions.append(nil)
        continue
      }
      let expression = try reader.lenientExpression(node)
      var resolver = NameResolver(state)
      _ = try resolver.expression(expression, over: relation)
      expressions.append(expression)
    }
    return expressions
  }

  /// `method`: nil for columns that are only included.
  func indexParts(
    _ elements: [PgQuery__IndexElem], _ expressions: [SQLExpression?], of relation: QualifiedName,
    by method: String?, isConstraint: Bool = false
  ) throws(ReadFailure) -> ([SQLExpression], labels: [String]) {
    var parts: [SQLExpression] = []
    var labels: [String] = []
    for (element, expression) in zip(elements, expressions) {
      let column = text(element.name)
      let part =
        if let expression {
          kept(expression, over: relation)
        } else {
          try indexedColumn(column, of: relation, isConstraint: isConstraint)
        }
      parts.append(part)
      labels.append(expression.map(Self.indexLabel) ?? column)
      if let method {
        try requireIndexable(element, part, method, of: relation)
      } else {
        try requirePlain(element)
      }
    }
    return (parts, labels)
  }

  private func indexedColumn(
    _ column: String, of relation: QualifiedName, isConstraint: Bool
  ) throws(ReadFailure) -> SQLExpression {
    let isKnown = state.columns(of: relation)?.contains { $0.name == column } == true
    guard isKnown || SystemColumns.names.contains(column) else {
      throw .refused(
        .undefinedColumn,
        "column \"\(column)\" \(isConstraint ? "named in key " : "")does not exist")
    }
    if isKnown, case .table(let table) = state.slot(relation) {
      try requireStored([column], of: table, "indexes")
    }
    return .column(qualifier: nil, name: column)
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

  private func includedColumns(
    _ elements: [PgQuery__IndexElem], of relation: QualifiedName
  ) throws(ReadFailure) -> [String] {
    guard elements.allSatisfy({ !text($0.name).isEmpty }) else {
      throw .refused(
        .featureNotSupported, "expressions are not supported in included columns")
    }
    return try indexParts(elements, elements.map { _ in nil }, of: relation, by: nil).labels
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
