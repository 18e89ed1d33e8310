import AccessModel
public import SQLBinding

/// What the planner does to an expression before any row is read: constants are computed, and what
/// can't matter is dropped. Throws what computing them raises.
///
/// Source: `eval_const_expressions()` in `src/backend/optimizer/util/clauses.c`.
public typealias ConstantFolding = (BoundExpression) throws(EngineFailure) -> BoundExpression

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
  let fold: ConstantFolding
  /// Inside of a subquery that the planner may have forgotten.
  var isForgotten = false
  /// Inside of a subquery that is not planned: its views are looked at as tables are.
  private var isUnplanned = false
  /// Views, and what planning refuses, in its order.
  private(set) var planned: [PrivilegeCheck] = []
  private(set) var functions: [PrivilegeCheck] = []
  private(set) var opened: [OpenedView] = []
  /// Queries of WITH that take the place of what refers to them.
  private var inlined: [Int: (query: BoundQuery, role: String)] = [:]
  /// An UPDATE, DELETE or INSERT … SELECT whose rows nothing gives.
  var changesNothing = false

  init(_ engine: RowSecurityEngine, caller: String, folding: @escaping ConstantFolding) {
    self.engine = engine
    self.caller = caller
    fold = folding
  }

  mutating func append(_ check: PrivilegeCheck) {
    guard let known = functions.firstIndex(where: { $0.object == check.object }) else {
      functions.append(check)
      return
    }
    functions[known].isCertain = functions[known].isCertain || check.isCertain
  }

  /// Notes a materialized view among the sources of a query that may find something.
  private mutating func open(_ source: BoundSource, _ number: Int, of query: BoundQuery) {
    guard case .relation(let relation) = source.kind, case .view(let view) = relation.id,
      engine.catalog.catalog.views[view].isMaterialized, !isUnplanned
    else { return }
    let isCertain = !isForgotten && !mayLeaveOut(number, of: query)
    opened.append(OpenedView(view: view, isCertain: isCertain))
  }

  mutating func append(planned checks: [PrivilegeCheck]) { planned += checks }

  /// Tables to be checked, by where the finished plan has them.
  struct Needs {
    /// In the range table of the query itself.
    var own: [PrivilegeCheck] = []
    /// In that of subqueries in FROM that are planned by themselves.
    var separate: [PrivilegeCheck] = []
    /// Subqueries of its expressions, then of its policies, then of its subqueries in FROM.
    var inExpressions: [PrivilegeCheck] = []
    var inPolicies: [PrivilegeCheck] = []
    var inSubqueries: [PrivilegeCheck] = []

    var subplans: [PrivilegeCheck] { inExpressions + inPolicies + inSubqueries }

    /// In the order of the finished plan.
    var ordered: [PrivilegeCheck] { own + separate + subplans }

    /// As `ordered`, of a subquery of an expression: what is inside of it was finished before it.
    var inside: [PrivilegeCheck] { subplans + own + separate }

    /// Adds those of a subquery in FROM that is planned by itself.
    mutating func append(separate inner: Needs) {
      separate += inner.own + inner.separate
      inSubqueries += inner.subplans
    }

    /// It depends on the planner's way whether these are looked at.
    mutating func makeUncertain() { forEach { $0.isCertain = false } }

    /// It depends on the planner's way when these are looked at.
    mutating func makeUnordered() { forEach { $0.isOrdered = false } }

    private mutating func forEach(_ change: (inout PrivilegeCheck) -> Void) {
      for index in own.indices { change(&own[index]) }
      for index in separate.indices { change(&separate[index]) }
      for index in inExpressions.indices { change(&inExpressions[index]) }
      for index in inPolicies.indices { change(&inPolicies[index]) }
      for index in inSubqueries.indices { change(&inSubqueries[index]) }
    }
  }

  /// What becomes of a query's output columns.
  enum Outputs: Equatable {
    case all
    /// Only these are asked for.
    case some(Set<Int>)
    /// EXISTS drops them.
    case none
  }

  /// What a query that is planned by itself needs.
  ///
  /// `others`: expressions that come after the outputs. `refusal`: what its planning raises when its
  /// views were looked at. `target`: of the relation that it changes.
  mutating func needs(
    of query: BoundQuery, as role: String, outputs: Outputs = .all,
    others: [BoundExpression] = [], refusal: PrivilegeCheck? = nil, target: TargetNeeds? = nil
  ) throws(EngineFailure) -> Needs {
    var needs = Needs()
    let start = planned.count
    try requireCommonTables(of: query, as: role, &needs)
    let relations = rangeTable(of: query, as: role, target: target).all
    planned += relations.filter { $0.isOnView && !isUnplanned }
    needs.own = relations.filter { !$0.isOnView || isUnplanned }
    if let refusal, !isUnplanned { planned.append(refusal) }
    let rest = try requireExpressions(
      of: query, as: role, &needs, outputs: outputs, insideEmpty: false, others: others)
    for table in rest.tables.all {
      try requirePolicies(table.filters, as: table.role, &needs, isEmpty: table.isEmpty)
    }
    for subquery in rest.subqueries.all { try require(subquery, &needs) }
    if query.setOperation != nil {
      for index in planned.indices.dropFirst(start) { planned[index].isOrdered = false }
      // From 16 on the order follows which parts of UNION ALL are merged.
      if engine.version >= .v16 { needs.makeUnordered() }
    }
    return needs
  }

  /// What comes after the expressions of a query and of all that is merged into it.
  struct Rest {
    var tables = RangeTable<FilteredTable>()
    var subqueries = RangeTable<SeparateQuery>()
  }

  struct FilteredTable {
    var filters: [SecurityFilter]
    var role: String
    var isEmpty: Bool
  }

  /// A subquery in FROM that is planned by itself.
  struct SeparateQuery {
    var query: BoundQuery
    var role: String
    var outputs: Outputs
    /// Of a view: what looks at it, where that is not in the range table around it.
    var checks: [PrivilegeCheck] = []
    var refusal: PrivilegeCheck?
    /// The query around it can find nothing.
    var isInEmpty: Bool
    /// It is not even planned, and all its tables are looked at.
    var isUnplanned = false
    /// Of several, the plan decides which table comes first.
    var isOneOfSeveral: Bool
  }

  /// `insideEmpty`: the query is merged into one that can find nothing.
  mutating func requireExpressions(
    of original: BoundQuery, as role: String, _ needs: inout Needs, outputs: Outputs,
    insideEmpty: Bool, others: [BoundExpression] = []
  ) throws(EngineFailure) -> Rest {
    let query = (try? withConstantColumns(original)) ?? original
    let isEmpty = insideEmpty || (try? readsNothing(query, adding: 0)) == true
    for index in query.targets.indices
    where outputs.keeps(index, of: query, engine.catalog.catalog) {
      try require(query.targets[index].expression, as: role, &needs)
    }
    try requireOutputClauses(of: query, as: role, &needs)
    for expression in others { try require(expression, as: role, &needs) }
    var rest = try requireSources(
      of: query, as: role, &needs, isEmpty: isEmpty, insideEmpty: insideEmpty)
    for condition in query.joins.flatMap(\.conditions) {
      try require(condition, as: role, &needs, isQual: true, isEmpty: isEmpty)
    }
    let merged = query.condition?.conjunctsMergedAsJoins ?? []
    for conjunct in merged { try merge(conjunct, as: role, &needs, &rest, isEmpty: isEmpty) }
    if let written = query.condition {
      let others = BoundExpression.and(written.conjuncts.filter { !merged.contains($0) })
      for conjunct in merged { try requireOperand(of: conjunct, as: role, &needs) }
      try require(others, as: role, &needs, isQual: true, isEmpty: isEmpty)
    }
    try requireClauses(of: query, as: role, &needs)
    return rest
  }

  /// Subqueries in FROM and views: merged into the query around them where they are simple.
  ///
  /// Others are planned by themselves, and forgotten again where the query can find nothing.
  private mutating func requireSources(
    of query: BoundQuery, as role: String, _ needs: inout Needs, isEmpty: Bool, insideEmpty: Bool
  ) throws(EngineFailure) -> Rest {
    var rest = Rest()
    for (number, source) in query.sources.enumerated() {
      guard let (inner, innerRole) = content(of: source, as: role) else {
        if !isEmpty { open(source, number, of: query) }
        guard case .relation(let relation) = source.kind, let security = relation.security,
          let filters = security.filters
        else { continue }
        rest.tables.append([
          FilteredTable(filters: filters, role: security.checkedAs, isEmpty: isEmpty)
        ])
        continue
      }
      let used: Outputs =
        query.setOperation == nil ? .some(query.columnsUsed(ofSource: number)) : .all
      guard !isMerged(source) else {
        let found = try requireExpressions(
          of: inner, as: innerRole, &needs, outputs: used, insideEmpty: isEmpty)
        rest.tables.append(merged: found.tables)
        rest.subqueries.append(merged: found.subqueries)
        continue
      }
      var subquery = SeparateQuery(
        query: inner, role: innerRole, outputs: used, isInEmpty: isEmpty,
        isOneOfSeveral: query.sources.count > 1)
      if case .relation(let relation) = source.kind {
        if !areViewsInPlace { subquery.checks = checks(of: relation, as: role) }
        subquery.refusal = refusal(ofLocking: relation, inner)
      }
      // Alone in FROM it is known to be read for nothing.
      subquery.isUnplanned =
        isEmpty && query.sources.count == 1 && !insideEmpty
        && query.condition?.conjunctsMergedAsJoins.isEmpty != false
      rest.subqueries.append([subquery])
    }
    return rest
  }

  mutating func require(
    _ subquery: SeparateQuery, _ needs: inout Needs
  ) throws(EngineFailure) {
    let before = (isForgotten, isUnplanned)
    isForgotten = isForgotten || subquery.isInEmpty
    isUnplanned = isUnplanned || subquery.isUnplanned
    defer { (isForgotten, isUnplanned) = before }
    if !isUnplanned { planned += subquery.checks }
    var refusal = subquery.refusal
    if subquery.isInEmpty { refusal?.isCertain = false }
    var found = try self.needs(
      of: subquery.query, as: subquery.role, outputs: subquery.outputs, refusal: refusal)
    if isUnplanned { found.own.insert(contentsOf: subquery.checks, at: 0) }
    if subquery.isInEmpty, !subquery.isUnplanned { found.makeUncertain() }
    if subquery.isOneOfSeveral { found.makeUnordered() }
    needs.append(separate: found)
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
        inlined[table.id] = (inner, role)
        continue
      }
      needs.inExpressions += try self.needs(of: inner, as: role).inside
    }
  }

  /// Whether it takes the place of what refers to it, and is forgotten with that.
  private func isMerged(_ table: BoundCommonTable, _ query: BoundQuery) -> Bool {
    guard !table.isRecursive, table.isMaterialized != true,
      table.isMaterialized == false || table.references == 1
    else { return false }
    return !query.mayChange(engine.catalog.catalog)
  }

  /// What is computed with the outputs: groups, windows, and what is ordered by.
  private mutating func requireOutputClauses(
    of query: BoundQuery, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) {
    let aggregates = query.grouping?.aggregates.flatMap(\.expressions) ?? []
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

  /// HAVING and limits; then functions in FROM, and VALUES.
  private mutating func requireClauses(
    of query: BoundQuery, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) {
    for expression in [query.grouping?.having, query.limit, query.offset] {
      if let expression { try require(expression, as: role, &needs) }
    }
    for case .function(let function) in query.sources.map(\.kind) {
      for argument in function.call.arguments { try require(argument, as: role, &needs) }
      if case .function(let index, let arguments) = function.call {
        append(PrivilegeCheck(.execute, on: .function(index), as: caller))
        // What might be merged is read.
        _ = try fold(.function(index: index, arguments, returns: .unknown))
      }
    }
    for row in query.values ?? [] {
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
      return source.isMerged(engine.catalog.catalog)
    }
    return inlined[id]?.query.isMergeable(engine.catalog.catalog) ?? true
  }

  /// Policies' subqueries are never merged.
  mutating func requirePolicies(
    _ filters: [SecurityFilter]?, as role: String, _ needs: inout Needs, isEmpty: Bool = false
  ) throws(EngineFailure) {
    for filter in filters ?? [] {
      let condition = BoundExpression.or(filter.expressions)
      try require(condition, as: role, &needs, inPolicy: true, isQual: true, isEmpty: isEmpty)
    }
  }
}
