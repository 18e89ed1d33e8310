import AccessModel
public import SQLBinding

/// What the planner does to an expression before any row is read: constants are computed, and what
/// can't matter is dropped. Throws what computing them raises.
///
/// Source: `eval_const_expressions()` in `src/backend/optimizer/util/clauses.c`.
public typealias ConstantFolding = (BoundExpression) throws(EngineFailure) -> BoundExpression

/// Lists the privileges that a decided statement needs, in the order in which PostgreSQL 15 would
/// report the first that is missing. RULES 10–18.
///
/// Views are checked as each query is planned; then come tables, in the order of the plan's range
/// table: a query's own, those of subqueries merged into it, those of other subqueries in FROM, and
/// last those of subqueries in expressions, inner ones first. What folding drops is not needed.
///
/// Source: `subquery_planner()` in `planner.c`, `prepjointree.c`, `subselect.c`, `setrefs.c`.
struct PrivilegeCollector {
  let engine: RowSecurityEngine
  /// U: `current_user`, whose EXECUTE counts everywhere. RULES 18.
  let caller: String
  let fold: ConstantFolding
  /// Inside of a subquery that the planner may have forgotten.
  var isForgotten = false
  private(set) var functions: [PrivilegeCheck] = []
  /// Tables of WITH that something left by folding refers to; true: certainly.
  private var reached: [Int: Bool] = [:]
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

  /// Relations to be checked, by where the planner meets them.
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

    /// Views in the order of planning, then tables in the order of the finished plan.
    var ordered: [PrivilegeCheck] { views + tables(own + separate + subplans) }

    /// As `ordered`, of a subquery of an expression: what is inside of it was finished before it.
    var inside: [PrivilegeCheck] { views + tables(subplans + own + separate) }

    private var views: [PrivilegeCheck] {
      (own + inExpressions + inPolicies + separate + inSubqueries).filter(\.isOnView)
    }

    private func tables(_ checks: [PrivilegeCheck]) -> [PrivilegeCheck] {
      checks.filter { !$0.isOnView }
    }

    /// Adds those of a subquery in FROM that is planned by itself.
    mutating func append(separate inner: Needs) {
      separate += inner.views + tables(inner.own + inner.separate)
      inSubqueries += tables(inner.subplans)
    }

    mutating func merge(_ inner: Needs) {
      own += inner.own
      separate += inner.separate
      inExpressions += inner.inExpressions
      inPolicies += inner.inPolicies
      inSubqueries += inner.inSubqueries
    }

    /// It depends on the planner's way whether these are looked at; at views it looks in any case.
    mutating func makeUncertain() { forEach { $0.isCertain = $0.isCertain && $0.isOnView } }

    /// It depends on the planner's way when these are looked at.
    mutating func makeUnordered(isFirst: Bool = false) {
      forEach {
        $0.isOrdered = false
        $0.mayComeFirst = $0.mayComeFirst || isFirst
      }
    }

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
  }

  /// `insideEmpty`: the query is merged into one that can find nothing. `others`: expressions that
  /// come after the outputs.
  mutating func needs(
    of original: BoundQuery, as role: String, outputs: Outputs = .all, insideEmpty: Bool = false,
    others: [BoundExpression] = []
  ) throws(EngineFailure) -> Needs {
    var needs = Needs()
    let query = try withConstantColumns(original)
    let readsNothing = try readsNothing(query)
    let isEmpty = insideEmpty || readsNothing
    for source in query.sources {
      requireOwn(source, as: role, &needs)
      guard case .commonTable(let id) = source.kind else { continue }
      reached[id] = reached[id] == true || !isForgotten
    }
    let merged = query.condition?.conjunctsMergedAsJoins ?? []
    for conjunct in merged { try merge(conjunct, as: role, &needs, isEmpty: isEmpty) }
    for index in query.targets.indices where outputs.keeps(index, of: query) {
      try require(query.targets[index].expression, as: role, &needs)
    }
    for expression in others { try require(expression, as: role, &needs) }
    for condition in query.joins.flatMap(\.conditions) {
      try require(condition, as: role, &needs, isQual: true, isEmpty: isEmpty)
    }
    if let written = query.condition {
      let rest = BoundExpression.and(written.conjuncts.filter { !merged.contains($0) })
      for conjunct in merged { try requireOperand(of: conjunct, as: role, &needs) }
      try require(rest, as: role, &needs, isQual: true, isEmpty: isEmpty)
    }
    try requireClauses(of: query, as: role, &needs)
    for source in query.sources {
      guard case .relation(let relation) = source.kind, let security = relation.security else {
        continue
      }
      try requirePolicies(security.filters, as: security.checkedAs, &needs, isEmpty: isEmpty)
    }
    try requireSubqueries(of: query, as: role, &needs, isEmpty: isEmpty, insideEmpty: insideEmpty)
    try requireCommonTables(of: query, as: role, &needs)
    // From 16 on the order follows which parts of UNION ALL are merged.
    if query.setOperation != nil, engine.version >= .v16 { needs.makeUnordered() }
    return needs
  }

  /// Queries of WITH that something refers to; those merged into their one reference come where it
  /// stands. RULES 16.
  private mutating func requireCommonTables(
    of query: BoundQuery, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) {
    var all: [[PrivilegeCheck]] = []
    // Each is referred to by those after it.
    for table in query.commonTables.reversed() where table.references > 0 {
      guard case .query(let inner) = table.statement else { continue }
      let isReached = reached[table.id]
      let isMerged = try isMerged(table, inner)
      if isMerged, isReached == nil { continue }
      var found = try self.needs(of: inner, as: role)
      if isMerged, isReached == false { found.makeUncertain() }
      found.makeUnordered(isFirst: true)
      all.append(found.ordered)
    }
    needs.inSubqueries += all.reversed().joined()
  }

  /// Whether it takes the place of what refers to it, and is forgotten with that.
  ///
  /// Source: `SS_process_ctes()` in `src/backend/optimizer/plan/subselect.c`.
  private func isMerged(
    _ table: BoundCommonTable, _ query: BoundQuery
  ) throws(EngineFailure) -> Bool {
    guard !table.isRecursive, table.isMaterialized != true,
      table.isMaterialized == false || table.references == 1
    else { return false }
    return !mayChange(query)
  }

  /// Source: `contain_volatile_functions()`.
  private func mayChange(_ query: BoundQuery) -> Bool {
    query.expressions.contains(where: mayChange)
      || query.sources.contains { source in
        switch source.kind {
        case .query(let inner): mayChange(inner)
        case .function(let function):
          if case .function(let index, _) = function.call {
            engine.catalog.catalog.functions[index].volatility == .volatile
          } else {
            false
          }
        case .relation, .commonTable, .system: false
        }
      }
  }

  private func mayChange(_ expression: BoundExpression) -> Bool {
    switch expression {
    case .builtin(let builtin, _) where builtin.volatility == .volatile: true
    case .function(let index, _, _)
    where engine.catalog.catalog.functions[index].volatility == .volatile:
      true
    default:
      expression.operands.contains(where: mayChange)
        || expression.subquery.map(mayChange) == true
    }
  }

  /// Grouping, ordering and limits.
  private mutating func requireClauses(
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
    for case .function(let function) in query.sources.map(\.kind) {
      for argument in function.call.arguments { try require(argument, as: role, &needs) }
      if case .function(let index, let arguments) = function.call {
        append(PrivilegeCheck(.execute, on: .function(index), as: caller))
        // What might be merged is read.
        _ = try fold(.function(index: index, arguments, returns: .unknown))
      }
    }
    for expression in [query.grouping?.having, query.limit, query.offset] {
      if let expression { try require(expression, as: role, &needs) }
    }
    for row in query.values ?? [] {
      for cell in row { try require(cell, as: role, &needs) }
    }
  }

  func requireOwn(_ source: BoundSource, as role: String, _ needs: inout Needs) {
    // A view that is planned by itself is looked at then.
    guard case .relation(let relation) = source.kind, source.isMerged(engine.catalog.catalog)
    else { return }
    needs.own += checks(of: relation, as: role)
  }

  /// RULES 15, 58: a lock needs UPDATE on some column beside SELECT.
  func checks(of relation: BoundRelation, as role: String) -> [PrivilegeCheck] {
    if relation.isUnchecked { return [] }
    let read = check(of: relation, as: role)
    guard relation.isLocked else { return [read] }
    return [
      read, PrivilegeCheck(.update, on: .relation(relation.id), columns: .any, as: role),
    ]
  }

  private func check(of relation: BoundRelation, as role: String) -> PrivilegeCheck {
    var check = PrivilegeCheck(
      .select, on: .relation(relation.id),
      columns: relation.readColumns.isEmpty ? .any : .all(relation.readColumns),
      as: relation.security?.checkedAs ?? role)
    if case .view(let index) = relation.id {
      check.isStoredView = engine.catalog.catalog.views[index].isMaterialized
    }
    return check
  }

  /// Subqueries in FROM and views: merged into the query around them where they are simple.
  ///
  /// Others are planned by themselves, and forgotten again where the query can find nothing.
  private mutating func requireSubqueries(
    of query: BoundQuery, as role: String, _ needs: inout Needs, isEmpty: Bool,
    insideEmpty: Bool
  ) throws(EngineFailure) {
    for (number, source) in query.sources.enumerated() {
      guard let (inner, innerRole) = subquery(source, as: role) else { continue }
      let used: Outputs =
        query.setOperation == nil ? .some(query.columnsUsed(ofSource: number)) : .all
      let isMerged = source.isMerged(engine.catalog.catalog)
      let isForgotten = isForgotten
      self.isForgotten = isForgotten || isEmpty && !isMerged
      var found = try self.needs(
        of: inner, as: innerRole, outputs: used, insideEmpty: isMerged && isEmpty)
      self.isForgotten = isForgotten
      guard !isMerged else {
        needs.merge(found)
        continue
      }
      if case .relation(let relation) = source.kind {
        found.own.insert(contentsOf: checks(of: relation, as: role), at: 0)
      }
      // Alone in FROM it is not even planned, and all its tables are looked at.
      let isAlone =
        query.sources.count == 1 && !insideEmpty && !found.ordered.contains { $0.isOnView }
        && query.condition?.conjunctsMergedAsJoins.isEmpty != false
      if isEmpty, !isAlone { found.makeUncertain() }
      // Of several, the plan decides which comes first.
      if query.sources.count > 1 { found.makeUnordered() }
      needs.append(separate: found)
    }
  }

  private func subquery(
    _ source: BoundSource, as role: String
  ) -> (query: BoundQuery, role: String)? {
    switch source.kind {
    case .query(let inner): return (inner, role)
    case .function, .commonTable, .system: return nil
    case .relation(let relation):
      guard let inner = relation.security?.viewQuery, case .view(let index) = relation.id else {
        return nil
      }
      let view = engine.catalog.catalog.views[index]
      return (inner, view.securityInvoker ? caller : view.owner)
    }
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
