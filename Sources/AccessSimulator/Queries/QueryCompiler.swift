import AccessModel
import RowSecurity
import SQLBinding

/// Makes a bound, decided query ready to run.
struct QueryCompiler {
  let session: Session
  let compiler: ExpressionCompiler
  /// Whether the query becomes a part of a join.
  private let isJoined: Bool

  /// `commonTables`: what WITH of queries around this one has defined, by id.
  init(_ session: Session, _ commonTables: [Int: CommonRows]? = nil, isJoined: Bool = false) {
    (self.session, self.isJoined) = (session, isJoined)
    compiler = ExpressionCompiler(session, commonTables)
  }

  func compile(_ written: BoundQuery) throws(EngineFailure) -> CompiledQuery {
    guard !written.commonTables.isEmpty else { return try compiledBody(written) }
    let query = mergingCommonTables(written)
    var known = compiler.commonTables
    var own: Set<Int> = []
    for table in query.commonTables where table.references > 0 {
      known[table.id] = try CommonRows(table, session, known)
      own.insert(table.id)
    }
    let compiled = try QueryCompiler(session, known, isJoined: isJoined).compiledBody(query)
    compiled.commonTables = own
    return compiled
  }

  private func compiledBody(_ written: BoundQuery) throws(EngineFailure) -> CompiledQuery {
    let isNeeded = isJoined && written.sources.contains(where: tellsOfRows)
    var query = merged(inliningFunctions(simplified(written)), isNeeded: isNeeded)
    dropUselessOrder(of: &query)
    try dropFixedOrder(of: &query)
    let compiled = CompiledQuery(sourceCount: query.sources.count)
    if let rows = query.values {
      for row in rows {
        compiled.values.append(try compile(row, isAlone: rows.count == 1, compiler))
      }
      compiled.isValues = true
    } else {
      let outputs: ExpressionCompiler
      (compiled.join, compiled.origins, outputs) = try join(query)
      compiled.targets = try outputs.compile(query.targets.map(\.expression))
    }
    if let grouping = query.grouping {
      compiled.grouping = CompiledGrouping(
        keys: try compiler.compile(grouping.keys), sets: grouping.sets,
        aggregates: try aggregates(grouping), presort: try presort(grouping),
        having: try optional(grouping.having.map(byCost)))
      compiled.grouping?.keepsRows = query.showsGroupedRows
      compiled.grouping?.setFunctions = grouping.setFunctions.sorted()
      var estimate = try GroupEstimate(query, self)
      compiled.grouping?.order = estimate?.order()
      compiled.grouping?.types = grouping.keys.map(\.type)
    }
    let windowKeys = query.windowKeys
    compiled.windowKeys = try compiler.compile(windowKeys)
    for (index, window) in query.windows.enumerated() {
      compiled.windows.append(try self.window(window, at: index, keys: windowKeys))
    }
    if !query.windows.isEmpty { compiled.windowSteps = try windowSteps(query) }
    for function in query.setFunctions {
      compiled.setFunctions.append(try setValues(function))
    }
    compiled.expanded = query.setFunctions.indices.filter {
      query.grouping?.setFunctions.contains($0) != true
    }
    compiled.isDistinct = query.isDistinct
    compiled.gathersDistinct =
      query.isDistinct && query.orderBy.isEmpty && !isOneRowDistinct(query)
      && !mayReadInOrder(query)
    if query.isDistinct, !isOneRowDistinct(query) {
      var estimate = try GroupEstimate(query, self)
      compiled.distinctOrder = estimate?.order()
      compiled.types = query.targets.map(\.expression.type)
      if compiled.distinctOrder != nil { compiled.gathersDistinct = true }
    }
    compiled.distinctOn = try query.distinctOn.map { (keys) throws(EngineFailure) in
      try compiler.compile(keys)
    }
    compiled.orderBy = try orders(query.orderBy)
    let targets = query.targets.map(\.expression)
    for index in query.orderBy.indices {
      compiled.orderBy[index].target = targets.firstIndex(of: query.orderBy[index].expression)
    }
    compiled.copies = copies(query)
    compiled.distinctTargets = (query.distinctOn ?? []).map(targets.firstIndex)
    compiled.postponesSets = postponesSets(query)
    compiled.postponed = postponed(query)
    if !compiled.expanded.isEmpty {
      compiled.volatile = targets.indices.filter {
        targets[$0].isVolatile(session.catalog.catalog)
      }
    }
    compiled.limit = try optional(query.limit)
    compiled.offset = try optional(query.offset)
    compiled.withTies = query.withTies
    if query.limit != nil, query.mayBeFoundByJoined(session.catalog) {
      compiled.otherRows = OtherFirstRows(session)
    }
    return compiled
  }

  /// With the joins that PostgreSQL makes of outer ones, where a condition or a policy may raise an
  /// error: they decide of which rows it is asked.
  private func simplified(_ query: BoundQuery) -> BoundQuery {
    guard query.joins.contains(where: { if case .join = $0 { true } else { false } }),
      query.lockedSources.isEmpty
    else { return query }
    let order = QualOrder(session.catalog.catalog)
    let conditions =
      JoinPlanner.conjuncts(query.condition) + query.joins.flatMap(\.conditions)
      + query.sources.flatMap(\.ownConditions)
    let matters = conditions.contains {
      order.mayMatterBesideOthers($0, raises: session.raises)
    }
    guard matters || session.showsInside(conditions, order) else { return query }
    return query.withReducedJoins(session.engine).withoutUselessJoins(session.catalog.names)
  }

  /// Targets that wait for the rows to be sorted: volatile ones always, and with a LIMIT those that
  /// cost much.
  ///
  /// Source: `make_sort_input_target()` in `src/backend/optimizer/plan/planner.c`.
  private func postponed(_ query: BoundQuery) -> [Int] {
    let postponesSets = postponesSets(query)
    guard !query.orderBy.isEmpty, !query.isDistinct, query.setFunctions.isEmpty || postponesSets
    else { return [] }
    let catalog = session.catalog.catalog
    let keys = Set(query.orderBy.map(\.expression) + (query.distinctOn ?? []))
    let others = query.targets.indices.filter { !keys.contains(query.targets[$0].expression) }
    let volatile = others.filter { query.targets[$0].expression.isVolatile(catalog) }
    guard !volatile.isEmpty || query.limit != nil || postponesSets else { return [] }
    let order = QualOrder(catalog)
    return others.filter {
      volatile.contains($0) || order.isExpensive(query.targets[$0].expression)
        || query.targets[$0].expression.mentionsSetResult
    }
  }

  /// Whether set-returning functions wait for the rows to be sorted, for none is sorted by.
  ///
  /// Source: `make_sort_input_target()` in `src/backend/optimizer/plan/planner.c`.
  private func postponesSets(_ query: BoundQuery) -> Bool {
    let above = query.setFunctions.count - (query.grouping?.setFunctions.count ?? 0)
    guard above > 0, !query.orderBy.isEmpty, !query.isDistinct else {
      return false
    }
    let keys = query.orderBy.map(\.expression) + (query.distinctOn ?? [])
    return !keys.contains(where: \.mentionsSetResult)
  }

  /// Targets that call the same as one before them, by which rows are sorted.
  private func copies(_ query: BoundQuery) -> [Int: Int] {
    let targets = query.targets.map(\.expression)
    let keys = query.orderBy.map(\.expression) + (query.distinctOn ?? [])
    var result: [Int: Int] = [:]
    if query.isDistinct { return [:] }
    for (index, target) in targets.enumerated()
    where keys.contains(target) && target.isVolatile(session.catalog.catalog) {
      if let first = targets.firstIndex(of: target), first < index { result[index] = first }
    }
    return result
  }

  /// The rows before grouping, and what compiles outputs of them. Those of a set operation stand in
  /// the place of its first query's.
  private func join(
    _ query: BoundQuery
  ) throws(EngineFailure) -> (any JoinNode, [RowOrigin], outputs: ExpressionCompiler) {
    if let operation = query.setOperation {
      let set = try setOperation(operation, query.sources)
      let source = RowSource.streamed { (frame, body) throws(EngineFailure) in
        try set.forEachRow(in: frame, body)
      }
      let scan = ScanNode(0, source, lookup: nil, conditions: [], in: session)
      guard set.parts.count > 1, mayMerge(query) else { return (scan, [], compiler) }
      let parts = set.parts.map { part in
        let rows = RowSource.streamed { (frame, body) throws(EngineFailure) in
          try part.forEachRow(in: frame, body)
        }
        return ScanNode(0, rows, lookup: nil, conditions: [], in: session)
      }
      return (UnsureOrderNode(scan, parts, isLead: false, readsAll: true, session), [], compiler)
    }
    let rows = try rowSources(query.sources, isAlone: query.sources.count == 1)
    let planner = JoinPlanner(
      compiler: compiler, sources: query.sources, rowSources: rows,
      planned: PlannedQuery(query, session), mayStop: query.limit != nil,
      isJoined: isJoined)
    let condition =
      query.sources.isEmpty ? try query.condition.map(askedOfNoRow) : query.condition
    let join = try planner.plan(query.joins, where: condition)
    let mayDoLess =
      mayFindExtremes(query, rows) || isOneRowDistinct(query) || mayFindInOrder(query, rows)
      || mayStopJoining(query, rows)
    let stopsWindows = mayStopWindows(query)
    let mayStop = mayDoLess || stopsWindows
    let isPlain = query.grouping == nil && query.windows.isEmpty && query.setFunctions.isEmpty
    let outputs = isPlain ? planner.outputs(where: query.condition) : compiler
    guard mayStop else { return (join, rows.map(\.origin), outputs) }
    let isOfJoin =
      stopsWindows || mayStopJoining(query, rows)
      || query.sources.contains { $0.innerQuery.map { $0.sources.count > 1 } == true }
    let node = FirstRowNode(join, isOfJoin: isOfJoin, isOfErrors: !mayDoLess, session)
    return (node, rows.map(\.origin), outputs)
  }

  /// WHERE without FROM: what stands beside FALSE is not asked, the rest by cost until one is not TRUE.
  ///
  /// Source: `create_group_result_plan()` in `src/backend/optimizer/plan/createplan.c`.
  private func askedOfNoRow(_ condition: BoundExpression) throws(EngineFailure) -> BoundExpression {
    let folded = try ConstantFolder(session: session).fold(condition)
    let sorted = QualOrder(session.catalog.catalog).byCost(folded.conjuncts)
    guard var asked = sorted.last, sorted.count > 1 else { return folded }
    for conjunct in sorted.dropLast().reversed() {
      asked = .cases(
        [BoundCaseBranch(condition: conjunct, result: asked)],
        otherwise: .constant(.boolean(false), .boolean), type: .boolean)
    }
    return asked
  }

  /// Whether the parts of a UNION ALL may be read in turn, as indexes give each in the order asked for.
  ///
  /// Source: `generate_orderedappend_paths()` in `src/backend/optimizer/path/allpaths.c`.
  private func mayMerge(_ query: BoundQuery) -> Bool {
    guard !query.orderBy.isEmpty else { return false }
    return query.sources.contains { part in
      part.innerQuery?.sources.contains { source in
        guard case .relation(let relation) = source.kind, case .table(let table) = relation.id
        else { return source.innerQuery != nil }
        let catalog = session.catalog.catalog
        return !catalog.tables[table].keys.isEmpty || !catalog.tables[table].indexes.isEmpty
      } ?? false
    }
  }

  /// Whether an index may give rows in the order of what they are told apart by.
  private func mayReadInOrder(_ query: BoundQuery) -> Bool {
    query.sources.contains { source in
      guard case .relation(let relation) = source.kind, case .table(let table) = relation.id else {
        return true
      }
      let model = session.catalog.catalog.tables[table]
      return !model.keys.isEmpty || !model.indexes.isEmpty
    }
  }

  /// Whether a window stops where no later row can meet a condition on its value.
  ///
  /// Source: `find_window_run_conditions()` in `src/backend/optimizer/path/allpaths.c`.
  private func mayStopWindows(_ query: BoundQuery) -> Bool {
    query.sources.enumerated().contains { number, source in
      guard let inner = source.innerQuery, !inner.windows.isEmpty else { return false }
      return JoinPlanner.conjuncts(query.condition).contains { condition in
        guard case .compare(let symbol, let left, let right, _) = condition, symbol != .notEqual
        else { return false }
        return [left, right].contains { side in
          guard let column = JoinPlanner.plainColumn(side, of: number),
            inner.targets.indices.contains(column),
            case .window = inner.targets[column].expression
          else { return false }
          return true
        }
      }
    }
  }

  /// Whether LIMIT ends a join before all rows are read, in an order that the planner chooses, where
  /// it shows of which rows policies are asked, or conditions.
  private func mayStopJoining(_ query: BoundQuery, _ rows: [RowSource]) -> Bool {
    guard query.limit != nil, query.orderBy.isEmpty, query.grouping == nil, query.windows.isEmpty
    else { return false }
    let order = QualOrder(session.catalog.catalog)
    let conditions =
      JoinPlanner.conjuncts(query.condition) + query.joins.flatMap(\.conditions)
    if query.sources.count > 1 {
      return query.sources.contains(where: tellsOfRows)
        || conditions.contains { order.mayMatter($0) }
    }
    return conditions.contains { session.catalog.isJoin($0) && order.mayMatter($0) }
  }

  /// Whether all that rows are told apart by must equal constants, so that from 16 on one is enough.
  ///
  /// Source: `create_distinct_paths()` in `src/backend/optimizer/plan/planner.c`.
  private func isOneRowDistinct(_ query: BoundQuery) -> Bool {
    guard session.catalog.names.version >= .v16,
      let keys = query.isDistinct ? query.targets.map(\.expression) : query.distinctOn,
      !keys.isEmpty
    else { return false }
    return keys.allSatisfy { mustBeConstant($0, in: query) }
  }

  /// With the cheaper of several conditions first, as far as that shows.
  ///
  /// Source: `order_qual_clauses()` in `src/backend/optimizer/plan/createplan.c`.
  private func byCost(_ condition: BoundExpression) -> BoundExpression {
    .and(QualOrder(session.catalog.catalog).byCost(JoinPlanner.conjuncts(condition)))
  }

  /// Rows that are all equal are not sorted: no more of them are read than LIMIT wants.
  ///
  /// Source: `pathkey_is_redundant()` in `src/backend/optimizer/path/pathkeys.c`.
  private func dropUselessOrder(of query: inout BoundQuery) {
    guard query.limit != nil, !query.orderBy.isEmpty, query.grouping == nil, !query.isDistinct,
      query.distinctOn == nil, query.windows.isEmpty, query.setOperation == nil,
      query.orderBy.allSatisfy({ item in
        if case .column = item.expression {
          mustBeConstant(item.expression, in: query)
        } else {
          false
        }
      })
    else { return }
    query.orderBy = []
  }

  /// Whether an index may find the first rows in the order that is asked for.
  private func mayFindInOrder(_ query: BoundQuery, _ rows: [RowSource]) -> Bool {
    guard query.limit != nil, query.grouping == nil, !query.isDistinct,
      case .column(let position, _)? = query.orderBy.first?.expression, position.level == 0
    else { return false }
    guard case .table(let table) = rows[position.source] else {
      // Of joins within it, an index of one of its tables may.
      let source = query.sources[position.source]
      return source.innerQuery != nil && source.isMerged(session.catalog.catalog)
    }
    return table.isIndexed(position.column)
  }

  /// Whether an index may find the rows of min() and max(), or any row has the same value.
  private func mayFindExtremes(_ query: BoundQuery, _ rows: [RowSource]) -> Bool {
    guard query.sources.count == 1, let grouping = query.grouping, grouping.keys.isEmpty,
      grouping.sets == nil, !grouping.aggregates.isEmpty, query.windows.isEmpty
    else { return false }
    return grouping.aggregates.allSatisfy { aggregate in
      guard ["min", "max"].contains(aggregate.function.name), aggregate.filter == nil,
        let argument = aggregate.arguments.first,
        let column = JoinPlanner.plainColumn(argument, of: 0)
      else { return false }
      guard case .table(let table) = rows[0] else { return true }
      return table.isIndexed(column)
        || JoinPlanner.conjuncts(query.condition).contains {
          JoinPlanner.lookup($0, in: 0, session.catalog.catalog)?.column == column
        }
    }
  }

  func setOperation(
    _ operation: BoundSetOperation, _ sources: [BoundSource]
  ) throws(EngineFailure) -> CompiledSet {
    switch operation {
    case .source(let number):
      guard case .query(let query) = sources[number].kind else {
        throw .undecided(Undecided("a set operation over what is no query"))
      }
      return .query(try compile(query))
    case .operation(let kind, let isAll, let left, let right):
      let (first, second) = (try setOperation(left, sources), try setOperation(right, sources))
      let version = session.catalog.names.version
      guard kind == .union ? !isAll && version >= .v17 : version >= .v18 else {
        return .operation(kind, isAll: isAll, first, second)
      }
      let isVolatile = sources.contains { source in
        guard case .query(let query) = source.kind else { return false }
        return query.isVolatile(session.catalog.catalog)
      }
      return .lazy(kind, isAll: isAll, first, second, isVolatile: isVolatile)
    case .converted(let inner, let from, let to):
      var casts: [Evaluator] = []
      for (column, (source, target)) in zip(from, to).enumerated() {
        let value = BoundExpression.column(
          ColumnPosition(level: 0, source: 0, column: column), source)
        casts.append(
          try compiler.compile(
            source == target ? value : .cast(value, from: source, to: ColumnType(target))))
      }
      return .converted(try setOperation(inner, sources), casts)
    }
  }

  func orders(_ list: [BoundOrder]) throws(EngineFailure) -> [CompiledOrder] {
    var result: [CompiledOrder] = []
    for order in list {
      result.append(
        CompiledOrder(
          key: try compiler.compile(order.expression), isDescending: order.isDescending,
          nullsFirst: order.nullsFirst))
    }
    return result
  }

  func optional(_ expression: BoundExpression?) throws(EngineFailure) -> Evaluator? {
    guard let expression else { return nil }
    return try compiler.compile(expression)
  }

  private func aggregates(
    _ grouping: BoundGrouping
  ) throws(EngineFailure) -> [CompiledAggregate] {
    var result: [CompiledAggregate] = []
    for item in grouping.aggregates {
      result.append(
        item.function.isGrouping
          ? try asking(item, about: grouping.keys) : try aggregate(item))
    }
    return result
  }

  private func asking(
    _ grouping: BoundAggregate, about keys: [BoundExpression]
  ) throws(EngineFailure) -> CompiledAggregate {
    let asked = grouping.arguments.compactMap(keys.firstIndex(of:))
    // Where nobody wants its value, its arguments are left out.
    guard asked.count == grouping.arguments.count || grouping.arguments.allSatisfy(\.isNullConstant)
    else {
      throw .undecided(Undecided("GROUPING of what is not grouped by"))
    }
    return CompiledAggregate(
      aggregate: grouping, arguments: [], order: [], filter: nil, direct: [], askedKeys: asked)
  }

  func aggregate(_ aggregate: BoundAggregate) throws(EngineFailure) -> CompiledAggregate {
    let order = aggregate.orderBy.map(\.expression)
    var result = CompiledAggregate(
      aggregate: aggregate, arguments: try compiler.compile(aggregate.arguments),
      order: try compiler.compile(order), filter: try optional(aggregate.filter),
      direct: try compiler.compile(aggregate.direct))
    if order.contains(where: { $0.isVolatile(session.catalog.catalog) }) {
      result.sortedArguments = order.map(aggregate.arguments.firstIndex)
    }
    return result
  }
}

extension QueryCompiler {
  /// A row of VALUES. Of several, EXECUTE on what one calls is looked at when its turn comes.
  /// RULES 18.
  ///
  /// Source: `ValuesNext()` in `src/backend/executor/nodeValuesscan.c`.
  private func compile(
    _ row: [BoundExpression], isAlone: Bool, _ compiler: ExpressionCompiler
  ) throws(EngineFailure) -> [Evaluator] {
    var cells = try compiler.compile(row)
    let calls = row.filter(\.callsFunction)
    guard !isAlone, !calls.isEmpty, let first = cells.first else { return cells }
    let session = compiler.session
    cells[0] = { (frame) throws(EngineFailure) in
      for call in calls { try session.requireExecute(in: call) }
      return try first(frame)
    }
    return cells
  }
}
