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
  let tables: SharedList<StoredRows>
  /// Rows of the materialized views that hold any, by position in `catalog.views`.
  let materialized: [Int: [Row]]
  /// Where sequences stand: beyond all loaded rows.
  let sequences: SequenceStore
  /// Where rows have changed or come since all stood in PostgreSQL's order, one after the other.
  private(set) var touched = SharedList<FilteredTable.Place>()
  private let relations: Relations
  var foreignKeys: ForeignKeyList { relations.foreignKeys }
  var inheritance: Inheritance { relations.inheritance }
  /// The version before, kept while a cursor is open on one.
  private(set) var earlier: EarlierVersion?
  /// A cursor may ask where rows of this version are in later ones.
  private var isFollowed = false

  /// How tables belong together: found when first asked for, for all versions of a catalog's data.
  private final class Relations {
    let catalog: BoundCatalog
    private(set) lazy var foreignKeys = ForeignKeyList(catalog)
    private(set) lazy var inheritance = Inheritance(catalog.catalog)

    init(_ catalog: BoundCatalog) { self.catalog = catalog }
  }

  init(
    _ catalog: BoundCatalog, tables: SharedList<StoredRows>, materialized: [Int: [Row]] = [:],
    sequences: SequenceStore = SequenceStore()
  ) {
    self.catalog = catalog
    self.materialized = materialized
    self.tables = tables
    self.sequences = sequences
    relations = Relations(catalog)
  }

  convenience init(
    _ catalog: BoundCatalog, tables: [[Row]], sequences: SequenceStore = SequenceStore()
  ) {
    self.init(
      catalog, tables: SharedList(tables.map { StoredRows($0) }), sequences: sequences)
  }

  /// The same version, for another thread: indexes are made by whoever asks for them.
  convenience init(sharing other: Database) {
    self.init(
      other.catalog, tables: SharedList(other.tables.map { $0.separated() }),
      materialized: other.materialized, sequences: other.sequences)
  }

  private init(_ previous: Database, tables: SharedList<StoredRows>) {
    catalog = previous.catalog
    self.tables = tables
    sequences = previous.sequences
    materialized = previous.materialized
    relations = previous.relations
    touched = previous.touched
  }

  /// A table's rows with the columns of one that it inherits from.
  func rows(of child: Int, as parent: Int) -> [Row] {
    let names = catalog.catalog.tables[child].columns.map(\.name)
    let places = catalog.catalog.tables[parent].columns.map { names.firstIndex(of: $0.name) }
    return tables[child].rows.map { row in
      row.isEmpty ? [] : places.map { $0.map { row[$0] } ?? .null }
    }
  }

  /// The version after `changes`.
  ///
  /// `keepingPositions`: rows stay where they are, removed ones as empty places, for the statement
  /// around that still refers to them. Otherwise changed rows move to the end, as PostgreSQL's new
  /// row versions do, and gaps are closed from time to time.
  func applying(_ changes: Changes, keepingPositions: Bool) -> Database {
    var (tables, touched) = (tables, touched)
    for table in changes.changedTables {
      if keepingPositions {
        for position in changes.places(in: table, after: tables[table].rows.count) {
          touched.append(FilteredTable.Place(table: table, position: position))
        }
      }
      changes.apply(to: &tables[table], table, keepingPositions: keepingPositions)
      // Whoever follows rows knows only how a statement has moved them.
      if !keepingPositions, !isFollowed { tables[table].tidy() }
    }
    let later = Database(self, tables: tables)
    later.touched = touched
    if isFollowed {
      later.isFollowed = true
      later.earlier = EarlierVersion(
        database: self, moves: changes.moves(keepingPositions: keepingPositions))
    }
    return later
  }

  /// The version in which rows that have changed where they stand are at the end, in the order of their
  /// last change.
  func settled() -> Database {
    guard !touched.isEmpty else { return self }
    var last: [Int: [Int]] = [:]
    var seen: Set<FilteredTable.Place> = []
    for place in touched.reversed() where seen.insert(place).inserted {
      last[place.table, default: []].append(place.position)
    }
    var tables = tables
    var moves: [Int: [Int: Int?]] = [:]
    for (table, places) in last {
      moves[table] = tables[table].moveToEnd(places.reversed())
      if !isFollowed { tables[table].tidy() }
    }
    let later = Database(self, tables: tables)
    later.touched = SharedList()
    if isFollowed {
      later.isFollowed = true
      later.earlier = EarlierVersion(database: self, moves: moves)
    }
    return later
  }

  /// The same version without these items of tables' rows; nil: none of any.
  ///
  /// `reordered`: tables whose rows were stored in an order that the planner chose.
  func forgettingItems(_ items: [Int: Set<UInt16>]?, inAnyOrder reordered: Set<Int> = [])
    -> Database
  {
    var tables = tables
    for table in reordered { tables[table].forgetOrder() }
    if let items {
      for (table, unknown) in items { tables[table].forgetItems(unknown) }
    } else {
      for table in tables.indices where tables[table].heap != nil { tables[table].forgetItems() }
    }
    let later = Database(self, tables: tables)
    if isFollowed {
      later.isFollowed = true
      later.earlier = EarlierVersion(database: self, moves: [:])
    }
    return later
  }

  /// From now on later versions know this one, for `place(of:in:)`.
  func follow() { isFollowed = true }

  /// Where a row of an earlier version is in this one; nil: it was deleted.
  func place(
    of place: FilteredTable.Place, in version: Database
  ) throws(EngineFailure) -> FilteredTable.Place? {
    var result = place
    for step in try steps(since: version) {
      guard let moved = step.moves[result.table]?[result.position] else { continue }
      guard let position = moved else { return nil }
      result = FilteredTable.Place(table: result.table, position: position)
    }
    return result
  }

  /// From an earlier version to this one.
  fileprivate func steps(since version: Database) throws(EngineFailure) -> [EarlierVersion] {
    var steps: [EarlierVersion] = []
    var current = self
    while current !== version {
      guard let earlier = current.earlier else {
        throw .undecided(Undecided("a cursor's row after a definition"))
      }
      steps.append(earlier)
      current = earlier.database
    }
    return steps.reversed()
  }
}

/// The version that another was made from, and where its rows have gone.
struct EarlierVersion {
  let database: Database
  /// By table, and in it by position; nil: deleted. Other rows are as and where they were.
  let moves: [Int: [Int: Int?]]
}

/// The rows of a version that were changed or deleted since. It remembers how far it has looked, so
/// that many looks cost no more than the changes.
struct RowChanges {
  let start: Database
  /// By where they were at the start.
  private(set) var places: Set<FilteredTable.Place> = []
  private var seen: Database
  /// Where rows that have moved were at the start.
  private var origins: [FilteredTable.Place: FilteredTable.Place] = [:]

  init(since start: Database) {
    (self.start, seen) = (start, start)
    start.follow()
  }

  /// Looks at what was changed up to now, from the start again if something was taken back.
  mutating func follow(to now: Database) throws(EngineFailure) {
    if now === seen { return }
    let steps: [EarlierVersion]
    if let rest = try? now.steps(since: seen) {
      steps = rest
    } else {
      steps = try now.steps(since: start)
      (places, origins) = ([], [:])
    }
    for step in steps {
      for (table, moves) in step.moves {
        for (position, moved) in moves {
          let place = FilteredTable.Place(table: table, position: position)
          let origin = origins[place] ?? place
          places.insert(origin)
          if let moved { origins[.init(table: table, position: moved)] = origin }
        }
      }
    }
    seen = now
  }
}
