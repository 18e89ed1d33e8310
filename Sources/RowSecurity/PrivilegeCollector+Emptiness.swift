import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Whether a query finds no row whatever the tables hold, as its constants alone show: FALSE in
  /// WHERE, default deny on a relation joined to all others, or a subquery of that kind.
  func findsNothing(_ query: BoundQuery) throws(EngineFailure) -> Bool {
    // An aggregate without GROUP BY gives a row whatever it reads.
    if let grouping = query.grouping, grouping.keys.isEmpty { return false }
    if query.setOperation != nil { return false }
    return try readsNothing(query)
  }

  /// As `findsNothing`, of what is there to be grouped.
  func readsNothing(_ query: BoundQuery) throws(EngineFailure) -> Bool {
    if let condition = query.condition, try fold(condition).isNeverTrue { return true }
    for conjunct in query.condition?.conjunctsMergedAsJoins ?? [] {
      guard case .not = conjunct else {
        if let inner = conjunct.subquery, try findsNothing(inner) { return true }
        continue
      }
    }
    for condition in query.joins.flatMap(\.innerConditions) {
      if try fold(condition).isNeverTrue { return true }
    }
    for source in query.joins.flatMap(\.innerSources) {
      if try showsNothing(query.sources[source]) { return true }
    }
    return false
  }

  private func showsNothing(_ source: BoundSource) throws(EngineFailure) -> Bool {
    switch source.kind {
    case .query(let inner): return try findsNothing(inner)
    case .commonTable:
      guard let inner = content(of: source, as: caller) else { return false }
      return try findsNothing(inner.query)
    case .function, .system: return false
    case .relation(let relation):
      if let inner = relation.security?.viewQuery { return try findsNothing(inner) }
      for filter in relation.security?.filters ?? [] {
        if try fold(.or(filter.expressions)).isNeverTrue { return true }
      }
      return false
    }
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
