import AccessModel
import SQLBinding

/// Which rows a window function sees from each row of a partition.
///
/// Source: `update_frameheadpos()`, `update_frametailpos()` and `row_is_in_frame()` in
/// `nodeWindowAgg.c`.
struct CompiledFrame {
  enum Bound {
    case unboundedPreceding, currentRow, unboundedFollowing
    /// The offset is negative before the current row.
    case offset(Evaluator, isPreceding: Bool)
  }

  private let unit: SQLWindowFrame.Unit
  private let (start, end): (Bound, Bound)
  private let exclusion: SQLWindowFrame.Exclusion?
  private let orderType: DataType?
  private let isDescending: Bool

  init(
    _ frame: BoundFrame, _ compiler: ExpressionCompiler, orderedBy type: DataType?,
    isDescending: Bool
  ) throws(EngineFailure) {
    unit = frame.unit
    start = try Self.bound(frame.start, compiler)
    end = try Self.bound(frame.end, compiler)
    exclusion = frame.exclusion
    orderType = type?.base
    self.isDescending = isDescending
  }

  private static func bound(
    _ bound: BoundFrame.Bound, _ compiler: ExpressionCompiler
  ) throws(EngineFailure) -> Bound {
    switch bound {
    case .unboundedPreceding: .unboundedPreceding
    case .currentRow: .currentRow
    case .unboundedFollowing: .unboundedFollowing
    case .preceding(let offset): .offset(try compiler.compile(offset), isPreceding: true)
    case .following(let offset): .offset(try compiler.compile(offset), isPreceding: false)
    }
  }

  /// For each row, the positions in its frame, in order.
  func rows(of partition: WindowPartition) throws(EngineFailure) -> [[Range<Int>]] {
    guard let first = partition.frames.first else { return [] }
    let startOffset = try offset(start, "starting", first)
    let endOffset = try offset(end, "ending", first)
    let peers = PeerGroups(partition)
    var result: [[Range<Int>]] = []
    for position in partition.frames.indices {
      let head = try self.head(position, startOffset, peers, partition)
      let tail = try self.tail(position, endOffset, peers, partition)
      let low = max(0, min(head, partition.frames.count))
      let high = max(low, min(tail, partition.frames.count))
      result.append(without(position, peers, low..<high))
    }
    return result
  }

  /// The value of an offset, which must be one. Source: `calculate_frame_offsets()`.
  private func offset(
    _ bound: Bound, _ name: String, _ frame: Frame
  ) throws(EngineFailure) -> SQLValue? {
    guard case .offset(let evaluator, _) = bound else { return nil }
    let value = try evaluator(frame)
    guard !value.isNull else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22004"), "frame \(name) offset must not be null"))
    }
    guard unit != .range else { return value }
    guard try value.integerValue() >= 0 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22013"), "frame \(name) offset must not be negative"))
    }
    return value
  }

  private func head(
    _ position: Int, _ offset: SQLValue?, _ peers: PeerGroups, _ partition: WindowPartition
  ) throws(EngineFailure) -> Int {
    switch start {
    case .unboundedPreceding: return 0
    case .unboundedFollowing: return partition.frames.count
    case .currentRow: return unit == .rows ? position : peers.range(of: position).lowerBound
    case .offset(_, let isPreceding):
      guard let offset else { return 0 }
      switch unit {
      case .rows: return Self.moved(position, try offset.integerValue(), isPreceding)
      case .groups:
        let group = Self.moved(peers.group(of: position), try offset.integerValue(), isPreceding)
        return peers.start(ofGroup: group)
      case .range:
        return try RangeBound(orderType, isDescending, partition).head(
          position, offset, isPreceding, peers)
      }
    }
  }

  private func tail(
    _ position: Int, _ offset: SQLValue?, _ peers: PeerGroups, _ partition: WindowPartition
  ) throws(EngineFailure) -> Int {
    switch end {
    case .unboundedPreceding: return 0
    case .unboundedFollowing: return partition.frames.count
    case .currentRow: return unit == .rows ? position + 1 : peers.range(of: position).upperBound
    case .offset(_, let isPreceding):
      guard let offset else { return 0 }
      switch unit {
      case .rows: return Self.moved(position, try offset.integerValue(), isPreceding) + 1
      case .groups:
        let group = Self.moved(peers.group(of: position), try offset.integerValue(), isPreceding)
        return peers.start(ofGroup: group + 1)
      case .range:
        return try RangeBound(orderType, isDescending, partition).tail(
          position, offset, isPreceding, peers)
      }
    }
  }

  private static func moved(_ position: Int, _ offset: Int64, _ isPreceding: Bool) -> Int {
    // Beyond any partition; the sum can't overflow.
    let distance = Int(min(offset, 1 << 40))
    return isPreceding ? position - distance : position + distance
  }

  private func without(
    _ position: Int, _ peers: PeerGroups, _ range: Range<Int>
  ) -> [Range<Int>] {
    let group = peers.range(of: position)
    switch exclusion {
    case nil: return [range]
    case .currentRow: return Self.cut(range, position..<(position + 1))
    case .group: return Self.cut(range, group)
    case .ties:
      return Self.cut(range, group.lowerBound..<position).flatMap {
        Self.cut($0, (position + 1)..<group.upperBound)
      }
    }
  }

  private static func cut(_ range: Range<Int>, _ hole: Range<Int>) -> [Range<Int>] {
    guard range.overlaps(hole) else { return [range] }
    return [
      range.lowerBound..<max(range.lowerBound, hole.lowerBound),
      min(range.upperBound, hole.upperBound)..<range.upperBound,
    ].filter { !$0.isEmpty }
  }
}

/// Rows of a partition that ORDER BY finds equal.
struct PeerGroups {
  private var groups: [Range<Int>] = []
  private var groupOf: [Int] = []

  init(_ partition: WindowPartition) {
    var start = 0
    while start < partition.frames.count {
      let end = partition.peersEnd(of: start)
      for _ in start..<end { groupOf.append(groups.count) }
      groups.append(start..<end)
      start = end
    }
  }

  func group(of position: Int) -> Int { groupOf[position] }
  func range(of position: Int) -> Range<Int> { groups[groupOf[position]] }

  /// Of a group before the first it is the first row, of one after the last the end.
  func start(ofGroup group: Int) -> Int {
    if group < 0 { return 0 }
    return group < groups.count ? groups[group].lowerBound : groupOf.count
  }
}

/// Frames by the distance of values. Source: the functions `in_range`.
private struct RangeBound {
  private let type: DataType?
  private let isDescending: Bool
  private let partition: WindowPartition

  init(_ type: DataType?, _ isDescending: Bool, _ partition: WindowPartition) {
    (self.type, self.isDescending, self.partition) = (type, isDescending, partition)
  }

  /// The first row that is not before the bound.
  func head(
    _ position: Int, _ offset: SQLValue, _ isPreceding: Bool, _ peers: PeerGroups
  ) throws(EngineFailure) -> Int {
    let current = partition.keys[position][0]
    guard !current.isNull else { return peers.range(of: position).lowerBound }
    let limit = try moved(current, offset, isPreceding)
    for (index, key) in partition.keys.enumerated() {
      if key[0].isNull {
        // NULLs stand at one end.
        if index < position { continue }
        return index
      }
      if try order(key[0], limit) >= 0 { return index }
    }
    return partition.keys.count
  }

  /// The row after the last that is not after the bound.
  func tail(
    _ position: Int, _ offset: SQLValue, _ isPreceding: Bool, _ peers: PeerGroups
  ) throws(EngineFailure) -> Int {
    let current = partition.keys[position][0]
    guard !current.isNull else { return peers.range(of: position).upperBound }
    let limit = try moved(current, offset, isPreceding)
    for (index, key) in partition.keys.enumerated() {
      if key[0].isNull {
        if index < position { continue }
        return index
      }
      if try order(key[0], limit) > 0 { return index }
    }
    return partition.keys.count
  }

  /// -1, 0 or 1 as `a` comes before, with or after `b`.
  private func order(_ a: SQLValue, _ b: SQLValue) throws(EngineFailure) -> Int {
    var a = a
    switch (a, b) {
    case (.integer(let value), .numeric): a = .numeric(Numeric(value))
    case (.date, .timestamp): a = try a.cast(from: .date, to: .timestamp)
    default: break
    }
    guard let result = SQLValue.compare(a, b) else {
      throw .undecided(Undecided("the order of values in a window's frame"))
    }
    return isDescending ? -result : result
  }

  /// The value at the distance, towards the start of the order or its end.
  private func moved(
    _ value: SQLValue, _ offset: SQLValue, _ isPreceding: Bool
  ) throws(EngineFailure) -> SQLValue {
    let isLess = isPreceding != isDescending
    func numeric(_ a: Numeric, _ b: Numeric) -> SQLValue { .numeric(isLess ? a - b : a + b) }
    switch (value, offset) {
    case (.integer(let a), .integer(let b)):
      guard b >= 0 else { throw Self.negative }
      return numeric(Numeric(a), Numeric(b))
    case (.numeric(let a), .numeric(let b)):
      guard a.special == nil, b.special == nil else { throw Self.notFinite }
      guard b.sign != -1 else { throw Self.negative }
      return numeric(a, b)
    case (.double(let a), .double(let b)):
      guard a.isFinite, b.isFinite else { throw Self.notFinite }
      guard b >= 0 else { throw Self.negative }
      return .double(isLess ? a - b : a + b)
    case (_, .interval(let span)):
      guard span >= Interval() else { throw Self.negative }
      return try moved(value, isLess ? try BuiltinLibrary.negated(span) : span)
    default: throw .undecided(Undecided("a window's frame over values of this type"))
    }
  }

  private func moved(_ value: SQLValue, _ span: Interval) throws(EngineFailure) -> SQLValue {
    switch value {
    case .date:
      let time = try value.cast(from: .date, to: .timestamp)
      return .timestamp(try BuiltinLibrary.shift(try time.microseconds(), by: span))
    case .timestamp(let time):
      return .timestamp(
        type == .timestamptz
          ? try BuiltinLibrary.shiftZoned(time, by: span) : try BuiltinLibrary.shift(time, by: span)
      )
    case .time(let time): return .time(time + span.microseconds)
    case .interval(let other): return .interval(try BuiltinLibrary.sum(other, span))
    default: throw .undecided(Undecided("a window's frame over values of this type"))
    }
  }

  private static let negative = EngineFailure.postgres(
    PostgresError(
      SQLState(rawValue: "22013"), "invalid preceding or following size in window function"))

  private static let notFinite = EngineFailure.undecided(
    Undecided("a window's frame over values that are not finite"))
}
