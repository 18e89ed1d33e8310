public import AccessModel
public import SQLBinding

extension BoundQuery {
  /// Without what the outputs compute that are not `used`; nil where all are needed, to tell rows
  /// apart, or all the same. RULES 16.
  ///
  /// Source: `remove_unused_subquery_outputs()` in `src/backend/optimizer/path/allpaths.c`.
  public func keeping(_ used: Set<Int>, _ catalog: Catalog) -> BoundQuery? {
    keeping(used) { !$0.isVolatile(catalog) }
  }

  /// The same, of each part of a UNION ALL. `isPlanned`: subqueries of the parts are kept, which are
  /// planned with the columns of the union, so that what they read needs its privileges.
  ///
  /// Source: `pull_up_simple_union_all()` in `src/backend/optimizer/prep/prepjointree.c`.
  public func keepingInParts(
    _ used: Set<Int>, _ catalog: Catalog, isPlanned: Bool, isPart: Bool = false
  ) -> BoundQuery {
    guard setOperation?.isUnionAll == true else {
      let rest = keeping(used) {
        !$0.isVolatile(catalog) && !(isPart && isPlanned && $0.hasSubquery)
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
    guard !isDistinct, distinctOn == nil, setOperation == nil, values == nil, setFunctions.isEmpty
    else { return nil }
    var result = self
    for index in targets.indices where !used.contains(index) {
      let expression = targets[index].expression
      guard isDropped(expression) else { continue }
      result.targets[index].expression = .constant(.null, expression.type)
    }
    result.dropUnusedAggregates()
    return result == self ? nil : result
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

extension BoundSetOperation {
  fileprivate var isUnionAll: Bool {
    switch self {
    case .source: true
    case .operation(let kind, let isAll, let left, let right):
      kind == .union && isAll && left.isUnionAll && right.isUnionAll
    case .converted: false
    }
  }
}
