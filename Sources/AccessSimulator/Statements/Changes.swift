import AccessModel
import SQLBinding

/// What one statement writes, over the rows as loaded. Thrown away when the statement ends.
final class Changes {
  /// A row as it stands now: loaded, or added by this statement.
  enum RowReference: Hashable {
    case loaded(Int)
    case added(Int)
  }

  fileprivate struct TableChanges {
    var replaced: [Int: Row] = [:]
    /// Replaced and added rows in the order of their first change, as PostgreSQL stores them.
    var order: [RowReference] = []
    var removed: Set<Int> = []
    var added: [Row] = []
    /// Where replaced and added rows are stored; 0: not known.
    var replacedItems: [Int: UInt16] = [:]
    var addedItems: [UInt16] = []
    /// Of a table that was emptied.
    var heap: Int?
    /// Replaced and added rows by the value of a column, kept for the columns asked about.
    var indexes: [Int: [SQLValue: [RowReference]]] = [:]
  }

  private var database: Database
  private var tables: [Int: TableChanges] = [:]

  /// A key was given to a row that another row had before: in another order it may be taken yet.
  private(set) var reusesKeys = false

  /// Which transaction of the session writes.
  let transaction: Int

  init(_ database: Database, transaction: Int) {
    (self.database, self.transaction) = (database, transaction)
  }

  /// Whether the transaction has written a row before.
  func isOwn(_ table: Int, _ position: Int) -> Bool {
    isReplaced(table, position)
      || database.tables[table].isWritten(by: transaction, position)
  }

  func row(_ table: Int, _ reference: RowReference) -> Row {
    switch reference {
    case .loaded(let position):
      tables[table]?.replaced[position] ?? database.tables[table].rows[position]
    case .added(let position): tables[table]?.added[position] ?? []
    }
  }

  func isRemoved(_ table: Int, _ position: Int) -> Bool {
    tables[table]?.removed.contains(position) == true
  }

  func isReplaced(_ table: Int, _ position: Int) -> Bool {
    tables[table]?.replaced[position] != nil
  }

  func add(_ table: Int, _ row: Row, item: UInt16?) {
    let reference = RowReference.added(tables[table]?.added.count ?? 0)
    tables[table, default: TableChanges()].addedItems.append(item ?? 0)
    tables[table, default: TableChanges()].added.append(row)
    tables[table, default: TableChanges()].order.append(reference)
    index(table, row, reference, insert: true)
  }

  func replace(_ table: Int, _ position: Int, with row: Row, item: UInt16?) {
    tables[table, default: TableChanges()].replacedItems[position] = item ?? 0
    if let old = tables[table]?.replaced[position] {
      index(table, old, .loaded(position), insert: false)
    }
    if tables[table]?.replaced[position] == nil {
      tables[table, default: TableChanges()].order.append(.loaded(position))
    }
    tables[table, default: TableChanges()].replaced[position] = row
    index(table, row, .loaded(position), insert: true)
  }

  /// The table was emptied, and is stored elsewhere.
  func empty(_ table: Int, into heap: Int) {
    tables[table, default: TableChanges()].heap = heap
  }

  /// Where a table's rows are stored, as they stand now; and how many there were.
  func storage(of table: Int) -> (heap: Int?, count: Int) {
    let stored = database.tables[table]
    return (tables[table]?.heap ?? stored.heap, stored.count)
  }

  func remove(_ table: Int, _ position: Int) {
    if let old = tables[table]?.replaced.removeValue(forKey: position) {
      index(table, old, .loaded(position), insert: false)
    }
    tables[table, default: TableChanges()].removed.insert(position)
  }

  /// Positions of the tables that have changes.
  var changedTables: [Int] { Array(tables.keys) }

  /// Starts over, on the version that holds all changes so far.
  var isEmpty: Bool { tables.isEmpty }

  /// What is written, to be put back.
  struct Moment {
    fileprivate let database: Database
    fileprivate let tables: [Int: TableChanges]
    fileprivate let reusesKeys: Bool
  }

  var moment: Moment { Moment(database: database, tables: tables, reusesKeys: reusesKeys) }

  func restore(_ moment: Moment) {
    (database, tables, reusesKeys) = (moment.database, moment.tables, moment.reusesKeys)
  }

  func rebase(on database: Database) {
    self.database = database
    tables = [:]
  }

  /// Brings a table's rows up to date. See `Database.applying`.
  func apply(to rows: inout StoredRows, _ table: Int, keepingPositions: Bool) {
    guard let changes = tables[table] else { return }
    guard !keepingPositions else {
      rows.apply(
        removed: changes.removed, replaced: changes.replaced, added: changes.added,
        items: (changes.replacedItems, changes.addedItems), heap: changes.heap, by: transaction)
      return
    }
    var (atEnd, items): ([Row], [UInt16]) = ([], [])
    for reference in changes.order {
      switch reference {
      case .loaded(let position):
        guard let row = changes.replaced[position] else { continue }
        atEnd.append(row)
        items.append(changes.replacedItems[position] ?? 0)
      case .added(let number):
        atEnd.append(changes.added[number])
        items.append(changes.addedItems[number])
      }
    }
    rows.apply(
      removed: changes.removed.union(changes.replaced.keys), replaced: [:], added: atEnd,
      items: ([:], items), heap: changes.heap, by: transaction)
  }

  /// Where it changes rows of a table or leaves new ones, in that order. `end`: of the rows before.
  func places(in table: Int, after end: Int) -> [Int] {
    guard let changes = tables[table] else { return [] }
    return changes.removed.sorted()
      + changes.order.map { reference in
        switch reference {
        case .loaded(let position): position
        case .added(let number): end + number
        }
      }
  }

  /// Where rows loaded that are changed go as `apply` stores them, by table and position; nil: they
  /// are removed.
  func moves(keepingPositions: Bool) -> [Int: [Int: Int?]] {
    tables.reduce(into: [:]) { result, item in
      let (table, changes) = item
      var moves: [Int: Int?] = [:]
      for position in changes.removed { moves[position] = .some(nil) }
      if keepingPositions {
        for position in changes.replaced.keys { moves[position] = .some(position) }
      } else {
        var next = database.tables[table].rows.count
        for reference in changes.order {
          switch reference {
          case .loaded(let position):
            guard changes.replaced[position] != nil else { continue }
            moves[position] = .some(next)
            next += 1
          case .added: next += 1
          }
        }
      }
      result[table] = moves
    }
  }

  /// All rows as they stand now.
  func references(of table: Int) -> [RowReference] {
    let loaded = database.tables[table].rows.indices.filter {
      !isRemoved(table, $0) && !database.tables[table].rows[$0].isEmpty
    }
    let added = tables[table]?.added.indices ?? 0..<0
    return loaded.map { .loaded($0) } + added.map { .added($0) }
  }

  /// The rows, as they stand now, whose `columns` hold `values`, none of which may be NULL.
  func find(_ table: Int, _ columns: [Int], _ values: [SQLValue]) -> [RowReference] {
    guard let first = columns.first, let value = values.first else { return [] }
    func matches(_ row: Row) -> Bool {
      for index in columns.indices where row[columns[index]] != values[index] { return false }
      return true
    }
    let changes = tables[table]
    var result: [RowReference] = []
    let found = database.tables[table].positions(columns: columns, equal: values)
    for position in found.lazy.map({ Int($0) })
    where changes?.replaced[position] == nil && changes?.removed.contains(position) != true {
      if matches(database.tables[table].rows[position]) { result.append(.loaded(position)) }
    }
    guard changes != nil else { return result }
    for reference in changed(table, first, value) where matches(row(table, reference)) {
      result.append(reference)
    }
    return result
  }

  /// Notes that nothing stands in the way of a key.
  func noteFree(_ table: Int, _ columns: [Int], _ values: [SQLValue]) {
    guard !reusesKeys, let changes = tables[table], !values.contains(where: \.isNull) else {
      return
    }
    let rows = database.tables[table].rows
    reusesKeys = database.tables[table].positions(columns: columns, equal: values)
      .lazy.map { Int($0) }.contains { position in
        (changes.replaced[position] != nil || changes.removed.contains(position))
          && columns.indices.allSatisfy { rows[position][columns[$0]] == values[$0] }
      }
  }

  /// Replaced and added rows with a value in a column, by an index made when first wanted.
  private func changed(_ table: Int, _ column: Int, _ value: SQLValue) -> [RowReference] {
    if let index = tables[table]?.indexes[column] { return index[value] ?? [] }
    guard let changes = tables[table] else { return [] }
    var index: [SQLValue: [RowReference]] = [:]
    // As they are stored.
    for reference in changes.order {
      switch reference {
      case .loaded(let position):
        guard let row = changes.replaced[position] else { continue }
        index[row[column], default: []].append(reference)
      case .added(let position):
        index[changes.added[position][column], default: []].append(reference)
      }
    }
    tables[table]?.indexes[column] = index
    return index[value] ?? []
  }

  private func index(_ table: Int, _ row: Row, _ reference: RowReference, insert: Bool) {
    // A copy of the names, since whoever holds the indexes would make a change copy them all.
    guard let columns = tables[table].map({ Array($0.indexes.keys) }) else { return }
    for column in columns {
      if insert {
        tables[table]?.indexes[column]?[row[column], default: []].append(reference)
      } else {
        tables[table]?.indexes[column]?[row[column]]?.removeAll { $0 == reference }
      }
    }
  }
}
