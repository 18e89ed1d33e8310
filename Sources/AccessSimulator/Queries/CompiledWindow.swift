import AccessModel
import SQLBinding

/// A window function, computed over all rows at once. The default frame goes from the first row of
/// the partition to the last one equal to the current by ORDER BY.
///
/// Source: `nodeWindowAgg.c`, `windowfuncs.c`.
struct CompiledWindow {
  enum Function {
    case builtin(name: String, [Evaluator])
    case aggregate(CompiledAggregate)
  }

  let index: Int
  let function: Function
  /// Places among the keys of the query's windows.
  let partitionBy: [Int]
  let orderKeys: [Int]
  let orderBy: [CompiledOrder]
  /// Nil: the default one.
  let frame: CompiledFrame?

  var isUnsorted: Bool { partitionBy.isEmpty && orderBy.isEmpty }

  /// Puts the function's value into each frame, given the keys of each.
  func compute(over frames: [Frame], keys all: [[SQLValue]]) throws(EngineFailure) {
    var partitions: [[SQLValue]: [Int]] = [:]
    var order: [[SQLValue]] = []
    for position in frames.indices {
      let key = partitionBy.map { all[position][$0] }
      if partitions[key] == nil { order.append(key) }
      partitions[key, default: []].append(position)
    }
    for key in order {
      let places = partitions[key] ?? []
      let members = places.map { frames[$0] }
      let keys = places.map { place in orderKeys.map { all[place][$0] } }
      let sorted = try CompiledOrder.sorted(keys, by: orderBy)
      let partition = WindowPartition(
        frames: sorted.map { members[$0] }, keys: sorted.map { keys[$0] })
      try compute(over: partition)
    }
  }

  private func compute(over partition: WindowPartition) throws(EngineFailure) {
    let values: [SQLValue]
    switch function {
    case .aggregate(let aggregate):
      if let frame {
        values = try framed(aggregate, try frame.rows(of: partition), partition)
      } else {
        values = try running(aggregate, partition)
      }
    case .builtin(let name, let arguments):
      values = try partition.values(of: name, arguments, in: frame)
    }
    for (frame, value) in zip(partition.frames, values) {
      while frame.windowValues.count <= index { frame.windowValues.append(.null) }
      frame.windowValues[index] = value
    }
  }

  /// More additions than any test needs.
  private static let maxWork = 20_000_000

  /// The aggregate over the frame of each row.
  private func framed(
    _ aggregate: CompiledAggregate, _ frames: [[Range<Int>]], _ partition: WindowPartition
  ) throws(EngineFailure) -> [SQLValue] {
    let work = frames.reduce(0) { sum, ranges in sum + ranges.reduce(0) { $0 + $1.count } }
    guard work < Self.maxWork else {
      throw .undecided(Undecided("window frames of this many rows"))
    }
    var result: [SQLValue] = []
    for ranges in frames {
      var accumulator = Accumulator(aggregate.aggregate)
      for position in ranges.joined() {
        try aggregate.add(partition.frames[position], to: &accumulator)
      }
      result.append(try accumulator.result())
    }
    return result
  }

  /// The aggregate over all rows up to the last peer of each.
  private func running(
    _ aggregate: CompiledAggregate, _ partition: WindowPartition
  ) throws(EngineFailure) -> [SQLValue] {
    var accumulator = Accumulator(aggregate.aggregate)
    var result: [SQLValue] = []
    var next = 0
    for position in partition.frames.indices {
      let end = partition.peersEnd(of: position)
      while next < end {
        try aggregate.add(partition.frames[next], to: &accumulator)
        next += 1
      }
      result.append(try accumulator.result())
    }
    return result
  }
}

extension CompiledAggregate {
  fileprivate func add(
    _ frame: Frame, to accumulator: inout Accumulator
  ) throws(EngineFailure) {
    if let filter, try filter(frame).truth != true { return }
    let values = try ExpressionCompiler.values(arguments, frame)
    try accumulator.add(values, orderedBy: try keys(frame, values))
  }
}

/// Rows of one partition in their order.
struct WindowPartition {
  let frames: [Frame]
  let keys: [[SQLValue]]

  func peersStart(of position: Int) -> Int {
    var start = position
    while start > 0, keys[start - 1] == keys[position] { start -= 1 }
    return start
  }

  /// The position after the last row equal by ORDER BY.
  func peersEnd(of position: Int) -> Int {
    var end = position + 1
    while end < keys.count, keys[end] == keys[position] { end += 1 }
    return end
  }

  func values(
    of name: String, _ arguments: [Evaluator], in frame: CompiledFrame?
  ) throws(EngineFailure) -> [SQLValue] {
    let count = frames.count
    switch name {
    case "row_number": return frames.indices.map { .integer(Int64($0) + 1) }
    case "rank": return frames.indices.map { .integer(Int64(peersStart(of: $0)) + 1) }
    case "dense_rank":
      var rank: Int64 = 0
      return frames.indices.map {
        if peersStart(of: $0) == $0 { rank += 1 }
        return .integer(rank)
      }
    case "percent_rank":
      return frames.indices.map {
        .double(count > 1 ? Double(peersStart(of: $0)) / Double(count - 1) : 0)
      }
    case "cume_dist":
      return frames.indices.map { .double(Double(peersEnd(of: $0)) / Double(count)) }
    case "ntile": return try buckets(arguments)
    case "lag", "lead": return try offsets(arguments, sign: name == "lag" ? -1 : 1)
    case "first_value", "last_value", "nth_value":
      return try framed(name, arguments, in: frame)
    default: throw .undecided(Undecided("window function `\(name)`"))
    }
  }

  private func buckets(_ arguments: [Evaluator]) throws(EngineFailure) -> [SQLValue] {
    guard let first = frames.first, let argument = arguments.first else { return [] }
    guard case .integer(let wanted) = try argument(first) else {
      return frames.map { _ in .null }
    }
    guard wanted > 0 else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "22014"), "argument of ntile must be greater than zero"))
    }
    let (size, larger) = (Int64(frames.count) / wanted, Int64(frames.count) % wanted)
    return frames.indices.map { position in
      let position = Int64(position)
      let boundary = larger * (size + 1)
      return .integer(
        position < boundary
          ? position / (size + 1) + 1 : larger + (position - boundary) / max(size, 1) + 1)
    }
  }

  private func offsets(
    _ arguments: [Evaluator], sign: Int64
  ) throws(EngineFailure) -> [SQLValue] {
    var result: [SQLValue] = []
    for (position, frame) in frames.enumerated() {
      var offset: Int64 = 1
      if arguments.count > 1 {
        guard case .integer(let written) = try arguments[1](frame) else {
          result.append(.null)
          continue
        }
        offset = written
      }
      let place = Int64(position) + sign * offset.clamped(to: Int64(frames.count) + 1)
      if frames.indices.contains(Int(place)) {
        result.append(try arguments[0](frames[Int(place)]))
      } else {
        result.append(arguments.count > 2 ? try arguments[2](frame) : .null)
      }
    }
    return result
  }

  private func framed(
    _ name: String, _ arguments: [Evaluator], in frame: CompiledFrame?
  ) throws(EngineFailure) -> [SQLValue] {
    let ranges =
      if let frame {
        try frame.rows(of: self)
      } else {
        frames.indices.map { [0..<peersEnd(of: $0)] }
      }
    var result: [SQLValue] = []
    for (position, current) in frames.enumerated() {
      let rows = ranges[position]
      let count = rows.reduce(0) { $0 + $1.count }
      var place = name == "last_value" ? count - 1 : 0
      if name == "nth_value" {
        guard case .integer(let wanted) = try arguments[1](current) else {
          result.append(.null)
          continue
        }
        guard wanted > 0 else {
          throw .postgres(
            PostgresError(
              SQLState(rawValue: "22016"), "argument of nth_value must be greater than zero"))
        }
        place = Int(clamping: wanted) - 1
      }
      guard place >= 0, place < count else {
        result.append(.null)
        continue
      }
      var rest = place
      for range in rows {
        if rest < range.count {
          result.append(try arguments[0](frames[range.lowerBound + rest]))
          break
        }
        rest -= range.count
      }
    }
    return result
  }
}

extension Int64 {
  fileprivate func clamped(to limit: Int64) -> Int64 { Swift.min(Swift.max(self, -limit), limit) }
}
