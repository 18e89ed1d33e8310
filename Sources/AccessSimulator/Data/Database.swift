import AccessModel
import Foundation
import SQLBinding

/// One row: a value per column of its table, in the table's order. A row removed meanwhile is
/// empty; one of a table without columns holds one NULL.
typealias Row = [SQLValue]

/// The rows of every table at one moment. A statement reads one such version and never changes it:
/// what it writes makes another, or is thrown away.
final class Database {
  let catalog: BoundCatalog
  /// By position in `catalog.tables`.
  let tables: [[Row]]
  /// Rows of the materialized views that hold any, by position in `catalog.views`.
  let materialized: [Int: [Row]]
  /// Where sequences stand: beyond all loaded rows.
  let sequences: SequenceStore
  let foreignKeys: ForeignKeyList
  let inheritance: Inheritance
  private let lock = NSLock()
  // Guarded by `lock`, as identities may be asked at the same time.
  private var indexes: [IndexKey: RowIndex] = [:]
  private var tupleIndexes: [TupleKey: TupleIndex] = [:]
  private var rowCounts: [Int: Int] = [:]

  private struct IndexKey: Hashable {
    let table: Int
    let column: Int
  }

  private struct TupleKey: Hashable {
    let table: Int
    let columns: [Int]
  }

  init(
    _ catalog: BoundCatalog, tables: [[Row]], materialized: [Int: [Row]] = [:],
    sequences: SequenceStore = SequenceStore()
  ) {
    self.catalog = catalog
    self.materialized = materialized
    self.tables = tables
    self.sequences = sequences
    foreignKeys = ForeignKeyList(catalog)
    inheritance = Inheritance(catalog.catalog)
  }

  private init(_ previous: Database, tables: [[Row]], changed: Set<Int>) {
    catalog = previous.catalog
    self.tables = tables
    sequences = previous.sequences
    materialized = previous.materialized
    foreignKeys = previous.foreignKeys
    inheritance = previous.inheritance
    previous.lock.lock()
    defer { previous.lock.unlock() }
    indexes = previous.indexes.filter { !changed.contains($0.key.table) }
    tupleIndexes = previous.tupleIndexes.filter { !changed.contains($0.key.table) }
    rowCounts = previous.rowCounts.filter { !changed.contains($0.key) }
  }

  /// A table's rows with the columns of one that it inherits from.
  func rows(of child: Int, as parent: Int) -> [Row] {
    let names = catalog.catalog.tables[child].columns.map(\.name)
    let places = catalog.catalog.tables[parent].columns.map { names.firstIndex(of: $0.name) }
    return tables[child].map { row in
      row.isEmpty ? [] : places.map { $0.map { row[$0] } ?? .null }
    }
  }

  /// The rows of a table by the value of one column, made when first wanted.
  func index(table: Int, column: Int) -> RowIndex {
    let key = IndexKey(table: table, column: column)
    lock.lock()
    defer { lock.unlock() }
    if let index = indexes[key] { return index }
    let index = RowIndex(tables[table], column: column)
    indexes[key] = index
    return index
  }

  /// The rows of a table by the values of several columns, made when first wanted.
  func index(table: Int, columns: [Int]) -> TupleIndex {
    let key = TupleKey(table: table, columns: columns)
    if let index = lock.withLock({ tupleIndexes[key] }) { return index }
    let index = TupleIndex(columns.map { self.index(table: table, column: $0) })
    lock.withLock { tupleIndexes[key] = index }
    return index
  }

  /// How many rows of a table were not removed.
  func rowCount(_ table: Int) -> Int {
    lock.lock()
    defer { lock.unlock() }
    if let known = rowCounts[table] { return known }
    let count = tables[table].count { !$0.isEmpty }
    rowCounts[table] = count
    return count
  }

  /// The version after `changes`.
  ///
  /// `keepingPositions`: rows stay where they are, removed ones as empty places, for the statement
  /// around that still refers to them. Otherwise changed rows move to the end, as PostgreSQL's new
  /// row versions do.
  func applying(_ changes: Changes, keepingPositions: Bool) -> Database {
    var tables = tables
    for table in changes.changedTables {
      tables[table] = changes.rows(of: table, keepingPositions: keepingPositions)
    }
    return Database(self, tables: tables, changed: Set(changes.changedTables))
  }
}
