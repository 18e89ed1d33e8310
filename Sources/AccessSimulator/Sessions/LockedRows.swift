import AccessModel
import RowSecurity
import SQLBinding

/// Rows that a cursor locks as they are fetched: those that its transaction has changed since it was
/// opened are left out.
///
/// Source: `ExecLockRows()` in `src/backend/executor/nodeLockRows.c`, of `TM_SelfModified`.
struct LockedRows {
  let query: BoundQuery
  /// What it reads.
  let opened: Database

  /// Nil where nothing is locked.
  init?(_ query: BoundQuery, _ opened: Database?) {
    guard let opened, query.locksRows else { return nil }
    (self.query, self.opened) = (query, opened)
    opened.follow()
  }

  /// Which of the rows known are given once `wanted` rows have been, nil: all; `passed` are already.
  /// Nil: as they are. `places`: where they are stored.
  func kept(
    of places: [FilteredTable.Place], count: Int, passed: Int, wanted: Int?, in now: Database
  ) throws(EngineFailure) -> [Int]? {
    let wanted = wanted ?? .max
    guard passed < min(count, wanted), now !== opened else { return nil }
    let changed = try now.places(changedSince: opened)
    let members = query.plannedTables.flatMap { table in
      [table] + opened.inheritance.members(below: table).map(\.table)
    }
    let tables = Set(members)
    guard changed.contains(where: { tables.contains($0.table) }) else { return nil }
    guard query.givesRowsOfOneTable, places.count == count else { throw Self.undecided }
    var kept = Array(0..<passed)
    var next = passed
    while next < count, kept.count < wanted {
      if !changed.contains(places[next]) { kept.append(next) }
      next += 1
    }
    guard kept.count < next else { return nil }
    // Others come in their place.
    guard query.limit == nil, query.offset == nil else { throw Self.undecided }
    return kept + (next..<count)
  }

  private static let undecided = EngineFailure.undecided(
    Undecided("rows to lock beside others that have changed since"))
}

extension BoundQuery {
  fileprivate var locksRows: Bool { firstLock() != nil }

  /// How it locks rows of its own relations.
  var ownLock: SQLRowLock.Strength? {
    for case .relation(let relation) in sources.map(\.kind) {
      if let lock = relation.lock { return lock }
    }
    return nil
  }

  /// How it locks rows that it reads; those of views, subqueries, and what is used of WITH too. Those
  /// of functions that are planned with it, if `catalog` has them.
  func firstLock(in catalog: Catalog? = nil) -> SQLRowLock.Strength? {
    for source in sources {
      if case .relation(let relation) = source.kind, let lock = relation.lock { return lock }
      if let lock = source.innerQuery?.firstLock(in: catalog) { return lock }
      guard let catalog, case .function(let function) = source.kind,
        let body = function.plannedBody(catalog)
      else { continue }
      if let lock = body.anyLock?.strength { return lock }
    }
    for table in commonTables where table.references > 0 {
      if case .query(let inner) = table.statement, let lock = inner.firstLock(in: catalog) {
        return lock
      }
    }
    var found: SQLRowLock.Strength?
    for expression in expressions where expression.hasSubquery {
      expression.forEach { found = found ?? $0.subquery?.firstLock(in: catalog) }
    }
    return found
  }
}

extension BoundTableFunction {
  /// The query that the planner puts in its place; nil: it is called.
  func plannedBody(_ catalog: Catalog) -> SQLQuery? {
    guard !withOrdinality, case .function(let index, let arguments) = call,
      catalog.functions[index].isInlinedInFrom,
      !arguments.contains(where: { $0.hasSubquery || $0.isVolatile(catalog) }),
      case .query(let body) = catalog.functions[index].body
    else { return nil }
    return body
  }
}
