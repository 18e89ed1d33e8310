import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Whether a query finds no row whatever the tables hold, as its constants alone show: FALSE in
  /// WHERE, default deny on a relation joined to all others, or a subquery of that kind.
  ///
  /// `added`: how many conditions the queries around it add to its one relation, where the planner
  /// must find out; nil: whether or not it does.
  func findsNothing(_ query: BoundQuery, adding added: Int? = nil) throws(EngineFailure) -> Bool {
    // An aggregate without GROUP BY gives a row whatever it reads.
    if let grouping = query.grouping, grouping.keys.isEmpty { return false }
    if query.setOperation != nil { return false }
    return try readsNothing(query, adding: added)
  }

  /// As `findsNothing`, of what is there to be grouped.
  func readsNothing(_ query: BoundQuery, adding added: Int? = nil) throws(EngineFailure) -> Bool {
    let isAlone = query.sources.count == 1
    if let condition = query.condition, try fold(condition).isNeverTrue {
      guard isAlone, let added, looksAtOneCondition else { return true }
      return try added + conditionCount(behind: query.sources[0]) == 0
    }
    for conjunct in query.condition?.conjunctsMergedAsJoins ?? [] {
      guard case .not = conjunct else {
        if let inner = conjunct.subquery, try findsNothing(inner, adding: added.map { _ in 0 }) {
          return true
        }
        continue
      }
    }
    for condition in query.joins.flatMap(\.innerConditions) {
      if try fold(condition).isNeverTrue { return true }
    }
    for source in query.joins.flatMap(\.innerSources) {
      var conditions = added
      if let added { conditions = try conditionCount(on: source, of: query) + (isAlone ? added : 0) }
      if try showsNothing(query.sources[source], adding: conditions) { return true }
    }
    return false
  }

  /// Before 17 the planner sees that a relation has no row only where FALSE is all that is said of
  /// it: another condition of WHERE, or a second default deny, hides that.
  ///
  /// Source: `relation_excluded_by_constraints()` in `src/backend/optimizer/util/plancat.c`.
  private var looksAtOneCondition: Bool { engine.version < .v17 }

  /// Conditions of the query that speak of one source only.
  private func conditionCount(
    on source: Int, of query: BoundQuery
  ) throws(EngineFailure) -> Int {
    let merged = query.condition?.conjunctsMergedAsJoins ?? []
    let written =
      (query.condition?.conjuncts ?? []).filter { !merged.contains($0) }
      + query.joins.flatMap(\.innerConditions).flatMap(\.conjuncts)
    var count = 0
    for condition in written {
      let sources = condition.sources(atLevel: 0)
      guard sources == [source] || sources.isEmpty && query.sources.count == 1 else { continue }
      count += try fold(condition).restrictionCount
    }
    return count
  }

  private func conditionCount(behind source: BoundSource) throws(EngineFailure) -> Int {
    var count = 0
    if case .relation(let relation) = source.kind {
      for filter in relation.security?.filters ?? [] {
        count += try fold(.or(filter.expressions)).restrictionCount
      }
    }
    guard isMerged(source), let inner = content(of: source, as: caller)?.query else { return count }
    if let condition = inner.condition { count += try fold(condition).restrictionCount }
    for source in inner.sources { count += try conditionCount(behind: source) }
    return count
  }

  /// Whether the planner may leave out a source of a query that may find something: what an outer
  /// join adds may be known to be nothing.
  func mayLeaveOut(_ source: Int, of query: BoundQuery) -> Bool {
    guard !query.joins.flatMap(\.innerSources).contains(source) else { return false }
    return query.sources.contains { (try? showsNothing($0)) != false }
      || query.joins.flatMap(\.conditions).contains { (try? fold($0))?.isNeverTrue != false }
  }

  private func showsNothing(
    _ source: BoundSource, adding added: Int? = nil
  ) throws(EngineFailure) -> Bool {
    if let inner = content(of: source, as: caller)?.query {
      return try findsNothing(inner, adding: added)
    }
    guard case .relation(let relation) = source.kind else { return false }
    for filter in relation.security?.filters ?? [] {
      guard try fold(.or(filter.expressions)).isNeverTrue else { continue }
      guard let added, looksAtOneCondition else { return true }
      return try added + conditionCount(behind: source) == 1
    }
    return false
  }

  /// The query with the constants of subqueries merged into it in place of their columns.
  func withConstantColumns(_ query: BoundQuery) throws(EngineFailure) -> BoundQuery {
    var constants: [ColumnPosition: BoundExpression] = [:]
    for number in query.joins.flatMap(\.innerSources) {
      guard isMerged(query.sources[number]),
        let inner = content(of: query.sources[number], as: caller)?.query
      else { continue }
      for (column, target) in try withConstantColumns(inner).targets.enumerated() {
        let folded = try fold(target.expression)
        guard case .constant = folded else { continue }
        constants[ColumnPosition(level: 0, source: number, column: column)] = folded
      }
    }
    guard !constants.isEmpty else { return query }
    func replaced(_ expression: BoundExpression) -> BoundExpression {
      expression.replacingLeaves {
        if case .column(let position, _) = $0 { constants[position] } else { nil }
      }
    }
    var result = query
    result.condition = query.condition.map(replaced)
    for index in result.targets.indices where query.grouping == nil {
      result.targets[index].expression = replaced(result.targets[index].expression)
    }
    return result
  }
}

extension BoundSource {
  /// Whether it becomes a part of the query around it; tables are one.
  func isMerged(_ catalog: Catalog) -> Bool {
    switch kind {
    case .query(let inner): return inner.isMergeable(catalog)
    case .function, .commonTable, .system: return true
    case .relation(let relation):
      guard let inner = relation.security?.viewQuery, case .view(let index) = relation.id else {
        return true
      }
      // What a lock marks is planned by itself.
      if catalog.views[index].securityBarrier || relation.isLocked && inner.locksSources {
        return false
      }
      return inner.isMergeable(catalog)
    }
  }
}

extension BoundJoin {
  /// Sources whose rows all results come from.
  fileprivate var innerSources: [Int] {
    switch self {
    case .source(let index): [index]
    case .join(.inner, let left, let right, _): left.innerSources + right.innerSources
    case .join(.left, let left, _, _): left.innerSources
    case .join(.right, _, let right, _): right.innerSources
    case .join(.full, _, _, _): []
    }
  }

  /// Conditions that all results meet.
  fileprivate var innerConditions: [BoundExpression] {
    switch self {
    case .source, .join(.full, _, _, _): []
    case .join(.inner, let left, let right, let condition):
      left.innerConditions + right.innerConditions + [condition].compactMap { $0 }
    case .join(.left, let left, _, _): left.innerConditions
    case .join(.right, _, let right, _): right.innerConditions
    }
  }
}

extension BoundExpression {
  /// How many conditions the planner makes of it.
  fileprivate var restrictionCount: Int {
    if case .constant(let value, _) = self, value.truth == true { return 0 }
    return isNeverTrue ? 1 : conjuncts.count
  }
}
