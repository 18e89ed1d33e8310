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
    let constraintModes: ConstraintModes
    let sequences: SequenceStore
  }

  public func savepoint() -> Savepoint {
    Savepoint(
      engine: engine, database: store.database, settings: variables.settings,
      deferred: variables.deferred, constraintModes: variables.constraintModes,
      sequences: variables.sequences)
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
    variables.constraintModes = savepoint.constraintModes
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
  /// Whether a block that handles errors is running.
  public var isInSubtransaction: Bool { variables.subtransactions > 0 }

  public var isInTransaction: Bool {
    get { variables.defersConstraints }
    set {
      if !newValue { variables.constraintModes = ConstraintModes() }
      variables.defersConstraints = newValue
    }
  }

  /// Throws where a table is in use, or has events that wait for the end of the transaction.
  public func requireUnused(
    _ command: String, _ isConcerned: (QualifiedName) -> Bool
  ) throws(EngineFailure) {
    try variables.openPlans.requireUnused(command, isConcerned)
    guard let table = variables.deferred.map(\.relation).first(where: isConcerned) else { return }
    throw .postgres(.pendingEvents(command, table))
  }

  /// Checks what was put off to the end of the transaction; an error means that it must be rolled
  /// back.
  public func checkDeferred() throws(EngineFailure) {
    // Nothing is put off any more.
    variables.constraintModes.setAll(isDeferred: false)
    try checkDeferred { _ in true }
  }

  private func checkDeferred(
    where isWanted: (DeferredEvent) -> Bool
  ) throws(EngineFailure) {
    // Triggers may put off more.
    do throws(EngineFailure) {
      while let next = variables.deferred.firstIndex(where: isWanted) {
        try run(variables.deferred.remove(at: next))
      }
    } catch {
      let order = variables.deferredOrder
      let others = order == nil ? [] : variables.deferred
      variables.deferred = []
      guard case .postgres(let first) = error else { throw error }
      for event in others where !event.isTrigger {
        do throws(EngineFailure) {
          try run(event)
        } catch {
          if case .postgres(first) = error { continue }
          throw .undecided(
            Undecided(
              "an error that depends on the order of \(order?.rawValue ?? "rows")", isRefusal: true)
          )
        }
      }
      throw error
    }
  }

  private func run(_ event: DeferredEvent) throws(EngineFailure) {
    switch event {
    case .key(let check):
      let session = evaluation()
      defer { session.close() }
      try check.run(session, store.database)
    case .unique(let check):
      let session = evaluation()
      defer { session.close() }
      try check.run(session, store.database)
    case .trigger(let trigger):
      let session = evaluation(as: trigger.role)
      defer { session.close() }
      try trigger.run(session, store.database)
    }
  }

  /// SET CONSTRAINTS; no names: ALL. What was put off comes now if it is to be immediate.
  ///
  /// Source: `AfterTriggerSetState()` in `src/backend/commands/trigger.c`.
  public func setConstraints(
    _ names: [SQLRelationName], isDeferred: Bool
  ) throws(EngineFailure) {
    if names.isEmpty {
      variables.constraintModes.setAll(isDeferred: isDeferred)
    } else {
      var found: [ConstraintModes.Name] = []
      for name in names { found += try constraints(name, isDeferred: isDeferred) }
      variables.constraintModes.set(found, isDeferred: isDeferred)
    }
    guard !isDeferred else { return }
    try checkDeferred { event in !isStillPutOff(event) }
  }

  private func isStillPutOff(_ event: DeferredEvent) -> Bool {
    let name = event.constraint
    let found = catalog.tables.first { $0.name == name.table }?.constraintsByName
      .first { $0.name == name.constraint }
    guard let found else { return false }
    return variables.defers(
      name.constraint, of: name.table, isDeferrable: found.isDeferrable,
      isInitiallyDeferred: found.isInitiallyDeferred)
  }

  /// All of a name in the first schema that has one.
  private func constraints(
    _ written: SQLRelationName, isDeferred: Bool
  ) throws(EngineFailure) -> [ConstraintModes.Name] {
    if let schema = written.schema, catalog.schema(schema) == nil {
      throw .postgres(
        PostgresError(SQLState(rawValue: "3F000"), "schema \"\(schema)\" does not exist"))
    }
    let session = evaluation()
    defer { session.close() }
    let schemas = written.schema.map { [$0] } ?? session.visiblePath
    for schema in schemas {
      var result: [ConstraintModes.Name] = []
      var isThere = false
      for table in catalog.tables where table.name.schema == schema {
        for constraint in table.constraintsByName where constraint.name == written.name {
          isThere = true
          if constraint.isDeferrable {
            result.append(.init(table: table.name, constraint: constraint.name))
            result += parts(of: constraint.name, of: table)
          } else if isDeferred {
            throw .postgres(
              PostgresError(
                SQLState(rawValue: "42809"), "constraint \"\(written.name)\" is not deferrable"))
          }
        }
      }
      if isThere { return result }
    }
    throw .postgres(
      PostgresError(.undefinedObject, "constraint \"\(written.name)\" does not exist"))
  }

  /// What partitions have of a key of a partitioned table.
  private func parts(of name: String, of table: Catalog.Table) -> [ConstraintModes.Name] {
    guard table.kind == .partitioned,
      let key = table.keys.first(where: { $0.name == name })
    else { return [] }
    return catalog.tables.filter { $0.partitionBound != nil && $0.parents == [table.name] }
      .flatMap { partition in
        partition.keys.filter { $0.isInherited && $0.isPart(of: key) }.flatMap { part in
          [.init(table: partition.name, constraint: part.name)]
            + parts(of: part.name, of: partition)
        }
      }
  }

  /// What a statement that is planned now is planned with.
  public var plannedRights: Rights { Rights(catalog) }

  public typealias Rights = PlannedRights

  /// Ends a transaction that commits: what SET LOCAL changed goes back.
  public func commit() {
    variables.transaction += 1
    variables.settings.endTransaction()
    variables.constraintModes = ConstraintModes()
  }
}
