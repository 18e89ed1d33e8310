import AccessModel
import SQLBinding

/// Conditions on a subquery that is planned by itself, which the planner asks inside of it.
///
/// Source: `set_subquery_pathlist()` in `src/backend/optimizer/path/allpaths.c`.
extension PrivilegeCollector {
  func conditionCount(
    pushedInto number: Int, _ inner: BoundQuery, of query: BoundQuery
  ) throws(EngineFailure) -> Int {
    guard looksAtOneCondition, try withLostConditions(inner, asSource: number, of: query) == nil
    else { return 0 }
    return try allConditions(pushedInto: number, inner, of: query).reduce(0) {
      $0 + $1.restrictionCount
    }
  }

  /// A subquery that is planned by itself and reads several relations, with what is asked inside of
  /// it, which belongs to one of them; nil: nothing is.
  func asked(
    _ number: Int, _ inner: BoundQuery, of query: BoundQuery
  ) throws(EngineFailure) -> BoundQuery? {
    guard looksAtOneCondition, inner.setOperation == nil, inner.grouping == nil,
      leafCount(of: inner) > 1, try withLostConditions(inner, asSource: number, of: query) == nil
    else { return nil }
    let pushed = try allConditions(pushedInto: number, inner, of: query)
    return pushed.isEmpty ? nil : inner.asked(pushed, asSource: number)
  }

  /// A subquery that is planned by itself, with FALSE among its conditions if what is asked inside of
  /// it is never TRUE beside them: nothing else is left of its WHERE then. Nil: that is not so.
  ///
  /// Source: `subquery_push_qual()` in `src/backend/optimizer/path/allpaths.c`.
  func withLostConditions(
    _ inner: BoundQuery, asSource number: Int, of query: BoundQuery
  ) throws(EngineFailure) -> BoundQuery? {
    let pushed = try allConditions(pushedInto: number, inner, of: query)
    return pushed.isEmpty ? nil : try losing(pushed, asSource: number, inner)
  }

  /// As above, where conditions are pushed into a subquery: into each part of a set operation, and
  /// below what groups rows.
  private func losing(
    _ pushed: [BoundExpression], asSource number: Int, _ inner: BoundQuery
  ) throws(EngineFailure) -> BoundQuery? {
    var result = inner
    if inner.setOperation != nil {
      guard !looksAtOneCondition, inner.setOperation?.hasExcept == false else { return nil }
      var isLost = false
      for index in inner.sources.indices {
        guard case .query(let part) = inner.sources[index].kind,
          let rest = try losing(pushed, asSource: number, part)
        else { continue }
        result.sources[index].kind = .query(rest)
        isLost = true
      }
      return isLost ? result : nil
    }
    var asked = inner
    asked.condition = nil
    var conditions = asked.asked(pushed, asSource: number).condition.map { [$0] } ?? []
    if let grouping = inner.grouping {
      guard !looksAtOneCondition else { return nil }
      conditions = conditions.map { $0.asked(ofKeys: grouping.keys) }
    }
    conditions += [inner.condition].compactMap { $0 }
    let isNeverTrue = inner.grouping == nil ? try fold(.and(conditions)).isNeverTrue : false
    guard
      isNeverTrue
        || !looksAtOneCondition
          && separated(conditions).contains(where: { asksForMissing($0, in: inner) })
    else { return nil }
    // What is found out once subqueries are planned leaves them there.
    result.condition =
      isNeverTrue
      ? .and((inner.condition?.conjuncts ?? []) + [.constant(.boolean(false), .boolean)])
      : .and(conditions)
    return result
  }

  /// From 17 on, what a query, and those around it, ask of what is merged into it, as conditions of
  /// that.
  func conditions(
    on number: Int, of query: BoundQuery, _ inner: BoundQuery, _ around: [BoundExpression]
  ) -> [BoundExpression] {
    guard !looksAtOneCondition else { return [] }
    // The columns of a set operation are those of its first part.
    let source = query.setOperation == nil ? number : 0
    let asked = (around + (query.condition?.conjuncts ?? [])).filter {
      $0.sources(atLevel: 0) == [source] && !$0.hasSubquery && !$0.mentions(level: 1)
    }
    guard !asked.isEmpty else { return [] }
    var unconditional = inner
    unconditional.condition = nil
    return unconditional.asked(asked, asSource: source).condition?.conjuncts ?? []
  }

  /// As `conditions(pushedInto:_:of:optional:)`, whether or not the subquery is optional.
  private func allConditions(
    pushedInto number: Int, _ inner: BoundQuery, of query: BoundQuery
  ) throws(EngineFailure) -> [BoundExpression] {
    let isOptional = !query.joins.flatMap(\.innerSources).contains(number)
    let asked = query.joins.flatMap { $0.conditions(onOptional: number) }.flatMap(\.conjuncts)
    return try conditions(pushedInto: number, inner, of: query, optional: isOptional ? asked : nil)
  }

  /// Conditions of the query that are asked inside of a subquery that is planned by itself, folded:
  /// those of WHERE, or of ON where the subquery is `optional`.
  ///
  /// Source: `qual_is_pushdown_safe()` in `src/backend/optimizer/path/allpaths.c`.
  func conditions(
    pushedInto number: Int, _ inner: BoundQuery, of query: BoundQuery,
    optional: [BoundExpression]? = nil
  ) throws(EngineFailure) -> [BoundExpression] {
    guard optional != nil || query.joins.flatMap(\.innerSources).contains(number),
      inner.limit == nil, inner.offset == nil, inner.values == nil
    else { return [] }
    // Of a condition that is never TRUE nothing else is left.
    if let condition = query.condition, try fold(condition).isNeverTrue { return [] }
    var isBarrier = false
    if case .relation(let relation) = query.sources[number].kind, case .view(let view) = relation.id
    {
      isBarrier = engine.catalog.catalog.views[view].securityBarrier
    }
    let order = QualOrder(engine.catalog.catalog)
    guard let keys = inner.columnsThatTakeConditions(engine.catalog.catalog) else { return [] }
    var pushed: [BoundExpression] = []
    let written =
      (query.condition?.conjuncts ?? [])
      + query.joins.flatMap(\.innerConditions).flatMap(\.conjuncts)
      + conditionsMerged(about: number, of: query)
    for condition in optional ?? written {
      guard isAsked(condition, ofSource: number, in: query), !condition.mentions(level: 1),
        !inner.tellsRowsApart || !condition.isVolatile(engine.catalog.catalog),
        !condition.hasSubquery
      else { continue }
      let folded = try fold(condition)
      // What no column is left in is asked before any row.
      guard isAsked(folded, ofSource: number, in: query) else { continue }
      if isBarrier, !folded.sources(atLevel: 0).isEmpty, !order.isLeakproof(folded) { continue }
      let used = condition.columns(ofSource: number, atLevel: 0)
      guard used.isSubset(of: keys) else { continue }
      pushed.append(folded)
    }
    return pushed
  }

  /// Whether a condition is asked of one source's rows: it speaks of no other, or of none, where there
  /// is no other and each row may have another answer.
  ///
  /// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
  private func isAsked(
    _ condition: BoundExpression, ofSource number: Int, in query: BoundQuery
  ) -> Bool {
    let sources = condition.sources(atLevel: 0)
    return sources == [number]
      || sources.isEmpty && query.sources.count == 1
        && condition.isVolatile(engine.catalog.catalog)
  }

  /// Conditions of the query that are asked inside of groups, or of distinct rows, of nothing: only
  /// the node above is in the plan.
  func conditionsAskedOfNothing(in query: BoundQuery) throws(EngineFailure) -> [BoundExpression] {
    guard !looksAtOneCondition, let conjuncts = query.condition?.conjuncts else { return [] }
    var lost: [BoundExpression] = []
    for (number, source) in query.sources.enumerated() {
      let asked = conjuncts.filter { isAsked($0, ofSource: number, in: query) }
      guard !asked.isEmpty, let inner = content(of: source, as: caller)?.query else { continue }
      if isMerged(source) {
        let own = inner.condition?.conjuncts ?? []
        for condition in asked {
          let around = inner.asked([condition], asSource: number)
          let known = try conditionsAskedOfNothing(in: around)
          let added = (around.condition?.conjuncts ?? []).filter { !own.contains($0) }
          if !known.isEmpty, added.allSatisfy(known.contains) { lost.append(condition) }
        }
        continue
      }
      let pushed = try conditions(pushedInto: number, inner, of: query)
      lost += try conditions(asked, amongPushed: pushed, toNothing: inner)
    }
    return lost
  }

  /// As above, what a subquery that EXISTS or IN joins asks of the rows outside alone; in its own words.
  func conditionsAskedOfNothing(
    by conjunct: BoundExpression, in query: BoundQuery
  ) throws(EngineFailure) -> [BoundExpression] {
    guard !looksAtOneCondition, conjunct.withoutNegation == conjunct,
      let asked = conjunct.subquery?.condition?.conjuncts.filter({
        $0.sources(atLevel: 0).isEmpty && $0.mentions(level: 1) && !$0.hasSubquery
      }), !asked.isEmpty
    else { return [] }
    let outside = asked.map { $0.shifted(by: -1) }
    let lost = try conditionsAskedOfNothing(in: query.asking(outside))
    return zip(asked, outside).filter { lost.contains($1) }.map(\.0)
  }

  /// As above, of ON, about a source of the side that may be missing.
  func conditionsAskedOfNothing(
    _ asked: [BoundExpression], ofOptional number: Int, in query: BoundQuery
  ) throws(EngineFailure) -> [BoundExpression] {
    let asked = asked.filter { $0.sources(atLevel: 0) == [number] }
    let source = query.sources[number]
    guard !looksAtOneCondition, !asked.isEmpty, !isMerged(source),
      let inner = content(of: source, as: caller)?.query
    else { return [] }
    let pushed = try conditions(pushedInto: number, inner, of: query, optional: asked)
    return try conditions(asked, amongPushed: pushed, toNothing: inner)
  }

  /// Those that are asked of no row of a subquery: all that it groups, sorts or puts together gives
  /// none.
  private func conditions(
    _ asked: [BoundExpression], amongPushed pushed: [BoundExpression], toNothing inner: BoundQuery
  ) throws(EngineFailure) -> [BoundExpression] {
    guard !pushed.isEmpty else { return [] }
    // What it raises is raised when it is its turn.
    if inner.setOperation != nil {
      guard (try? partsFindNothing(of: inner, adding: 0)) == true else { return [] }
    } else {
      guard inner.isNodeOverNothing else { return [] }
      let planner = self.planner(of: inner)
      guard (try? planner.findsNothing(inner, adding: 0)) == true else { return [] }
    }
    var lost: [BoundExpression] = []
    for condition in asked where pushed.contains(try fold(condition)) {
      // What changes from row to row is asked of groups.
      if inner.grouping != nil, condition.isVolatile(engine.catalog.catalog) { continue }
      lost.append(condition)
    }
    return lost
  }
}

extension BoundExpression {
  /// Of rows, before they are grouped.
  fileprivate func asked(ofKeys keys: [BoundExpression]) -> BoundExpression {
    if case .groupKey(let key, _) = self, keys.indices.contains(key) { return keys[key] }
    return mapOperands { $0.asked(ofKeys: keys) }
  }
}

extension BoundQuery {
  func asking(_ conditions: [BoundExpression]) -> BoundQuery {
    guard !conditions.isEmpty else { return self }
    var result = self
    result.condition = .and((condition?.conjuncts ?? []) + conditions)
    return result
  }
}

extension BoundSetOperation {
  /// Source: `recurse_pushdown_safe()` in `src/backend/optimizer/path/allpaths.c`.
  fileprivate var hasExcept: Bool {
    switch self {
    case .source: false
    case .operation(let kind, _, let left, let right):
      kind == .except || left.hasExcept || right.hasExcept
    case .converted(let inner, _, _): inner.hasExcept
    }
  }
}
