import AccessModel
import SQLBinding

/// GROUP BY and aggregates, compiled.
struct CompiledGrouping {
  let keys: [Evaluator]
  /// Positions of the keys of each of several groupings; nil: all keys.
  let sets: [[Int]]?
  let aggregates: [CompiledAggregate]
  let presort: CompiledPresort?
  let having: Evaluator?
  /// Positions of the query's set-returning functions that give their rows before these are grouped.
  var setFunctions: [Int] = []
  /// Subqueries above it look at a row of each group.
  var keepsRows = false
  /// Nil: not known; they come in order of first appearance.
  var order: GroupOrder?
  /// What the keys are, for those that are hashed.
  var types: [DataType] = []

  /// One group, whatever the rows: HAVING without an aggregate anywhere.
  var isDegenerate: Bool { keys.isEmpty && sets == nil && aggregates.isEmpty }

  /// Nothing but `count(*)` of all rows.
  var onlyCounts: Bool {
    keys.isEmpty && sets == nil
      && aggregates.allSatisfy {
        $0.arguments.isEmpty && $0.filter == nil && $0.aggregate.function.name == "count"
      }
  }

  func begin() -> Groups { Groups(self) }
}

struct CompiledAggregate {
  let aggregate: BoundAggregate
  let arguments: [Evaluator]
  let order: [Evaluator]
  let filter: Evaluator?
  let direct: [Evaluator]
  /// Positions among the keys of what GROUPING asks about; nil: it is another.
  var askedKeys: [Int]?
  /// Of what it is sorted by, the arguments that say the same, which are computed once for both.
  var sortedArguments: [Int?] = []

  /// What a row is sorted by, whose arguments have these values.
  func keys(_ frame: Frame, _ values: [SQLValue]) throws(EngineFailure) -> [SQLValue] {
    guard !sortedArguments.isEmpty else { return try ExpressionCompiler.values(order, frame) }
    var result: [SQLValue] = []
    for (key, argument) in zip(order, sortedArguments) {
      if let argument { result.append(values[argument]) } else { result.append(try key(frame)) }
    }
    return result
  }

  /// A bit for each key that is asked about, set where a group is not by it.
  func grouping(by keys: [Int]?) -> SQLValue? {
    askedKeys.map { asked in
      .integer(
        asked.reduce(0) { bits, key in bits << 1 | (keys?.contains(key) == false ? 1 : 0) })
    }
  }
}

/// The groups of one run.
final class Groups {
  private let grouping: CompiledGrouping
  private var positions: [[SQLValue]: Int] = [:]
  private var groups: [Group] = []
  /// Nil: it is not known in which order they come.
  private let told: DistinctRows?

  private struct Group {
    let keys: [SQLValue]
    let set: [Int]?
    var accumulators: [Accumulator]
    /// The first of its rows, by source, where it is looked at.
    var rows: [Row] = []
  }

  /// Of each group, what is sorted before its aggregates get it.
  private var presorted: [Int: [PresortedRow]] = [:]

  init(_ grouping: CompiledGrouping) {
    self.grouping = grouping
    told = grouping.order.map { DistinctRows($0, grouping.types) }
    // Without GROUP BY there is one group, even of no rows; so it is for an empty grouping set.
    for (number, set) in (grouping.sets ?? (grouping.keys.isEmpty ? [[]] : [])).enumerated()
    where set.isEmpty {
      let keys = [SQLValue](repeating: .null, count: grouping.keys.count)
      if grouping.sets != nil { positions[keys + [.integer(Int64(number))]] = groups.count }
      groups.append(Group(keys: keys, set: set, accumulators: newAccumulators()))
    }
  }

  private func newAccumulators() -> [Accumulator] {
    grouping.aggregates.map { Accumulator($0.aggregate) }
  }

  func add(_ frame: Frame) throws(EngineFailure) {
    if let sets = grouping.sets {
      let keys = try ExpressionCompiler.values(grouping.keys, frame)
      for (number, set) in sets.enumerated() {
        let shown = keys.indices.map { set.contains($0) ? keys[$0] : .null }
        try accumulate(frame, in: position(of: shown, set, key: shown + [.integer(Int64(number))]))
      }
      return
    }
    var position = 0
    if !grouping.keys.isEmpty {
      let keys = try ExpressionCompiler.values(grouping.keys, frame)
      position = self.position(of: keys, nil, key: keys)
    }
    try accumulate(frame, in: position)
  }

  private func position(of keys: [SQLValue], _ set: [Int]?, key: [SQLValue]) -> Int {
    let known = positions[key]
    told?.note(keys, isNew: known == nil)
    if let known { return known }
    positions[key] = groups.count
    groups.append(Group(keys: keys, set: set, accumulators: newAccumulators()))
    return groups.count - 1
  }

  private func accumulate(_ frame: Frame, in position: Int) throws(EngineFailure) {
    if grouping.keepsRows, groups[position].rows.isEmpty { groups[position].rows = frame.rows }
    var row = PresortedRow(
      keys: try ExpressionCompiler.values(grouping.presort?.keys ?? [], frame))
    for (index, aggregate) in grouping.aggregates.enumerated() {
      if let filter = aggregate.filter, try filter(frame).truth != true { continue }
      let values = try ExpressionCompiler.values(aggregate.arguments, frame)
      let keys = try aggregate.keys(frame, values)
      if grouping.presort == nil {
        try groups[position].accumulators[index].add(values, orderedBy: keys)
      } else {
        row.inputs.append((index, values, keys))
      }
    }
    if grouping.presort != nil { presorted[position, default: []].append(row) }
  }

  private func addPresorted() throws(EngineFailure) {
    guard let presort = grouping.presort else { return }
    for (position, rows) in presorted {
      for row in try presort.sorted(rows) {
        for input in row.inputs {
          try groups[position].accumulators[input.aggregate].add(
            input.values, orderedBy: input.keys)
        }
      }
    }
    presorted = [:]
  }

  /// Adds rows to the only group of a query that only counts.
  func add(count: Int) {
    for index in grouping.aggregates.indices {
      groups[0].accumulators[index].add(count: count)
    }
  }

  private var order: [Int] {
    told?.order(groups.map(\.keys)) ?? Array(groups.indices)
  }

  func forEach(
    _ frame: Frame, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    try addPresorted()
    for position in order {
      let group = groups[position]
      frame.groupKeys = group.keys
      if grouping.keepsRows { frame.rows = group.rows }
      frame.aggregates = []
      for (accumulator, aggregate) in zip(group.accumulators, grouping.aggregates) {
        if let bits = aggregate.grouping(by: group.set) {
          frame.aggregates.append(bits)
        } else {
          let direct = try ExpressionCompiler.values(aggregate.direct, frame)
          frame.aggregates.append(try accumulator.result(direct))
        }
      }
      if let having = grouping.having, try having(frame).truth != true { continue }
      guard try body(frame) else { return false }
    }
    return true
  }
}

extension BoundQuery {
  /// Whether subqueries above the groups look at rows of theirs.
  var showsGroupedRows: Bool {
    let above =
      targets.map(\.expression) + orderBy.map(\.expression) + windows.flatMap(\.expressions)
      + setFunctions.flatMap(\.call.arguments) + (distinctOn ?? [])
      + [grouping?.having].compactMap { $0 }
    return above.contains { $0.mentions(level: 0) }
  }
}
