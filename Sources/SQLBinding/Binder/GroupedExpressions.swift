import AccessModel

/// Rewrites expressions that stand above a grouping: keys and aggregates are all they may use.
struct GroupedExpressions {
  private(set) var keys: [BoundExpression]
  /// Positions of the keys of each of several groupings; nil: all keys.
  let sets: [[Int]]?
  let sources: [BoundSource]
  let catalog: Catalog
  /// OLD and NEW, if it is the query of a rule's action: they stand beside its sources.
  ///
  /// Source: `transformRuleStmt()` in `src/backend/parser/parse_utilcmd.c`.
  var ruleRows: [BoundSource] = []

  mutating func rewrite(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    if let key = keys.firstIndex(of: expression) { return .groupKey(key, expression.type) }
    switch expression {
    case .aggregate, .constant, .parameter, .valueFunction, .window, .setResult:
      return expression
    case .column(let position, _) where position.level == 0:
      let source = sources[position.source]
      guard isKeyGrouped(position.source) else { throw Self.isUngrouped(position, of: source) }
      guard sets == nil else { throw .undecided(Undecided("a dependent column of grouping sets")) }
      // The whole primary key is grouped by, so this column has one value in each group.
      keys.append(expression)
      return .groupKey(keys.count - 1, expression.type)
    case .column(let position, _)
    where position.level == 1 && ruleRows.indices.contains(position.source):
      let source = ruleRows[position.source]
      guard !keys.contains(where: { $0.mentions(level: 1) }) else {
        throw .undecided(Undecided("OLD or NEW in GROUP BY"))
      }
      throw Self.isUngrouped(position, of: source)
    case .exists, .scalarQuery, .inQuery, .arrayQuery, .quantifiedQuery:
      if let query = expression.subquery { try requireGrouped(in: query) }
      fallthrough
    default:
      return try expression.mapOperands { (operand) throws(EngineFailure) in
        try rewrite(operand)
      }
    }
  }

  private static func isUngrouped(
    _ position: ColumnPosition, of source: BoundSource
  ) -> EngineFailure {
    .postgres(
      PostgresError(
        .groupingError,
        "column \"\(source.alias).\(name(of: position, in: source))\" must appear in "
          + "the GROUP BY clause or be used in an aggregate function"))
  }

  /// Whether the keys hold a table's whole primary key: then its other columns depend on them.
  private func isKeyGrouped(_ source: Int) -> Bool {
    guard case .relation(let relation) = sources[source].kind, case .table(let table) = relation.id,
      let key = catalog.tables[table].primaryKey
    else { return false }
    let grouped = keys.compactMap { expression -> String? in
      guard case .column(let position, _) = expression, position.level == 0,
        position.source == source
      else { return nil }
      return Self.name(of: position, in: sources[source])
    }
    return Set(key.columns).isSubset(of: grouped)
  }

  private static func name(of position: ColumnPosition, in source: BoundSource) -> String {
    SystemColumn(rawValue: position.column)?.name ?? source.columnNames[position.column]
  }

  mutating func rewrite(_ windows: inout [BoundWindow]) throws(EngineFailure) {
    for index in windows.indices {
      switch windows[index].function {
      case .builtin(let builtin, let arguments):
        windows[index].function = .builtin(builtin, try each(arguments))
      case .aggregate(let aggregate):
        windows[index].function = .aggregate(
          try aggregate.mapExpressions { (part) throws(EngineFailure) in try rewrite(part) })
      }
      windows[index].partitionBy = try each(windows[index].partitionBy)
      for order in windows[index].orderBy.indices {
        windows[index].orderBy[order].expression = try rewrite(
          windows[index].orderBy[order].expression)
      }
      windows[index].frame = try windows[index].frame?.mapOffsets {
        (offset) throws(EngineFailure) in try rewrite(offset)
      }
    }
  }

  mutating func rewrite(
    _ functions: inout [BoundSetFunction], except below: Set<Int>
  ) throws(EngineFailure) {
    for index in functions.indices where !below.contains(index) {
      switch functions[index].call {
      case .builtin(let builtin, let arguments):
        functions[index].call = .builtin(builtin, try each(arguments))
      case .function(let number, let arguments):
        functions[index].call = .function(index: number, try each(arguments))
      case .scalar(let expression):
        functions[index].call = .scalar(try rewrite(expression))
      }
    }
  }

  mutating func each(
    _ list: [BoundExpression]
  ) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for item in list { result.append(try rewrite(item)) }
    return result
  }

  /// A subquery sees of the row around what is the same in all of a group.
  ///
  /// Source: `check_ungrouped_columns_walker()` in `src/backend/parser/parse_agg.c`.
  private func requireGrouped(in query: BoundQuery) throws(EngineFailure) {
    var mentioned: Set<ColumnPosition> = []
    _ = query.mapColumns(depth: 1) { position, type, depth in
      if position.level == depth {
        mentioned.insert(
          ColumnPosition(level: 0, source: position.source, column: position.column))
      }
      return .column(position, type)
    }
    guard !mentioned.isEmpty else { return }
    let grouped = keys.compactMap { key in
      if case .column(let position, _) = key, position.level == 0 { position } else { nil }
    }
    let others = mentioned.filter { position in
      position.column < 0
        || !grouped.contains { $0.source == position.source && $0.column == position.column }
          && !isKeyGrouped(position.source)
    }
    guard !others.isEmpty || sets != nil else { return }
    guard others.count == 1, let position = others.first, position.column >= 0, sets == nil,
      grouped.count == keys.count
    else { throw .undecided(Undecided("a subquery over the ungrouped row")) }
    let source = sources[position.source]
    throw .postgres(
      PostgresError(
        .groupingError,
        "subquery uses ungrouped column \"\(source.alias).\(Self.name(of: position, in: source))\" "
          + "from outer query"))
  }
}
