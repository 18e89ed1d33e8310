import SQLBinding

/// What one statement writes, over the rows as loaded. Thrown away when the statement ends.
final class Changes {
  /// A row as it stands now: loaded, or added by this statement.
  enum RowReference: Hashable {
    case loaded(Int)
    case added(Int)
  }

  private struct TableChanges {
    var replaced: [Int: Row] = [:]
    /// Replaced and added rows in the order of their first change, as PostgreSQL stores them.
    var order: [RowReference] = []
    var removed: Set<Int> = []
    var added: [Row] = []
    /// Replaced and added rows by the value of a column, kept for the columns asked about.
    var indexes: [Int: [SQLValue: Set<RowReference>]] = [:]
  }

  private var database: Database
  private var tables: [Int: TableChanges] = [:]

  init(_ database: Database) { self.database = database }

  func row(_ table: Int, _ reference: RowReference) -> Row {
    switch reference {
    case .loaded(let position):
      tables[table]?.replaced[position] ?? database.tables[table][position]
    case .added(let position): tables[table]?.added[position] ?? []
    }
  }

  func isRemoved(_ table: Int, _ position: Int) -> Bool {
    tables[table]?.removed.contains(position) == true
  }

  func isReplaced(_ table: Int, _ position: Int) -> Bool {
    tables[table]?.replaced[position] != nil
  }

  func add(_ table: Int, _ row: Row) {
    let reference = RowReference.added(tables[table]?.added.count ?? 0)
    tables[table, default: TableChanges()].added.append(row)
    tables[table, default: TableChanges()].order.append(reference)
    index(table, row, reference, insert: true)
  }

  func replace(_ table: Int, _ position: Int, with row: Row) {
    if let old = tables[table]?.replaced[position] {
      index(table, old, .loaded(position), insert: false)
    }
    if tables[table]?.replaced[position] == nil {
      tables[table, default: TableChanges()].order.append(.loaded(position))
    }
    tables[table, default: TableChanges()].replaced[position] = row
    index(table, row, .loaded(position), insert: true)
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
  func rebase(on database: Database) {
    self.database = database
    tables = [:]
  }

  /// All rows of a table as they stand now. See `Database.applying`.
  func rows(of table: Int, keepingPositions: Bool) -> [Row] {
    var rows = database.tables[table]
    guard let changes = tables[table] else { return rows }
    for position in changes.removed { rows[position] = [] }
    for (position, row) in changes.replaced { rows[position] = keepingPositions ? row : [] }
    guard !keepingPositions else { return rows + changes.added }
    if !changes.removed.isEmpty || !changes.replaced.isEmpty { rows.removeAll(where: \.isEmpty) }
    for reference in changes.order {
      switch reference {
      case .loaded(let position): changes.replaced[position].map { rows.append($0) }
      case .added(let position): rows.append(changes.added[position])
      }
    }
    return rows
  }

  /// All rows as they stand now.
  func references(of table: Int) -> [RowReference] {
    let loaded = database.tables[table].indices.filter {
      !isRemoved(table, $0) && !database.tables[table][$0].isEmpty
    }
    let added = tables[table]?.added.indices ?? 0..<0
    return loaded.map { .loaded($0) } + added.map { .added($0) }
  }

  /// The rows, as they stand now, whose `columns` hold `values`, none of which may be NULL.
  func find(_ table: Int, _ columns: [Int], _ values: [SQLValue]) -> [RowReference] {
    guard let first = columns.first, let value = values.first else { return [] }
    // By the first column rows are found.
    func matches(_ row: Row) -> Bool {
      for index in columns.indices.dropFirst() where row[columns[index]] != values[index] {
        return false
      }
      return true
    }
    let changes = tables[table]
    var result: [RowReference] = []
    let found =
      columns.count == 1
      ? database.index(table: table, column: first)[value]
      : database.index(table: table, columns: columns)[values]
    for position in found.lazy.map({ Int($0) })
    where changes?.replaced[position] == nil && changes?.removed.contains(position) != true {
      result.append(.loaded(position))
    }
    guard changes != nil else { return result }
    for reference in changed(table, first, value) where matches(row(table, reference)) {
      result.append(reference)
    }
    return result
  }

  /// Replaced and added rows with a value in a column, by an index made when first wanted.
  private func changed(_ table: Int, _ column: Int, _ value: SQLValue) -> Set<RowReference> {
    guard let changes = tables[table] else { return [] }
    if let index = changes.indexes[column] { return index[value] ?? [] }
    var index: [SQLValue: Set<RowReference>] = [:]
    for (position, row) in changes.replaced {
      index[row[column], default: []].insert(.loaded(position))
    }
    for (position, row) in changes.added.enumerated() {
      index[row[column], default: []].insert(.added(position))
    }
    tables[table]?.indexes[column] = index
    return index[value] ?? []
  }

  private func index(_ table: Int, _ row: Row, _ reference: RowReference, insert: Bool) {
    guard let columns = tables[table]?.indexes.keys else { return }
    for column in columns {
      if insert {
        tables[table]?.indexes[column]?[row[column], default: []].insert(reference)
      } else {
        tables[table]?.indexes[column]?[row[column]]?.remove(reference)
      }
    }
  }
}
