import AccessModel
import RowSecurity
import SQLBinding

/// All that one running statement writes, and what is put off until its end.
///
/// Rows go to `changes`, over the version of the data that the statement reads. Triggers run
/// statements of their own, which see what was written so far: `outside` brings the store up to
/// date for them.
final class StatementWrites {
  let session: Session
  let database: Database
  private(set) var changes: Changes
  private(set) lazy var router = PartitionRouter(self)
  private var queued: [Event] = []
  /// Rows that MERGE has changed.
  var merged: Set<FilteredTable.Place> = []
  /// How many values it took from sequences.
  var drawn = 0
  /// Of the tables written to that have deferrable keys.
  var deferredKeys: [Int: TableConstraints] = [:]
  private var triggerLists: [TriggerKey: TriggerList] = [:]

  /// A changed row, whose foreign keys and AFTER triggers wait for the end of the statement.
  struct Event {
    var row: TriggerRow
    var table: Int
    /// Who changed the row: the table's owner, for a referential action.
    var session: Session
  }

  private struct TriggerKey: Hashable {
    let relation: RelationID
    let event: TriggerEvent
  }

  init(_ session: Session, _ database: Database) {
    self.session = session
    self.database = database
    changes = Changes(database)
    session.writes = self
  }

  /// Whether several statements of one WITH write here.
  private(set) var isShared = false
  private var ends: [(relation: RelationID, event: TriggerEvent)] = []

  /// For all statements of a WITH, which see nothing of each other's changes.
  static func shared(_ session: Session, _ database: Database) -> StatementWrites {
    let writes = StatementWrites(session, database)
    writes.isShared = true
    return writes
  }

  /// Forgets what the statements of a WITH wrote when they ran before.
  func beginShared() {
    isShared = false
    begin()
    (isShared, ends) = (true, [])
  }

  /// Ends all statements of a WITH.
  func finishShared() throws(EngineFailure) {
    isShared = false
    defer { isShared = true }
    try finish(ends)
  }

  /// Throws where another statement of the same WITH has changed a row: which comes first is the
  /// server's to choose.
  func requireUntouched(_ place: FilteredTable.Place) throws(EngineFailure) {
    guard isShared,
      changes.isReplaced(place.table, place.position)
        || changes.isRemoved(place.table, place.position)
    else { return }
    throw .undecided(Undecided("two statements of a WITH that change one row"))
  }

  /// Forgets what the statement wrote when it ran before.
  func begin() {
    guard !isShared else { return }
    session.writes = self
    changes = Changes(database)
    queued = []
    merged = []
    drawn = 0
  }

  func triggers(of relation: RelationID, _ event: TriggerEvent) -> TriggerList {
    let key = TriggerKey(relation: relation, event: event)
    if let known = triggerLists[key] { return known }
    let list = TriggerList(
      relation, event, in: session.catalog, isReplica: session.variables.isReplica)
    triggerLists[key] = list
    return list
  }

  /// Runs what sees and may change the data itself.
  func outside<Result>(
    _ session: Session,
    _ body: (any TriggerRunner) throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    publish()
    let result = try body(session.triggerRunner)
    adopt()
    return result
  }

  /// Stores what is written so far, for what reads the data beside the statement. RULES 70.
  func publish() {
    guard let store = session.workingStore else { return }
    store.database = store.database.applying(changes, keepingPositions: true)
    changes.rebase(on: store.database)
  }

  /// Goes on from the data as something beside the statement has left it.
  func adopt() {
    guard let store = session.workingStore else { return }
    changes.rebase(on: store.database)
  }

  /// BEFORE ROW or INSTEAD OF triggers; nil: leave the row alone. RULES 60, 75.
  func before(
    _ triggers: [Int], _ row: TriggerRow, as session: Session? = nil
  ) throws(EngineFailure) -> Row? {
    let session = session ?? self.session
    let role = session.role
    return try outside(session) { (runner) throws(EngineFailure) in
      try runner.before(triggers, row, as: role)
    }
  }

  /// Triggers for the statement as a whole; they fire though no row is changed.
  func fireBefore(_ relation: RelationID, _ event: TriggerEvent) throws(EngineFailure) {
    let list = triggers(of: relation, event).beforeStatement
    guard !list.isEmpty else { return }
    let row = TriggerRow(relation: relation, event: event)
    let role = session.role
    try outside(session) { (runner) throws(EngineFailure) in
      try runner.fire(list, row, transition: TransitionTables(), as: role)
    }
  }

  /// Notes a changed row, for foreign keys and AFTER triggers.
  func queue(_ event: Event) { queued.append(event) }

  /// Ends the statement: foreign keys and AFTER ROW triggers row by row, then those for the
  /// statement; then what was written is kept.
  ///
  /// `ends`: what the statement is, for the relations it names.
  func finish(
    _ ends: [(relation: RelationID, event: TriggerEvent)]
  ) throws(EngineFailure) {
    guard !isShared else {
      self.ends += ends
      return
    }
    // What cascades write joins the end of the queue.
    var next = 0
    while next < queued.count {
      guard next < Self.maxEvents else { throw .undecided(Undecided("a very long cascade")) }
      let event = queued[next]
      next += 1
      if !session.variables.isReplica {
        let keys = ForeignKeys(writes: self)
        try keys.follow(event)
        try keys.check(event)
      }
      try fireAfterRow(event)
    }
    let rows = queued
    queued = []
    try requireDeferredKeys(rows)
    for (relation, event) in ends {
      let known = triggers(of: relation, event)
      let list = known.afterStatement
      guard !list.isEmpty else { continue }
      let transition =
        known.wantsTransition ? self.transition(rows, event, relation) : TransitionTables()
      let role = session.role
      try outside(session) { (runner) throws(EngineFailure) in
        try runner.fire(
          list, TriggerRow(relation: relation, event: event), transition: transition, as: role)
      }
    }
    session.keep(changes)
    // What runs after it in the same WITH has nothing of this to store.
    if session.writes === self { session.writes = nil }
  }

  /// Cascades go round in circles only where a trigger makes them.
  private static let maxEvents = 1_000_000

  private func fireAfterRow(_ event: Event) throws(EngineFailure) {
    let known = triggers(of: .table(event.table), event.row.event)
    // RULES 74: as whom the row was changed, before 18 whoever is there.
    let actor = session.engine.version >= .v18 ? event.session : session
    let list = known.afterRow.filter { !putOff($0, event, as: actor.role) }
    guard !list.isEmpty else { return }
    let transition =
      known.wantsTransition
      ? self.transition(queued, event.row.event, .table(event.table)) : TransitionTables()
    try outside(actor) { (runner) throws(EngineFailure) in
      try runner.fire(list, event.row, transition: transition, as: actor.role)
    }
  }

  /// Whether a trigger waits for the end of the transaction. From 18 on it then fires as whoever is
  /// there now. RULES 74.
  private func putOff(_ trigger: Int, _ event: Event, as role: String) -> Bool {
    let table = session.catalog.catalog.tables[event.table]
    guard session.variables.defersConstraints, table.triggers[trigger].isInitiallyDeferred else {
      return false
    }
    session.variables.deferred.append(
      .trigger(
        DeferredTrigger(
          table: table.name, name: table.triggers[trigger].name, event: event.row.event,
          old: event.row.old, new: event.row.new,
          role: session.engine.version >= .v18 ? role : nil)))
    return true
  }

  /// Deferrable unique constraints are looked at when the statement ends.
  private func requireDeferredKeys(_ rows: [Event]) throws(EngineFailure) {
    for event in rows {
      guard let new = event.row.new else { continue }
      try deferredKeys[event.table]?.requireDeferred(new, in: changes)
    }
  }

  private func transition(
    _ rows: [Event], _ event: TriggerEvent, _ relation: RelationID
  ) -> TransitionTables {
    guard case .table(let table) = relation else { return TransitionTables() }
    let same = rows.filter { $0.table == table && $0.row.event == event }
    let below = database.inheritance.members(below: table).map(\.table)
    return TransitionTables(
      old: same.compactMap(\.row.old), new: same.compactMap(\.row.new),
      isUncertain: rows.contains { below.contains($0.table) })
  }
}
