import AccessModel
import SQLBinding

/// How a plan locks rows, which its command is called by: `SELECT FOR UPDATE`.
///
/// Source: `CreateCommandTag()` in `src/backend/tcop/utility.c`, of `PlannedStmt.rowMarks`.
extension PrivilegeCollector {
  /// Notes locks of a query that is planned. Where it asks for nothing, what it reads is not.
  mutating func noteLocks(of query: BoundQuery) {
    guard lock == nil, let first = firstLock(of: query) else { return }
    let asksForNothing = query.condition.map { (try? fold($0))?.isNeverTrue == true } ?? false
    lock = asksForNothing ? query.ownLock : first
  }

  /// Of what it reads, of views and subqueries, and of subqueries that are joined with it; others
  /// are planned in their turn.
  private func firstLock(of query: BoundQuery) -> SQLRowLock.Strength? {
    if let lock = query.ownLock { return lock }
    for case let inner? in query.sources.map(\.innerQuery) {
      if let lock = firstLock(of: inner) { return lock }
    }
    let conditions = [query.condition].compactMap { $0 } + query.joins.flatMap(\.conditions)
    for conjunct in conditions.flatMap(\.conjuncts) where isJoined(conjunct) {
      if let lock = conjunct.withoutNegation.subquery.flatMap(firstLock) { return lock }
    }
    return nil
  }
}

extension BoundQuery {
  fileprivate var ownLock: SQLRowLock.Strength? {
    for case .relation(let relation) in sources.map(\.kind) {
      if let lock = relation.lock { return lock }
    }
    return nil
  }
}
