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
  private let session: Session
  let table: Int
  /// Nil: all rows are visible.
  private let filter: RowFilter?
  let filters: [SecurityFilter]
  /// What policies say of tables below whatever the row is: asked once for each table, before any
  /// row, and of none. Other filters are without it.
  ///
  /// Source: `apply_child_basequals()` in `src/backend/optimizer/util/inherit.c`.
  let gates: [BoundExpression]
  /// What columns that tell partitions apart must equal: others are not read.
  private let pruning: [Int: BoundExpression]
  /// The tables that are read; nil: all.
  private var kept: Set<Int>?
  private let isOnly: Bool
  private var findings: Remembered<Findings>

  private struct Findings {
    var known: Visibilities
    /// What was found for all rows at once, if it was, where that is the rows of some values.
    var runs: (index: RowIndex, codes: [UInt32])?
    var isSelectionTried = false
  }

  /// By column, of rows that are not one table's alone.
  private var indexes: [Int: RowIndex] = [:]
  /// Where the rows of each table begin; empty if they are all the table's own.
  private let starts: [(table: Int, start: Int)]
  /// Whether rows of tables that inherit from it are among its own.
  var hasTablesBelow: Bool { !starts.isEmpty }
  /// Default deny: no row is visible, whatever it holds.
  let isDenied: Bool

  /// `isOnly`: without the tables that inherit from it.
  init(
    _ session: Session, table: Int, filters: [SecurityFilter]?, isOnly: Bool = false,
    gates: [BoundExpression] = []
  ) throws(EngineFailure) {
    guard let database = session.database else {
      throw .undecided(Undecided("a table outside of any data"))
    }
    try session.requireKnown(table)
    self.database = database
    self.session = session
    self.table = table
    self.isOnly = isOnly
    let members = isOnly ? [] : database.inheritance.members(below: table)
    var rows = database.tables[table].rows
    var starts = members.isEmpty ? [] : [(table: table, start: 0)]
    for member in members {
      try session.requireKnown(member.table)
      starts.append((table: member.table, start: rows.count))
      for row in database.tables[member.table].rows { rows.append(row.laidOut(member.layout)) }
    }
    (self.rows, self.starts) = (rows, starts)
    // Without partitions there is nothing to scan either.
    isDenied =
      session.isDenied(by: filters)
      || members.isEmpty && session.catalog.catalog.tables[table].kind == .partitioned
    var gates = gates
    let filters = (filters?.askedOfExistingRows).map {
      session.engine.asked($0, of: table, isOnly: isOnly).map(\.withCommonClauses)
    }
    let rest =
      members.isEmpty
      ? filters : filters?.compactMap { $0.without(&gates, session.catalog.catalog) }
    (self.filters, self.gates, pruning) = (rest ?? [], gates, [:])
    filter = try rest.map { (rest) throws(EngineFailure) in
      try RowFilter(rest, session, ofMany: true)
    }
    findings = Remembered(Findings(known: Visibilities(count: rows.count)))
  }

  /// The same rows, asked something else.
  private init(
    _ other: FilteredTable, filters: [SecurityFilter]?, gates: [BoundExpression],
    pruning: [Int: BoundExpression]
  ) throws(EngineFailure) {
    (database, session, table, isOnly) = (other.database, other.session, other.table, other.isOnly)
    (rows, starts, isDenied) = (other.rows, other.starts, other.isDenied)
    (self.filters, self.gates, self.pruning) = (filters ?? [], gates, pruning)
    let session = other.session
    filter = try filters.map { (filters) throws(EngineFailure) in
      try RowFilter(filters, session, ofMany: true)
    }
    findings = Remembered(Findings(known: Visibilities(count: rows.count)))
  }

  /// Whether it shows how often subqueries of its policies are asked.
  private(set) lazy var policiesShowInside = session.showsInside(
    filters.flatMap(\.conditions).map(\.expression), session.order(ofTable: table))

  /// As above, or of conditions.
  func showsInside(_ conditions: [BoundExpression]) -> Bool {
    policiesShowInside || session.showsInside(conditions, session.order(ofTable: table))
  }

  /// Whether its policies tell the row that they are asked of.
  private(set) lazy var policiesMatter = {
    let order = QualOrder(session.catalog.catalog)
    return filters.flatMap(\.conditions).contains {
      order.mayMatterInPolicy($0.expression) || order.mayMatterBesideOthers($0.expression)
    }
  }()

  /// All rows behind the gates, for who asks the other policies itself.
  func withoutFilters() throws(EngineFailure) -> FilteredTable {
    try FilteredTable(self, filters: nil, gates: gates, pruning: pruning)
  }

  /// With other policies.
  func asking(_ filters: [SecurityFilter]) throws(EngineFailure) -> FilteredTable {
    try FilteredTable(self, filters: filters, gates: gates, pruning: pruning)
  }

  /// With more gates.
  func behind(_ others: [BoundExpression]) throws(EngineFailure) -> FilteredTable {
    try FilteredTable(
      self, filters: filter == nil ? nil : filters, gates: gates + others, pruning: pruning)
  }

  /// Without partitions that hold no row with these values.
  func pruned(by values: [Int: BoundExpression]) throws(EngineFailure) -> FilteredTable {
    try FilteredTable(self, filters: filter == nil ? nil : filters, gates: gates, pruning: values)
  }

  /// Whether it shows rows of other tables too.
  var isParent: Bool { !starts.isEmpty }

  /// Whether it holds no row, seen or not.
  var isEmpty: Bool { rows.allSatisfy(\.isEmpty) }

  /// Whether an index or a key begins with a column.
  func isIndexed(_ column: Int) -> Bool {
    session.catalog.catalog.tables[table].isIndexed(column)
  }

  /// How many rows PostgreSQL knows that there were when an index was made, where they take one page;
  /// nil: none was.
  var countedRows: Int? {
    guard !isParent, rows.count <= Self.fewRows || fits(pages: 1) else { return nil }
    return database.tables[table].counted
  }

  /// Whether PostgreSQL knows which values there are: what it expects of them then is not known.
  var isSampled: Bool { database.tables[table].isSampled }

  private static let fewRows = 25
  private static let mostRowsOfPage = 200

  /// Whether all rows surely are in so few pages.
  func fits(pages: Int) -> Bool {
    guard rows.count <= pages * Self.mostRowsOfPage else { return false }
    var size = 0
    for row in rows {
      size += 36
      for value in row {
        switch value {
        case .null: break
        case .boolean, .integer, .double, .date, .time, .timestamp: size += 8
        case .uuid: size += 16
        case .text(let text): size += text.string.utf8.count + 8
        default: return false
        }
      }
    }
    return size <= pages * 7600
  }

  /// How many rows PostgreSQL expects; nil: not known.
  var expectedRows: Int? {
    if database.tables[table].counted != nil { return nil }
    let types = session.catalog.tables[table].columns
    let columns = types.compactMap { $0 }
    return isParent || columns.count < types.count ? nil : RowEstimate.rows(of: columns)
  }

  /// Whether a key or an index of this column alone tells rows apart.
  func isUnique(_ column: Int) -> Bool {
    let model = session.catalog.catalog.tables[table]
    // Those of its children are others.
    guard !isParent, model.columns.indices.contains(column) else { return false }
    let name = model.columns[column].name
    return model.keys.contains { $0.columns == [name] }
      || model.indexes.contains { index in
        guard case .column(_, name)? = index.parts.first else { return false }
        return index.isUnique && index.parts.count == 1 && index.condition == nil
      }
  }

  func isVisible(_ position: Int) throws(EngineFailure) -> Bool {
    guard isRead(position) else { return false }
    guard let filter else { return !rows[position].isEmpty }
    takeTurn()
    if let runs = findings.value.runs {
      return CodeAnswers.find(runs.index.codes[position], in: runs.codes)
    }
    if let isVisible = findings.value.known[position] { return isVisible }
    let row = rows[position]
    let said = session.variables.notices.count
    let passes =
      row.isEmpty ? false : try filter.passes(Frame(row: row, .filtered(self), at: position))
    // What says something is asked, and says it, each time.
    guard said == session.variables.notices.count else { return passes }
    findings.value.known[position] = passes
    let enough = max(session.variables.smallestBatch, rows.count / 32)
    if findings.value.known.found == enough { selectAtOnce() }
    return passes
  }

  /// The key by which an index finds what the only policy lets through: it is computed though there
  /// is no row.
  ///
  /// Source: `ExecIndexScan()` in `src/backend/executor/nodeIndexscan.c`.
  private func computeKeyOfNone() throws(EngineFailure) {
    guard filter != nil, !isDenied, !isParent, isEmpty, expectedRows != nil, filters.count == 1,
      filters[0].conditions.count == 1
    else { return }
    let inlined = FunctionInliner(session: session).inlined(filters)[0].conditions
    let conditions = inlined.flatMap { JoinPlanner.conjuncts($0.expression) }
    let indexed = IndexConditions(
      source: 0, table: self, session: session, conditions: conditions)
    let keys = conditions.filter(indexed.contains).compactMap {
      JoinPlanner.lookup($0, in: 0, session.catalog.catalog)
    }
    guard keys.count == 1 else { return }
    let key = try ExpressionCompiler(session).compile(keys[0].value)
    _ = try key(Frame(sources: 1, parent: nil))
  }

  /// Calls `body` with each visible row and its position until it returns false; false if it did.
  func forEachVisible(
    _ frame: Frame, _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    guard gates.isEmpty else { return try forEachBehindGates(frame, body) }
    guard try opensGates(frame) else { return true }
    try computeKeyOfNone()
    takeTurn()
    var position = 0
    while position < rows.count {
      if position == session.variables.smallestBatch { selectAtOnce() }
      if let runs = findings.value.runs {
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

  /// Nil where what is asked before any row speaks of a query around.
  func visibleCount() throws(EngineFailure) -> Int? {
    guard !gates.contains(where: \.reachesOut) else { return nil }
    guard try opensGates(nil) else { return 0 }
    guard filter != nil || kept != nil else { return rowCount }
    try computeKeyOfNone()
    takeTurn()
    if rows.count > session.variables.smallestBatch { selectAtOnce() }
    if let count = runCount { return count }
    guard kept == nil else {
      var count = 0
      for position in rows.indices where try isVisible(position) { count += 1 }
      return count
    }
    guard findings.value.known.isAnyOpen else { return findings.value.known.visibleCount }
    // Rows still open are asked in order: the first error ends it.
    var count = 0
    for position in rows.indices where try isVisible(position) { count += 1 }
    return count
  }

  private var runCount: Int? {
    findings.value.runs.map { runs in
      runs.codes.reduce(0) { $0 + runs.index.run($1).count }
    }
  }

  private func takeTurn() {
    findings.turn(
      to: session.variables.turn, else: Findings(known: Visibilities(count: rows.count)))
  }

  /// Whether any row is looked for.
  func opensGates(_ frame: Frame?) throws(EngineFailure) -> Bool {
    if !pruning.isEmpty { kept = try partitionsRead() }
    guard !gates.isEmpty else { return kept?.isEmpty != true }
    var isOpen = false
    for member in starts where try opensGates(of: member.table, frame) { isOpen = true }
    return isOpen
  }

  /// `frame`: of the query that reads it.
  private func opensGates(of member: Int, _ frame: Frame?) throws(EngineFailure) -> Bool {
    guard session.catalog.catalog.tables[member].kind != .partitioned,
      kept?.contains(member) != false
    else { return false }
    let frame = Frame(sources: 0, parent: frame?.parent)
    for gate in gates where try ExpressionCompiler(session).compile(gate)(frame).truth != true {
      return false
    }
    return true
  }

  /// Table after table, each behind its gates.
  private func forEachBehindGates(
    _ frame: Frame, _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    if !pruning.isEmpty { kept = try partitionsRead() }
    for (place, member) in starts.enumerated() where try opensGates(of: member.table, frame) {
      let end = place + 1 < starts.count ? starts[place + 1].start : rows.count
      for position in member.start..<end where try isVisible(position) {
        guard try body(rows[position], position) else { return false }
      }
    }
    return true
  }

  private func isRead(_ position: Int) -> Bool { kept?.contains(place(position).table) != false }

  /// Values are computed before any row.
  ///
  /// Source: `ExecInitPartitionPruning()` in `src/backend/executor/execPartition.c`.
  private func partitionsRead() throws(EngineFailure) -> Set<Int>? {
    let columns = session.catalog.catalog.tables[table].columns
    var values: [String: SQLValue] = [:]
    for (column, value) in pruning {
      values[columns[column].name] = try session.evaluateConstant(value)
    }
    if values.values.contains(where: \.isUndetermined) { return nil }
    return PartitionsRead(values, session, database).tables(of: table)
  }

  /// Once, and only where nothing that a statement does on its way can change what it finds.
  private func selectAtOnce() {
    guard filter != nil, !findings.value.isSelectionTried, session.decidesInBatches else { return }
    findings.value.isSelectionTried = true
    switch Selection(filters, of: rows, session, index: { self.codes(of: $0) }) {
    case nil: break
    case .runs(let index, let codes): findings.value.runs = (index, codes)
    case .truths(var truths):
      if rowCount < rows.count {
        for position in rows.indices where rows[position].isEmpty { truths[position] = Truth.no }
      }
      findings.value.known.take(truths)
    }
  }

  /// Of rows that were not removed.
  private var rowCount: Int {
    starts.isEmpty ? rows.count - database.tables[table].gaps : rows.count { !$0.isEmpty }
  }

  private func codes(of column: Int) -> RowIndex {
    starts.isEmpty ? database.tables[table].codes(of: column) : index(of: column)
  }

  private func index(of column: Int) -> RowIndex {
    if let index = indexes[column] { return index }
    let index = RowIndex(rows, column: column)
    indexes[column] = index
    return index
  }

  func positions(column: Int, equal value: SQLValue) -> ArraySlice<UInt32> {
    if starts.isEmpty { return database.tables[table].positions(column: column, equal: value) }
    return index(of: column)[value]
  }

  /// What `ctid` says of a row; nil: not known.
  func storedPlace(_ position: Int) -> RowPlace? {
    let place = place(position)
    return database.tables[place.table].item(of: place.position).map { RowPlace(page: 0, item: $0) }
  }

  func place(_ position: Int) -> Place {
    guard let member = starts.last(where: { $0.start <= position }) else {
      return Place(table: table, position: position)
    }
    return Place(table: member.table, position: position - member.start)
  }
}

extension SecurityFilter {
  /// One of the policies is TRUE, so that none is asked.
  func holdsAlways(_ session: Session) throws(EngineFailure) -> Bool {
    try ConstantFolder(session: session).decides(conditions.map(\.expression), true)
  }
}

extension SecurityFilter {
  /// Without what it says of each row alike, which is added to `gates`; nil: nothing else is left.
  fileprivate func without(
    _ gates: inout [BoundExpression], _ catalog: Catalog
  ) -> SecurityFilter? {
    let condition = BoundExpression.or(conditions.map(\.expression)).onlyOperand
    let parts = JoinPlanner.conjuncts(condition)
    let ofRows = parts.filter { $0.mentions(level: 0) || $0.isVolatile(catalog) }
    guard ofRows.count < parts.count else { return self }
    gates += parts.filter { !ofRows.contains($0) }
    guard !ofRows.isEmpty, let only = conditions.first else { return nil }
    return .restrictive(PolicyCondition(policy: only.policy, .and(ofRows)))
  }
}

extension BoundExpression {
  /// What an OR of one thing says.
  var onlyOperand: BoundExpression {
    if case .or(let operands) = self, operands.count == 1 { operands[0].onlyOperand } else { self }
  }
}

extension Catalog.Table {
  /// Whether a key or an index begins with a column. `orPartly`: an index of some rows will do.
  func isIndexed(_ column: Int, orPartly: Bool = false) -> Bool {
    guard columns.indices.contains(column) else { return false }
    let name = columns[column].name
    return keys.contains { $0.columns.first == name }
      || indexes.contains { index in
        guard case .column(_, name)? = index.parts.first else { return false }
        return orPartly || index.condition == nil
      }
  }
}
