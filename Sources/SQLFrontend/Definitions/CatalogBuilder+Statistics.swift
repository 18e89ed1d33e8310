import AccessModel
import CPgQuery
import SQLBinding

/// Extended statistics, of which the model keeps only the names.
extension CatalogBuilder {
  /// CREATE STATISTICS. Source: `CreateStatistics()` in `src/backend/commands/statscmds.c`.
  mutating func createStatistics(
    _ statement: PgQuery__CreateStatsStmt
  ) throws(ReadFailure) -> Effect {
    guard isSession else { return .applied }
    let items = list(statement.n_relations, statement.relations)
    let relation = try measuredRelation(items)
    let elements = list(statement.n_exprs, statement.exprs)
      .filter { $0.kind == PG_QUERY__NODE__NODE_STATS_ELEM }.map { $0.pointee.stats_elem.pointee }
    let parts = try measuredParts(elements, of: relation)
    guard items.count == 1 else {
      throw .refused(
        .featureNotSupported, "only a single relation is allowed in CREATE STATISTICS")
    }
    try requireMeasurable(relation)
    let names = strings(list(statement.n_defnames, statement.defnames))
    let schema = try creationSchema(names.count > 1 ? names[names.count - 2] : nil)
    let name = QualifiedName(schema, names.last ?? "")
    if let known = state.statistics[name] {
      guard known != nil else { throw .unsupported("statistics that may be there") }
      let message = "statistics object \"\(name.name)\" already exists"
      guard statement.if_not_exists != 0 else {
        throw .refused(SQLState(rawValue: "42710"), message)
      }
      notice(message + ", skipping", sqlState: "42710")
      return .applied
    }
    guard parts.count <= 8 else {
      throw .refused(
        SQLState(rawValue: "54011"), "cannot have more than 8 columns in statistics")
    }
    for part in parts { try requireMeasurable(part, of: relation, isOnly: parts.count == 1) }
    try requireKinds(strings(list(statement.n_stat_types, statement.stat_types)), for: parts)
    try requireDistinct(parts)
    state.statistics[name] = .some(relation)
    return .applied
  }

  private func measuredRelation(_ items: [Node]) throws(ReadFailure) -> QualifiedName {
    guard let first = items.first, first.kind == PG_QUERY__NODE__NODE_RANGE_VAR,
      let range = first.pointee.range_var
    else {
      throw .refused(
        .featureNotSupported,
        "CREATE STATISTICS only supports relation names in the FROM clause")
    }
    let written = try reader.relation(range)
    if case .composite(let type, owner: _)? = state.unlisted(written) {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42809"), "cannot define statistics for relation \"\(type.name)\"",
          detail: "This operation is not supported for composite types."), location: nil)
    }
    return try state.relation(written)
  }

  /// Source: `transformStatsStmt()` in `src/backend/parser/parse_utilcmd.c`.
  private mutating func measuredParts(
    _ elements: [PgQuery__StatsElem], of relation: QualifiedName
  ) throws(ReadFailure) -> [SQLExpression] {
    var parts: [SQLExpression] = []
    for element in elements {
      guard text(element.name).isEmpty, let node = element.expr else {
        parts.append(.column(qualifier: nil, name: text(element.name)))
        continue
      }
      let expression = try reader.expression(node)
      let mayBeRefused = SQLNode.expression(expression).descendants.contains { node in
        if case .query = node { return true }
        guard let call = node.call else { return false }
        return call.clauses != nil
          || Builtin.functions(named: call.name).contains { $0.kind == .aggregate }
      }
      if mayBeRefused { throw .unsupported("subqueries and aggregates in statistics") }
      var resolver = NameResolver(state)
      _ = try stored(in: .asking(expression, of: relation), by: &resolver) {
        (resolver) throws(ReadFailure) in try resolver.expression(expression, over: relation)
      }
      parts.append(kept(expression, over: relation))
    }
    return parts
  }

  private func requireMeasurable(_ relation: QualifiedName) throws(ReadFailure) {
    switch state.slot(relation) {
    case .table: break
    case .view(let index) where state.catalog.views[index].isMaterialized: break
    case .opaque(let what): throw .unsupported("\(what) `\(relation)`")
    default:
      throw .refused(
        state.wrongKind("cannot define statistics for relation \"\(relation.name)\"", relation),
        location: nil)
    }
    try requireOwner(of: relation)
  }

  private func requireMeasurable(
    _ part: SQLExpression, of relation: QualifiedName, isOnly: Bool
  ) throws(ReadFailure) {
    var column: String?
    if case .column(_, let name) = part { column = name }
    let known = state.columns(of: relation)?.map(\.name) ?? []
    if let column, !known.contains(column), !SystemColumns.names.contains(column) {
      throw .refused(.undefinedColumn, "column \"\(column)\" does not exist")
    }
    let used = column.map { [$0] } ?? part.systemColumns.map { $0 }
    guard !used.contains(where: { SystemColumns.names.contains($0) && !known.contains($0) }) else {
      throw .refused(
        .featureNotSupported, "statistics creation on system columns is not supported")
    }
    let computed = state.catalog.table(relation)?.columns.filter(\.isVirtual).map(\.name) ?? []
    if let column, computed.contains(column) {
      throw .refused(
        .featureNotSupported,
        "statistics creation on virtual generated columns is not supported")
    }
    if column == nil, !computed.isEmpty {
      throw .unsupported("statistics beside virtual generated columns")
    }
    guard let type = indexedType(part, of: relation) else {
      throw .unsupported("statistics of a type that is not known")
    }
    guard column != nil || !isOnly, lacksOrder(type) else { return }
    let what =
      column.map { "column \"\($0)\" cannot be used in statistics" }
      ?? "expression cannot be used in multivariate statistics"
    throw .refused(
      .featureNotSupported,
      "\(what) because its type \(state.typeText(type)) has no default btree operator class")
  }

  /// Arrays and rows have the order of what they hold. Source: `lookup_type_cache()`.
  private func lacksOrder(_ type: TypeName) -> Bool {
    var pending = [type]
    var seen: Set<String> = []
    while let next = pending.popLast() {
      guard seen.insert(next.name).inserted, var base = state.base(of: next) else { continue }
      base.isArray = false
      if lacksOperators(base, "btree") { return true }
      if case .composite(let fields)? = state.customType(ofText: base.name).flatMap({ name in
        state.catalog.types.first { $0.name == name }?.kind
      }) {
        pending += fields.map(\.type)
      } else if base != next {
        pending.append(base)
      } else if let row = state.relationOfRowType(base) {
        pending += state.columns(of: row)?.map(\.type) ?? []
      }
    }
    return false
  }

  private func requireKinds(
    _ kinds: [String], for parts: [SQLExpression]
  ) throws(ReadFailure) {
    let isExpression =
      if parts.count == 1, case .column? = parts.first { false } else { parts.count == 1 }
    if isExpression, !kinds.isEmpty {
      throw .refused(
        .featureNotSupported,
        "when building statistics on a single expression, statistics kinds may not be specified")
    }
    for kind in kinds where !["ndistinct", "dependencies", "mcv"].contains(kind) {
      throw .refused(.syntaxError, "unrecognized statistics kind \"\(kind)\"")
    }
    guard parts.count > 1 || isExpression else {
      throw .refused(
        .invalidObjectDefinition, "extended statistics require at least 2 columns")
    }
  }

  private func requireDistinct(_ parts: [SQLExpression]) throws(ReadFailure) {
    let columns = parts.filter { if case .column = $0 { true } else { false } }
    let expressions = parts.filter { if case .column = $0 { false } else { true } }
    for (kind, list) in [("column name", columns), ("expression", expressions)]
    where Set(list).count < list.count {
      throw .refused(
        SQLState(rawValue: "42701"), "duplicate \(kind) in statistics definition")
    }
  }
}
