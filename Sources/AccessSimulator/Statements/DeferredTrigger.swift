import AccessModel
import SQLBinding

/// What waits for the end of the transaction.
enum DeferredEvent {
  case key(DeferredCheck)
  case unique(DeferredUnique)
  case trigger(DeferredTrigger)

  /// The table whose definition must stay until it has happened.
  ///
  /// Source: `AfterTriggerPendingOnRel()` in `src/backend/commands/trigger.c`.
  var relation: QualifiedName {
    switch self {
    case .key(let check): check.relation
    case .unique(let check): check.table
    case .trigger(let trigger): trigger.table
    }
  }

  /// Whether it may do more than to raise an error.
  var isTrigger: Bool { if case .trigger = self { true } else { false } }

  /// What SET CONSTRAINTS calls it.
  var constraint: ConstraintModes.Name {
    switch self {
    case .key(let check): .init(table: check.table, constraint: check.constraint)
    case .unique(let check): .init(table: check.table, constraint: check.constraint)
    case .trigger(let trigger): .init(table: trigger.table, constraint: trigger.name)
    }
  }
}

/// A constraint trigger that waits for the end of the transaction.
///
/// By name, since definitions may come between.
struct DeferredTrigger {
  let table: QualifiedName
  let name: String
  let event: TriggerEvent
  let old: Row?
  let new: Row?
  /// Who it is fired as; nil: whoever is there when it fires. RULES 74.
  let role: String?

  func run(_ session: Session, _ database: Database) throws(EngineFailure) {
    let catalog = database.catalog
    guard case .table(let index)? = catalog.names.relation(table),
      let position = catalog.catalog.tables[index].triggers.firstIndex(where: { $0.name == name })
    else { return }
    if let role, catalog.catalog.role(role) == nil {
      // The message has its number.
      throw .undecided(Undecided("a trigger of a role that was dropped", isRefusal: true))
    }
    let row = TriggerRow(relation: .table(index), event: event, old: old, new: new)
    let writes = StatementWrites(session, database)
    try writes.outside(session) { (runner) throws(EngineFailure) in
      try runner.fire([position], row, transition: TransitionTables(), as: session.role)
    }
  }
}
