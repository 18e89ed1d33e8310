import SQLBinding

/// Windows that are computed together, over rows that are sorted for them.
struct WindowStep {
  /// Places among the windows of the query.
  var windows: [Int]
  /// What rows are sorted by first: places among the keys; empty where they are sorted already.
  var keys: [Int]
  var order: [CompiledOrder]
}

extension QueryCompiler {
  /// In which order windows are computed: those that need most of the sorting first. Those that
  /// nothing asks for are left out.
  ///
  /// Source: `select_active_windows()` and `create_one_window_path()` in
  /// `src/backend/optimizer/plan/planner.c`.
  func windowSteps(_ query: BoundQuery) throws(EngineFailure) -> [WindowStep] {
    var groups: [WindowGroup] = []
    for index in query.usedWindows {
      let window = query.windows[index]
      if let known = groups.firstIndex(where: { $0.isSame(as: window) }) {
        groups[known].members.append(index)
      } else {
        groups.append(WindowGroup(window, index))
      }
    }
    let references = query.sortReferences
    let sorted = TupleSort.sorted(groups.count) { first, second in
      WindowGroup.compare(groups[first], groups[second], references)
    }
    let keys = query.windowKeys
    var steps: [WindowStep] = []
    var current: [BoundOrder] = []
    for group in sorted.map({ groups[$0] }) {
      let isSorted = current.starts(with: group.order)
      if !isSorted { current = group.order }
      let order = isSorted ? [] : group.order
      steps.append(
        WindowStep(
          windows: group.members,
          keys: order.compactMap { keys.firstIndex(of: $0.expression) }, order: try orders(order)))
    }
    return steps
  }
}

/// Calls over the same window.
private struct WindowGroup {
  private let window: BoundWindow
  var members: [Int]
  /// Each key once.
  let order: [BoundOrder]

  init(_ window: BoundWindow, _ index: Int) {
    (self.window, members) = (window, [index])
    var order: [BoundOrder] = []
    for key in window.partitionBy {
      // Parted in the direction that ORDER BY has.
      let own = window.orderBy.first { $0.expression == key }
      order.append(own ?? BoundOrder(key, isDescending: false, nullsFirst: false))
    }
    self.order = (order + window.orderBy).reduce(into: []) { result, item in
      if !result.contains(where: { $0.expression == item.expression }) { result.append(item) }
    }
  }

  func isSame(as other: BoundWindow) -> Bool {
    window.partitionBy == other.partitionBy && window.orderBy == other.orderBy
      && window.frame == other.frame
  }

  /// Source: `common_prefix_cmp()` in `src/backend/optimizer/plan/planner.c`.
  static func compare(
    _ first: WindowGroup, _ second: WindowGroup, _ references: [BoundExpression]
  ) -> Int {
    for (a, b) in zip(first.order, second.order) {
      let places = [a, b].map { references.firstIndex(of: $0.expression) ?? 0 }
      if places[0] != places[1] { return places[1] - places[0] }
      if a.isDescending != b.isDescending { return a.isDescending ? -1 : 1 }
      if a.nullsFirst != b.nullsFirst { return a.nullsFirst ? -1 : 1 }
    }
    return second.order.count - first.order.count
  }
}

extension BoundQuery {
  fileprivate var usedWindows: [Int] {
    var used: Set<Int> = []
    for expression in expressions {
      expression.forEach { if case .window(let index, _) = $0 { used.insert(index) } }
    }
    return used.sorted()
  }

  /// What is sorted or grouped by, in the order in which the parser numbers it.
  ///
  /// Source: `assignSortGroupRef()` in `src/backend/parser/parse_clause.c`.
  fileprivate var sortReferences: [BoundExpression] {
    var result = orderBy.map(\.expression)
    for (index, key) in (grouping?.keys ?? []).enumerated() {
      result.append(.groupKey(index, key.type))
    }
    result += isDistinct ? targets.map(\.expression) : distinctOn ?? []
    return result + windowKeys
  }
}
