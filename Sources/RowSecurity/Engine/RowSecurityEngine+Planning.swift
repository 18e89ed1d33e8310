import AccessModel
public import SQLBinding

/// What the planner finds before any row is read, for who reads the rows.
extension RowSecurityEngine {
  /// The sources of a decided query that the planner certainly does not read, as what is asked of
  /// them, or of what they are joined with, gives no row: nothing of that is evaluated. All of them:
  /// so it is with the query. Before 17 nothing is said of one relation alone, unless others inherit
  /// from it.
  public func unreadSources(
    of query: BoundQuery, as caller: String, planning: Planning
  ) -> Set<Int> {
    var collector = PrivilegeCollector(self, caller: caller, planning)
    collector.isAlone = collector.leafCount(of: query) == 1
    guard
      !collector.isAlone || version >= .v17 || query.sources.contains(where: collector.hasChildren)
    else { return [] }
    let found = collector.leftOut(of: collector.reduced(query), isInEmpty: false)
    return collector.guess.met == nil ? found.sources : []
  }

  /// Whether the planner certainly finds that a subquery of an expression gives no row. Before 17 it
  /// does not where it would matter.
  public func findsNothing(
    _ query: BoundQuery, as caller: String, planning: Planning
  ) -> Bool {
    var query = query
    (query.limit, query.offset) = (nil, nil)
    guard version >= .v17, !query.isNodeOverNothing else { return false }
    var collector = PrivilegeCollector(self, caller: caller, planning)
    collector.isAlone = collector.leafCount(of: query) == 1
    return (try? collector.findsNothing(query, adding: 0)) == true && collector.guess.met == nil
  }

  /// Whether the planner drops a condition, as it is TRUE of each row. `present`: the sources that no
  /// join around it leaves out; nil: it is asked in WHERE.
  public func alwaysHolds(
    _ condition: BoundExpression, in query: BoundQuery, present: [Int]?, as caller: String
  ) -> Bool {
    PrivilegeCollector(self, caller: caller, .none)
      .alwaysHolds(condition, in: .query(query, present: present))
  }

  /// A table's policies without what is so dropped. `isOnly`: the tables that inherit from it are not
  /// read.
  public func asked(
    _ filters: [SecurityFilter], of table: Int, isOnly: Bool
  ) -> [SecurityFilter] {
    guard version >= .v17 else { return filters }
    let collector = PrivilegeCollector(self, caller: "", .none)
    var relation = BoundRelation(.table(table))
    relation.isOnly = isOnly
    return filters.compactMap { filter in
      let expressions = filter.expressions
      let conjuncts = expressions.count == 1 ? expressions[0].conjuncts : [.or(expressions)]
      let kept = conjuncts.filter { !collector.alwaysHolds($0, in: .relation(relation)) }
      guard kept.count < conjuncts.count else { return filter }
      return kept.isEmpty ? nil : filter.replacingOnly(by: .and(kept))
    }
  }
}

extension SecurityFilter {
  /// With another expression in place of its only one.
  fileprivate func replacingOnly(by expression: BoundExpression) -> SecurityFilter {
    switch self {
    case .permissive(let conditions):
      .permissive(conditions.map { PolicyCondition(policy: $0.policy, expression) })
    case .restrictive(let condition):
      .restrictive(PolicyCondition(policy: condition.policy, expression))
    }
  }
}
