import AccessModel

extension Binder {
  /// Binds the items of FROM in order. Source: `transformFromClause()` in `parse_clause.c`.
  mutating func fromClause(
    _ items: [SQLFromItem], in scope: Scope
  ) throws(EngineFailure) -> [BoundJoin] {
    let clause = scope.clause
    scope.clause = .from
    defer { scope.clause = clause }
    var joins: [BoundJoin] = []
    for item in items { joins.append(try fromItem(item, in: scope)) }
    return joins
  }

  /// Binds one FROM item and adds its sources; those before it can be referred to by what is
  /// LATERAL in it.
  mutating func fromItem(
    _ item: SQLFromItem, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    try nested { (binder) throws(EngineFailure) in
      switch item {
      case .relation(let schema, let name, let alias):
        return try binder.relationItem(
          SQLRelationName(schema: schema, name, alias: alias), isOnly: false, in: scope)
      case .only(let relation):
        return try binder.relationItem(relation, isOnly: true, in: scope)
      case .subquery(let query, let alias):
        let visible = scope.namespace
        scope.namespace = []
        let bound = try binder.query(query, inside: scope)
        scope.namespace = visible
        return try binder.add(bound, alias: alias, isLateral: false, in: scope)
      case .lateral(let query, let alias):
        let bound = try binder.query(query, inside: scope)
        return try binder.add(bound, alias: alias, isLateral: true, in: scope)
      case .function(let function): return try binder.fromFunction(function, in: scope)
      case .renamed(let inner, let columns):
        let join = try binder.fromItem(inner, in: scope)
        try binder.rename(columns, in: scope)
        return join
      case .joinAlias(let inner, let alias):
        let start = scope.namespace.count
        let join = try binder.fromItem(inner, in: scope)
        guard var item = scope.namespace.last else { return join }
        scope.namespace.removeSubrange(start...)
        (item.name, item.isNamed) = (alias, true)
        try scope.add(item)
        return join
      case .join(let kind, let left, let right, let condition):
        return try binder.join(kind, left, right, .on(condition), in: scope)
      case .joinUsing(let kind, let left, let right, let columns):
        return try binder.join(kind, left, right, .using(columns), in: scope)
      case .joinNatural(let kind, let left, let right):
        return try binder.join(kind, left, right, .natural, in: scope)
      }
    }
  }

  private mutating func relationItem(
    _ written: SQLRelationName, isOnly: Bool, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    let alias = written.alias ?? written.name
    if written.schema == nil, let table = scope.commonTable(written.name) {
      guard table.hasRows else {
        throw .postgres(
          PostgresError(
            .featureNotSupported,
            "WITH query \"\(table.name)\" does not have a RETURNING clause"))
      }
      if table.isOpen {
        (table.isRecursive, scope.isRecursive) = (true, true)
      } else {
        table.references += 1
      }
      try scope.add(
        BoundSource(
          alias: alias, kind: .commonTable(id: table.id), columnNames: table.columnNames,
          columnTypes: table.columnTypes))
      return .source(scope.sources.count - 1)
    }
    if let system = names.systemRelation(schema: written.schema, written.name) {
      let columns = system.columns(in: names.version)
      try scope.add(
        BoundSource(
          alias: alias, kind: .system(system), columnNames: columns.map(\.name),
          columnTypes: columns.map(\.type)),
        hasAlias: written.alias != nil)
      return .source(scope.sources.count - 1)
    }
    var source: BoundSource
    do throws(EngineFailure) {
      source = self.source(try relation(schema: written.schema, written.name), alias: alias)
    } catch .postgres(var error)
      where error.sqlState == .undefinedTable && written.schema == nil
      && scope.hasFutureCommonTable(written.name)
    {
      error.detail =
        "There is a WITH item named \"\(written.name)\", but it cannot be referenced from this "
        + "part of the query."
      error.hint =
        "Use WITH RECURSIVE, or re-order the WITH items to remove forward references."
      throw .postgres(error)
    } catch {
      throw error
    }
    if isOnly, case .relation(var relation) = source.kind {
      relation.isOnly = true
      source.kind = .relation(relation)
    }
    try scope.add(source, hasAlias: written.alias != nil)
    return .source(scope.sources.count - 1)
  }

  private func add(
    _ query: BoundQuery, alias: String, isLateral: Bool, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    var source = BoundSource(
      alias: alias, kind: .query(query), columnNames: query.targets.map(\.name),
      columnTypes: query.targets.map(\.expression.type))
    source.isLateral = isLateral
    if alias.isEmpty {
      throw .postgres(
        PostgresError(
          .syntaxError,
          query.values == nil
            ? "subquery in FROM must have an alias" : "VALUES in FROM must have an alias",
          hint: query.values == nil
            ? "For example, FROM (SELECT ...) [AS] foo."
            : "For example, FROM (VALUES ...) [AS] foo."))
    }
    try scope.add(source)
    return .source(scope.sources.count - 1)
  }

  /// `AS alias (columns)`: the first columns of the item just added under other names.
  private func rename(_ columns: [String], in scope: Scope) throws(EngineFailure) {
    guard var item = scope.namespace.popLast() else { return }
    guard columns.count <= item.columns.count else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"),
          item.source == nil
            ? "join expression \"\(item.name)\" has \(item.columns.count) columns available but "
              + "\(columns.count) columns specified"
            : "table \"\(item.name)\" has \(item.columns.count) columns available but "
              + "\(columns.count) columns specified"))
    }
    for (index, name) in columns.enumerated() {
      item.columns[index].name = name
      if let source = item.source { scope.sources[source].columnNames[index] = name }
    }
    scope.namespace.append(item)
  }

  /// A mention of a relation, all of its columns in scope.
  func source(_ id: RelationID, alias: String) -> BoundSource {
    BoundSource(
      alias: alias, kind: .relation(BoundRelation(id)),
      columnNames: names.columnNames(of: id), columnTypes: names.columnTypes(of: id))
  }
}
