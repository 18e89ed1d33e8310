import AccessModel
import SQLBinding

extension PLMachine {
  private func cursor(
    _ target: PLTarget
  ) throws(EngineFailure) -> (slot: PLSlot, cursor: PLCursor) {
    guard case .variable(let slot) = try reference(target) else {
      throw .undecided(Undecided("a field as a cursor"))
    }
    guard case .cursor(let cursor) = slot.content else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "variable \"\(slot.name)\" must be of type cursor or refcursor"))
    }
    return (slot, cursor)
  }

  func open(_ target: PLTarget, _ rows: PLRows) throws(EngineFailure) {
    var (slot, cursor) = try cursor(target)
    guard cursor.portal == nil else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P03"), "cursor \"\(slot.name)\" already in use"))
    }
    cursor.portal = PLCursor.Portal(result: try result(of: rows))
    slot.content = .cursor(cursor)
  }

  func close(_ target: PLTarget) throws(EngineFailure) {
    var (slot, cursor) = try cursor(target)
    guard cursor.portal != nil else { throw Self.unopened(slot) }
    cursor.portal = nil
    slot.content = .cursor(cursor)
  }

  private static func unopened(_ slot: PLSlot) -> EngineFailure {
    .postgres(
      PostgresError(
        SQLState(rawValue: "22004"), "cursor variable \"\(slot.name)\" is null"))
  }

  /// Source: `exec_stmt_fetch()`; `DoPortalRunFetch()` in `pquery.c`.
  func run(_ fetch: PLFetch) throws(EngineFailure) {
    var (slot, cursor) = try cursor(fetch.cursor)
    guard var portal = cursor.portal else { throw Self.unopened(slot) }
    let count = try fetch.count.map { (expression) throws(EngineFailure) -> Int in
      guard case .integer(let value) = try evaluate(expression, as: ColumnType(DataType.integer))
      else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22004"), "relative or absolute cursor position is null"))
      }
      return Int(value)
    }
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
