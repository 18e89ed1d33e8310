import SQLBinding

/// A step of a running join: puts rows into the frame, one combination at a time.
protocol JoinNode: AnyObject {
  /// Calls `body` for each combination until it returns false; false if it did.
  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool

  /// How many combinations there are, where that is known without going through them.
  func count() throws(EngineFailure) -> Int?
}

extension JoinNode {
  func count() throws(EngineFailure) -> Int? { nil }
}

/// One source, found by a key if there is one, then filtered.
final class ScanNode: JoinNode {
  private let number: Int
  private let source: RowSource
  private let lookup: EqualityLookup?
  private let conditions: [Evaluator]
  private let search: RowSearch
  private let session: Session
  /// Those that have passed, for the frame that asks.
  private var passed: (frame: Frame, rows: PassedRows)?

  /// Rows that conditions were asked of, and their positions.
  private struct PassedRows {
    var rows: [(row: Row, position: Int)] = []
    var positions: Set<Int> = []
  }

  init(
    _ number: Int, _ source: RowSource, lookup: EqualityLookup?, conditions: [Evaluator],
    search: RowSearch = .byKey, in session: Session
  ) {
    self.number = number
    self.source = source
    self.lookup = lookup
    self.conditions = conditions
    (self.search, self.session) = (search, session)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    if case .system(let found) = source { return try run(found, frame, body) }
    let passed = search == .byKey ? nil : try rowsPassed(frame)
    func each(_ row: Row, _ position: Int) throws(EngineFailure) -> Bool {
      frame.rows[number] = row
      frame.positions[number] = position
      if passed == nil {
        for condition in conditions where try frame.fails(condition) { return true }
      }
      return try body()
    }
    guard let lookup else {
      guard let passed else { return try source.scan(frame, each) }
      for (row, position) in passed.rows where try !each(row, position) { return false }
      return true
    }
    if case .table(let table) = source, try !table.opensGates(frame) { return true }
    // Without an index it is asked of each row.
    if case .table(let table) = source, table.isEmpty, !table.isIndexed(lookup.column) {
      return true
    }
    let key = try lookup.key(frame)
    if case .undetermined = key { try key.requireDetermined() }
    return try source.lookUp(
      lookup.column, equal: key, among: passed?.positions, frame, each)
  }

  /// Rows that may be there come first: what they lead to is not known.
  private func run(
    _ found: SystemRows.Found, _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    let around = frame.doubt
    defer { frame.doubt = around }
    let known = found.rows.map { ($0, SystemRelation?.none) }
    let possible = found.others.map { ($0, SystemRelation?.some(found.relation)) }
    let all = frame.asksForAny ? known + possible : possible + known
    for (position, (row, doubt)) in all.enumerated() {
      frame.doubt = doubt ?? around
      frame.rows[number] = row
      frame.positions[number] = position
      var passes = true
      for condition in conditions where try frame.fails(condition) {
        passes = false
        break
      }
      if passes { guard try body() else { return false } }
    }
    return true
  }

  /// What must be asked of all rows, as for a hash join, before the first is looked for.
  private func rowsPassed(_ frame: Frame) throws(EngineFailure) -> PassedRows {
    if let passed, passed.frame === frame { return passed.rows }
    var found = PassedRows()
    do throws(EngineFailure) {
      try session.askAll(search) { () throws(EngineFailure) in
        _ = try self.source.scan(frame) { (row, position) throws(EngineFailure) in
          frame.rows[self.number] = row
          frame.positions[self.number] = position
          for condition in self.conditions where try frame.fails(condition) { return true }
          found.rows.append((row, position))
          found.positions.insert(position)
          return true
        }
      }
    } catch {
      // Read before the others, it would have given those first.
      guard case .postgres = error, let kept = frame.kept, kept.failure == nil, !found.rows.isEmpty
      else { throw error }
      kept.failure = error
    }
    passed = (frame, found)
    return found
  }

  func count() throws(EngineFailure) -> Int? {
    guard case .table(let table) = source, lookup == nil, conditions.isEmpty else { return nil }
    return try table.visibleCount()
  }
}

/// A column that must equal a value known before the source is read.
struct EqualityLookup {
  let column: Int
  let key: Evaluator
}

/// Inner joins: a nested loop over its parts, in order.
final class LoopNode: JoinNode {
  private let parts: [any JoinNode]

  init(_ parts: [any JoinNode]) { self.parts = parts }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    try run(from: 0, frame, body)
  }

  private func run(
    from part: Int, _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    guard part < parts.count else { return try body() }
    return try parts[part].run(frame) { () throws(EngineFailure) in
      try self.run(from: part + 1, frame, body)
    }
  }
}

/// Conditions over what is already in the frame.
final class FilterNode: JoinNode {
  private let input: any JoinNode
  private let conditions: [Evaluator]

  init(_ input: any JoinNode, _ conditions: [Evaluator]) {
    self.input = input
    self.conditions = conditions
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    try input.run(frame) { () throws(EngineFailure) in
      for condition in conditions where try frame.fails(condition) { return true }
      return try body()
    }
  }
}

/// Ends with its first row unless all of what it is joined with has rows.
///
/// Source: `ExecHashJoinImpl()` in `src/backend/executor/nodeHashjoin.c`.
final class NeedingNode: JoinNode {
  private let input: any JoinNode
  private let needed: [Evaluator]

  init(_ input: any JoinNode, _ needed: [Evaluator]) {
    self.input = input
    self.needed = needed
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var isFirst = true
    var isJoinedToNothing = false
    let finished = try input.run(frame) { () throws(EngineFailure) in
      if isFirst {
        isFirst = false
        for rows in needed where try frame.fails(rows) {
          isJoinedToNothing = true
          return false
        }
      }
      return try body()
    }
    return finished || isJoinedToNothing
  }
}

/// LEFT and FULL joins; a RIGHT join is a LEFT join with its sides exchanged.
final class OuterJoinNode: JoinNode {
  private let left: any JoinNode
  private let right: any JoinNode
  private let conditions: [Evaluator]
  private let isFull: Bool
  /// Sources of each side with the number of their columns, to fill with NULLs.
  private let leftWidths: [(source: Int, width: Int)]
  private let rightWidths: [(source: Int, width: Int)]

  init(
    _ left: any JoinNode, _ right: any JoinNode, conditions: [Evaluator], isFull: Bool,
    leftWidths: [(source: Int, width: Int)], rightWidths: [(source: Int, width: Int)]
  ) {
    self.left = left
    self.right = right
    self.conditions = conditions
    self.isFull = isFull
    self.leftWidths = leftWidths
    self.rightWidths = rightWidths
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var matchedRight: Set<Int> = []
    let kept = right as? KeptJoinNode
    var counted = -1
    let finished = try left.run(frame) { () throws(EngineFailure) in
      var matched = false
      counted = -1
      let goOn = try right.run(frame) { () throws(EngineFailure) in
        counted += 1
        for condition in conditions where try frame.fails(condition) { return true }
        matched = true
        if isFull { matchedRight.insert(kept?.position ?? counted) }
        return try body()
      }
      guard goOn else { return false }
      if matched { return true }
      Self.fillWithNulls(frame, rightWidths)
      return try body()
    }
    guard finished, isFull else { return finished }
    counted = -1
    func unmatched() throws(EngineFailure) -> Bool {
      counted += 1
      if matchedRight.contains(counted) { return true }
      Self.fillWithNulls(frame, self.leftWidths)
      return try body()
    }
    if let kept { return try kept.run(frame, byKey: false, unmatched) }
    return try right.run(frame, unmatched)
  }

  private static func fillWithNulls(_ frame: Frame, _ widths: [(source: Int, width: Int)]) {
    for (source, width) in widths {
      frame.rows[source] = Row(repeating: .null, count: width)
      frame.positions[source] = -1
    }
  }
}
