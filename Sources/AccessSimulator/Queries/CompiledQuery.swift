import AccessModel
import SQLBinding

/// A query ready to run, any number of times.
final class CompiledQuery {
  private let sourceCount: Int
  var join: any JoinNode = LoopNode([])
  var grouping: CompiledGrouping?
  var targets: [Evaluator] = []
  var isDistinct = false
  var orderBy: [CompiledOrder] = []
  var limit: Evaluator?
  var offset: Evaluator?
  var isValues = false
  var values: [[Evaluator]] = []

  init(sourceCount: Int) { self.sourceCount = sourceCount }

  /// All rows, in order.
  func rows(in parent: Frame?) throws(EngineFailure) -> [Row] {
    var result: [Row] = []
    var keys: [[SQLValue]] = []
    var seen: Set<Row> = []
    _ = try forEach(in: parent) { (frame) throws(EngineFailure) in
      let row = try ExpressionCompiler.values(targets, frame)
      if isDistinct, !seen.insert(row).inserted { return true }
      result.append(row)
      if !orderBy.isEmpty {
        var key: [SQLValue] = []
        for order in orderBy { key.append(try order.key(frame)) }
        keys.append(key)
      }
      return true
    }
    if isValues { result = try valueRows(in: parent) }
    if !orderBy.isEmpty { result = try sorted(result, by: keys) }
    return try limited(result, in: parent)
  }

  /// Whether there is any row: stops at the first.
  func hasRows(in parent: Frame?) throws(EngineFailure) -> Bool {
    if limit != nil || offset != nil || isValues { return try !rows(in: parent).isEmpty }
    return try !forEach(in: parent) { (_) throws(EngineFailure) in false }
  }

  /// The first row's first value, as a function returns it; NULL if there is none.
  func firstValue(in parent: Frame?) throws(EngineFailure) -> SQLValue {
    try rows(in: parent).first?.first ?? .null
  }

  /// Calls `body` with a frame for each row or group until it returns false; false if it did.
  private func forEach(
    in parent: Frame?, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    if isValues { return true }
    let frame = Frame(sources: sourceCount, parent: parent)
    guard let grouping else {
      return try join.run(frame) { () throws(EngineFailure) in try body(frame) }
    }
    let groups = grouping.begin()
    _ = try join.run(frame) { () throws(EngineFailure) in
      try groups.add(frame)
      return true
    }
    return try groups.forEach(frame, body)
  }

  private func valueRows(in parent: Frame?) throws(EngineFailure) -> [Row] {
    let frame = Frame(sources: 0, parent: parent)
    var result: [Row] = []
    for row in values { result.append(try ExpressionCompiler.values(row, frame)) }
    return result
  }

  private func sorted(_ rows: [Row], by keys: [[SQLValue]]) throws(EngineFailure) -> [Row] {
    var isComparable = true
    let order = rows.indices.sorted { first, second in
      for (index, order) in orderBy.enumerated() {
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
    return order.map { rows[$0] }
  }

  private func limited(_ rows: [Row], in parent: Frame?) throws(EngineFailure) -> [Row] {
    let frame = Frame(sources: 0, parent: parent)
    let skipped = try count(offset, "OFFSET", SQLState(rawValue: "2201X"), frame) ?? 0
    let kept = try count(limit, "LIMIT", .invalidRowCountInLimit, frame)
    let rest = rows.dropFirst(Int(clamping: skipped))
    return Array(kept.map { rest.prefix(Int(clamping: $0)) } ?? rest)
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
}
