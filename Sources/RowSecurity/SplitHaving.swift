public import AccessModel
public import SQLBinding

/// The conditions of a HAVING: those on keys alone are asked of rows, before there are groups.
///
/// Source: `subquery_planner()` in `src/backend/optimizer/plan/planner.c`.
public struct SplitHaving {
  /// Over rows, with what is grouped by in place of the keys.
  public private(set) var ofRows: [BoundExpression] = []
  public private(set) var ofGroups: [BoundExpression] = []

  public init(_ grouping: BoundGrouping, _ catalog: Catalog) {
    let conditions = grouping.having?.conjuncts ?? []
    guard grouping.sets == nil, !grouping.keys.isEmpty else {
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
      ofRows.append(
        condition.replacingLeaves {
          if case .groupKey(let index, _) = $0 { grouping.keys[index] } else { nil }
        })
    }
  }
}

extension BoundExpression {
  fileprivate var mentionsAggregate: Bool {
    if case .aggregate = self { return true }
    return hasOperand(where: \.mentionsAggregate)
  }
}
