public import AccessModel
public import SQLBinding

extension BoundQuery {
  /// Without what the outputs compute that are not `used`; nil where all are needed, to tell rows
  /// apart, or all the same. RULES 16.
  ///
  /// Source: `remove_unused_subquery_outputs()` in `src/backend/optimizer/path/allpaths.c`, and
  /// `pull_up_simple_values()` in `src/backend/optimizer/prep/prepjointree.c`.
  public func keeping(_ used: Set<Int>, _ catalog: Catalog) -> BoundQuery? {
    keeping(used) { !isVolatile($0, catalog) }
  }

  /// Also in what is computed of groups and windows.
  private func isVolatile(_ output: BoundExpression, _ catalog: Catalog) -> Bool {
    var isVolatile = output.isVolatile(catalog)
    output.forEach { part in
      let computed: [BoundExpression] =
        switch part {
        case .aggregate(let index, _): grouping?.aggregates[index].expressions ?? []
        case .window(let index, _): windows[index].computed
        default: []
        }
      isVolatile = isVolatile || computed.contains { $0.isVolatile(catalog) }
    }
    return isVolatile
  }

  /// The same, of each part of a UNION ALL. `isPlanned`: subqueries of the parts are kept, which are
  /// planned with the columns of the union, so that what they read needs its privileges.
  ///
  /// Source: `pull_up_simple_union_all()` in `src/backend/optimizer/prep/prepjointree.c`.
  public func keepingInParts(
    _ used: Set<Int>, _ catalog: Catalog, isPlanned: Bool, isPart: Bool = false
  ) -> BoundQuery {
    guard isMergedUnion else {
      let rest = keeping(used) {
        !isVolatile($0, catalog) && !(isPart && isPlanned && $0.hasSubquery)
      }
      return rest ?? self
    }
    var result = self
    for number in sources.indices {
      guard case .query(let part) = sources[number].kind else { continue }
      result.sources[number].kind = .query(
        part.keepingInParts(used, catalog, isPlanned: isPlanned, isPart: true))
    }
    return result
  }

  private func keeping(
    _ used: Set<Int>, isDropped: (BoundExpression) -> Bool
  ) -> BoundQuery? {
    guard !isDistinct, setOperation == nil, used.allSatisfy({ $0 >= 0 }) else { return nil }
    if let values {
      // One row alone is a select list.
      guard values.count == 1, values[0].allSatisfy(isDropped) else { return nil }
      var result = self
      for (index, value) in values[0].enumerated() where !used.contains(index) {
        result.values?[0][index] = .constant(.null, value.type)
      }
      return result == self ? nil : result
    }
    let keys = distinctOn.map { $0 + orderBy.map(\.expression) } ?? []
    var result = self
    for index in targets.indices where !used.contains(index) {
      let expression = targets[index].expression
      guard isDropped(expression), !expression.givesSeveralRows, !keys.contains(expression) else {
        continue
      }
      result.targets[index].expression = .constant(.null, expression.type)
    }
    result.dropUnusedWindows()
    result.dropUnusedAggregates()
    return result == self ? nil : result
  }

  /// Whether the planner reads its parts in the place of it.
  ///
  /// Source: `is_simple_union_all()` in `src/backend/optimizer/prep/prepjointree.c`.
  var isMergedUnion: Bool {
    setOperation?.isPlainUnion == true && isOnlySetOperation
  }

  private mutating func dropUnusedWindows() {
    var used: Set<Int> = []
    for expression in targets.map(\.expression) + orderBy.map(\.expression) + (distinctOn ?? []) {
      expression.forEach { if case .window(let index, _) = $0 { used.insert(index) } }
    }
    for index in windows.indices where !used.contains(index) { windows[index].dropValue() }
  }

  private mutating func dropUnusedAggregates() {
    guard let grouping else { return }
    var used: Set<Int> = []
    for expression in expressions {
      expression.forEach { if case .aggregate(let index, _) = $0 { used.insert(index) } }
    }
    for index in grouping.aggregates.indices where !used.contains(index) {
      self.grouping?.aggregates[index] = grouping.aggregates[index].mapExpressions {
        .constant(.null, $0.type)
      }
    }
  }
}

extension BoundWindow {
  /// What the function is called with.
  fileprivate var computed: [BoundExpression] {
    switch function {
    case .builtin(_, let arguments): arguments
    case .aggregate(let aggregate): aggregate.expressions
    }
  }

  /// Nothing is sorted for it; what rows would be parted and sorted by is an output still.
  fileprivate mutating func dropValue() {
    let nothing = { (value: BoundExpression) in BoundExpression.constant(.null, value.type) }
    switch function {
    case .builtin(let builtin, let arguments):
      function = .builtin(builtin, arguments.map(nothing))
    case .aggregate(let aggregate): function = .aggregate(aggregate.mapExpressions(nothing))
    }
    frame = nil
    partitionBy.removeAll(where: \.isColumn)
    orderBy.removeAll(where: \.expression.isColumn)
  }
}

extension BoundExpression {
  /// A function that does so stands in it.
  var givesSeveralRows: Bool {
    var found = false
    forEach { if case .setResult = $0 { found = true } }
    return found
  }
}
