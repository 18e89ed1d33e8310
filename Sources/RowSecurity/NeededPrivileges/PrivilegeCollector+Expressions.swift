public import AccessModel
public import SQLBinding

extension PrivilegeCollector {
  /// What an expression needs: EXECUTE on its functions, and the relations of its subqueries.
  ///
  /// `isQual`: a condition, which a query that finds nothing (`isEmpty`) does not keep; but its
  /// subqueries were planned by then. `scope`: what its columns are of, where it may be dropped.
  /// `order`: of the functions of its conjuncts; subqueries are planned as they are written.
  mutating func require(
    _ written: BoundExpression, as role: String, _ needs: inout Needs, inPolicy: Bool = false,
    isQual: Bool = false, isEmpty: Bool = false, scope: Scope? = nil, _ order: QualOrder? = nil
  ) throws(EngineFailure) {
    if written.needsNothing { return }
    var expression = try fold(written)
    // Such a condition is FALSE, and nothing else is left of it.
    if isQual {
      if expression.isNeverTrue { return }
      expression = expression.withoutLostAlternatives
    }
    if !(isQual && isEmpty) {
      let conjuncts = scope == nil && order == nil ? [expression] : expression.conjuncts
      for conjunct in order?.byCost(conjuncts) ?? conjuncts {
        if let scope, alwaysHolds(conjunct, in: scope) { continue }
        try requireFunctions(in: conjunct)
      }
    }
    for node in expression.nodesWithQueries {
      guard var query = node.subquery else { continue }
      if let hashed = hashedInVain(node, as: role) {
        query = hashed.query
        for operand in hashed.operands { try requireFunctions(in: fold(operand)) }
      }
      let found = try subplan(of: query, as: role)
      if inPolicy { needs.inPolicies += found } else { needs.inExpressions += found }
    }
  }

  /// The query of EXISTS as it is where all its rows are hashed, if the planner sees of that alone
  /// that there are none: no other plan costs less. From 17 on it sees that of both.
  ///
  /// Source: `fix_alternative_subplan()` in `src/backend/optimizer/plan/setrefs.c`.
  private func hashedInVain(
    _ node: BoundExpression, as role: String
  ) -> (query: BoundQuery, operands: [BoundExpression])? {
    guard looksAtOneCondition, case .exists(var query) = node, let condition = query.condition,
      condition.mentions(level: 1)
    else { return nil }
    var planner = planner(of: query)
    // Nothing of it is computed where a view in it is refused.
    planner.stopPlanning(at: rangeTable(of: query, as: role, target: nil).all)
    query.condition = ((try? planner.fold(condition)) ?? condition).withoutLostAlternatives
    guard let hashed = query.hashedExistence(engine.catalog.catalog),
      (try? planner.findsNothing(hashed.query, adding: 0)) == true
    else { return nil }
    return hashed
  }

  /// A subquery that becomes a join: its relations stand beside the query's own.
  ///
  /// `isOfOptional`: to the side of an outer join that may be missing. `lost`: as of `QueryContext`.
  mutating func merge(
    _ conjunct: BoundExpression, as role: String, _ needs: inout Needs, _ rest: inout Rest,
    isEmpty: Bool, _ context: QueryContext, isOfOptional: Bool = false,
    lost: [BoundExpression] = []
  ) throws(EngineFailure) {
    let node = conjunct.withoutNegation
    guard let query = node.subquery else { return }
    let isExistence = if case .exists = node { true } else { false }
    // What is grouped or cut is joined as it is, and left out where the join can find nothing.
    guard isExistence || isMembershipMerged(query) else {
      rest.subqueries.append(
        membership: RangeTable([
          SeparateQuery(
            query: query, role: role, outputs: .all, isInEmpty: isEmpty, isOneOfSeveral: true)
        ]))
      return
    }
    let before = isJoined
    defer { isJoined = before }
    isJoined = true
    let found = try requireExpressions(
      of: query, as: role, &needs, outputs: .all,
      QueryContext(
        isAlone: isOfOptional && !isExistence && isExcludedAlone(query), isInEmpty: isEmpty,
        isOptional: context.isOptional || keepsConditions(ofAntiJoined: conjunct, context),
        hasOuterJoins: context.hasOuterJoins, readsWholeRows: context.readsWholeRows,
        isAntiJoined: !isEmpty && isExistence && node != conjunct, lost: lost))
    rest.isMixed = true
    // What it speaks of around it stands beside it then.
    rest.conditions += found.conditions.map { condition in
      condition.mapColumns { position, type, depth in
        var position = position
        if position.level > depth { position.level -= 1 }
        return .column(position, type)
      }
    }
    if isExistence {
      rest.tables.append(existence: found.tables)
      rest.subqueries.append(existence: found.subqueries)
    } else {
      rest.tables.append(membership: found.tables)
      rest.subqueries.append(membership: found.subqueries)
    }
  }

  /// Whether what an anti-join reads keeps its conditions. From 16 on they go up to the joins around
  /// it if there is any outer join.
  ///
  /// Source: `remove_useless_results_recurse()` in `src/backend/optimizer/prep/prepjointree.c`.
  private func keepsConditions(
    ofAntiJoined conjunct: BoundExpression, _ context: QueryContext
  ) -> Bool {
    guard case .not(.exists(let query)) = conjunct else { return false }
    return engine.version < .v16 || !context.hasOuterJoins || query.sources.count == 1
  }

  func hasOuterJoins(_ query: BoundQuery) -> Bool {
    if !query.joins.allSatisfy(\.isInner) { return true }
    for source in query.sources where isMerged(source, in: query) {
      guard let inner = content(of: source, as: caller)?.query else { continue }
      if hasOuterJoins(inner) { return true }
    }
    return queriesJoined(in: query).contains { conjunct in
      conjunct.withoutNegation.subquery.map(hasOuterJoins) ?? false
    }
  }

  mutating func requireOperand(
    of conjunct: BoundExpression, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) {
    switch conjunct {
    case .inQuery(let operand, _, _, _): try require(operand, as: role, &needs)
    case .quantifiedQuery(let comparison):
      for operand in comparison.operands { try require(operand, as: role, &needs) }
    default: break
    }
  }
}

extension BoundExpression {
  /// Columns and parameters, compared and converted: nothing to compute before there is a row, to
  /// call or to read.
  fileprivate var needsNothing: Bool {
    switch self {
    case .column, .parameter: true
    case .cast(let a, _, let target):
      if case .domain(let domain) = target.type, domain.mayHaveChecks {
        false
      } else {
        a.needsNothing
      }
    case .not(let a), .test(let a, _): a.needsNothing
    case .compare(_, let a, let b, _): a.needsNothing && b.needsNothing
    case .and(let list), .or(let list): list.allSatisfy(\.needsNothing)
    default: false
    }
  }

  /// FALSE or NULL, by constants alone. Source: `canonicalize_qual()`.
  public var isNeverTrue: Bool {
    switch self {
    case .constant(let value, _): value.truth != true
    case .and(let operands): operands.contains(where: \.isNeverTrue)
    case .or(let operands): operands.allSatisfy(\.isNeverTrue)
    case .not(let operand): operand.isNeverFalse
    default: false
    }
  }

  /// TRUE or NULL, by constants alone.
  private var isNeverFalse: Bool {
    switch self {
    case .constant(let value, _): value.truth != false
    case .and(let operands): operands.allSatisfy(\.isNeverFalse)
    case .or(let operands): operands.contains(where: \.isNeverFalse)
    case .not(let operand): operand.isNeverTrue
    default: false
    }
  }

  /// Without alternatives that are FALSE or NULL, by constants alone.
  ///
  /// Source: `find_duplicate_ors()` in `src/backend/optimizer/prep/prepqual.c`.
  public var withoutLostAlternatives: BoundExpression {
    switch self {
    case .and(let operands): .and(operands.map(\.withoutLostAlternatives))
    case .or(let operands):
      BoundExpression.any(of: operands.filter { !$0.isNeverTrue }.map(\.withoutLostAlternatives))
    default: self
    }
  }

  private static func any(of alternatives: [BoundExpression]) -> BoundExpression {
    alternatives.count == 1 ? alternatives[0] : BoundExpression.or(alternatives).withCommonClauses
  }

  /// Itself, or what it is NOT of.
  public var withoutNegation: BoundExpression {
    if case .not(let operand) = self { operand } else { self }
  }

  /// This node and those below it that hold a subquery, innermost operands first.
  var nodesWithQueries: [BoundExpression] {
    operands.flatMap(\.nodesWithQueries) + (subquery == nil ? [] : [self])
  }

  /// Whether a query in it is asked anew where it stands, not once before all else.
  ///
  /// Source: `build_subplan()` in `src/backend/optimizer/plan/subselect.c`.
  public var hasSubplan: Bool {
    nodesWithQueries.contains { node in
      switch node {
      case .inQuery, .quantifiedQuery: true
      default: node.subquery?.isCorrelated == true
      }
    }
  }

  /// Whether the planner makes a join of it: EXISTS tied to the row outside, its negation, and IN of
  /// an operand that depends on the row.
  ///
  /// Source: `convert_EXISTS_sublink_to_join()` and `convert_ANY_sublink_to_join()` in `subselect.c`.
  public func isMergedAsJoin(_ catalog: Catalog, _ version: PostgresVersion) -> Bool {
    // From 17 on the subquery of IN may mention the query around it.
    let mayBeTied = version >= .v17
    switch self {
    case .exists(let query), .not(.exists(let query)):
      return query.isMergedExistence && query.condition?.isVolatile(catalog) != true
    case .inQuery(let operand, let query, _, negated: false):
      return operand.mentions(level: 0) && (mayBeTied || !query.mentions(level: 1))
        && !operand.hasSubquery
    case .quantifiedQuery(let comparison) where !comparison.isAll:
      return comparison.operands.contains { $0.mentions(level: 0) }
        && (mayBeTied || !comparison.query.mentions(level: 1))
        && !comparison.operands.contains(where: \.hasSubquery)
    default: return false
    }
  }
}

extension PrivilegeCollector {
  /// Conditions of a query that the planner turns into joins.
  func queriesJoined(in query: BoundQuery) -> [BoundExpression] {
    guard query.condition?.hasSubquery == true || !query.joins.allSatisfy(\.isSource) else {
      return []
    }
    return (query.withReducedJoins(engine).condition?.conjuncts ?? []).filter {
      isJoined($0)
    }
  }

  /// Those in ON of an outer join that speak of the side alone that may be missing: they are joined
  /// to that.
  ///
  /// Source: `pull_up_sublinks_jointree_recurse()` in `prepjointree.c`.
  func queriesJoinedToOptional(in query: BoundQuery) -> [BoundExpression] {
    guard !query.joins.allSatisfy(\.isSource) else { return [] }
    return query.withReducedJoins(engine).joins.flatMap { queriesJoinedToOptional(in: $0) }
  }

  private func queriesJoinedToOptional(in join: BoundJoin) -> [BoundExpression] {
    guard case .join(_, let left, let right, let condition) = join else { return [] }
    let below = queriesJoinedToOptional(in: left) + queriesJoinedToOptional(in: right)
    guard let optional = join.optional else { return below }
    return below + (condition?.conjuncts ?? []).filter { isJoined($0, to: optional) }
  }

  /// Whether it is joined to the side of an outer join that may be missing.
  func isJoined(_ conjunct: BoundExpression, to optional: BoundJoin) -> Bool {
    isJoined(conjunct) && conjunct.sources(atLevel: 0).isSubset(of: optional.allSources)
  }

  /// Whether the subquery of IN is merged once it is joined; where it speaks of the row around, not if
  /// it has joins of other kinds, or of subqueries.
  ///
  /// Source: `is_simple_subquery()` and `jointree_contains_lateral_outer_refs()` in
  /// `prepjointree.c`.
  func isMembershipMerged(_ query: BoundQuery) -> Bool {
    guard query.isMergeable(engine.catalog.catalog) else { return false }
    guard query.mentions(level: 1) else { return true }
    return queriesJoined(in: query).isEmpty
      && !query.joins.contains { join in
        let inner = join.innerConditions
        return join.conditions.contains { $0.mentions(level: 1) && !inner.contains($0) }
      }
  }

  func isJoined(_ conjunct: BoundExpression) -> Bool {
    conjunct.isMergedAsJoin(engine.catalog.catalog, engine.version)
  }
}

extension BoundQuery {
  /// FROM, WHERE and a select list: the planner merges it into the query around it.
  ///
  /// Source: `is_simple_subquery()` in `src/backend/optimizer/prep/prepjointree.c`.
  public var isOnlySelection: Bool {
    grouping == nil && !isDistinct && distinctOn == nil && orderBy.isEmpty && limit == nil
      && offset == nil && values == nil && setOperation == nil && windows.isEmpty
      && setFunctions.isEmpty && lockedSources.isEmpty && commonTables.isEmpty
  }

  /// As `isOnlySelection`; outputs that change from row to row are computed once.
  public func isMergeable(_ catalog: Catalog) -> Bool {
    isOnlySelection && !targets.contains { $0.expression.isVolatile(catalog) }
  }

  var isMergedExistence: Bool {
    guard isOnlySelection, !sources.isEmpty, let condition, condition.mentions(level: 1) else {
      return false
    }
    var rest = self
    rest.condition = nil
    return !rest.mentions(level: 1)
  }

  /// Aggregates that something refers to.
  var usedAggregates: [BoundAggregate] {
    guard let grouping else { return [] }
    var used: Set<Int> = []
    let readers =
      targets.map(\.expression) + orderBy.map(\.expression) + (distinctOn ?? [])
      + windows.flatMap(\.expressions) + [grouping.having, limit, offset].compactMap { $0 }
    for expression in readers {
      expression.forEach { if case .aggregate(let index, _) = $0 { used.insert(index) } }
    }
    return grouping.aggregates.indices.filter(used.contains).map { grouping.aggregates[$0] }
  }

  /// Without WHERE and ON.
  var withoutConditions: BoundQuery {
    var result = self
    result.condition = nil
    result.joins = joins.map { $0.mapConditions { _ in .constant(.boolean(true), .boolean) } }
    return result
  }

  /// Output columns of a source that the query asks for.
  func columnsUsed(ofSource number: Int) -> Set<Int> {
    expressions.reduce(into: []) { $0.formUnion($1.columns(ofSource: number, atLevel: 0)) }
  }
}

extension BoundExpression {
  /// The columns of one source that it reads.
  public func columns(ofSource number: Int, atLevel level: Int) -> Set<Int> {
    if case .column(let position, _) = self {
      return position.level == level && position.source == number ? [position.column] : []
    }
    var result: Set<Int> = []
    for operand in operands { result.formUnion(operand.columns(ofSource: number, atLevel: level)) }
    for inner in subquery?.expressions ?? [] {
      result.formUnion(inner.columns(ofSource: number, atLevel: level + 1))
    }
    return result
  }
}

extension BoundExpression {
  /// Whether the planner computes it, for it depends on nothing.
  public var isComputedAtOnce: Bool {
    switch self {
    case .constant: true
    case .arithmetic, .negate, .compare, .cast: !hasOperand { !$0.isComputedAtOnce }
    case .builtin(let builtin, let arguments):
      builtin.volatility == .immutable && arguments.allSatisfy(\.isComputedAtOnce)
    default: false
    }
  }
}
