import AccessModel
import RowSecurity
import SQLBinding

/// How the rows of a group are sorted before aggregates get them: as most of those with ORDER BY or
/// DISTINCT want them, from PostgreSQL 16 on. Others get that order too.
///
/// Source: `adjust_group_pathkeys_for_groupagg()` in `src/backend/optimizer/plan/planner.c`.
struct CompiledPresort {
  let order: [BoundOrder]
  let keys: [Evaluator]

  func sorted(_ rows: [PresortedRow]) throws(EngineFailure) -> [PresortedRow] {
    let sorted = try TupleSort.sorted(rows.count, by: order, "rows") { rows[$0].keys }
    return sorted.map { rows[$0] }
  }
}

/// What a row gives to each aggregate whose FILTER takes it.
struct PresortedRow {
  let keys: [SQLValue]
  var inputs: [(aggregate: Int, values: [SQLValue], keys: [SQLValue])] = []
}

extension QueryCompiler {
  /// Nil where no aggregate depends on the order of its rows.
  func presort(_ grouping: BoundGrouping) throws(EngineFailure) -> CompiledPresort? {
    guard session.engine.version >= .v16, grouping.sets == nil else { return nil }
    let order = grouping.presortedOrder(session.catalog.catalog)
    guard !order.isEmpty,
      grouping.aggregates.contains(where: { aggregate in
        (AggregateLibrary.takesAll(aggregate.function)
          || aggregate.arguments.first?.type.isFloat == true)
          && aggregate.direct.isEmpty && aggregate.sortOrder(beside: grouping.keys) != order
      })
    else { return nil }
    return CompiledPresort(order: order, keys: try compiler.compile(order.map(\.expression)))
  }
}

extension BoundGrouping {
  fileprivate func presortedOrder(_ catalog: Catalog) -> [BoundOrder] {
    var waiting = aggregates.filter { $0.function.directArguments == nil }
      .map { $0.sortOrder(beside: keys) }
      .filter { order in
        !order.isEmpty && !order.contains { $0.expression.isVolatile(catalog) }
      }
    var (best, bestCount): ([BoundOrder], Int) = ([], 0)
    while waiting.count > bestCount {
      var current = waiting[0]
      var left: [[BoundOrder]] = []
      for order in waiting.dropFirst() {
        if order.starts(with: current) {
          current = order
        } else if !current.starts(with: order) {
          left.append(order)
        }
      }
      let count = waiting.count - left.count
      if count > bestCount { (best, bestCount) = (current, count) }
      waiting = left
    }
    return best
  }
}

extension BoundAggregate {
  /// Without what the keys of the groups, or what stands before, decide already.
  fileprivate func sortOrder(beside keys: [BoundExpression]) -> [BoundOrder] {
    let written =
      orderBy.isEmpty && isDistinct
      ? arguments.map { BoundOrder($0, isDescending: false, nullsFirst: false) } : orderBy
    var known = keys
    var result: [BoundOrder] = []
    for item in written where !known.contains(item.expression) {
      if case .constant = item.expression { continue }
      known.append(item.expression)
      result.append(item)
    }
    return result
  }
}
