import AccessModel
import RowSecurity
import SQLBinding

/// A table as one role sees it: whether each row is visible is decided when first asked, then
/// remembered. Policies see the data as loaded, so the answer can't change.
///
/// Rows of tables that inherit from it come after its own, laid out as its own. RULES 81.
final class FilteredTable {
  /// Where a row is stored.
  struct Place: Hashable {
    let table: Int
    let position: Int
  }

  let rows: [Row]
  private let database: Database
  private let session: Session
  private let table: Int
  /// Nil: all rows are visible.
  private let filter: RowFilter?
  private let filters: [SecurityFilter]
  /// By row, what was found; empty before the first.
  private var known: [UInt8] = []
  private var knownCount = 0
  /// What was found for all rows at once, if it was, where that is the rows of some values.
  private var runs: (index: RowIndex, codes: [UInt32])?
  private var isSelectionTried = false
  /// The database's, by column: found again without a search.
  private var indexes: [RowIndex?]
  /// Where the rows of each table begin; empty if they are all the table's own.
  private let starts: [(table: Int, start: Int)]
  /// Default deny: no row is visible, whatever it holds.
  let isDenied: Bool

  /// `isOnly`: without the tables that inherit from it.
  init(
    _ session: Session, table: Int, filters: [SecurityFilter]?, isOnly: Bool = false
  ) throws(EngineFailure) {
    guard let database = session.database else {
      throw .undecided(Undecided("a table outside of any data"))
    }
    try session.requireKnown(table)
    self.database = database
    self.session = session
    self.table = table
    let members = isOnly ? [] : database.inheritance.members(below: table)
    var rows = database.tables[table]
    var starts = members.isEmpty ? [] : [(table: table, start: 0)]
    for member in members {
      try session.requireKnown(member.table)
      starts.append((table: member.table, start: rows.count))
      rows += database.tables[member.table].map { $0.laidOut(member.layout) }
    }
    (self.rows, self.starts) = (rows, starts)
    indexes = [RowIndex?](repeating: nil, count: database.catalog.tables[table].columns.count)
    isDenied = filters?.contains { $0.conditions.isEmpty } == true
    self.filters = filters ?? []
    filter = try filters.map { (filters) throws(EngineFailure) in
      try RowFilter(filters, session)
    }
  }

  func isVisible(_ position: Int) throws(EngineFailure) -> Bool {
    guard let filter else { return !rows[position].isEmpty }
    if let runs { return CodeAnswers.find(runs.index.codes[position], in: runs.codes) }
    if known.isEmpty { known = [UInt8](repeating: Truth.open, count: rows.count) }
    if known[position] != Truth.open { return known[position] == Truth.yes }
    let row = rows[position]
    let passes = row.isEmpty ? false : try filter.passes(row)
    known[position] = passes ? Truth.yes : Truth.no
    knownCount += 1
    if knownCount == max(session.smallestBatch, rows.count / 32) { selectAtOnce() }
    return passes
  }

  /// Calls `body` with each visible row and its position until it returns false; false if it did.
  func forEachVisible(
    _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var position = 0
    while position < rows.count {
      if position == session.smallestBatch { selectAtOnce() }
      if let runs {
        for next in runs.index.rows(of: runs.codes, from: position) {
          guard try body(rows[next], next) else { return false }
        }
        return true
      }
      if try isVisible(position), try !body(rows[position], position) { return false }
      position += 1
    }
    return true
  }

  func visibleCount() throws(EngineFailure) -> Int {
    guard filter != nil else { return rowCount }
    if rows.count > session.smallestBatch { selectAtOnce() }
    if let runs { return runs.codes.reduce(0) { $0 + runs.index.run($1).count } }
    if known.isEmpty { known = [UInt8](repeating: Truth.open, count: rows.count) }
    // Rows still open are asked in order: the first error ends it.
    if known.contains(Truth.open) {
      for position in rows.indices { _ = try isVisible(position) }
    }
    return known.withUnsafeBufferPointer { known in
      var count = 0
      for truth in known { count &+= truth == Truth.yes ? 1 : 0 }
      return count
    }
  }

  /// Once, and only where nothing that a statement does on its way can change what it finds.
  private func selectAtOnce() {
    guard filter != nil, !isSelectionTried, session.decidesInBatches else { return }
    isSelectionTried = true
    switch Selection(filters, of: rows, session, index: { self.index(of: $0) }) {
    case nil: break
    case .runs(let index, let codes): runs = (index, codes)
    case .truths(var truths):
      if rowCount < rows.count {
        for position in rows.indices where rows[position].isEmpty { truths[position] = Truth.no }
      }
      known = truths
    }
  }

  /// Of rows that were not removed.
  private var rowCount: Int {
    starts.isEmpty ? database.rowCount(table) : rows.count { !$0.isEmpty }
  }

  private func index(of column: Int) -> RowIndex {
    if let index = indexes[column] { return index }
    let index =
      starts.isEmpty
      ? database.index(table: table, column: column) : RowIndex(rows, column: column)
    indexes[column] = index
    return index
  }

  func positions(column: Int, equal value: SQLValue) -> ArraySlice<UInt32> {
    index(of: column)[value]
  }

  func place(_ position: Int) -> Place {
    guard let member = starts.last(where: { $0.start <= position }) else {
      return Place(table: table, position: position)
    }
    return Place(table: member.table, position: position - member.start)
  }
}

/// Security filters compiled for one session; only TRUE passes. RULES 29.
struct RowFilter {
  private struct Condition {
    let filter: SecurityFilter
    let alternatives: [Evaluator]
  }

  private let conditions: [Condition]

  init(_ filters: [SecurityFilter], _ session: Session) throws(EngineFailure) {
    let compiler = ExpressionCompiler(session)
    var conditions: [Condition] = []
    for filter in filters {
      var alternatives: [Evaluator] = []
      for condition in filter.conditions {
        alternatives.append(try compiler.compile(condition.expression))
      }
      conditions.append(Condition(filter: filter, alternatives: alternatives))
    }
    self.conditions = conditions
  }

  func passes(_ row: Row) throws(EngineFailure) -> Bool { try firstFailure(row) == nil }

  /// The first filter that the row does not meet.
  func firstFailure(_ row: Row) throws(EngineFailure) -> SecurityFilter? {
    let frame = Frame(row: row)
    for condition in conditions {
      var passes = false
      for alternative in condition.alternatives where try alternative(frame).truth == true {
        passes = true
        break
      }
      if !passes { return condition.filter }
    }
    return nil
  }
}

/// Rows computed when first wanted, and indexes over them.
final class MaterializedRows {
  private let compute: () throws(EngineFailure) -> [Row]
  private var computed: [Row]?
  private var indexes: [Int: RowIndex] = [:]
  /// They depend on the parameters of its runs; nil: on nothing.
  private let session: Session?
  private var run = 0

  init(
    perRunOf session: Session? = nil, _ compute: @escaping () throws(EngineFailure) -> [Row]
  ) {
    self.session = session
    self.compute = compute
  }

  func rows() throws(EngineFailure) -> [Row] {
    if let session, session.run != run { (computed, indexes, run) = (nil, [:], session.run) }
    if let computed { return computed }
    let rows = try compute()
    computed = rows
    return rows
  }

  func positions(
    column: Int, equal value: SQLValue
  ) throws(EngineFailure) -> ArraySlice<UInt32> {
    let rows = try rows()
    if let index = indexes[column] { return index[value] }
    let index = RowIndex(rows, column: column)
    indexes[column] = index
    return index[value]
  }
}
