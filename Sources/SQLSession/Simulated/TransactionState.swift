import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// The transaction block a session is in.
struct TransactionState {
  /// What to go back to.
  struct Mark {
    var name: String
    var definitions: DefinitionSession
    var session: SimulatedSession.Savepoint
    var doubts: Doubts
    var mayHaveFailed: String?
    var isReadOnly: Bool
    var declaredCursors: Int
  }

  /// Nil: none is open.
  var begin: Mark?
  var savepoints: [Mark] = []
  /// A statement failed; nothing runs until the block ends.
  var isFailed = false
  /// An undecided statement, which may have ended the block: what the rest of it gives is not known.
  var mayHaveFailed: String?
  var isReadOnly = false
  /// How many cursors were declared in it.
  var declaredCursors = 0
  /// A statement has read or changed rows in it.
  var hasQueried = false

  var isOpen: Bool { begin != nil }

  static let aborted = PostgresError(
    SQLState(rawValue: "25P02"),
    "current transaction is aborted, commands ignored until end of transaction block")
}

extension SimulatedTarget {
  func run(_ command: TransactionCommand) throws(EngineFailure) -> StatementResult {
    switch command {
    case .begin(let modes):
      var result = begin(modes.isOfStart ? "START TRANSACTION" : "BEGIN")
      result.notices += try setTransaction(modes, ofSession: false).notices
      return result
    case .commit(let chain):
      guard transaction.isOpen else { return try none("COMMIT", chain) }
      let kept = try characteristics
      guard !transaction.isFailed else {
        rollBack()
        return try chained(chain, kept, "ROLLBACK")
      }
      if let reason = transaction.mayHaveFailed { return try commit(inDoubt: reason) }
      do throws(EngineFailure) {
        try session.checkDeferred()
        try holdCursors()
      } catch {
        rollBack()
        throw error
      }
      transaction = TransactionState()
      session.commit()
      try commitDefinitions()
      return try chained(chain, kept, "COMMIT")
    case .rollback(let chain):
      guard transaction.isOpen else { return try none("ROLLBACK", chain) }
      let kept = try characteristics
      rollBack()
      return try chained(chain, kept, "ROLLBACK")
    case .savepoint(let name):
      try requireBlock("SAVEPOINT")
      transaction.savepoints.append(mark(name))
      return .done("SAVEPOINT")
    case .release(let name):
      try requireBlock("RELEASE SAVEPOINT")
      let index = try savepoint(name)
      transaction.isReadOnly = transaction.savepoints[index].isReadOnly
      transaction.savepoints.removeSubrange(index...)
      return .done("RELEASE")
    case .rollbackTo(let name):
      try requireBlock("ROLLBACK TO SAVEPOINT")
      let index = try savepoint(name)
      restore(transaction.savepoints[index])
      dropCursors(since: transaction.savepoints[index].declaredCursors)
      transaction.savepoints.removeSubrange((index + 1)...)
      transaction.isFailed = false
      transaction.mayHaveFailed = transaction.savepoints[index].mayHaveFailed
      transaction.isReadOnly = transaction.savepoints[index].isReadOnly
      return .done("ROLLBACK")
    }
  }

  /// It commits, or it does not: what it changed is in doubt.
  private func commit(inDoubt reason: String) throws(EngineFailure) -> StatementResult {
    if let begin = transaction.begin, !session.isUnchanged(since: begin.session) {
      doubts.doubtEverything(reason)
    }
    (transaction, cursors) = (TransactionState(), [:])
    session.commit()
    throw .undecided(
      Undecided("COMMIT of a transaction that may have failed: \(reason)", changesNothing: true))
  }

  /// SET TRANSACTION. Source: `check_XactIsoLevel()`, `check_XactReadOnly()` in `variable.c`.
  func setTransaction(
    _ modes: TransactionModes, ofSession: Bool
  ) throws(EngineFailure) -> StatementResult {
    if ofSession {
      if let isReadOnly = modes.isReadOnly {
        try session.set(
          "default_transaction_read_only", isReadOnly ? "on" : "off", isLocal: false)
      }
      if let isolation = modes.isolation {
        try session.set("default_transaction_isolation", isolation, isLocal: false)
      }
      return .done("SET")
    }
    guard transaction.isOpen else {
      var result = StatementResult.done("SET")
      result.notices = [
        Notice(
          "WARNING", "SET TRANSACTION can only be used in transaction blocks",
          sqlState: SQLState(rawValue: "25P01"))
      ]
      return result
    }
    let state = SQLState(rawValue: "25001")
    if let isolation = modes.isolation, isolation != (try session.show("transaction_isolation")) {
      guard !transaction.hasQueried else {
        throw .postgres(
          PostgresError(state, "SET TRANSACTION ISOLATION LEVEL must be called before any query"))
      }
      guard transaction.savepoints.isEmpty else {
        throw .postgres(
          PostgresError(
            state, "SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction"))
      }
      try session.set("transaction_isolation", isolation, isLocal: true)
    }
    if modes.isReadOnly == false, transaction.isReadOnly {
      guard transaction.savepoints.isEmpty else {
        throw .postgres(
          PostgresError(
            state, "cannot set transaction read-write mode inside a read-only transaction"))
      }
      guard !transaction.hasQueried else {
        throw .postgres(
          PostgresError(state, "transaction read-write mode must be set before any query"))
      }
    }
    transaction.isReadOnly = modes.isReadOnly ?? transaction.isReadOnly
    return .done("SET")
  }

  private func begin(_ tag: String) -> StatementResult {
    var result = StatementResult.done(tag)
    if transaction.isOpen {
      result.notices = [
        Notice(
          "WARNING", "there is already a transaction in progress",
          sqlState: SQLState(rawValue: "25001"))
      ]
    } else {
      transaction.begin = mark("")
      transaction.hasQueried = false
      transaction.isReadOnly = (try? session.show("default_transaction_read_only")) == "on"
    }
    return result
  }

  /// What a transaction has made may be used by all when it has ended.
  func commitDefinitions() throws(EngineFailure) {
    if definitions.commit() { try session.define(definitions.catalog) }
    try endTemporaryTables()
  }

  /// What AND CHAIN keeps. Source: `SaveTransactionCharacteristics()` in `xact.c`.
  private var characteristics: (isReadOnly: Bool, isolation: String?) {
    get throws(EngineFailure) {
      (transaction.isReadOnly, try session.show("transaction_isolation"))
    }
  }

  private func chained(
    _ chain: Bool, _ kept: (isReadOnly: Bool, isolation: String?), _ tag: String
  ) throws(EngineFailure) -> StatementResult {
    if chain {
      transaction.begin = mark("")
      transaction.isReadOnly = kept.isReadOnly
      try session.set("transaction_isolation", kept.isolation, isLocal: true)
    }
    return .done(tag)
  }

  private func none(_ tag: String, _ chain: Bool) throws(EngineFailure) -> StatementResult {
    guard !chain else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "25P01"), "\(tag) AND CHAIN can only be used in transaction blocks"))
    }
    var result = StatementResult.done(tag)
    result.notices = [
      Notice(
        "WARNING", "there is no transaction in progress", sqlState: SQLState(rawValue: "25P01"))
    ]
    return result
  }

  /// Cursors that outlive their transaction keep the rows that they have as it ends.
  private func holdCursors() throws(EngineFailure) {
    cursors = cursors.filter(\.value.outlivesTransaction)
    for name in cursors.keys.sorted() where cursors[name]?.isHeld == false {
      try cursors[name]?.open.persist()
      cursors[name]?.isHeld = true
    }
  }

  func rollBack() {
    if let begin = transaction.begin { restore(begin) }
    session.commit()
    (transaction, cursors) = (TransactionState(), cursors.filter(\.value.isHeld))
  }

  func mark(_ name: String) -> TransactionState.Mark {
    TransactionState.Mark(
      name: name, definitions: definitions, session: session.savepoint(), doubts: doubts,
      mayHaveFailed: transaction.mayHaveFailed, isReadOnly: transaction.isReadOnly,
      declaredCursors: transaction.declaredCursors)
  }

  private func restore(_ mark: TransactionState.Mark) {
    definitions = mark.definitions
    session.restore(mark.session)
    doubts = doubts.restored(to: mark.doubts)
  }

  /// Cursors go with the savepoint that they were declared after; others stay where they are.
  ///
  /// Source: `AtSubAbort_Portals()` in `src/backend/utils/mmgr/portalmem.c`.
  func dropCursors(since count: Int) {
    guard !cursors.isEmpty else { return }
    cursors = cursors.filter { $0.value.isHeld || $0.value.number < count }
  }

  func requireBlock(_ command: String) throws(EngineFailure) {
    guard !transaction.isOpen else { return }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "25P01"), "\(command) can only be used in transaction blocks"))
  }

  private func savepoint(_ name: String) throws(EngineFailure) -> Int {
    if let index = transaction.savepoints.lastIndex(where: { $0.name == name }) { return index }
    throw .postgres(
      PostgresError(SQLState(rawValue: "3B001"), "savepoint \"\(name)\" does not exist"))
  }
}
