import AccessModel
import RowSecurity
import SQLBinding

extension QueryCompiler {
  /// Before 18 grouping sets are not sorted by what must equal a constant, though those without it
  /// have NULL there: groups of ROLLUP come from the longest to the shortest.
  ///
  /// Source: `pathkey_is_redundant()` in `src/backend/optimizer/path/pathkeys.c`.
  func dropFixedOrder(of query: inout BoundQuery) throws(EngineFailure) {
    guard session.engine.version < .v18, let grouping = query.grouping, let sets = grouping.sets
    else { return }
    var others = query.distinctOn ?? []
    if query.isDistinct { others += query.targets.map(\.expression) }
    others += query.windows.flatMap { $0.partitionBy + $0.orderBy.map(\.expression) }
    let written = query
    func isLost(_ expression: BoundExpression) -> Bool {
      guard case .groupKey(let key, _) = expression,
        sets.contains(where: { !$0.contains(key) })
      else { return false }
      return mustBeConstant(grouping.keys[key], in: written, besidePolicies: true)
    }
    let isOrdered = query.orderBy.contains { isLost($0.expression) }
    guard isOrdered || others.contains(where: isLost) else { return }
    let sorted = sets.sorted { $0.count > $1.count }
    let isRollup = zip(sorted, sorted.dropFirst()).allSatisfy {
      Set($0).isSuperset(of: $1)
    }
    guard isRollup, !others.contains(where: isLost),
      grouping.keys.allSatisfy({ mustBeConstant($0, in: query, besidePolicies: true) })
    else {
      throw .undecided(
        Undecided("the order of grouping sets by what must equal a constant"))
    }
    query.orderBy = written.orderBy.filter { !isLost($0.expression) }
    // The more keys a group lacks, the later it comes.
    query.orderBy += grouping.keys.indices.map { key in
      BoundOrder(
        .groupKey(key, grouping.keys[key].type), isDescending: false, nullsFirst: false)
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
