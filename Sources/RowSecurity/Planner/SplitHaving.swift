public import AccessModel
public import SQLBinding

/// The conditions of a HAVING: those on keys alone are asked of rows, before there are groups; without
/// keys, those on nothing are asked of rows too.
///
/// Source: `subquery_planner()` in `src/backend/optimizer/plan/planner.c`.
public struct SplitHaving {
  /// Over rows, with what is grouped by in place of the keys.
  public private(set) var ofRows: [BoundExpression] = []
  public private(set) var ofGroups: [BoundExpression] = []

  public init(_ grouping: BoundGrouping, _ catalog: Catalog) {
    let conditions = grouping.having?.conjuncts ?? []
    // Of several sets of keys those that are none of a set are NULL.
    guard grouping.sets == nil || grouping.keys.isEmpty else {
      ofGroups = conditions
      return
    }
    for condition in conditions {
      // What is computed once beforehand is no call any more.
      let isOfKeys =
        !condition.mentionsAggregate && !condition.hasSubplan
        && !condition.isVolatile(catalog, inQueries: false)
      guard isOfKeys else {
        ofGroups.append(condition)
        continue
      }
      // The one group of all rows is there without them.
      if grouping.keys.isEmpty { ofGroups.append(condition) }
      ofRows.append(
        condition.replacingLeaves {
          if case .groupKey(let index, _) = $0 { grouping.keys[index] } else { nil }
        })
    }
  }
}

extension BoundQuery {
  /// With the conditions of HAVING that are asked of rows in WHERE.
  public func movingHaving(_ catalog: Catalog) -> BoundQuery {
    guard let grouping, grouping.having != nil else { return self }
    let having = SplitHaving(grouping, catalog)
    guard !having.ofRows.isEmpty else { return self }
    var result = self
    let kept = having.ofGroups.flatMap(\.conjuncts)
    result.grouping?.having = kept.isEmpty ? nil : .and(kept)
    result.condition = .and((condition?.conjuncts ?? []) + having.ofRows)
    return result
  }
}

extension BoundExpression {
  fileprivate var mentionsAggregate: Bool {
    if case .aggregate = self { return true }
    return hasOperand(where: \.mentionsAggregate)
  }
}
