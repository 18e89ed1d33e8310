import SQLBinding

/// Where a running query keeps the row of each of its sources.
final class Frame {
  var rows: [Row]
  /// Where each row stands in its table, for statements that change it.
  var positions: [Int]
  /// Where the rows of each source are stored; empty where nothing asks.
  var origins: [RowOrigin] = []
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
    origins = frame.origins
    parent = frame.parent
    groupKeys = frame.groupKeys
    aggregates = frame.aggregates
    (windowValues, setResults) = (frame.windowValues, frame.setResults)
    derived = frame.derived
    definedTables = frame.definedTables
    commonRows = frame.commonRows
  }

  /// `table`: where the row is stored, or will be.
  init(row: Row, of table: Int? = nil) {
    rows = [row]
    positions = [0]
    parent = nil
    if let table { origins = [.table(table)] }
  }
}

/// Where the rows of a source are stored, as `tableoid` tells.
enum RowOrigin {
  case none
  case table(Int)
  case filtered(FilteredTable)
}

extension RowSource {
  var origin: RowOrigin { if case .table(let table) = self { .filtered(table) } else { .none } }
}

/// A compiled expression.
typealias Evaluator = (Frame) throws(EngineFailure) -> SQLValue
