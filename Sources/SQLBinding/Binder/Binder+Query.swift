import AccessModel

extension Binder {
  /// Binds a query; `outer` is the scope around it, if it may refer there.
  ///
  /// `resolvesUnknowns`: false leaves untyped literals among the outputs untyped, for INSERT.
  mutating func query(
    _ query: SQLQuery, inside outer: Scope?, resolvesUnknowns: Bool = true
  ) throws(EngineFailure) -> BoundQuery {
    try nested { (binder) throws(EngineFailure) in
      guard query.with == nil else { throw binder.undecided("WITH") }
      guard query.locks == nil else { throw binder.undecided("row locks") }
      guard query.withTies == nil else { throw binder.undecided("WITH TIES") }
      switch query.body {
      case .setOperation(let operation): throw binder.undecided(operation.kind.rawValue)
      case .unread: throw binder.undecided("SQL text that has not been parsed")
      case .values(let rows): return try binder.values(rows, of: query, inside: outer)
      case .select(let select):
        return
          try binder.select(
            select, of: query, inside: outer, resolvesUnknowns: resolvesUnknowns)
      }
    }
  }

  private mutating func select(
    _ select: SQLSelect, of query: SQLQuery, inside outer: Scope?, resolvesUnknowns: Bool
  ) throws(EngineFailure) -> BoundQuery {
    guard select.distinctOn == nil else { throw undecided("DISTINCT ON") }
    guard select.groupingSets == nil else { throw undecided("GROUPING SETS") }
    let scope = Scope(names, inside: outer)
    var joins: [BoundJoin] = []
    for item in select.from { joins.append(try fromItem(item, in: scope)) }
    // In PostgreSQL's order, which decides the first of several mistakes.
    scope.aggregates = []
    var targets = try self.targets(select.targets, in: scope, resolvesUnknowns: resolvesUnknowns)
    let outputAggregates = scope.aggregates
    scope.aggregates = nil
    scope.clause = .conditions
    let condition = try select.condition.map { (expression) throws(EngineFailure) in
      try self.condition(expression, "WHERE", in: scope)
    }
    scope.aggregates = outputAggregates
    var having = try select.having.map { (expression) throws(EngineFailure) in
      try self.condition(expression, "HAVING", in: scope)
    }
    var order = try orderBy(query.orderBy, targets: targets, in: scope)
    let aggregates = scope.aggregates ?? []
    scope.aggregates = nil
    scope.clause = .grouping
    let keys = try groupKeys(select.groupBy, targets: targets, in: scope)

    var grouping: BoundGrouping?
    if !keys.isEmpty || !aggregates.isEmpty || having != nil {
      var above = GroupedExpressions(
        keys: keys, sources: scope.sources, catalog: names.catalog)
      for index in targets.indices {
        targets[index].expression = try above.rewrite(targets[index].expression)
      }
      for index in order.indices {
        order[index].expression = try above.rewrite(order[index].expression)
      }
      if let written = having { having = try above.rewrite(written) }
      grouping = BoundGrouping(keys: above.keys, aggregates: aggregates, having: having)
    }
    return BoundQuery(
      sources: scope.finishedSources(), joins: joins, condition: condition, grouping: grouping,
      targets: targets, isDistinct: select.isDistinct, orderBy: order,
      limit: try rowCount(query.limit), offset: try rowCount(query.offset))
  }

  private mutating func values(
    _ rows: [[SQLExpression]], of query: SQLQuery, inside outer: Scope?
  ) throws(EngineFailure) -> BoundQuery {
    guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else {
      throw .postgres(PostgresError(.syntaxError, "VALUES lists must all be the same length"))
    }
    guard query.orderBy.isEmpty else { throw undecided("VALUES with ORDER BY") }
    let scope = Scope(names, inside: outer)
    scope.clause = .values
    var bound: [[BoundExpression]] = []
    for row in rows {
      var cells: [BoundExpression] = []
      for cell in row { cells.append(try expression(cell, in: scope)) }
      bound.append(cells)
    }
    var targets: [BoundTarget] = []
    for column in 0..<width {
      let type = try commonType(bound.map { $0[column] }, "VALUES")
      for row in bound.indices {
        bound[row][column] = try coerce(bound[row][column], to: type, .implicit)
      }
      targets.append(BoundTarget("column\(column + 1)", .constant(.null, type)))
    }
    return BoundQuery(
      targets: targets, limit: try rowCount(query.limit), offset: try rowCount(query.offset),
      values: bound)
  }

  /// Binds one FROM item and adds its sources.
  mutating func fromItem(
    _ item: SQLFromItem, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    try nested { (binder) throws(EngineFailure) in
      switch item {
      case .relation(let schema, let name, let alias):
        let id = try binder.relation(schema: schema, name)
        try scope.add(binder.source(id, alias: alias ?? name))
        return .source(scope.sources.count - 1)
      case .subquery(let query, let alias):
        let bound = try binder.subquery(query, beside: scope)
        try scope.add(
          BoundSource(
            alias: alias, kind: .query(bound), columnNames: bound.targets.map(\.name),
            columnTypes: bound.targets.map(\.expression.type)))
        return .source(scope.sources.count - 1)
      case .only: throw binder.undecided("ONLY")
      case .joinNatural: throw binder.undecided("NATURAL JOIN")
      case .joinAlias: throw binder.undecided("an alias of a join")
      case .lateral: throw binder.undecided("LATERAL")
      case .function: throw binder.undecided("a function in FROM")
      case .renamed: throw binder.undecided("column aliases in FROM")
      case .joinUsing: throw binder.undecided("JOIN … USING")
      case .join(let kind, let left, let right, let condition):
        return try binder.join(kind, left, right, condition, in: scope)
      }
    }
  }

  /// A subquery in FROM, which sees nothing of what stands beside it.
  private mutating func subquery(
    _ query: SQLQuery, beside scope: Scope
  ) throws(EngineFailure) -> BoundQuery {
    do throws(EngineFailure) {
      return try self.query(query, inside: nil)
    } catch .postgres(let error) where error.sqlState == .undefinedTable {
      let hidden = scope.sources.first {
        error.message == "missing FROM-clause entry for table \"\($0.alias)\""
      }
      guard let hidden else { throw .postgres(error) }
      throw .postgres(
        PostgresError(
          .undefinedTable,
          "invalid reference to FROM-clause entry for table \"\(hidden.alias)\""))
    } catch {
      throw error
    }
  }

  private mutating func join(
    _ kind: SQLJoinKind, _ left: SQLFromItem, _ right: SQLFromItem,
    _ condition: SQLExpression?, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    let start = scope.sources.count
    let (boundLeft, boundRight) = (
      try fromItem(left, in: scope), try fromItem(right, in: scope)
    )
    let outside = scope.visible
    scope.visible = start..<scope.sources.count
    scope.clause = .joins
    defer { scope.visible = outside }
    let on = try condition.map { (expression) throws(EngineFailure) in
      try self.condition(expression, "JOIN/ON", in: scope)
    }
    let boundKind: BoundJoin.Kind =
      switch kind {
      case .inner, .cross: .inner
      case .left: .left
      case .right: .right
      case .full: .full
      }
    return .join(boundKind, boundLeft, boundRight, condition: on)
  }

  /// A mention of a relation, all of its columns in scope.
  func source(_ id: RelationID, alias: String) -> BoundSource {
    BoundSource(
      alias: alias, kind: .relation(BoundRelation(id, isNamedByCaller: isCallerText)),
      columnNames: names.columnNames(of: id), columnTypes: names.columnTypes(of: id))
  }

  /// Binds a select list or RETURNING list, with stars expanded.
  mutating func targets(
    _ list: [SQLTarget], in scope: Scope, resolvesUnknowns: Bool = true
  ) throws(EngineFailure) -> [BoundTarget] {
    var result: [BoundTarget] = []
    for target in list {
      switch target {
      case .expression(let written, let name):
        var bound = try expression(written, in: scope)
        if bound.type == .unknown, resolvesUnknowns {
          bound = try coerce(bound, to: .text, .implicit)
        }
        result.append(BoundTarget(name ?? Self.columnName(of: written), bound))
      case .star(let qualifier):
        result += try star(qualifier, in: scope)
      }
    }
    return result
  }

  private func star(
    _ qualifier: String?, in scope: Scope
  ) throws(EngineFailure) -> [BoundTarget] {
    var result: [BoundTarget] = []
    var isKnown = qualifier == nil && !scope.sources.isEmpty
    for source in scope.sources where qualifier == nil || source.alias == qualifier {
      isKnown = true
      for name in source.columnNames {
        let (position, type) = try scope.resolve(name, qualifier: source.alias)
        result.append(BoundTarget(name, .column(position, type)))
      }
    }
    if !isKnown, let qualifier, let fields = try variableFields(qualifier) { return fields }
    guard isKnown else {
      throw .postgres(
        qualifier.map {
          PostgresError(.undefinedTable, "missing FROM-clause entry for table \"\($0)\"")
        } ?? PostgresError(.syntaxError, "SELECT * with no tables specified is not valid"))
    }
    return result
  }

  /// The name of an output column that is not named. Source: `FigureColname()`.
  static func columnName(of expression: SQLExpression) -> String {
    figuredName(of: expression).name
  }

  /// A weak name gives way to that of a cast around it.
  private static func figuredName(
    of expression: SQLExpression
  ) -> (name: String, isWeak: Bool) {
    switch expression {
    case .column(_, let name): return (name, false)
    case .call(let call): return (call.name, false)
    case .cast(let operand, let type):
      let inner = figuredName(of: operand)
      return inner.isWeak ? (castName(type), true) : inner
    case .coalesce: return ("coalesce", false)
    case .nullIf: return ("nullif", false)
    case .cases(_, _, let otherwise):
      let inner = otherwise.map(figuredName)
      return inner.map { $0.isWeak ? ("case", true) : $0 } ?? ("case", true)
    case .exists: return ("exists", false)
    case .valueFunction(let function): return (function.rawValue.lowercased(), false)
    case .scalarQuery(let query):
      guard case .select(let select) = query.body, let first = select.targets.first,
        case .expression(let inner, let name) = first
      else { return ("?column?", true) }
      return (name ?? columnName(of: inner), false)
    default: return ("?column?", true)
    }
  }

  /// Casts name their column by the internal type name.
  private static func castName(_ type: TypeName) -> String {
    switch type.name {
    case "boolean": "bool"
    case "smallint": "int2"
    case "integer": "int4"
    case "bigint": "int8"
    case "real": "float4"
    case "double precision": "float8"
    case "character varying": "varchar"
    case "timestamp without time zone": "timestamp"
    case "timestamp with time zone": "timestamptz"
    default: type.name
    }
  }

  private mutating func rowCount(
    _ written: SQLExpression?
  ) throws(EngineFailure) -> BoundExpression? {
    guard let written else { return nil }
    return try coerce(
      try expression(written, in: Scope(names, inside: nil)), to: .bigint, .implicit)
  }
}
