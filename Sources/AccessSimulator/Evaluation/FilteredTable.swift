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

  let rows: SharedList<Row>
  private let database: Database
  private let table: Int
  /// Nil: all rows are visible.
  private let filter: RowFilter?
  private var known: Visibilities
  /// By column, of rows that are not one table's alone.
  private var indexes: [Int: RowIndex] = [:]
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
    self.table = table
    let members = isOnly ? [] : database.inheritance.members(below: table)
    var rows = database.tables[table].rows
    var starts = members.isEmpty ? [] : [(table: table, start: 0)]
    for member in members {
      try session.requireKnown(member.table)
      starts.append((table: member.table, start: rows.count))
      for row in database.tables[member.table].rows { rows.append(row.laidOut(member.layout)) }
    }
    (self.rows, self.starts) = (rows, starts)
    isDenied = filters?.contains { $0.conditions.isEmpty } == true
    filter = try filters.map { (filters) throws(EngineFailure) in
      try RowFilter(filters, session)
    }
    known = Visibilities(count: rows.count)
  }

  func isVisible(_ position: Int) throws(EngineFailure) -> Bool {
    guard let filter else { return !rows[position].isEmpty }
    if let isVisible = known[position] { return isVisible }
    let row = rows[position]
    let passes = row.isEmpty ? false : try filter.passes(row, of: place(position).table)
    known[position] = passes
    return passes
  }

  func positions(column: Int, equal value: SQLValue) -> ArraySlice<Int> {
    if starts.isEmpty { return database.tables[table].positions(column: column, equal: value) }
    if let index = indexes[column] { return index[value] }
    let index = RowIndex(rows, column: column)
    indexes[column] = index
    return index[value]
  }

  func place(_ position: Int) -> Place {
    guard let member = starts.last(where: { $0.start <= position }) else {
      return Place(table: table, position: position)
    }
    return Place(table: member.table, position: position - member.start)
  }
}

/// Which rows are known to be visible, or not to be.
private struct Visibilities {
  private enum State: UInt8 { case unknown, visible, hidden }

  private let count: Int
  private var all: [State] = []
  /// Where a statement asks of a few rows of many.
  private var few: [Int: Bool] = [:]

  init(count: Int) { self.count = count }

  subscript(position: Int) -> Bool? {
    get {
      guard !all.isEmpty else { return few[position] }
      switch all[position] {
      case .unknown: return nil
      case .visible: return true
      case .hidden: return false
      }
    }
    set {
      guard let newValue else { return }
      if all.isEmpty {
        guard few.count >= count / 64 else {
          few[position] = newValue
          return
        }
        all = [State](repeating: .unknown, count: count)
        for (known, isVisible) in few { all[known] = isVisible ? .visible : .hidden }
        few = [:]
      }
      all[position] = newValue ? .visible : .hidden
    }
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

  /// `table`: the one that holds the row, or will.
  func passes(_ row: Row, of table: Int) throws(EngineFailure) -> Bool {
    try firstFailure(row, of: table) == nil
  }

  /// The first filter that the row does not meet.
  func firstFailure(_ row: Row, of table: Int) throws(EngineFailure) -> SecurityFilter? {
    let frame = Frame(row: row, of: table)
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

  func positions(column: Int, equal value: SQLValue) throws(EngineFailure) -> ArraySlice<Int> {
    let rows = try rows()
    if let index = indexes[column] { return index[value] }
    let index = RowIndex(rows, column: column)
    indexes[column] = index
    return index[value]
  }
}
