import AccessModel
import SQLBinding

extension BoundQuery {
  /// What EXISTS asks of a query: nothing of what it gives, nor of how that is grouped, ordered or
  /// told apart. As it is where it may give a row of nothing, or none of rows.
  ///
  ///     EXISTS (SELECT DISTINCT f(x) FROM t ORDER BY g(x) LIMIT 1)  →  EXISTS (SELECT FROM t)
  ///
  /// Source: `simplify_EXISTS_query()` in `src/backend/optimizer/plan/subselect.c`.
  func tested(
    _ fold: (BoundExpression) throws(EngineFailure) -> BoundExpression
  ) -> BoundQuery {
    guard setOperation == nil, values == nil, setFunctions.isEmpty, windows.isEmpty, offset == nil,
      lockedSources.isEmpty, grouping?.onlyTellsRowsApart ?? true
    else { return self }
    if let limit, (try? fold(limit))?.letsARowThrough != true { return self }
    var result = self
    result.targets = []
    result.grouping = nil
    (result.isDistinct, result.distinctOn) = (false, nil)
    result.orderBy = []
    (result.limit, result.withTies) = (nil, false)
    return result
  }
}

extension BoundExpression {
  /// WHERE with the subqueries inside of EXISTS that speak of the rows outside alone beside it: they
  /// are joined to those.
  ///
  ///     EXISTS (SELECT FROM b WHERE b.x = a.x AND EXISTS (SELECT FROM c WHERE c.x = a.x))
  ///     →  EXISTS (SELECT FROM b WHERE b.x = a.x) AND EXISTS (SELECT FROM c WHERE c.x = a.x)
  ///
  /// Source: `pull_up_sublinks_qual_recurse()` in `src/backend/optimizer/prep/prepjointree.c`.
  func withTestsApart(_ catalog: Catalog, _ version: PostgresVersion) -> BoundExpression {
    guard hasSubquery else { return self }
    let tests = conjuncts.map { $0.testsApart(catalog, version) }
    return tests.contains { $0.count > 1 } ? .and(tests.flatMap { $0 }) : self
  }

  private func testsApart(_ catalog: Catalog, _ version: PostgresVersion) -> [BoundExpression] {
    guard isMergedAsJoin(catalog, version), let conditions = joinedQuery?.condition?.conjuncts
    else {
      return [self]
    }
    var (own, others): ([BoundExpression], [BoundExpression]) = ([], [])
    for condition in conditions {
      if condition.isAskedOnce(catalog) {
        others.append(condition)
        continue
      }
      let outside =
        isExistence && condition.hasSubquery && !condition.mentions(level: 0)
        ? condition.shifted(by: -1) : nil
      if let outside, outside.isMergedAsJoin(catalog, version) {
        others += outside.testsApart(catalog, version)
      } else {
        own.append(condition)
      }
    }
    guard !others.isEmpty, !isExistence || own.contains(where: { $0.mentions(level: 1) }) else {
      return [self]
    }
    return [askingOnly(own)] + others
  }

  private var isExistence: Bool { if case .exists = self { true } else { false } }

  /// The query that it is joined with, where it asks for a row of it.
  private var joinedQuery: BoundQuery? {
    switch self {
    case .exists(let query), .inQuery(_, let query, _, negated: false):
      query.isOnlySelection ? query : nil
    default: nil
    }
  }

  private func askingOnly(_ conditions: [BoundExpression]) -> BoundExpression {
    guard var query = joinedQuery else { return self }
    query.condition = conditions.count > 1 ? .and(conditions) : conditions.first
    switch self {
    case .exists: return .exists(query)
    case .inQuery(let operand, _, let type, let negated):
      return .inQuery(operand, query, type: type, negated: negated)
    default: return self
    }
  }

  /// Whether it depends on no row and is computed as the plan starts: joins leave it above them.
  ///
  /// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
  private func isAskedOnce(_ catalog: Catalog) -> Bool {
    guard !hasSubquery, isMutable(catalog) == true, !isVolatile(catalog) else { return false }
    var mentionsRow = false
    forEach { if case .column = $0 { mentionsRow = true } }
    return !mentionsRow
  }
}

extension BoundGrouping {
  fileprivate var onlyTellsRowsApart: Bool {
    sets == nil && !keys.isEmpty && having == nil && aggregates.isEmpty
  }
}

extension BoundExpression {
  /// As a LIMIT: NULL is none.
  fileprivate var letsARowThrough: Bool {
    guard case .constant(let value, _) = self else { return false }
    switch value {
    case .null: return true
    case .integer(let count): return count > 0
    default: return false
    }
  }
}
