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
