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
  /// What rows are parted and ordered by for windows; each is computed once for a row.
  var windowKeys: [Evaluator] = []
  var windowSteps: [WindowStep] = []
  /// The target that could not be computed, after a failure.
  private(set) var failedTarget: Int?
  var setFunctions: [SetRows] = []
  /// Positions of those whose rows are not grouped.
  var expanded: [Int] = []
  var targets: [Evaluator] = []
  var isDistinct = false
  /// All rows are computed before they are told apart, and so before the first comes out.
  var gathersDistinct = false
  /// In which order they come then; nil: as they are found.
  var distinctOrder: GroupOrder?
  var types: [DataType] = []
  var distinctOn: [Evaluator]?
  /// For each of these, the target that it is; nil: it is none.
  var distinctTargets: [Int?] = []
  var orderBy: [CompiledOrder] = []
  var limit: Evaluator?
  var offset: Evaluator?
  var withTies = false
  /// Set where others of its rows may come first than those that LIMIT lets through.
  var otherRows: OtherFirstRows?
  var isValues = false
  /// Called with where the row of the first source is stored, for each row that is given.
  var notePlace: ((FilteredTable.Place) -> Void)?
  var values: [[Evaluator]] = []

  init(sourceCount: Int) { self.sourceCount = sourceCount }

  /// For targets that rows are sorted by an equal one of: that, which is computed for both.
  ///
  /// Source: `findTargetlistEntrySQL99()` in `src/backend/parser/parse_clause.c`.
  var copies: [Int: Int] = [:]
  /// Targets that may give another value each time.
  var volatile: [Int] = []
  /// Set-returning functions give their rows once the others are in order.
  var postponesSets = false
  /// Targets computed when the rows are in order, for those that are wanted.
  var postponed: [Int] = []

  /// An output row, with the values it is ordered and told apart by.
  private struct Output {
    var row: Row
    let order: [SQLValue]
    let distinct: [SQLValue]
    /// Where what is postponed is computed.
    let frame: Frame?
    /// Where the row is stored.
    var place: FilteredTable.Place?
  }

  /// All rows, in order.
  func rows(in parent: Frame?) throws(EngineFailure) -> [Row] {
    try rows(in: parent, upTo: .max)
  }

  /// No more than the first `count` rows.
  func rows(in parent: Frame?, upTo count: Int) throws(EngineFailure) -> [Row] {
    var result: [Row] = []
    _ = try forEachRow(in: parent) { (row) throws(EngineFailure) in
      result.append(row)
      return result.count < count
    }
    return result
  }

  /// Rows up to the first that can't be computed.
  func prefix(in parent: Frame?) throws(EngineFailure) -> MaterializedRows.Prefix {
    var rows: [Row] = []
    do throws(EngineFailure) {
      _ = try forEachRow(in: parent) { (row) throws(EngineFailure) in
        rows.append(row)
        return true
      }
    } catch {
      guard case .postgres = error else { throw error }
      return MaterializedRows.Prefix(rows: rows, failure: error)
    }
    return MaterializedRows.Prefix(rows: rows)
  }

  /// Calls `body` with each row, in order, until it returns false; false if it did. What can be
  /// computed row by row is not computed for rows that nobody asks for.
  func forEachRow(
    in parent: Frame?, _ body: (Row) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    let outer = Frame(sources: 0, parent: parent)
    var skipped = Int(
      clamping: try count(offset, "OFFSET", SQLState(rawValue: "2201X"), outer) ?? 0)
    let kept = try count(limit, "LIMIT", .invalidRowCountInLimit, outer).map { Int(clamping: $0) }
    if let kept, kept <= 0 { return true }
    let others = otherRows?.begun()
    var given = 0
    var isStopped = false
    var last: [SQLValue]?
    let each = { (output: Output) throws(EngineFailure) -> Bool in
      let row = try self.finished(output)
      if let last, last != output.order { return false }
      if let others, try others.isBeyond(row) { return true }
      guard skipped == 0 else {
        skipped -= 1
        return true
      }
      given += 1
      if let place = output.place { self.notePlace?(place) }
      isStopped = try !body(row)
      guard !isStopped, let kept, given >= kept else { return !isStopped }
      if let others {
        others.end()
        return true
      }
      // Those that are equal to the last one come too.
      if self.withTies { last = output.order }
      return self.withTies
    }
    if isValues {
      try forEachValue(in: parent, each)
    } else if let others {
      do throws(EngineFailure) {
        try forEachOutput(in: parent, nil, each)
      } catch {
        throw others.seen(error)
      }
      try others.finish()
    } else if orderBy.isEmpty, distinctOn == nil, !gathersDistinct {
      try forEachOutput(in: parent, nil, each)
    } else {
      let isBounded = !withTies && distinctOn == nil && expanded.isEmpty
      let bound = kept.flatMap { kept in
        let (sum, isTooMuch) = kept.addingReportingOverflow(skipped)
        return isTooMuch || !isBounded ? nil : sum
      }
      try forEachSorted(in: parent, bound: bound, each)
    }
    return !isStopped
  }

  /// `bound`: how many rows are wanted, where the sort is told.
  private func forEachSorted(
    in parent: Frame?, bound: Int?, _ body: (Output) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) {
    var outputs: [Output] = []
    let told = distinctOrder.map { DistinctRows($0, types) }
    try forEachOutput(in: parent, told) { (output) throws(EngineFailure) in
      outputs.append(output)
      return true
    }
    if let told { outputs = told.order(outputs.map(\.row)).map { outputs[$0] } }
    if !orderBy.isEmpty { outputs = try sorted(outputs, bound: bound) }
    if distinctOn != nil {
      var seen: Set<[SQLValue]> = []
      outputs = outputs.filter { seen.insert($0.distinct).inserted }
    }
    for output in outputs {
      guard postponesSets, let frame = output.frame else {
        guard try body(output) else { return }
        continue
      }
      guard
        try expanded(frame, { (_) throws(EngineFailure) in try body(output) })
      else { return }
    }
  }

  private func finished(_ output: Output) throws(EngineFailure) -> Row {
    guard let frame = output.frame else { return output.row }
    var row = output.row
    for index in postponed { row[index] = try targets[index](frame) }
    return row
  }

  /// `told`: notes the rows that DISTINCT tells apart.
  private func forEachOutput(
    in parent: Frame?, _ told: DistinctRows? = nil,
    _ body: (Output) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) {
    failedTarget = nil
    var seen: Set<Row> = []
    let isLate = targets.indices.map { postponed.contains($0) }
    _ = try forEach(in: parent) { (frame) throws(EngineFailure) in
      var row: Row = []
      row.reserveCapacity(targets.count)
      for (index, target) in targets.enumerated() {
        if let copied = copies[index] {
          row.append(row[copied])
        } else {
          do throws(EngineFailure) {
            row.append(isLate[index] ? .null : try target(frame))
          } catch {
            failedTarget = index
            throw error
          }
        }
      }
      var place: FilteredTable.Place?
      if self.notePlace != nil, case .filtered(let rows)? = frame.origins.first {
        place = rows.place(frame.positions[0])
      }
      if isDistinct {
        let isNew = seen.insert(row).inserted
        told?.note(row, isNew: isNew)
        if !isNew { return true }
      }
      var order: [SQLValue] = []
      for item in orderBy {
        if let target = item.target {
          order.append(row[target])
        } else {
          order.append(try item.key(frame))
        }
      }
      var distinct: [SQLValue] = []
      for (key, target) in zip(distinctOn ?? [], distinctTargets) {
        if let target { distinct.append(row[target]) } else { distinct.append(try key(frame)) }
      }
      return try body(
        Output(
          row: row, order: order, distinct: distinct,
          frame: postponed.isEmpty ? nil : Frame(copying: frame), place: place))
    }
  }

  /// Whether there is any row: stops at the first.
  func hasRows(in parent: Frame?) throws(EngineFailure) -> Bool {
    if limit != nil || offset != nil || isValues || !setFunctions.isEmpty {
      return try !rows(in: parent, upTo: 1).isEmpty
    }
    return try !forEachGroup(in: parent, asksForAny: true) { (_) throws(EngineFailure) in false }
  }

  /// The first row's first value, as a function returns it; NULL if there is none.
  func firstValue(in parent: Frame?) throws(EngineFailure) -> SQLValue {
    var value: SQLValue?
    _ = try forEachRow(in: parent) { (row) throws(EngineFailure) in
      value = value ?? row.first
      // All rows are asked for.
      return true
    }
    return value ?? .null
  }

  /// Calls `body` with a frame for each output row until it returns false; false if it did.
  private func forEach(
    in parent: Frame?, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    guard !windows.isEmpty else {
      return try forEachGroup(in: parent) { (frame) throws(EngineFailure) in
        try postponesSets ? body(frame) : expanded(frame, body)
      }
    }
    var frames: [Frame] = []
    do throws(EngineFailure) {
      _ = try forEachGroup(in: parent) { (frame) throws(EngineFailure) in
        frames.append(Frame(copying: frame))
        return true
      }
    } catch {
      // Without a sort a window gives rows as it reads them.
      if case .postgres = error, limit != nil, orderBy.isEmpty,
        windows.contains(where: \.isUnsorted)
      {
        throw Self.undecidedWindow
      }
      throw error
    }
    var keys: [[SQLValue]] = []
    for frame in frames { keys.append(try ExpressionCompiler.values(windowKeys, frame)) }
    for step in windowSteps {
      if !step.order.isEmpty {
        let sorting = keys.map { row in step.keys.map { row[$0] } }
        let places = try CompiledOrder.sorted(sorting, by: step.order)
        (frames, keys) = (places.map { frames[$0] }, places.map { keys[$0] })
      }
      do throws(EngineFailure) {
        for window in step.windows { try windows[window].compute(over: frames, keys: keys) }
      } catch {
        // It is computed as its rows are given.
        if case .postgres = error, limit != nil, orderBy.isEmpty { throw Self.undecidedWindow }
        throw error
      }
    }
    for frame in frames {
      guard try postponesSets ? body(frame) : expanded(frame, body) else { return false }
    }
    return true
  }

  private static let undecidedWindow = EngineFailure.undecided(
    Undecided("how many rows a window reads before it gives the first"))

  /// One output row for each row of the longest of the set-returning functions.
  ///
  /// Source: `ExecProjectSRF()` in `nodeProjectSet.c`.
  private func expanded(
    _ frame: Frame, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    guard !expanded.isEmpty else { return try body(frame) }
    guard try expand(frame, expanded, body) else { return false }
    // What stands beside them is computed before it is found that there is no more.
    for index in volatile where !postponesSets || postponed.contains(index) {
      _ = try targets[index](frame)
    }
    return true
  }

  private func expand(
    _ frame: Frame, _ functions: [Int], _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var results = [[Row]](repeating: [], count: setFunctions.count)
    for function in functions { results[function] = try setFunctions[function](frame) }
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
    in parent: Frame?, asksForAny: Bool = false, _ body: (Frame) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    if isValues { return true }
    let frame = Frame(sources: sourceCount, parent: parent)
    frame.definedTables = commonTables
    frame.origins = origins
    frame.asksForAny = asksForAny
    guard let grouping else {
      return try join.run(frame) { () throws(EngineFailure) in
        try frame.requireCertain()
        return try body(frame)
      }
    }
    let groups = grouping.begin()
    // Nothing of any row is asked for. Source: `create_degenerate_grouping_paths()`.
    if grouping.isDegenerate { return try groups.forEach(frame, body) }
    if grouping.onlyCounts, let count = try join.count() {
      groups.add(count: count)
      return try groups.forEach(frame, body)
    }
    _ = try join.run(frame) { () throws(EngineFailure) in
      try frame.requireCertain()
      guard !grouping.setFunctions.isEmpty else {
        try groups.add(frame)
        return true
      }
      return try expand(frame, grouping.setFunctions) { (frame) throws(EngineFailure) in
        try groups.add(frame)
        return true
      }
    }
    return try groups.forEach(frame, body)
  }

  private func forEachValue(
    in parent: Frame?, _ body: (Output) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) {
    let frame = Frame(sources: 0, parent: parent)
    frame.definedTables = commonTables
    for row in values {
      let output = Output(
        row: try ExpressionCompiler.values(row, frame), order: [], distinct: [], frame: nil)
      guard try body(output) else { return }
    }
  }

  private func sorted(_ outputs: [Output], bound: Int?) throws(EngineFailure) -> [Output] {
    try CompiledOrder.sorted(outputs.map(\.order), by: orderBy, bound: bound).map { outputs[$0] }
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
  /// The target that it is, which is computed once for both.
  var target: Int?
  let isDescending: Bool
  let nullsFirst: Bool

  /// Positions of rows, given their keys, in order. `bound`: how many of the first are wanted.
  static func sorted(
    _ keys: [[SQLValue]], by orders: [CompiledOrder], bound: Int? = nil
  ) throws(EngineFailure) -> [Int] {
    var isComparable = true
    var unknown: String?
    let result = TupleSort.sorted(keys.count, bound: bound) { first, second in
      for (index, order) in orders.enumerated() {
        let (a, b) = (keys[first][index], keys[second][index])
        if a.isNull || b.isNull {
          if a.isNull && b.isNull { continue }
          return a.isNull == order.nullsFirst ? -1 : 1
        }
        guard let result = SQLValue.compare(a, b) else {
          isComparable = false
          unknown = [a, b].first(where: \.isUndetermined)?.undeterminedSource ?? unknown
          continue
        }
        if result != 0 { return (result < 0) != order.isDescending ? -1 : 1 }
      }
      return 0
    }
    guard isComparable else {
      throw .undecided(Undecided("the order of \(unknown ?? "json values")"))
    }
    return result
  }
}
