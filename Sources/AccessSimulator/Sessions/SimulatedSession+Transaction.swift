public import AccessModel
public import RowSecurity
public import SQLBinding

/// What a transaction goes back to, and what it puts off to its end.
extension SimulatedSession {
  /// All that ROLLBACK TO goes back to: rows, catalog and settings, not sequences.
  public struct Savepoint {
    let engine: RowSecurityEngine
    let database: Database
    let settings: Settings
    let deferred: [DeferredEvent]
    let sequences: SequenceStore
  }

  public func savepoint() -> Savepoint {
    Savepoint(
      engine: engine, database: store.database, settings: variables.settings,
      deferred: variables.deferred, sequences: variables.sequences)
  }

  /// Whether rows and catalog are still those of a savepoint.
  public func isUnchanged(since savepoint: Savepoint) -> Bool {
    store.database === savepoint.database
  }

  public func restore(_ savepoint: Savepoint) {
    engine = savepoint.engine
    store.database = savepoint.database
    variables.settings.restore(savepoint.settings)
    variables.deferred = savepoint.deferred
    variables.sequences.undo(to: savepoint.sequences)
  }

  /// Runs `body` and forgets all that it did, sequences and messages included.
  public func trying<Result>(_ body: () -> Result) -> Result {
    let (before, sequences, notices) = (savepoint(), variables.sequences, variables.notices)
    let heaps = variables.heaps
    let result = body()
    restore(before)
    (variables.sequences, variables.notices) = (sequences, notices)
    variables.heaps = heaps
    return result
  }

  /// Whether a transaction block is open: deferred constraints then wait for `checkDeferred`.
  public var isInTransaction: Bool {
    get { variables.defersConstraints }
    set {
      if !newValue { variables.constraintsAreImmediate = false }
      variables.defersConstraints = newValue && !variables.constraintsAreImmediate
    }
  }

  /// Throws where a table has events that wait for the end of the transaction.
  public func requireNoEvents(
    _ command: String, on isConcerned: (QualifiedName) -> Bool
  ) throws(EngineFailure) {
    guard let table = variables.deferred.map(\.relation).first(where: isConcerned) else { return }
    throw .postgres(.pendingEvents(command, table))
  }

  /// Checks what was put off to the end of the transaction; an error means that it must be rolled
  /// back.
  public func checkDeferred() throws(EngineFailure) {
    // Triggers may put off more.
    do throws(EngineFailure) {
      while !variables.deferred.isEmpty {
        switch variables.deferred.removeFirst() {
        case .key(let check):
          let session = evaluation()
          defer { session.close() }
          try check.run(session, store.database)
        case .trigger(let trigger):
          let session = evaluation(as: trigger.role)
          defer { session.close() }
          try trigger.run(session, store.database)
        }
      }
    } catch {
      variables.deferred = []
      throw error
    }
  }

  /// SET CONSTRAINTS ALL: what was put off comes now, and nothing more is put off; or all that can be
  /// put off is.
  public func setConstraints(isDeferred: Bool) throws(EngineFailure) {
    guard isDeferred else {
      variables.constraintsAreImmediate = true
      return try checkDeferred()
    }
    let tables = catalog.tables
    let hasOthers = tables.contains { table in
      table.triggers.contains { $0.isDeferrable && !$0.isInitiallyDeferred }
        || table.foreignKeys.contains { $0.isDeferrable && !$0.isInitiallyDeferred }
        || table.keys.contains { $0.isDeferrable && !$0.isInitiallyDeferred }
    }
    guard !hasOthers else { throw .undecided(Undecided("SET CONSTRAINTS ALL DEFERRED")) }
    variables.constraintsAreImmediate = false
  }

  /// What a statement that is planned now is planned with.
  public var plannedRights: Rights { Rights(catalog) }

  public typealias Rights = PlannedRights

  /// Ends a transaction that commits: what SET LOCAL changed goes back.
  public func commit() {
    variables.transaction += 1
    variables.settings.endTransaction()
    variables.constraintsAreImmediate = false
  }
}
