import AccessModel
import SQLBinding

/// Rows that a cursor locks as they are fetched: those that its transaction has changed since it was
/// opened are left out.
///
/// Source: `ExecLockRows()` in `src/backend/executor/nodeLockRows.c`, of `TM_SelfModified`.
final class LockedRows {
  private let query: BoundQuery
  private var changes: RowChanges

  /// `opened`: what it reads; nil: nothing.
  init?(_ query: BoundQuery, _ opened: Database?) {
    guard let opened else { return nil }
    self.query = query
    changes = RowChanges(since: opened)
  }

  /// Which of the rows known are given once `wanted` rows have been, nil: all; `passed` are already.
  /// Nil: as they are. `places`: where they are stored.
  func kept(
    of places: [FilteredTable.Place], count: Int, passed: Int, wanted: Int?, in now: Database
  ) throws(EngineFailure) -> [Int]? {
    let wanted = wanted ?? .max
    guard passed < min(count, wanted) else { return nil }
    try changes.follow(to: now)
    guard changes.places.contains(where: { mayRead($0.table) }) else { return nil }
    guard query.givesRowsOfOneTable, places.count == count else { throw Self.undecided }
    var kept = Array(0..<passed)
    var next = passed
    while next < count, kept.count < wanted {
      if !changes.places.contains(places[next]) { kept.append(next) }
      next += 1
    }
    guard kept.count < next else { return nil }
    // Others come in their place.
    guard query.limit == nil, query.offset == nil else { throw Self.undecided }
    return kept + (next..<count)
  }

  /// The tables of its FROM, and those below them; nil: a function in it may read any.
  private lazy var tables: Set<Int>? = {
    guard !query.callsFunctionInFrom else { return nil }
    let members = query.plannedTables.flatMap { table in
      [table] + changes.start.inheritance.members(below: table).map(\.table)
    }
    return Set(members)
  }()

  private func mayRead(_ table: Int) -> Bool { tables?.contains(table) ?? true }

  private static let undecided = EngineFailure.undecided(
    Undecided("rows to lock beside others that have changed since"))
}
