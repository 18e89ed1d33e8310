import AccessModel
import SQLBinding

extension PLMachine {
  func run(_ loop: PLLoop) throws(EngineFailure) -> Flow {
    let scope = PLScope(label: loop.label)
    scopes.scopes.append(scope)
    defer { scopes.scopes.removeLast() }
    switch loop.kind {
    case .forever:
      while true {
        try variables.limits.step()
        if let flow = try iterate(loop) { return flow }
      }
    case .whilst(let condition):
      while try self.condition(condition) {
        try variables.limits.step()
        if let flow = try iterate(loop) { return flow }
      }
      return .next
    case .integers(let variable, let lower, let upper, let step, let isReverse):
      return try count(
        loop, variable, lower, upper, step, isReverse: isReverse, in: scope)
    case .rows(let targets, let rows):
      // The row of a cursor has a variable of its own.
      if case .cursor = rows, let name = targets.first?.path.first {
        scope.slots[name] = PLSlot(name, .record(PLRecord(isFixed: false)))
      }
      if case .cursor(let target, _) = rows {
        return try visit(loop, targets, rows, ofCursor: target)
      }
      return try visit(loop, targets, rows)
    case .elements(let targets, let slice, let array):
      return try visit(loop, targets, slice: slice, array)
    }
  }

  /// Runs the body once; what ends the loop, nil if it goes on.
  func iterate(_ loop: PLLoop) throws(EngineFailure) -> Flow? {
    let flow = try run(loop.body)
    switch flow {
    case .next: return nil
    case .exits(let label):
      return label == nil || label == loop.label ? .next : flow
    case .continues(let label):
      return label == nil || label == loop.label ? nil : flow
    case .returns: return flow
    }
  }

  /// Source: `exec_stmt_fori()`.
  private func count(
    _ loop: PLLoop, _ name: String, _ lower: PLExpression, _ upper: PLExpression,
    _ step: PLExpression?, isReverse: Bool, in scope: PLScope
  ) throws(EngineFailure) -> Flow {
    let type = ColumnType(DataType.integer)
    let first = try bound(lower, "lower bound")
    let last = try bound(upper, "upper bound")
    let increment =
      try step.map { (step) throws(EngineFailure) in try bound(step, "BY value") } ?? 1
    guard increment > 0 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "BY value of FOR loop must be greater than zero"))
    }
    var (value, wasFound) = (first, false)
    defer { setFound(wasFound) }
    while isReverse ? value >= last : value <= last {
      wasFound = true
      try variables.limits.step()
      scope.slots[name] = PLSlot(name, .scalar(type, .integer(value)))
      if let flow = try iterate(loop) { return flow }
      let next = isReverse ? value - increment : value + increment
      // The variable would not hold what comes next.
      guard Int32(exactly: next) != nil else { break }
      value = next
    }
    return .next
  }

  private func bound(_ expression: PLExpression, _ what: String) throws(EngineFailure) -> Int64 {
    guard case .integer(let value) = try evaluate(expression, as: ColumnType(DataType.integer))
    else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "22004"), "\(what) of FOR loop cannot be null"))
    }
    return value
  }

  /// The cursor is open meanwhile. Source: `exec_stmt_forc()`.
  private func visit(
    _ loop: PLLoop, _ targets: [PLTarget], _ rows: PLRows, ofCursor target: PLTarget
  ) throws(EngineFailure) -> Flow {
    var (slot, cursor) = try cursor(target)
    try requireFree(slot, cursor)
    let before = cursor.name
    try nameForPortal(of: &cursor)
    var one = try result(of: rows, isCursor: true)
    cursor.portal = portal(one, isHeld: true)
    slot.content = .cursor(cursor)
    one.rows = []
    defer {
      (cursor.portal, cursor.name) = (nil, before)
      slot.content = .cursor(cursor)
    }
    var wasFound = false
    defer { setFound(wasFound) }
    while true {
      try variables.limits.step()
      guard case .cursor(var now) = slot.content, var portal = now.portal else {
        throw .undecided(Undecided("a loop over a cursor that is closed in it"))
      }
      try portal.read(upTo: portal.position + 2)
      let rows = portal.result.rows
      portal.position = min(portal.position + 1, rows.count)
      now.portal = portal
      slot.content = .cursor(now)
      guard rows.indices.contains(portal.position) else {
        if !wasFound { try assign(one, to: targets) }
        return .next
      }
      wasFound = true
      one.rows = [rows[portal.position]]
      try assign(one, to: targets)
      if let flow = try iterate(loop) { return flow }
    }
  }

  /// Rows come in portions, one by one where a transaction may end in between.
  ///
  /// Source: `exec_for_query()`.
  private func visit(
    _ loop: PLLoop, _ targets: [PLTarget], _ rows: PLRows
  ) throws(EngineFailure) -> Flow {
    _ = variables.portals.next()
    let result = try result(of: rows)
    var one = result
    (one.rows, one.fetched) = ([], nil)
    var wanted = mayEndTransaction ? 1 : 10
    var rows = try result.fetched?.rows(upTo: wanted).rows ?? result.rows
    guard !rows.isEmpty else {
      try assign(one, to: targets)
      setFound(false)
      return .next
    }
    if !result.isReadOnly { variables.changingLoops += 1 }
    defer {
      if !result.isReadOnly { variables.changingLoops -= 1 }
      setFound(true)
    }
    var position = 0
    while rows.indices.contains(position) {
      try variables.limits.step()
      one.rows = [rows[position]]
      try assign(one, to: targets)
      if let flow = try iterate(loop) { return flow }
      position += 1
      guard position == wanted, let fetched = result.fetched else { continue }
      wanted += mayEndTransaction ? 1 : 50
      rows = try fetched.rows(upTo: wanted).rows
    }
    return .next
  }
}
