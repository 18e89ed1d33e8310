import AccessModel
import RowSecurity
import SQLBinding

extension QueryCompiler {
  /// Before 18 grouping sets are not sorted by what must equal a constant, though those without it
  /// have NULL there.
  ///
  /// Source: `pathkey_is_redundant()` in `src/backend/optimizer/path/pathkeys.c`.
  func requireSortedSets(_ query: BoundQuery) throws(EngineFailure) {
    guard session.engine.version < .v18, let grouping = query.grouping, let sets = grouping.sets
    else { return }
    var sorted = query.orderBy.map(\.expression) + (query.distinctOn ?? [])
    if query.isDistinct { sorted += query.targets.map(\.expression) }
    sorted += query.windows.flatMap { $0.partitionBy + $0.orderBy.map(\.expression) }
    for case let key? in sorted.map(\.groupedKey)
    where sets.contains(where: { !$0.contains(key) }) {
      guard mustBeConstant(grouping.keys[key], in: query, besidePolicies: true) else { continue }
      throw .undecided(
        Undecided("the order of grouping sets by what must equal a constant"))
    }
  }

  /// Whether conditions say that it is the same for all rows of a query. `besidePolicies`: or those of
  /// the policies do.
  func mustBeConstant(
    _ key: BoundExpression, in query: BoundQuery, besidePolicies: Bool = false
  ) -> Bool {
    guard case .column(let position, _) = key else { return key.sources(atLevel: 0).isEmpty }
    guard position.level == 0 else { return true }
    let conditions =
      JoinPlanner.conjuncts(query.condition)
      + query.joins.flatMap(\.innerConditions).flatMap { JoinPlanner.conjuncts($0) }
    let isFixed = conditions.contains {
      JoinPlanner.lookup($0, in: position.source, session.catalog.catalog)?.column
        == position.column
    }
    guard !isFixed, besidePolicies,
      case .relation(let relation) = query.sources[position.source].kind
    else { return isFixed }
    return (relation.security?.filters ?? []).filter { $0.conditions.count == 1 }
      .flatMap { JoinPlanner.conjuncts($0.conditions[0].expression) }
      .contains {
        JoinPlanner.lookup($0, in: 0, session.catalog.catalog)?.column == position.column
      }
  }
}

extension BoundExpression {
  /// Its place among what rows are grouped by; nil: it is none of that.
  fileprivate var groupedKey: Int? {
    if case .groupKey(let key, _) = self { key } else { nil }
  }
}
