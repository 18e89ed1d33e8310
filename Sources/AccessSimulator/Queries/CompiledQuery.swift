import AccessModel
import SQLBinding

/// A query ready to run, any number of times.
final class CompiledQuery {
  private let sourceCount: Int
  /// Where the rows of its sources are stored.
  var origins: [RowOrigin] = []
  /// Tables that its WITH defines.
  var commonTables: Set<Int> = []
  var join: any JoinNode = LoopNode([])
  var grouping: CompiledGrouping?
  var windows: [CompiledWindow] = []
  var setFunctions: [SetRows] = []
  var targets: [Evaluator] = []
  var isDistinct = false
  var distinctOn: [Evaluator]?
  var orderBy: [CompiledOrder] = []
  var limit: Evaluator?
  var offset: Evaluator?
  var withTies = false
  var isValues = false
  /// Called with where the row of the only source is stored, for each output row.
  var notePlace: ((FilteredTable.Place) -> Void)?
  var values: [[Evaluator]] = []

  init(sourceCount: Int) { self.sourceCount = sourceCount }

  /// An output row, with the values it is ordered and told apart by.
  private struct Output {
    let row: Row
    let order: [SQLValue]
    let distinct: [SQLValue]
  }

  /// All rows, in order.
  func rows(in parent: Frame?) throws(EngineFailure) -> [Row] {
    let outer = Frame(sources: 0, parent: parent)
    let skipped = Int(
      clamping: try count(offset, "OFFSET", SQLState(rawValue: "2201X"), outer) ?? 0)
    let kept = try count(limit, "LIMIT", .invalidRowCountInLimit, outer).map { Int(clamping: $0) }
    if isValues {
      let rest = try valueRows(in: parent).dropFirst(skipped)
      return Array(kept.map { rest.prefix($0) } ?? rest)
    }
    // Rows beyond the limit are not computed unless they have to be sorted.
    let needed = orderBy.isEmpty && distinctOn == nil ? kept.map { $0 &+ skipped } : nil
    var outputs = try outputs(in: parent, upTo: needed)
    if !orderBy.isEmpty { outputs = try sorted(outputs) }
    if distinctOn != nil {
      var seen: Set<[SQLValue]> = []
      outputs = outputs.filter { seen.insert($0.distinct).inserted }
    }
    let rest = outputs.dropFirst(skipped)
    guard let kept else { return rest.map(\.row) }
    var result = rest.prefix(kept)
    if withTies, let last = result.last {
      result = rest.prefix(kept) + rest.dropFirst(kept).prefix { $0.order == last.order }
    }
    return result.map(\.row)
  }

  private func outputs(
    in parent: Frame?, upTo needed: Int?
  ) throws(EngineFailure) -> [Output] {
    var result: [Output] = []
    var seen: Set<Row> = []
    if let needed, needed <= 0 { return [] }
    _ = try forEach(in: parent) { (frame) throws(EngineFailure) in
      let row = try ExpressionCompiler.values(targets, frame)
      if let notePlace, case .filtered(let rows)? = frame.origins.first {
        notePlace(rows.place(frame.positions[0]))
      }
      if isDistinct, !seen.insert(row).inserted { return true }
      var order: [SQLValue] = []
      for item in orderBy { order.append(try item.key(frame)) }
      result.append(
        Output(
          row: row, order: order,
          distinct: try ExpressionCompiler.values(distinctOn ?? [], frame)))
      return needed.map { result.count < $0 } ?? true
    }
    return result
  }

  /// Whether there is any row: stops at the first.
  func hasRows(in parent: Frame?) throws(EngineFailure) -> Bool {
    if limit != nil || offset != nil || isValues || !setFunctions.isEmpty {
      return try !rows(in: parent).isEmpty
    }
    return try !forEachGroup(in: parent) { (_) throws(EngineFailure) in false }
  }

  /// The first row's first value, as a function returns it; NULL if there is none.
  func firstValue(in parent: Frame?) throws(EngineFailure) -> SQLValue {
    try rows(in: parent).first?.first ?? .null
  }

  /// Calls `body` with a frame for each output row until it returns false; false if it did.
  private func forEach(
    in parent: Frame?, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    guard !windows.isEmpty else {
      return try forEachGroup(in: parent) { (frame) throws(EngineFailure) in
        try expanded(frame, body)
      }
    }
    var frames: [Frame] = []
    _ = try forEachGroup(in: parent) { (frame) throws(EngineFailure) in
      frames.append(Frame(copying: frame))
      return true
    }
    for window in windows { try window.compute(over: frames) }
    for frame in frames { guard try expanded(frame, body) else { return false } }
    return true
  }

  /// One output row for each row of the longest of the set-returning functions.
  ///
  /// Source: `ExecProjectSRF()` in `nodeProjectSet.c`.
  private func expanded(
    _ frame: Frame, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    guard !setFunctions.isEmpty else { return try body(frame) }
    var results: [[Row]] = []
    for function in setFunctions { results.append(try function(frame)) }
    for position in 0..<(results.map(\.count).max() ?? 0) {
      frame.setResults = results.map { rows in
        rows.indices.contains(position) ? rows[position].first ?? .null : .null
      }
      guard try body(frame) else { return false }
    }
    return true
  }

  /// Calls `body` with a frame for each row or group until it returns false; false if it did.
  private func forEachGroup(
    in parent: Frame?, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    if isValues { return true }
    let frame = Frame(sources: sourceCount, parent: parent)
    frame.definedTables = commonTables
    frame.origins = origins
    guard let grouping else {
      return try join.run(frame) { () throws(EngineFailure) in try body(frame) }
    }
    let groups = grouping.begin()
    // Nothing of any row is asked for. Source: `create_degenerate_grouping_paths()`.
    if grouping.isDegenerate { return try groups.forEach(frame, body) }
    if grouping.onlyCounts, let count = try join.count() {
      groups.add(count: count)
      return try groups.forEach(frame, body)
    }
    _ = try join.run(frame) { () throws(EngineFailure) in
      try groups.add(frame)
      return true
    }
    return try groups.forEach(frame, body)
  }

  private func valueRows(in parent: Frame?) throws(EngineFailure) -> [Row] {
    let frame = Frame(sources: 0, parent: parent)
    frame.definedTables = commonTables
    var result: [Row] = []
    for row in values { result.append(try ExpressionCompiler.values(row, frame)) }
    return result
  }

  private func sorted(_ outputs: [Output]) throws(EngineFailure) -> [Output] {
    try CompiledOrder.sorted(outputs.map(\.order), by: orderBy).map { outputs[$0] }
  }

  private func count(
    _ evaluator: Evaluator?, _ clause: String, _ state: SQLState, _ frame: Frame
  ) throws(EngineFailure) -> Int64? {
    guard let evaluator, case .integer(let value) = try evaluator(frame) else { return nil }
    guard value >= 0 else {
      throw .postgres(PostgresError(state, "\(clause) must not be negative"))
    }
    return value
  }
}

struct CompiledOrder {
  let key: Evaluator
  let isDescending: Bool
  let nullsFirst: Bool

  /// Positions of rows, given their keys, in order; equal ones as they stand.
  static func sorted(
    _ keys: [[SQLValue]], by orders: [CompiledOrder]
  ) throws(EngineFailure) -> [Int] {
    var isComparable = true
    let result = keys.indices.sorted { first, second in
      for (index, order) in orders.enumerated() {
        let (a, b) = (keys[first][index], keys[second][index])
        if a.isNull || b.isNull {
          if a.isNull && b.isNull { continue }
          return a.isNull == order.nullsFirst
        }
        guard let result = SQLValue.compare(a, b) else {
          isComparable = false
          continue
        }
        if result != 0 { return (result < 0) != order.isDescending }
      }
      return first < second
    }
    guard isComparable else { throw .undecided(Undecided("the order of json values")) }
    return result
  }
}
