import SQLBinding

/// Where a running query keeps the row of each of its sources.
final class Frame {
  var rows: [Row]
  /// Of the query around this one, for correlated columns.
  let parent: Frame?
  /// Values of GROUP BY expressions and aggregates, above a grouping.
  var groupKeys: [SQLValue] = []
  var aggregates: [SQLValue] = []

  init(sources: Int, parent: Frame?) {
    rows = [Row](repeating: [], count: sources)
    self.parent = parent
  }

  init(row: Row) {
    rows = [row]
    parent = nil
  }
}

/// A compiled expression.
typealias Evaluator = (Frame) throws(EngineFailure) -> SQLValue
