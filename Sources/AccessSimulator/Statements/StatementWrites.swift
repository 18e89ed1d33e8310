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
  private var queued: [Queued] = []
  /// The statement, and what referential actions do for it, whose BEFORE triggers have fired.
  private var begun: Set<TriggerKey> = []
  /// Rows that something beside the statement has changed while it runs, and up to where that is
  /// known.
  private var changedBeside: Set<FilteredTable.Place> = []
  private var noted = 0
  /// Rows that MERGE has changed.
  var merged: Set<FilteredTable.Place> = []
  /// How many values it took from sequences.
  var drawn = 0
  /// A function has run that may have seen what was written by then.
  private(set) var wasSeen = false
  private var hasPublished = false
  /// The tables whose rows are written in an order that no plan can change.
  var ordered = OrderedTables.none
  /// New rows are checked before they are stored anywhere.
  var showsUnstoredRows = false
  /// The planner chooses in which order rows are written.
  var comesInAnyOrder = false
  /// A key that one row leaves to another may be taken yet in an order that is as likely.
  var watchesKeys = false
  /// How many rows were stored, by table.
  private var stored: [Int: Int] = [:]
  /// Items that rows were given, by table.
  private var items: [Int: Set<UInt16>] = [:]
  /// Of the tables written to that have deferrable keys.
  var deferredKeys: [Int: TableConstraints] = [:]
  private var triggerLists: [TriggerKey: TriggerList] = [:]

  enum OrderedTables {
    case none
    case table(Int)
    case all

    func contains(_ table: Int) -> Bool {
      switch self {
      case .none: false
      case .table(let one): one == table
      case .all: true
      }
    }
  }

  /// A changed row, whose foreign keys and AFTER triggers wait for the end of the statement.
  struct Event {
    var row: TriggerRow
    var table: Int
    /// Who changed the row: the table's owner, for a referential action.
    var session: Session
    /// The row goes to another partition.
    var isMoved = false
    /// The transaction had written the row before.
    var isOwn = false
    /// The deferrable exclusions that found another row in the way of the new one.
    var suspects: Set<String> = []
    /// The AFTER triggers that it fires.
    fileprivate(set) var due: [Int] = []
  }

  /// What waits for the end of the statement, in the order in which it comes.
  private enum Queued {
    case row(Event)
    /// A row that went to another partition, as the partitioned table has it.
    case moved(Event)
    /// Triggers for a statement as a whole.
    case statement(RelationID, TriggerEvent, Session)
    /// The same comes later.
    case cancelled
  }

  private struct TriggerKey: Hashable {
    let relation: RelationID
    let event: TriggerEvent
  }

  init(_ session: Session, _ database: Database) {
    self.session = session
    self.database = database
    changes = Changes(database, transaction: session.variables.transaction)
    session.writes = self
  }

  /// Whether several statements of one WITH write here.
  private(set) var isShared = false

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
    isShared = true
  }

  /// Ends all statements of a WITH.
  func finishShared() throws(EngineFailure) {
    isShared = false
    defer { isShared = true }
    try finish([])
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
    changes = Changes(database, transaction: session.variables.transaction)
    queued = []
    begun = []
    changedBeside = []
    merged = []
    drawn = 0
    (wasSeen, hasPublished) = (false, false)
    items = [:]
    stored = [:]
  }

  /// What functions that the statement calls have made of its changes.
  struct Moment {
    fileprivate let changes: Changes.Moment
    fileprivate let changedBeside: Set<FilteredTable.Place>
    fileprivate let noted: Int
    fileprivate let drawn: Int
    fileprivate let flags: (wasSeen: Bool, hasPublished: Bool)
  }

  var moment: Moment {
    Moment(
      changes: changes.moment, changedBeside: changedBeside, noted: noted, drawn: drawn,
      flags: (wasSeen, hasPublished))
  }

  func restore(_ moment: Moment) {
    changes.restore(moment.changes)
    (changedBeside, noted) = (moment.changedBeside, moment.noted)
    (drawn, (wasSeen, hasPublished)) = (moment.drawn, moment.flags)
  }

  /// Where a row comes to be stored; nil: not known.
  func item(for row: Row, in table: Int) -> UInt16? {
    stored[table, default: 0] += 1
    let (heap, count) = changes.storage(of: table)
    let item = session.variables.heaps.add(row, to: heap, live: count)
    if let item { items[table, default: []].insert(item) }
    return item
  }

  /// Where the plan decides which row comes first, it is not known which has which item.
  private func forgetItems() {
    guard let store = session.workingStore else { return }
    let unknown = items.filter { table, items in
      session.depth > 0 || items.count > 1 && !ordered.contains(table)
    }
    items = [:]
    let reordered = comesInAnyOrder ? Set(stored.filter { $0.value > 1 }.keys) : []
    guard !unknown.isEmpty || !reordered.isEmpty else { return }
    store.database = store.database.forgettingItems(unknown, inAnyOrder: reordered)
  }

  func triggers(of relation: RelationID, _ event: TriggerEvent) -> TriggerList {
    guard TriggerList.hasAny(on: relation, in: session.catalog) else { return .none }
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
    if !changes.isEmpty { hasPublished = true }
    store.database = store.database.applying(changes, keepingPositions: true)
    noted = store.database.touched.count
    changes.rebase(on: store.database)
  }

  /// A function of the catalog is called that sees what is written so far, and may change it.
  func noteCall() {
    if hasPublished || !changes.isEmpty { wasSeen = true }
  }

  /// Whether another order of rows may write something else.
  var dependsOnOrder: Bool { drawn > 1 || wasSeen || changes.reusesKeys }

  /// Goes on from the data as something beside the statement has left it.
  func adopt() {
    guard let store = session.workingStore else { return }
    let touched = store.database.touched
    if noted < touched.count { changedBeside.formUnion(touched[noted...]) }
    changes.rebase(on: store.database)
  }

  /// Throws where a trigger or function has changed a row that the statement is about to change.
  /// `change`: what is done to it, for the error.
  ///
  /// Source: `ExecUpdate()`, `ExecDelete()` in `nodeModifyTable.c`, `GetTupleForTrigger()`.
  func requireUnchangedBeside(
    _ place: FilteredTable.Place, _ change: String
  ) throws(EngineFailure) {
    guard changedBeside.contains(place) else { return }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "27000"),
        "tuple to be \(change) was already modified by an operation triggered by the current "
          + "command",
        hint: "Consider using an AFTER trigger instead of a BEFORE trigger to propagate changes to "
          + "other rows."))
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

  /// Triggers for the statement as a whole; they fire though no row is changed, and only once for all
  /// that referential actions do.
  ///
  /// Source: `before_stmt_triggers_fired()` in `src/backend/commands/trigger.c`.
  func fireBefore(
    _ relation: RelationID, _ event: TriggerEvent, as session: Session? = nil
  ) throws(EngineFailure) {
    guard begun.insert(TriggerKey(relation: relation, event: event.kind)).inserted else { return }
    let list = triggers(of: relation, event).beforeStatement
    guard !list.isEmpty else { return }
    let session = session ?? self.session
    let row = TriggerRow(relation: relation, event: event)
    let role = session.role
    try outside(session) { (runner) throws(EngineFailure) in
      try runner.fire(list, row, transition: TransitionTables(), as: role)
    }
  }

  /// Notes a changed row, for foreign keys and AFTER triggers.
  ///
  /// Whether WHEN holds is found out at once. Source: `AfterTriggerSaveEvent()` in
  /// `src/backend/commands/trigger.c`.
  func queue(_ event: Event) throws(EngineFailure) {
    var event = event
    let known = triggers(of: .table(event.table), event.row.event)
    event.due = known.afterRow
    if known.asksAfterRow, !known.looksAfterRow {
      event.due = try event.session.triggerRunner.due(known.afterRow, event.row)
    } else if known.asksAfterRow {
      event.due = try outside(event.session) { (runner) throws(EngineFailure) in
        try runner.due(known.afterRow, event.row)
      }
    }
    queued.append(.row(event))
  }

  /// Notes a row that went to another partition: for foreign keys it was updated.
  ///
  /// Source: `ExecCrossPartitionUpdateForeignKey()` in `nodeModifyTable.c`.
  func queueMove(_ event: Event) { queued.append(.moved(event)) }

  /// A statement, or a referential action, has changed all its rows: its AFTER triggers come once,
  /// when the last of them is done.
  ///
  /// Source: `cancel_prior_stmt_triggers()` in `src/backend/commands/trigger.c`.
  func queueEnd(_ relation: RelationID, _ event: TriggerEvent, as session: Session? = nil) {
    for index in next..<max(next, queued.count) {
      guard case .statement(relation, let other, _) = queued[index], other.kind == event.kind else {
        continue
      }
      queued[index] = .cancelled
    }
    queued.append(.statement(relation, event, session ?? self.session))
  }

  /// What of the queue is done.
  private var next = 0

  /// Ends the statement: foreign keys and AFTER ROW triggers row by row, then those for the
  /// statement, then the same for what referential actions have changed; then what was written is
  /// kept.
  ///
  /// `ends`: what the statement is, for the relations it names.
  func finish(
    _ ends: [(relation: RelationID, event: TriggerEvent)]
  ) throws(EngineFailure) {
    for (relation, event) in ends { queueEnd(relation, event) }
    guard !isShared else { return }
    next = 0
    defer { next = 0 }
    var checked = 0
    // What cascades write joins the end of the queue.
    while next < queued.count {
      guard next < Self.maxEvents else { throw .undecided(Undecided("a very long cascade")) }
      let item = queued[next]
      next += 1
      switch item {
      case .row(let event):
        if !session.variables.isReplica {
          // RULES 74: as whom the row was changed, before 18 whoever is there.
          let role = session.engine.version >= .v18 ? event.session.role : nil
          let keys = ForeignKeys(writes: self, role: role)
          try keys.follow(event)
          try keys.check(event)
        }
        try fireAfterRow(event)
      case .moved(let event):
        guard !session.variables.isReplica else { continue }
        let role = session.engine.version >= .v18 ? event.session.role : nil
        try ForeignKeys(writes: self, role: role).follow(event)
      case .statement(let relation, let event, let actor):
        try requireDeferredKeys(queued[checked..<next])
        checked = next
        try fireAfterStatement(relation, event, actor)
      case .cancelled: break
      }
    }
    try requireDeferredKeys(queued[checked...])
    queued = []
    session.keep(changes)
    forgetItems()
    // What runs after it in the same WITH has nothing of this to store.
    if session.writes === self { session.writes = nil }
  }

  private func fireAfterStatement(
    _ relation: RelationID, _ event: TriggerEvent, _ session: Session
  ) throws(EngineFailure) {
    let known = triggers(of: relation, event)
    let list = known.afterStatement
    guard !list.isEmpty else { return }
    let transition =
      known.wantsTransition ? self.transition(event, relation) : TransitionTables()
    let actor = whoFires(session)
    try outside(actor) { (runner) throws(EngineFailure) in
      try runner.fire(
        list, TriggerRow(relation: relation, event: event), transition: transition, as: actor.role)
    }
  }

  /// RULES 74: AFTER triggers run as who made the change, before 18 as whoever is there; but a
  /// referential action is over by then.
  private func whoFires(_ changer: Session) -> Session {
    guard session.engine.version >= .v18 else { return session }
    guard changer.engine.ignoresForce, !session.engine.ignoresForce else { return changer }
    var engine = changer.engine
    engine.ignoresForce = false
    return Session(
      engine, changer.database, role: changer.role, variables: changer.variables,
      store: changer.store, depth: changer.depth)
  }

  /// Cascades go round in circles only where a trigger makes them.
  private static let maxEvents = 1_000_000

  private func fireAfterRow(_ event: Event) throws(EngineFailure) {
    let known = triggers(of: .table(event.table), event.row.event)
    let actor = whoFires(event.session)
    let list = event.due.filter { !putOff($0, event, as: actor.role) }
    guard !list.isEmpty else { return }
    let transition =
      known.wantsTransition
      ? self.transition(event.row.event, .table(event.table)) : TransitionTables()
    try outside(actor) { (runner) throws(EngineFailure) in
      try runner.fire(list, event.row, transition: transition, as: actor.role)
    }
  }

  /// Whether a trigger waits for the end of the transaction. From 18 on it then fires as whoever is
  /// there now. RULES 74.
  private func putOff(_ trigger: Int, _ event: Event, as role: String) -> Bool {
    let table = session.catalog.catalog.tables[event.table]
    let model = table.triggers[trigger]
    guard
      session.variables.defers(
        model.name, of: table.name, isDeferrable: model.isDeferrable || model.isInitiallyDeferred,
        isInitiallyDeferred: model.isInitiallyDeferred)
    else { return false }
    session.variables.deferred.append(
      .trigger(
        DeferredTrigger(
          table: table.name, name: table.triggers[trigger].name, event: event.row.event,
          old: event.row.old, new: event.row.new,
          role: session.engine.version >= .v18 ? role : nil)))
    return true
  }

  /// Deferrable unique constraints are looked at when the statement ends.
  private func requireDeferredKeys(_ rows: ArraySlice<Queued>) throws(EngineFailure) {
    guard !deferredKeys.isEmpty else { return }
    for case .row(let event) in rows {
      guard let new = event.row.new else { continue }
      try deferredKeys[event.table]?.requireDeferred(
        new, suspects: event.suspects, in: changes)
    }
  }

  private func transition(
    _ event: TriggerEvent, _ relation: RelationID
  ) -> TransitionTables {
    guard case .table(let table) = relation else { return TransitionTables() }
    let rows = queued.compactMap { if case .row(let event) = $0 { event } else { nil } }
    let same = rows.filter { $0.table == table && $0.row.event == event }
    let below = database.inheritance.members(below: table).map(\.table)
    return TransitionTables(
      old: same.compactMap(\.row.old), new: same.compactMap(\.row.new),
      isUncertain: rows.contains { below.contains($0.table) })
  }
}
