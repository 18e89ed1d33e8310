import AccessModel
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

  /// A catalog of which the frame holds a row that only may be there.
  var doubt: SystemRelation?
  /// One row is enough, whichever it is.
  var asksForAny = false
  /// What went wrong as a source was read, for who looks at the rows that were found before; nil: it
  /// is thrown at once.
  var kept: KeptFailure?

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

  /// `origin`: what holds the row, at `position`.
  init(row: Row, _ origin: RowOrigin, at position: Int = 0) {
    rows = [row]
    positions = [position]
    parent = nil
    origins = [origin]
  }
}

/// A failure that is not thrown yet.
final class KeptFailure {
  var failure: EngineFailure?
}

extension Frame {
  /// Whether the rows do not meet a condition; of those that only may be there, whether they
  /// certainly do not.
  func fails(_ condition: Evaluator) throws(EngineFailure) -> Bool {
    guard doubt != nil else { return try condition(self).truth != true }
    do throws(EngineFailure) {
      let value = try condition(self)
      return value.isNull || value.truth == false
    } catch {
      return false
    }
  }

  /// Throws where a row may be there.
  func requireCertain() throws(EngineFailure) {
    guard let doubt else { return }
    throw .undecided(
      Undecided("rows of the system catalog `\(doubt.name.name)`", changesNothing: true))
  }
}

/// Where the rows of a source are stored, as `tableoid` tells.
enum RowOrigin {
  case none
  case table(Int)
  /// The row is to be stored there.
  case unstored(Int)
  case filtered(FilteredTable)
}

extension RowSource {
  var origin: RowOrigin { if case .table(let table) = self { .filtered(table) } else { .none } }
}

/// A compiled expression.
typealias Evaluator = (Frame) throws(EngineFailure) -> SQLValue
