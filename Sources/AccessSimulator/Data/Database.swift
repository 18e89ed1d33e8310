import AccessModel
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
  /// The version before, kept while a cursor is open on one.
  private(set) var earlier: EarlierVersion?
  /// A cursor may ask where rows of this version are in later ones.
  private var isFollowed = false
  private var indexes: [IndexKey: RowIndex] = [:]

  private struct IndexKey: Hashable {
    let table: Int
    let column: Int
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

  /// The same version, for another thread: indexes are made by whoever asks for them.
  convenience init(sharing other: Database) {
    self.init(other, tables: other.tables, changed: Set(other.tables.indices))
  }

  private init(_ previous: Database, tables: [[Row]], changed: Set<Int>) {
    catalog = previous.catalog
    self.tables = tables
    sequences = previous.sequences
    materialized = previous.materialized
    foreignKeys = previous.foreignKeys
    inheritance = previous.inheritance
    indexes = previous.indexes.filter { !changed.contains($0.key.table) }
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
    if let index = indexes[key] { return index }
    let index = RowIndex(tables[table], column: column)
    indexes[key] = index
    return index
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
    let later = Database(self, tables: tables, changed: Set(changes.changedTables))
    if isFollowed {
      later.isFollowed = true
      later.earlier = EarlierVersion(
        database: self, places: changes.places(keepingPositions: keepingPositions))
    }
    return later
  }

  /// From now on later versions know this one, for `place(of:in:)`.
  func follow() { isFollowed = true }

  /// Where a row of an earlier version is in this one; nil: it was deleted.
  func place(
    of place: FilteredTable.Place, in version: Database
  ) throws(EngineFailure) -> FilteredTable.Place? {
    var steps: [EarlierVersion] = []
    var current = self
    while current !== version {
      guard let earlier = current.earlier else {
        throw .undecided(Undecided("a cursor's row after a definition"))
      }
      steps.append(earlier)
      current = earlier.database
    }
    var result = place
    for step in steps.reversed() {
      guard let places = step.places[result.table] else { continue }
      guard places.indices.contains(result.position), let moved = places[result.position] else {
        return nil
      }
      result = FilteredTable.Place(table: result.table, position: moved)
    }
    return result
  }
}

/// The version that another was made from, and where its rows have gone.
struct EarlierVersion {
  let database: Database
  /// By table, and in it by position; nil: deleted.
  let places: [Int: [Int?]]
}
