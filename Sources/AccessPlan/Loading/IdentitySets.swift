import AccessModel

extension SQLExpression {
  /// The condition on a row of `relation`, with what asks whose the row is as a set made once:
  ///
  /// ```sql
  /// EXISTS (SELECT 1 FROM athlete
  ///   WHERE athlete.id = activities.athlete_id AND athlete.user_id = (SELECT auth.uid()))
  ///
  /// activities.athlete_id = ANY (ARRAY(
  ///   SELECT athlete.id FROM athlete WHERE athlete.user_id = (SELECT auth.uid())))
  /// ```
  ///
  /// PostgreSQL makes joins of the subqueries in WHERE, and not of those in policies: there EXISTS is
  /// asked for every row of the table, where an index can find the members of a set.
  /// Source: `pull_up_sublinks()`, which sees no `securityQuals`.
  ///
  /// Only for conditions of which nothing but TRUE counts: of a NULL, EXISTS says false, and this NULL.
  func lookingUpIdentities(of relation: String) -> SQLExpression {
    switch self {
    case .and(let operands):
      .and(operands: operands.map { $0.lookingUpIdentities(of: relation) })
    case .or(let operands): .or(operands: operands.map { $0.lookingUpIdentities(of: relation) })
    case .exists(let query): IdentitySet(query, of: relation)?.membership ?? self
    default: self
    }
  }
}

/// The rows that a subquery finds for a caller, and the column of the row asked about that has to be
/// among them.
private struct IdentitySet {
  /// `column = ANY (ARRAY(query))`.
  let membership: SQLExpression

  /// Nil unless the query compares one of its columns with one of `relation`, has no other use for
  /// that relation, and is about a caller: without that it would read all rows of its tables.
  init?(_ query: SQLQuery, of relation: String) {
    guard case .select(var select) = query.body, select.isPlain,
      query == SQLQuery(.select(select))
    else { return nil }
    let sources = Set(select.from.flatMap(\.innerSources))
    var conditions = select.condition?.conjuncts ?? []
    let comparisons = conditions.indices.filter {
      conditions[$0].comparedColumns(of: sources, with: relation) != nil
    }
    guard comparisons.count == 1, let index = comparisons.first,
      let pair = conditions.remove(at: index).comparedColumns(of: sources, with: relation),
      conditions.contains(where: { $0.names(aCallerIn: sources) })
    else { return nil }
    let rest = select.from.map(SQLNode.from) + conditions.map(SQLNode.expression)
    guard !rest.contains(where: { $0.mayMean(relation) }) else { return nil }
    select.targets = [.expression(pair.inner, name: nil)]
    select.condition = .allOf(conditions)
    membership = .quantified(
      symbol: "=", left: pair.outer, array: .arrayQuery(query: SQLQuery(select)), isAll: false)
  }
}

extension SQLSelect {
  /// Whether it is FROM and WHERE only.
  fileprivate var isPlain: Bool {
    !isDistinct && distinctOn == nil && groupBy.isEmpty && groupingSets == nil && having == nil
      && from.allSatisfy { !$0.innerSources.isEmpty }
  }
}

extension SQLFromItem {
  /// What relations joined by inner joins are called; empty for anything else.
  fileprivate var innerSources: [String] {
    switch self {
    case .relation(_, let name, let alias): return [alias ?? name]
    case .join(.inner, let left, let right, _):
      let (left, right) = (left.innerSources, right.innerSources)
      return left.isEmpty || right.isEmpty ? [] : left + right
    default: return []
    }
  }
}

extension SQLExpression {
  /// `inner.a = outer.b`, either way round.
  fileprivate func comparedColumns(
    of sources: Set<String>, with relation: String
  ) -> (inner: SQLExpression, outer: SQLExpression)? {
    guard case .binary("=", let left, let right) = self else { return nil }
    if left.isColumn(of: sources), right.isColumn(of: [relation]) { return (left, right) }
    if right.isColumn(of: sources), left.isColumn(of: [relation]) { return (right, left) }
    return nil
  }

  private func isColumn(of sources: Set<String>) -> Bool {
    if case .column(let qualifier?, _) = self { sources.contains(qualifier) } else { false }
  }

  /// `inner.user_id = (SELECT auth.uid())`: a column against what the session says of its user.
  fileprivate func names(aCallerIn sources: Set<String>) -> Bool {
    guard case .binary("=", let left, let right) = self else { return false }
    return left.isColumn(of: sources) && right.isOfTheSession
      || right.isColumn(of: sources) && left.isOfTheSession
  }

  private var isOfTheSession: Bool {
    var asks = false
    for case .expression(let part) in SQLNode.expression(self).descendants {
      switch part {
      case .column, .wholeRow, .unread: return false
      case .call, .valueFunction(.currentUser), .valueFunction(.currentRole), .valueFunction(.user),
        .valueFunction(.sessionUser):
        asks = true
      default: break
      }
    }
    return asks
  }
}

extension SQLNode {
  /// Whether a column in it is one of `relation`, or may be for all that its name says.
  fileprivate func mayMean(_ relation: String) -> Bool {
    descendants.contains { node in
      guard node.unreadText == nil else { return true }
      switch node {
      case .expression(.column(let qualifier, _)): return qualifier == nil || qualifier == relation
      case .expression(.wholeRow(let qualifier)): return qualifier == relation
      default: return false
      }
    }
  }
}
