import AccessModel
import SQLBinding

/// All that a statement, and what it calls, changes in a session: to be taken back.
struct SessionMoment {
  let database: Database?
  var sequences: SequenceStore
  let notices: [Notice]
  let heaps: HeapStore
  let deferred: [DeferredEvent]
  let settings: Settings
  /// What a part of a WITH has returned.
  let returned: [Row]?

  init(_ session: Session) {
    let variables = session.variables
    database = session.workingStore?.database
    (sequences, notices) = (variables.sequences, variables.notices)
    (heaps, deferred, settings) = (variables.heaps, variables.deferred, variables.settings)
    returned = session.returned?.rows
  }

  func restore(_ session: Session) {
    let variables = session.variables
    if let database { session.workingStore?.database = database }
    (variables.sequences, variables.notices) = (sequences, notices)
    (variables.heaps, variables.deferred, variables.settings) = (heaps, deferred, settings)
    if let returned { session.returned?.rows = returned }
  }

  /// Whether the tables hold the same rows, in whatever order, and the same were returned.
  func holdsSame(as other: SessionMoment) -> Bool {
    guard (returned ?? []).countsOfEach == (other.returned ?? []).countsOfEach else { return false }
    guard let database, let otherDatabase = other.database else { return true }
    return database.tables.positions(notSharedWith: otherDatabase.tables).allSatisfy { table in
      guard otherDatabase.tables.indices.contains(table) else { return false }
      return database.tables[table].kept.countsOfEach
        == otherDatabase.tables[table].kept.countsOfEach
    }
  }
}

extension Sequence where Element: Hashable {
  /// How often each element is there.
  var countsOfEach: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
