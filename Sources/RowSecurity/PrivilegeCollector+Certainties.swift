import AccessModel
public import SQLBinding

/// From 17 on a condition that a column is there which is declared NOT NULL is dropped once all of
/// them were computed as far as they can be; an OR with such an alternative is dropped whole.
///
/// Source: `restriction_is_always_true()` in `src/backend/optimizer/plan/initsplan.c`.
extension PrivilegeCollector {
  /// What the columns of a condition are of.
  enum Scope {
    /// `present`: the sources that no join around the condition leaves out; nil: in WHERE.
    case query(BoundQuery, present: [Int]? = nil)
    case relation(BoundRelation)
  }

  func alwaysHolds(_ condition: BoundExpression, in scope: Scope) -> Bool {
    guard engine.version >= .v17 else { return false }
    // Of one relation alone it is asked of each child.
    let isOfOne = condition.sources(atLevel: 0).count == 1 && !condition.mentions(level: 1)
    return alwaysHolds(condition, in: scope, excludesParents: !isOfOne)
  }

  private func alwaysHolds(
    _ condition: BoundExpression, in scope: Scope, excludesParents: Bool
  ) -> Bool {
    switch condition {
    case .or(let operands):
      return operands.contains {
        alwaysHolds($0, in: scope, excludesParents: excludesParents)
      }
    case .not(.and(let operands)):
      return operands.contains {
        alwaysHolds(.not($0), in: scope, excludesParents: excludesParents)
      }
    case .not(.test(let column, .isNull)), .test(let column, .isNotNull):
      let opposite = BoundExpression.test(column, .isNull)
      switch scope {
      case .query(let query, let present):
        return asksForMissing(
          opposite, in: query, sources: present, excludesParents: excludesParents)
      case .relation(let relation):
        return asksForMissing(opposite, of: relation, excludesParents: excludesParents)
      }
    default: return false
    }
  }
}

extension RowSecurityEngine {
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
