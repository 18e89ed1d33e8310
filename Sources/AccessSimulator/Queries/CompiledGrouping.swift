import AccessModel
import SQLBinding

/// GROUP BY and aggregates, compiled.
struct CompiledGrouping {
  let keys: [Evaluator]
  let aggregates: [CompiledAggregate]
  let having: Evaluator?

  func begin() -> Groups { Groups(self) }
}

struct CompiledAggregate {
  let aggregate: BoundAggregate
  let argument: Evaluator?
  let filter: Evaluator?

  init(_ aggregate: BoundAggregate, argument: Evaluator?, filter: Evaluator?) {
    self.aggregate = aggregate
    self.argument = argument
    self.filter = filter
  }
}

/// The groups of one run, in order of first appearance.
final class Groups {
  private let grouping: CompiledGrouping
  private var positions: [[SQLValue]: Int] = [:]
  private var groups: [(keys: [SQLValue], accumulators: [Accumulator])] = []

  init(_ grouping: CompiledGrouping) {
    self.grouping = grouping
    // Without GROUP BY there is one group, even of no rows.
    if grouping.keys.isEmpty { groups = [([], newAccumulators())] }
  }

  private func newAccumulators() -> [Accumulator] {
    grouping.aggregates.map { Accumulator($0.aggregate) }
  }

  func add(_ frame: Frame) throws(EngineFailure) {
    var position = 0
    if !grouping.keys.isEmpty {
      let keys = try ExpressionCompiler.values(grouping.keys, frame)
      if let known = positions[keys] {
        position = known
      } else {
        position = groups.count
        positions[keys] = position
        groups.append((keys, newAccumulators()))
      }
    }
    for (index, aggregate) in grouping.aggregates.enumerated() {
      if let filter = aggregate.filter, try filter(frame).truth != true { continue }
      let value = try aggregate.argument?(frame)
      try groups[position].accumulators[index].add(value)
    }
  }

  func forEach(
    _ frame: Frame, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    for group in groups {
      frame.groupKeys = group.keys
      frame.aggregates = []
      for accumulator in group.accumulators {
        frame.aggregates.append(try accumulator.result())
      }
      if let having = grouping.having, try having(frame).truth != true { continue }
      guard try body(frame) else { return false }
    }
    return true
  }
}

/// The running state of one aggregate in one group.
struct Accumulator {
  private let aggregate: BoundAggregate
  private var count: Int64 = 0
  private var sum: SQLValue = .null
  private var best: SQLValue = .null
  private var seen: Set<SQLValue> = []

  init(_ aggregate: BoundAggregate) { self.aggregate = aggregate }

  /// `value`: nil for `count(*)`. NULLs are ignored by every other aggregate.
  mutating func add(_ value: SQLValue?) throws(EngineFailure) {
    guard let value else {
      count += 1
      return
    }
    if value.isNull { return }
    if aggregate.isDistinct, !seen.insert(value).inserted { return }
    count += 1
    switch aggregate.function {
    case .count: break
    case .sum, .avg: try addToSum(value)
    case .min: if try isBetter(value, by: -1) { best = value }
    case .max: if try isBetter(value, by: 1) { best = value }
    case .boolAnd: best = .boolean(best.truth != false && value.truth == true)
    case .boolOr: best = .boolean(best.truth == true || value.truth == true)
    }
  }

  private func isBetter(_ value: SQLValue, by sign: Int) throws(EngineFailure) -> Bool {
    if best.isNull { return true }
    guard let order = SQLValue.compare(value, best) else {
      throw .undecided(Undecided("the order of values in \(aggregate.function.rawValue)"))
    }
    return order == sign
  }

  /// Integers add up exactly, as `numeric`; the result is narrowed at the end.
  private mutating func addToSum(_ value: SQLValue) throws(EngineFailure) {
    let term: SQLValue
    switch value {
    case .integer(let integer): term = .numeric(Numeric(integer))
    default: term = value
    }
    if sum.isNull {
      sum = term
    } else if case .double = term {
      sum = try Arithmetic.apply(.add, sum, term, .double)
    } else {
      sum = try Arithmetic.apply(.add, sum, term, .numeric)
    }
  }

  func result() throws(EngineFailure) -> SQLValue {
    switch aggregate.function {
    case .count: return .integer(count)
    case .min, .max, .boolAnd, .boolOr: return best
    case .sum:
      if sum.isNull { return .null }
      let source: DataType = if case .double = sum { .double } else { .numeric }
      return try sum.cast(from: source, to: aggregate.type)
    case .avg:
      if sum.isNull { return .null }
      if case .double(let total) = sum { return .double(total / Double(count)) }
      return try Arithmetic.apply(.divide, sum, .numeric(Numeric(count)), .numeric)
    }
  }
}
