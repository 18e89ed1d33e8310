import AccessModel
import RowSecurity
import SQLBinding

/// Conditions that EXISTS takes along as it becomes a join.
extension JoinPlanner {
  /// EXISTS that becomes a join, behind what it asks of the row around alone: that is asked of the
  /// row by itself.
  ///
  /// Source: `convert_EXISTS_sublink_to_join()` in `src/backend/optimizer/plan/subselect.c`.
  func withOuterParts(
    _ condition: BoundExpression, _ lifted: inout [BoundExpression]
  ) -> [BoundExpression] {
    guard case .exists(var query) = condition, isJoin(condition) else { return [condition] }
    let asked = Self.conjuncts(query.condition)
    let (outer, rest) = (
      asked.filter(\.isOfRowAround), asked.filter { !$0.isOfRowAround }
    )
    guard !outer.isEmpty, rest.contains(where: { $0.mentions(level: 1) }) else {
      return [condition]
    }
    query.condition = rest.count == 1 ? rest[0] : .and(rest)
    let own = outer.map { $0.shifted(by: -1) }
    lifted += own
    return own + [.exists(query)]
  }

  /// Of which rows lifted conditions are asked, the plan decides: undecided where asking all shows.
  func settled(
    _ node: any JoinNode, _ lifted: [BoundExpression]
  ) throws(EngineFailure) -> any JoinNode {
    let order = QualOrder(catalog)
    let asking = lifted.filter { order.mayMatterBesideOthers($0, raises: compiler.session.raises) }
    guard !asking.isEmpty else { return node }
    var scans: [ScanNode] = []
    for condition in asking {
      guard let number = condition.sources(atLevel: 0).first,
        condition.sources(atLevel: 0).count == 1
      else { throw .undecided(Undecided("what EXISTS asks of rows of several tables")) }
      scans.append(
        ScanNode(
          number, rowSources[number], lookup: nil, conditions: try compiler.compile([condition]),
          in: compiler.session))
    }
    return SettledJoinNode(
      node, asking: [(sources.count, scans)], "what EXISTS asks of the row around",
      compiler.session)
  }
}

extension BoundExpression {
  /// Of the query just around alone.
  fileprivate var isOfRowAround: Bool {
    mentions(level: 1) && !mentions(level: 0) && !mentions(level: 2) && !hasSubquery
  }
}
