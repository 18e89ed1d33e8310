import SQLBinding

/// Where a running query keeps the row of each of its sources.
final class Frame {
  var rows: [Row]
  /// Where each row stands in its table, for statements that change it.
  var positions: [Int]
  /// Of the query around this one, for correlated columns.
  let parent: Frame?
  /// Values of GROUP BY expressions and aggregates, above a grouping.
  var groupKeys: [SQLValue] = []
  var aggregates: [SQLValue] = []
  /// Values of window functions.
  var windowValues: [SQLValue] = []
  /// Values of set-returning functions of the select list.
  var setResults: [SQLValue] = []

  /// Rows of sources that depend on this frame's parents, by source.
  var derived: [Int: MaterializedRows]?
  /// Tables that a WITH of this query defines.
  var definedTables: Set<Int> = []
  /// Their rows, once computed.
  var commonRows: [Int: [Row]] = [:]

  init(sources: Int, parent: Frame?) {
    rows = [Row](repeating: [], count: sources)
    positions = [Int](repeating: 0, count: sources)
    self.parent = parent
  }

  /// A frame that keeps what another holds now.
  init(copying frame: Frame) {
    rows = frame.rows
    positions = frame.positions
    parent = frame.parent
    groupKeys = frame.groupKeys
    aggregates = frame.aggregates
    derived = frame.derived
    definedTables = frame.definedTables
    commonRows = frame.commonRows
  }

  init(row: Row) {
    rows = [row]
    positions = [0]
    parent = nil
  }
}

/// A compiled expression.
typealias Evaluator = (Frame) throws(EngineFailure) -> SQLValue
