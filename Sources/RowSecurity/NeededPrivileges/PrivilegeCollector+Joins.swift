import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// What ON asks of the rows that a join puts together, without what is `joined` itself.
  mutating func requireConditions(
    of join: BoundJoin, in query: BoundQuery, as role: String, _ needs: inout Needs,
    _ leftOut: LeftOut, except joined: [BoundExpression]
  ) throws(EngineFailure) {
    guard case .join(_, let left, let right, let condition) = join else { return }
    try requireConditions(of: left, in: query, as: role, &needs, leftOut, except: joined)
    try requireConditions(of: right, in: query, as: role, &needs, leftOut, except: joined)
    guard let condition else { return }
    let optional = join.optional
    // What speaks of the optional side alone is asked as that is read, or where that is joined.
    let whole = optional.map(\.allSources) ?? []
    let unread =
      leftOut.sources.isSuperset(of: whole)
      ? whole : leftOut.sources.intersection(optional.map(\.innerSources) ?? [])
    var asked = condition.conjuncts.filter { !joined.contains($0) }
    var unasked = asked.filter {
      !unread.isEmpty && !$0.sources(atLevel: 0).isEmpty
        && $0.sources(atLevel: 0).isSubset(of: unread)
    }
    for number in optional?.innerSources ?? [] where !unread.contains(number) {
      unasked += try conditionsAskedOfNothing(asked, ofOptional: number, in: query)
    }
    asked.removeAll(where: unasked.contains)
    try require(.and(unasked), as: role, &needs, isQual: true, isEmpty: true)
    try require(
      joined.isEmpty && unasked.isEmpty ? condition : .and(asked), as: role, &needs, isQual: true,
      isEmpty: leftOut.sources.isSuperset(of: join.allSources),
      scope: .query(query, present: left.innerSources + right.innerSources))
  }
}
