import AccessModel
import SQLBinding

/// One table's rows at one moment, sharing all that is the same with versions before and after.
///
/// A row keeps its place for as long as it is there; a removed one leaves an empty place.
struct StoredRows {
  private(set) var rows = SharedList<Row>()
  /// Places of removed rows.
  private(set) var gaps = 0
  /// Of this version and those it comes from.
  private var indexes: RowIndexes
  /// Where the table is stored, as `HeapStore` counts; nil: not known.
  private(set) var heap: Int?
  /// The items of the rows, 0 where they are not known; empty without a heap.
  private var items = SharedList<UInt16>()
  private var own: OwnRows?
  /// Rows were stored in an order that the planner chose.
  private var isInAnyOrder = false
  /// Rows were updated, which an index may find where they were before.
  ///
  /// Source: `heap_hot_search_buffer()` in `src/backend/access/heap/heapam.c`.
  private(set) var hasMovedRows = false
  /// How many rows it had when an index was made, or at VACUUM and ANALYZE: the planner expects as
  /// many; nil: there was nothing of the kind.
  ///
  /// Source: `index_update_stats()` in `src/backend/catalog/index.c`, `vac_update_relstats()` in
  /// `src/backend/commands/vacuum.c`.
  private(set) var counted: Int?
  /// ANALYZE has told the planner of its values.
  private(set) var isSampled = false

  /// The rows that a transaction has written: those from `start` on, and some in their old places.
  private struct OwnRows {
    let transaction: Int
    var start: Int
    var places: Set<Int> = []
  }

  init(_ rows: [Row]) {
    let kept = rows.contains(where: \.isEmpty) ? rows.filter { !$0.isEmpty } : rows
    self.rows = SharedList(kept)
    indexes = RowIndexes(kept.count)
  }

  /// A new table.
  init(heap: Int) {
    self.init([])
    self.heap = heap
  }

  /// The item that holds a row; nil: not known.
  func item(of position: Int) -> UInt16? {
    guard items.indices.contains(position), items[position] > 0 else { return nil }
    return items[position]
  }

  /// Whether a transaction has written this version of a row.
  func isWritten(by transaction: Int, _ position: Int) -> Bool {
    guard let own, own.transaction == transaction else { return false }
    return position >= own.start || own.places.contains(position)
  }

  /// How many rows there are.
  var count: Int { rows.count - gaps }

  /// Whether it is not known in which order its rows stand.
  var comesInAnyOrder: Bool { isInAnyOrder && count > 1 }

  mutating func noteCount() { counted = count }

  mutating func noteSample() { (counted, isSampled) = (count, true) }

  /// VACUUM: of `items` those that hold no row are free for later ones; nil: how many is not known.
  mutating func noteCleaning(_ items: Int?) {
    noteCount()
    guard items.map({ $0 != count }) ?? (gaps > 0 || hasMovedRows) else { return }
    isInAnyOrder = true
    forgetItems()
  }

  mutating func forgetOrder() { isInAnyOrder = true }

  /// What is known of the order of an earlier version's rows, which these come from.
  mutating func takeOrder(of earlier: StoredRows) {
    guard count > 1 else { return }
    (isInAnyOrder, hasMovedRows) = (earlier.isInAnyOrder, earlier.hasMovedRows)
  }

  /// Nothing is known of where its rows are stored, those of `unknown` or all.
  mutating func forgetItems(_ unknown: Set<UInt16>? = nil) {
    guard let unknown else {
      (heap, items) = (nil, SharedList())
      return
    }
    for position in items.indices where unknown.contains(items[position]) { items[position] = 0 }
  }

  /// The same rows, with indexes of its own, for another thread.
  func separated() -> StoredRows {
    var result = self
    result.indexes = RowIndexes(rows.count)
    return result
  }

  /// Positions of the rows with a value in a column, in order; of NULL there are none.
  func positions(column: Int, equal value: SQLValue) -> ArraySlice<UInt32> {
    indexes.positions(column: column, equal: value, in: self)
  }

  /// Positions of rows that hold a value in each column, found by the column that leaves fewest of
  /// them: others in it may differ in the rest.
  func positions(columns: [Int], equal values: [SQLValue]) -> ArraySlice<UInt32> {
    var fewest: ArraySlice<UInt32>?
    for (column, value) in zip(columns, values) {
      let found = positions(column: column, equal: value)
      if found.count < fewest?.count ?? .max { fewest = found }
      if found.count <= 8 { break }
    }
    return fewest ?? []
  }

  /// A column as codes, of exactly these rows.
  func codes(of column: Int) -> RowIndex { indexes.codes(of: column, in: self) }

  /// All rows, without the empty places.
  var kept: [Row] { gaps == 0 ? Array(rows) : rows.filter { !$0.isEmpty } }

  /// What a statement has written; `added` come to stand at the end. `items`: of the rows replaced and
  /// added. `heap`: where the table is stored from now on, if it was emptied.
  mutating func apply(
    removed: some Collection<Int>, replaced: [Int: Row], added: [Row],
    items: (replaced: [Int: UInt16], added: [UInt16]) = ([:], []), heap: Int? = nil,
    by transaction: Int = 0
  ) {
    if own?.transaction != transaction {
      own = OwnRows(transaction: transaction, start: rows.count)
    }
    own?.places.formUnion(replaced.keys)
    if let heap {
      (self.heap, isInAnyOrder, hasMovedRows) = (heap, false, false)
      (counted, isSampled) = (nil, false)
      // Of rows that were stored where nobody knew empty places are left.
      while self.items.count < rows.count { self.items.append(0) }
    }
    if self.heap != nil {
      for position in replaced.keys { self.items[position] = items.replaced[position] ?? 0 }
      for number in added.indices {
        self.items.append(items.added.indices.contains(number) ? items.added[number] : 0)
      }
    }
    if !replaced.isEmpty || !removed.isEmpty && !added.isEmpty { hasMovedRows = true }
    let changed = removed.count + replaced.count
    if changed > 256, changed > rows.count / 4 { indexes = RowIndexes(rows.count) }
    if !removed.isEmpty || !replaced.isEmpty {
      // The old rows of a place can't be found by an index that is made later.
      for position in removed where !rows[position].isEmpty {
        indexes.note(rows[position], at: position)
        rows[position] = []
        gaps += 1
      }
      for (position, row) in replaced {
        indexes.note(rows[position], at: position)
        rows[position] = row
        indexes.note(row, at: position)
      }
    }
    if !added.isEmpty {
      if indexes.end != rows.count { indexes = RowIndexes(rows.count) }
      for row in added {
        indexes.add(row, at: rows.count)
        rows.append(row)
      }
    }
    if indexes.isOvergrown { indexes = RowIndexes(rows.count) }
    if count < 2 { (isInAnyOrder, hasMovedRows) = (false, false) }
  }

  /// Rows of these places, in this order, come after all others; where each is then.
  mutating func moveToEnd(_ places: [Int]) -> [Int: Int?] {
    let places = places.filter { rows.indices.contains($0) && !rows[$0].isEmpty }
    var moves: [Int: Int?] = [:]
    for place in places { moves[place] = .some(rows.count + moves.count) }
    let moved = places.map { rows[$0] }
    let items = places.map { item(of: $0) ?? 0 }
    apply(
      removed: places, replaced: [:], added: moved, items: ([:], items),
      by: own?.transaction ?? 0)
    return moves
  }

  /// Closes the gaps once they are more than the rows.
  mutating func tidy() {
    guard gaps > 32, gaps > rows.count / 2 else { return }
    var result = StoredRows(kept)
    (result.heap, result.counted, result.isSampled) = (heap, counted, isSampled)
    result.takeOrder(of: self)
    if let own {
      let start = rows[..<min(own.start, rows.count)].count { !$0.isEmpty }
      result.own = OwnRows(transaction: own.transaction, start: start)
    }
    if heap != nil {
      for position in rows.indices where !rows[position].isEmpty {
        result.items.append(item(of: position) ?? 0)
      }
    }
    self = result
  }
}

/// The indexes of one table, shared by versions that have each row at the same place, if they have
/// it: what is found is held against the version that asks.
///
/// Versions only ever add to an index. When two come to hold different rows at one place, as after
/// ROLLBACK, the later begins indexes of its own.
final class RowIndexes {
  private var byColumn: [Int: RowIndex] = [:]
  /// Rows that stand, or stood, at a place beside those that an index is made of.
  private var others: [(row: Row, position: Int)] = []
  /// The end of the longest version.
  private(set) var end: Int

  init(_ count: Int) { end = count }

  /// Rebuilding is cheaper than going on.
  var isOvergrown: Bool { others.count > 1_024 && others.count > end }

  func add(_ row: Row, at position: Int) {
    end = position + 1
    for (column, index) in byColumn { index.add(row, column, at: position) }
  }

  func note(_ row: Row, at position: Int) {
    guard !row.isEmpty else { return }
    others.append((row, position))
    for (column, index) in byColumn { index.add(row, column, at: position) }
  }

  func positions(
    column: Int, equal value: SQLValue, in version: StoredRows
  ) -> ArraySlice<UInt32> {
    let index = index(column, version)
    let found = index[value]
    guard index.isAmended || version.gaps > 0 || version.rows.count != end else { return found }
    let rows = version.rows
    return found.filter { position in
      guard position < rows.count else { return false }
      let row = rows[Int(position)]
      return column < row.count && row[column] == value
    }[...]
  }

  /// The index that is there, if it is of these rows and no others.
  func codes(of column: Int, in version: StoredRows) -> RowIndex {
    if version.gaps == 0, version.rows.count == end {
      let index = index(column, version)
      if !index.isAmended, index.codes.count == version.rows.count { return index }
    }
    return RowIndex(version.rows, column: column)
  }

  private func index(_ column: Int, _ version: StoredRows) -> RowIndex {
    if let index = byColumn[column], index.count >= version.rows.count {
      if index.isLopsided {
        byColumn[column] = nil
        return self.index(column, version)
      }
      return index
    }
    let index = RowIndex(version.rows, column: column, others: others)
    byColumn[column] = index
    return index
  }
}
