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
  let arguments: [Evaluator]
  let order: [Evaluator]
  let filter: Evaluator?
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
      let values = try ExpressionCompiler.values(aggregate.arguments, frame)
      let keys = try ExpressionCompiler.values(aggregate.order, frame)
      try groups[position].accumulators[index].add(values, orderedBy: keys)
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
