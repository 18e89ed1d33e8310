import AccessModel
import SQLBinding

/// Lists the privileges that a decided statement needs, in the order in which PostgreSQL would
/// report the first that is missing. RULES 10–18.
///
/// Views are looked at as each query is planned: those of its range table, before its expressions
/// are computed as far as they can be; then the subqueries in those, and last those in FROM that are
/// planned by themselves. Tables are looked at in the finished plan, in the order of its range
/// table: a query's own, those of other subqueries in FROM, and last those of subqueries in
/// expressions, inner ones first. What folding drops is not needed.
///
/// Source: `subquery_planner()` in `planner.c`, `prepjointree.c`, `subselect.c`, `setrefs.c`.
struct PrivilegeCollector {
  let engine: RowSecurityEngine
  /// U: `current_user`, whose EXECUTE counts everywhere. RULES 18.
  let caller: String
  var planning: Planning
  /// Inside of a query that the finished plan leaves out, with the functions that it calls.
  var isLeftOut = false
  /// Inside of a query in FROM that finds nothing, whose tables are all looked at.
  private var isInsideEmpty = false
  /// Inside of a subquery that has a plan beside the statement's own.
  private var isInSubplan = false
  /// In one of several rows of VALUES: EXECUTE is looked at when its turn comes.
  ///
  /// Source: `ValuesNext()` in `src/backend/executor/nodeValuesscan.c`.
  var waitsForRows = false
  /// Inside of a query that reads one relation, all told: a condition that mentions no column is one
  /// of that relation.
  var isAlone = true
  /// Inside of EXISTS or IN that is joined: its rows stand beside those of the query around it.
  var isJoined = false
  /// Views, and what planning refuses, in its order.
  private(set) var planned: [PrivilegeCheck] = []
  /// EXECUTE, and what opening relations raises, as the plan is prepared.
  var functions: [PrivilegeCheck] = []
  /// Locks of what has none, which are refused before anything is prepared.
  var lockRefusals: [PrivilegeCheck] = []
  /// Those of subplans, which are prepared before all else.
  private(set) var functionsOfSubplans: [PrivilegeCheck] = []
  private(set) var opened: [OpenedView] = []
  /// Of the query that is looked at now.
  var openings: [Opening] = []
  /// Which part of the plan calls what is met now: one list, or one condition, of one query.
  private var (part, partCount) = (0, 0)
  /// How many functions came before the conditions of a scan that is the whole query.
  private var functionsBeforeConditions: Int?
  /// How many functions came before that query.
  private var functionsBefore = 0
  /// Queries of WITH that take the place of what refers to them.
  private var inlined: [Int: (query: BoundQuery, role: String)] = [:]
  /// How the plan locks rows: the first way that was met.
  var lock: SQLRowLock.Strength?
  /// How many queries there are around what is looked at now.
  private(set) var depth = 0
  /// An UPDATE, DELETE or INSERT … SELECT whose rows nothing gives.
  var changesNothing = false
  let guess: ExclusionGuess

  init(
    _ engine: RowSecurityEngine, caller: String, _ planning: Planning,
    guess: ExclusionGuess = ExclusionGuess(isExcluded: false)
  ) {
    self.guess = guess
    self.engine = engine
    self.caller = caller
    self.planning = planning
  }

  func fold(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    try planning.fold(expression)
  }

  /// EXECUTE on a function that the query met now calls.
  mutating func append(_ check: PrivilegeCheck) {
    if isLeftOut { return }
    var check = check
    check.turn.part = part
    if !functions.contains(where: { $0.object == check.object }) { functions.append(check) }
  }

  mutating func beginPart() {
    partCount += 1
    part = partCount
  }

  /// Notes a materialized view that the finished plan reads. `isPart`: in one part of a UNION ALL.
  mutating func open(_ source: BoundSource, isPart: Bool) {
    guard case .relation(let relation) = source.kind, case .view(let view) = relation.id,
      engine.catalog.catalog.views[view].isMaterialized, !isLeftOut
    else { return }
    opened.append(OpenedView(view: view, isInSubplan: isInSubplan))
    if relation.isLocked { noteLock(ofView: view) }
    openings.append(
      Opening(
        view: view, functionsBefore: functionsBefore,
        functionsOfOutputs: isPart ? functionsBefore : functions.count))
  }

  mutating func append(planned checks: [PrivilegeCheck]) { planned += checks }

  /// What becomes of a query's output columns.
  enum Outputs: Equatable {
    case all
    /// Only these are asked for.
    case some(Set<Int>)
  }

  /// What a query that is planned by itself needs.
  ///
  /// `others`: expressions that come after the outputs; `actions`: after the conditions. `refusal`:
  /// what its planning raises when its views were looked at. `target`: of the relation that it
  /// changes. `assigned`: what its columns get. `isInFrom`: it is a subquery there, which is left out
  /// where it finds nothing; but `isSide`, one of a set operation, is still called for. `asked`: as of
  /// `QueryContext`.
  mutating func needs(
    of written: BoundQuery, as role: String, outputs: Outputs = .all,
    others: [ExpressionList] = [], actions: Actions = .list([]), refusal: PrivilegeCheck? = nil,
    target: TargetNeeds? = nil, isInFrom: Bool = false, isSide: Bool = false,
    adding added: Int = 0, asked: BoundQuery? = nil, assigned: Assigned? = nil,
    changesRows: Bool = false
  ) throws(EngineFailure) -> Needs {
    let before = (isLeftOut, isInsideEmpty, isAlone, isJoined, functionsBefore, openings)
    let around = (part, functionsBeforeConditions)
    defer {
      (isLeftOut, isInsideEmpty, isAlone, isJoined, functionsBefore, openings) = before
      (part, functionsBeforeConditions) = around
    }
    functionsBeforeConditions = nil
    beginPart()
    (isJoined, functionsBefore, openings) = (false, functions.count, [])
    depth += 1
    defer { depth -= 1 }
    let query = try inliningFunctions(written)
    noteLocks(of: query)
    var needs = Needs()
    try requireCommonTables(of: query, as: role, &needs)
    let relations = rangeTable(of: query, as: role, target: target).all
    planned += relations.filter(\.isOnView)
    stopPlanning(at: relations)
    needs.own = relations.filter { !$0.isOnView }
    if let refusal { planned.append(refusal) }
    isAlone = leafCount(of: query) == 1
    let context = QueryContext(
      isAlone: isAlone, isInFrom: isInFrom && !isSide, added: added, actions: actions,
      hasOuterJoins: query.condition?.hasSubquery == true && hasOuterJoins(query),
      asked: try asked.map { (query) throws(EngineFailure) in try inliningFunctions(query) },
      ofParts: isInFrom && !isSide && query.isMergedUnion ? outputs : .all,
      readsWholeRows: changesRows || !query.lockedSources.isEmpty)
    let rest = try requireExpressions(
      of: query, as: role, &needs, outputs: outputs, context, others: others, assigned: assigned)
    if !isLeftOut { planned += refusals(ofForeign: needs.own) }
    // What groups, sorts or cuts rows is a node of the plan even over none.
    needs.isEmpty = rest.isEmpty && !keeping(outputs, of: query).isNodeOverNothing
    let known = functions.count
    if functionsBeforeConditions == nil { beginPart() }
    for table in rest.tables.all {
      try requirePolicies(
        table.filters, as: table.role, &needs, isEmpty: table.isEmpty, of: table.relation)
    }
    if let start = functionsBeforeConditions, known < functions.count {
      // A scan asks policies first.
      functions = Array(functions[..<start] + functions[known...] + functions[start..<known])
    }
    planned += viewPlannedFirst(in: query, rest, as: role)
    // A subquery is planned first, which a lock on its rows may refuse.
    if rest.subqueries.all.allSatisfy({ $0.refusal == nil }) {
      try estimateCounts(of: query)
      try estimate(rest, of: query)
    }
    let unplanned = rest.isEmpty ? nil : try self.refusal(ofFullJoinsIn: query)
    beginPart()
    for check in rest.lateFunctions { append(check) }
    if query.setOperation == nil { noteOpenings() }
    isInsideEmpty = isInsideEmpty || isInFrom && rest.isEmpty
    if let operation = query.setOperation {
      let isPulledUp = isInFrom && !isSide && query.isOnlySetOperation
      try require(
        parts: rest.subqueries.all, of: operation, &needs,
        firstIsLast: operation.isPlainUnion && !isPulledUp)
      noteOpenings()
    } else {
      for subquery in rest.subqueries.all { try require(subquery, &needs) }
    }
    // Subqueries in FROM are planned before they are joined.
    if let unplanned { planned.append(unplanned) }
    return needs
  }

  mutating func requireExpressions(
    of original: BoundQuery, as role: String, _ needs: inout Needs, outputs: Outputs,
    _ context: QueryContext, others: [ExpressionList] = [], assigned: Assigned? = nil
  ) throws(EngineFailure) -> Rest {
    // Before 17 one condition may leave the tables in the plan: it is looked at beside them.
    let moved =
      looksAtOneCondition ? original : original.movingHaving(engine.catalog.catalog)
    let whole = keeping(outputs, of: (try? withConstantColumns(moved)) ?? moved)
    let query = reduced(whole)
    let leftOut = leftOut(
      of: context.asked.map(reduced) ?? query, isInEmpty: context.isInEmpty, adding: context.added,
      known: context.leftOut)
    if context.isInFrom, leftOut.isEmpty, !query.isNodeOverNothing { isLeftOut = true }
    let around = part
    defer { part = around }
    let isScan = isScan(query, context)
    if !isScan { beginPart() }
    let changed = assigned?.relation
    let actions: [Action]
    switch context.actions {
    case .list(let list):
      actions = list
      let outputs = assigned?.outputs ?? ExpressionList([])
      try compute(
        outputs.columns.isEmpty ? ExpressionList(query.targets.map(\.expression)) : outputs,
        of: changed, isLate: assigned?.isMerged == true)
      for target in query.targets {
        try require(target.expression, as: role, &needs)
        if !others.isEmpty {
          try requireQueries(behind: target.expression, of: query, as: role, &needs)
        }
      }
    case .outputs: actions = context.actions.taking(query.targets.map(\.expression))
    }
    if !isScan { beginPart() }
    try requireOutputClauses(of: query, as: role, &needs)
    var late: [PrivilegeCheck] = []
    for list in others { late += try requireLate(list, as: role, &needs) }
    var rest = try requireSources(of: query, as: role, &needs, leftOut, context)
    if !isScan { beginPart() }
    let optional = queriesJoinedToOptional(in: query)
    let merged = queriesJoined(in: query)
    let planned = try withoutRemovedJoins(query, context)
    for join in planned.joins {
      try requireConditions(
        of: join, in: query, as: role, &needs, leftOut, except: optional + merged)
    }
    for conjunct in optional {
      let isEmpty =
        leftOut.isEmpty || leftOut.sources.isSuperset(of: conjunct.sources(atLevel: 0))
        || isTiedToNothing(conjunct, in: query, sources: Array(conjunct.sources(atLevel: 0)))
      try merge(conjunct, as: role, &needs, &rest, isEmpty: isEmpty, context, isOfOptional: true)
      try requireOperand(of: conjunct, as: role, &needs)
    }
    let lost = try conditionsAskedOfNothing(in: query) + context.lost
    if isScan { functionsBeforeConditions = functions.count } else { beginPart() }
    if let written = query.condition {
      let kept = written.conjuncts.filter { !merged.contains($0) && !lost.contains($0) }
      let others = BoundExpression.and(kept)
      let byCost = query.sources.count == 1 ? QualOrder(engine.catalog.catalog) : nil
      let beside = try conditionsBesideRows(of: others, context)
      if !context.isAntiJoined { try require(beside, as: role, &needs, isQual: true, byCost) }
      let asked = BoundExpression.and(kept.filter { !beside.conjuncts.contains($0) })
      // What ON asks that became a part of WHERE stands by itself.
      let ofJoins = whole.joins.flatMap(\.innerConditions).flatMap(\.conjuncts)
      let isMoved = asked.hasSubquery && asked.conjuncts.contains(where: ofJoins.contains)
      let groups =
        isMoved
        ? [
          BoundExpression.and(asked.conjuncts.filter(ofJoins.contains)),
          .and(asked.conjuncts.filter { !ofJoins.contains($0) }),
        ] : [asked]
      for group in groups {
        try require(
          group, as: role, &needs, isQual: true, isEmpty: leftOut.isEmpty, scope: .query(query),
          byCost)
      }
      if context.isAntiJoined { try require(beside, as: role, &needs, isQual: true, byCost) }
    }
    // The joins that EXISTS and IN become stand around all that.
    for conjunct in merged {
      let isEmpty = leftOut.isEmpty || isTiedToNothing(conjunct, in: query)
      let lost = try conditionsAskedOfNothing(by: conjunct, in: query)
      try merge(conjunct, as: role, &needs, &rest, isEmpty: isEmpty, context, lost: lost)
    }
    for conjunct in merged { try requireOperand(of: conjunct, as: role, &needs) }
    if !isScan { beginPart() }
    for expression in [query.grouping?.having, query.limit, query.offset] {
      if let expression { try require(expression, as: role, &needs) }
    }
    for action in actions {
      late += try requireLate(
        action.list, ordered: action.ordered, of: changed, as: role, &needs)
    }
    for row in assigned?.rows ?? [] { try compute(row, of: changed) }
    try requireRows(of: query, as: role, &needs, leftOut)
    rest.isEmpty = leftOut.isEmpty
    if !leftOut.isEmpty {
      // Of a condition that is never TRUE nothing else is left.
      let isLost =
        looksAtOneCondition && (try? query.condition.map(fold))??.isNeverTrue == true
      rest.conditions += (isLost ? [] : query.condition?.conjuncts ?? []).filter {
        // What equals something of a row outside is asked of that too.
        !merged.contains($0) && (!lost.contains($0) || isJoined && $0.isEquality)
          && !alwaysHolds($0, in: .query(query))
      }
      rest.conditions += try estimatedConditionsOfJoins(planned)
      // They are asked of a side that may be missing.
      if !query.joins.allSatisfy({ $0.isSource || $0.isInner }) { rest.isMixed = true }
      rest.conditions += try estimatedConditionsOfHaving(query)
    } else if !context.isExcluded {
      rest.conditions += try conditionsOfSources(planned, isJoined ? merged : merged + lost)
    }
    rest.lateFunctions += late
    return rest
  }

  /// Whether the plan is one scan of a table, which makes its outputs ready, then its conditions as
  /// they are ordered: policies, then those of the query.
  ///
  /// Source: `ExecInitSeqScan()` in `src/backend/executor/nodeSeqscan.c`.
  private func isScan(_ query: BoundQuery, _ context: QueryContext) -> Bool {
    guard context.isAlone, query.isOnlySelection, query.sources.count == 1,
      case .relation(let relation) = query.sources[0].kind, case .table = relation.id,
      !hasChildren(query.sources[0])
    else { return false }
    guard let conditions = query.condition?.conjuncts else { return true }
    let order = QualOrder(engine.catalog.catalog)
    return conditions.allSatisfy { !$0.hasSubquery && !order.isLeakproof($0) }
  }

  /// Whether it finds nothing.
  @discardableResult
  mutating func require(
    _ subquery: SeparateQuery, _ needs: inout Needs
  ) throws(EngineFailure) -> Bool {
    var found = Needs()
    if subquery.isUnplanned {
      found.own = unplanned(subquery.query, as: subquery.role, view: subquery.checks)
    } else {
      let before = isLeftOut
      isLeftOut = isLeftOut || subquery.isInEmpty
      defer { isLeftOut = before }
      planned += subquery.checks
      found = try self.needs(
        of: subquery.query, as: subquery.role, outputs: subquery.outputs,
        refusal: subquery.refusal, isInFrom: true, isSide: subquery.isSide,
        adding: subquery.added, asked: subquery.asked)
      // What finds nothing itself stands for no node of the plan, and its tables are gathered.
      if subquery.isInEmpty, !isInsideEmpty, !found.isEmpty, !subquery.isAskedForNothing {
        if subquery.isAppended { found.separate = [] } else { found.leaveOut() }
      }
    }
    if subquery.isOneOfSeveral { found.makeUnordered() }
    needs.append(separate: found)
    return found.isEmpty
  }

  /// What the subquery of an expression needs, which the plan keeps whatever becomes of the
  /// expression.
  mutating func subplan(
    of query: BoundQuery, as role: String
  ) throws(EngineFailure) -> [PrivilegeCheck] {
    let before = (isLeftOut, isInsideEmpty, waitsForRows, isInSubplan)
    (isLeftOut, isInsideEmpty, waitsForRows, isInSubplan) = (false, false, false, true)
    let around = functions
    functions = []
    defer {
      (isLeftOut, isInsideEmpty, waitsForRows, isInSubplan) = before
      functionsOfSubplans += functions
      functions = around
    }
    return try needs(of: query, as: role).inside
  }

  /// Queries of WITH that something refers to, which are planned before all else; those merged into
  /// their one reference stand there. RULES 16.
  ///
  /// Source: `SS_process_ctes()` in `src/backend/optimizer/plan/subselect.c`.
  private mutating func requireCommonTables(
    of query: BoundQuery, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) {
    for table in query.commonTables where table.references > 0 {
      guard case .query(let inner) = table.statement else { continue }
      guard !isMerged(table, inner) else {
        let query = try inliningFunctions(inner)
        noteLocks(of: query)
        inlined[table.id] = (query, role)
        continue
      }
      needs.inExpressions += try subplan(of: inner, as: role)
    }
  }

  /// Whether it takes the place of what refers to it, and is forgotten with that.
  private func isMerged(_ table: BoundCommonTable, _ query: BoundQuery) -> Bool {
    guard !table.isRecursive, table.isMaterialized != true,
      table.isMaterialized == false || table.references == 1
    else { return false }
    return !query.isVolatile(engine.catalog.catalog)
  }

  /// A query without the outputs that nothing asks for.
  private func keeping(_ outputs: Outputs, of query: BoundQuery) -> BoundQuery {
    guard case .some(let used) = outputs else { return query }
    return query.keeping(used, engine.catalog.catalog) ?? query
  }

  /// What is computed with the outputs: groups, windows, and what is ordered by.
  private mutating func requireOutputClauses(
    of query: BoundQuery, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) {
    let aggregates = query.usedAggregates.flatMap(\.expressions)
    let functions =
      query.windows.flatMap(\.expressions) + query.setFunctions.flatMap(\.call.arguments)
    for expression in aggregates + (query.grouping?.keys ?? []) + query.orderBy.map(\.expression)
      + (query.distinctOn ?? []) + functions
    {
      try require(expression, as: role, &needs)
    }
    for case .function(let index, _) in query.setFunctions.map(\.call) {
      append(PrivilegeCheck(.execute, on: .function(index), as: caller))
    }
  }

  /// Functions in FROM, and VALUES.
  private mutating func requireRows(
    of query: BoundQuery, as role: String, _ needs: inout Needs, _ leftOut: LeftOut
  ) throws(EngineFailure) {
    for (number, source) in query.sources.enumerated() {
      guard case .function(let function) = source.kind, !leftOut.sources.contains(number) else {
        continue
      }
      for argument in function.call.arguments { try require(argument, as: role, &needs) }
      if case .function(let index, let arguments) = function.call {
        append(PrivilegeCheck(.execute, on: .function(index), as: caller))
        // What might be merged is read.
        _ = try fold(.function(index: index, arguments, returns: .unknown))
      }
    }
    let rows = query.values ?? []
    for row in rows {
      let waited = waitsForRows
      waitsForRows = rows.count > 1
      defer { waitsForRows = waited }
      for cell in row where waitsForRows && cell.hasSubquery {
        waitsForRows = try !fold(cell).hasSubplan
      }
      for cell in row { try require(cell, as: role, &needs) }
    }
  }

  /// The query behind a view, a subquery, or a query of WITH in its place.
  func content(of source: BoundSource, as role: String) -> (query: BoundQuery, role: String)? {
    switch source.kind {
    case .query(let inner): return (inner, role)
    case .function, .system: return nil
    case .commonTable(let id): return inlined[id]
    case .relation(let relation):
      guard let inner = relation.security?.viewQuery, case .view(let index) = relation.id else {
        return nil
      }
      let view = engine.catalog.catalog.views[index]
      return (inner, view.securityInvoker ? caller : view.owner)
    }
  }

  /// Whether a source becomes a part of the query around it; tables are one.
  func isMerged(_ source: BoundSource) -> Bool {
    guard case .commonTable(let id) = source.kind else {
      return source.isMerged(engine.catalog.catalog) && !staysLateral(source)
    }
    return inlined[id]?.query.isMergeable(engine.catalog.catalog) ?? true
  }

  /// Whether other joins than inner ones, or what subqueries of its condition become, speak of the
  /// row around a LATERAL subquery.
  ///
  /// Source: `jointree_contains_lateral_outer_refs()` in `prepjointree.c`.
  private func staysLateral(_ source: BoundSource) -> Bool {
    guard source.isLateral, case .query(let inner) = source.kind, inner.mentions(level: 1) else {
      return false
    }
    if !inner.joins.allSatisfy(\.isInner),
      inner.joins.flatMap(\.conditions).contains(where: { $0.mentions(level: 1) })
    {
      return true
    }
    return queriesJoined(in: inner).contains {
      $0.withoutNegation.subquery?.mentions(level: 2) == true
    }
  }

  /// Policies' subqueries are never merged.
  mutating func requirePolicies(
    _ filters: [SecurityFilter]?, as role: String, _ needs: inout Needs, isEmpty: Bool = false,
    of relation: BoundRelation? = nil
  ) throws(EngineFailure) {
    for filter in (filters ?? []).askedOfExistingRows {
      let condition = BoundExpression.or(filter.expressions)
      try require(
        condition, as: role, &needs, inPolicy: true, isQual: true, isEmpty: isEmpty,
        scope: relation.map { .relation($0) })
    }
  }
}
