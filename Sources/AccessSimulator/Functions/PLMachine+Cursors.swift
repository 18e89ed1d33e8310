import AccessModel
import SQLBinding

extension PLMachine {
  func cursor(
    _ target: PLTarget
  ) throws(EngineFailure) -> (slot: PLSlot, cursor: PLCursor) {
    guard case .variable(let slot) = try reference(target) else {
      throw .undecided(Undecided("a field as a cursor"))
    }
    guard case .cursor(var cursor) = slot.content else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "variable \"\(slot.name)\" must be of type cursor or refcursor"))
    }
    // Source: `AtSubAbort_Portals()`, `PreCommit_Portals()` in `src/backend/utils/mmgr/portalmem.c`.
    if let portal = cursor.portal,
      lostPortals.contains(where: { $0.contains(portal.number) })
        || portal.transaction.map({ $0 != variables.transaction }) == true
    {
      cursor.portal = nil
    }
    return (slot, cursor)
  }

  func open(_ target: PLTarget, _ rows: PLRows) throws(EngineFailure) {
    var (slot, cursor) = try cursor(target)
    try requireFree(slot, cursor)
    if cursor.name == .none { try requireAssignable(slot, .text(Text(""))) }
    try nameForPortal(of: &cursor)
    let result = try result(of: rows, isCursor: true)
    var portal = portal(result)
    let name = if case .known(let name) = cursor.name { name } else { String?.none }
    if var query = result.opened {
      if transition != nil { query.isForOthers = false }
      portal.open = variables.services?.open(name, query)
    }
    cursor.portal = portal
    slot.content = .cursor(cursor)
  }

  /// What has no name yet is numbered.
  func nameForPortal(of cursor: inout PLCursor) throws(EngineFailure) {
    guard cursor.name == .none else { return }
    cursor.name = variables.portals.next().map { .known($0) } ?? .unsure
  }

  func close(_ target: PLTarget) throws(EngineFailure) {
    var (slot, cursor) = try cursor(target)
    guard let portal = cursor.portal else { throw try unopened(slot, cursor) }
    if let open = portal.open { variables.services?.close(open) }
    cursor.portal = nil
    slot.content = .cursor(cursor)
  }

  /// `isHeld`: the transaction may end meanwhile.
  func portal(_ result: SQLResult, isHeld: Bool = false) -> PLCursor.Portal {
    defer { openedPortals += 1 }
    return PLCursor.Portal(
      result: result, number: openedPortals,
      transaction: isHeld ? nil : variables.transaction)
  }

  func requireFree(_ slot: PLSlot, _ cursor: PLCursor) throws(EngineFailure) {
    if cursor.portal != nil { throw failure(slot, cursor, "42P03", "already in use") }
    guard let open = try elsewhere(cursor) else { return }
    // What a statement around has called once more than it shows has opened it once more.
    guard variables.portals.areCounted || open.statement != variables.limits.statement else {
      throw .undecided(Undecided("a cursor that is opened for several rows"))
    }
    throw failure(slot, cursor, "42P03", "already in use")
  }

  /// The cursor of that name that something else has opened.
  private func elsewhere(_ cursor: PLCursor) throws(EngineFailure) -> OpenCursor? {
    guard case .known(let name) = cursor.name, let services = variables.services else {
      return nil
    }
    do throws(EngineFailure) {
      return try services.cursor(name).open
    } catch .postgres {
      return nil
    } catch {
      throw error
    }
  }

  private func unopened(
    _ slot: PLSlot, _ cursor: PLCursor
  ) throws(EngineFailure) -> EngineFailure {
    guard cursor.name != .none else {
      return .postgres(
        PostgresError(
          SQLState(rawValue: "22004"), "cursor variable \"\(slot.name)\" is null"))
    }
    guard try elsewhere(cursor) == nil else {
      throw .undecided(Undecided("a cursor that was opened elsewhere, in `\(slot.name)`"))
    }
    return failure(slot, cursor, "34000", "does not exist")
  }

  private func failure(
    _ slot: PLSlot, _ cursor: PLCursor, _ state: String, _ what: String
  ) -> EngineFailure {
    guard case .known(let name) = cursor.name else {
      return .undecided(Undecided("the name of the portal of `\(slot.name)`", isRefusal: true))
    }
    return .postgres(PostgresError(SQLState(rawValue: state), "cursor \"\(name)\" \(what)"))
  }

  /// The row that WHERE CURRENT OF means in a statement of this function, as `current` has it; nil:
  /// it is no more. `isVariable`: whether the name is a variable's.
  ///
  /// Source: `execCurrentOf()` in `src/backend/executor/execCurrent.c`.
  func place(
    ofCursor name: String, table: Int, in current: Database
  ) throws(EngineFailure) -> (isVariable: Bool, place: FilteredTable.Place?) {
    guard session.running?.isDynamic != true, scopes.find([name]) != nil else {
      return (false, nil)
    }
    let (slot, cursor) = try cursor(PLTarget([name]))
    guard let portal = cursor.portal else {
      throw .undecided(Undecided("CURRENT OF `\(name)`, which is not open", isRefusal: true))
    }
    guard let stored = portal.result.stored,
      stored.table == current.catalog.catalog.tables[table].name
    else { throw .undecided(Undecided("CURRENT OF a cursor over more than one plain table")) }
    guard stored.places.count == portal.result.rows.count,
      stored.places.indices.contains(portal.position)
    else { throw failure(slot, cursor, "24000", "is not positioned on a row") }
    return (true, try current.place(of: stored.places[portal.position], in: stored.database))
  }

  /// Source: `exec_stmt_fetch()`; `DoPortalRunFetch()` in `pquery.c`.
  func run(_ fetch: PLFetch) throws(EngineFailure) {
    var (slot, cursor) = try cursor(fetch.cursor)
    guard var portal = cursor.portal else { throw try unopened(slot, cursor) }
    portal.open?.lose()
    let count = try fetch.count.map { (expression) throws(EngineFailure) -> Int in
      guard case .integer(let value) = try evaluate(expression, as: ColumnType(DataType.integer))
      else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22004"), "relative or absolute cursor position is null"))
      }
      return Int(value)
    }
    try portal.read(fetch.direction, count)
    let total = portal.result.rows.count
    let before = portal.position
    switch fetch.direction {
    case .next: portal.position += 1
    case .prior: portal.position -= 1
    case .first: portal.position = 0
    case .last: portal.position = total - 1
    case .absolute:
      let number = count ?? 0
      portal.position = number > 0 ? number - 1 : number < 0 ? total + number : -1
    case .relative: portal.position += count ?? 0
    case .forward: portal.position += count ?? 1
    case .backward: portal.position -= count ?? 1
    case .forwardAll: portal.position = total
    case .backwardAll: portal.position = -1
    }
    portal.position = max(-1, min(total, portal.position))
    let isRow = portal.result.rows.indices.contains(portal.position)
    cursor.portal = portal
    slot.content = .cursor(cursor)
    if let targets = fetch.targets {
      var one = portal.result
      one.rows = isRow ? [portal.result.rows[portal.position]] : []
      try assign(one, to: targets)
      rowCount = isRow ? 1 : 0
      setFound(isRow)
    } else {
      let visited = Self.visited(from: before, to: portal.position, total)
      rowCount = visited
      setFound(visited > 0)
    }
  }

  /// How many rows a MOVE passes.
  private static func visited(from: Int, to: Int, _ total: Int) -> Int {
    let range = from < to ? (from + 1)...to : to...max(to, from - 1)
    return from == to ? 0 : range.clamped(to: 0...max(0, total - 1)).count
  }
}
