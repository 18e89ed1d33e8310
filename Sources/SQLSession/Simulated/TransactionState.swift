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
  }

  /// Nil: none is open.
  var begin: Mark?
  var savepoints: [Mark] = []
  /// A statement failed; nothing runs until the block ends.
  var isFailed = false
  /// An undecided statement, which may have ended the block: what the rest of it gives is not known.
  var mayHaveFailed: String?

  var isOpen: Bool { begin != nil }

  static let aborted = PostgresError(
    SQLState(rawValue: "25P02"),
    "current transaction is aborted, commands ignored until end of transaction block")
}

extension SimulatedTarget {
  func run(_ command: TransactionCommand) throws(EngineFailure) -> StatementResult {
    switch command {
    case .begin: return begin()
    case .commit(let chain):
      guard transaction.isOpen else { return try none("COMMIT", chain) }
      guard !transaction.isFailed else {
        rollBack()
        return chained(chain, "ROLLBACK")
      }
      if let reason = transaction.mayHaveFailed { return try commit(inDoubt: reason) }
      do throws(EngineFailure) {
        try session.checkDeferred()
      } catch {
        rollBack()
        throw error
      }
      (transaction, cursors) = (TransactionState(), cursors.filter(\.value.outlivesTransaction))
      session.commit()
      return chained(chain, "COMMIT")
    case .rollback(let chain):
      guard transaction.isOpen else { return try none("ROLLBACK", chain) }
      rollBack()
      return chained(chain, "ROLLBACK")
    case .savepoint(let name):
      try requireBlock("SAVEPOINT")
      transaction.savepoints.append(mark(name))
      return .done("SAVEPOINT")
    case .release(let name):
      try requireBlock("RELEASE SAVEPOINT")
      transaction.savepoints.removeSubrange(try savepoint(name)...)
      return .done("RELEASE")
    case .rollbackTo(let name):
      try requireBlock("ROLLBACK TO SAVEPOINT")
      let index = try savepoint(name)
      restore(transaction.savepoints[index])
      transaction.savepoints.removeSubrange((index + 1)...)
      transaction.isFailed = false
      transaction.mayHaveFailed = transaction.savepoints[index].mayHaveFailed
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

  private func begin() -> StatementResult {
    var result = StatementResult.done("BEGIN")
    if transaction.isOpen {
      result.notices = [
        Notice("WARNING", "there is already a transaction in progress")
      ]
    } else {
      transaction.begin = mark("")
    }
    return result
  }

  private func chained(_ chain: Bool, _ tag: String) -> StatementResult {
    if chain { transaction.begin = mark("") }
    return .done(tag)
  }

  private func none(_ tag: String, _ chain: Bool) throws(EngineFailure) -> StatementResult {
    guard !chain else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "25P01"), "\(tag) AND CHAIN can only be used in transaction blocks"))
    }
    var result = StatementResult.done(tag)
    result.notices = [Notice("WARNING", "there is no transaction in progress")]
    return result
  }

  func rollBack() {
    if let begin = transaction.begin { restore(begin) }
    session.commit()
    (transaction, cursors) = (TransactionState(), cursors.filter(\.value.isHeld))
  }

  func mark(_ name: String) -> TransactionState.Mark {
    TransactionState.Mark(
      name: name, definitions: definitions, session: session.savepoint(), doubts: doubts,
      mayHaveFailed: transaction.mayHaveFailed)
  }

  private func restore(_ mark: TransactionState.Mark) {
    definitions = mark.definitions
    session.restore(mark.session)
    doubts = doubts.restored(to: mark.doubts)
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
