import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// How a session ends and another begins.
extension SimulatedTarget {
  /// Source: `DiscardAll()` in `src/backend/commands/discard.c`.
  func discard(_ what: String) throws(EngineFailure) -> StatementResult {
    let tag = "DISCARD \(what)"
    guard what != "PLANS" else {
      for name in prepared.keys { prepared[name]?.forgetPlan(session.plannedRights) }
      return .done(tag)
    }
    guard what != "ALL" || !transaction.isOpen else {
      throw Self.cannotRun("DISCARD ALL", "run inside a transaction block")
    }
    if what == "SEQUENCES" {
      session.forgetSequences()
      return .done(tag)
    }
    guard cursors.isEmpty || !definitions.hasTemporaryRelations else {
      throw .undecided(Undecided(tag))
    }
    try dropTemporaryObjects(tag)
    guard what == "ALL" else { return .done(tag) }
    session.forgetSequences()
    try session.set("session_authorization", nil, isLocal: false)
    session.resetAll()
    (prepared, cursors) = ([:], [:])
    return .done(tag)
  }

  /// `\c`: settings, prepared statements and cursors go; the database stays.
  public func connect(user: String?, database: String?) throws -> StatementResult {
    if let database, database != definitions.catalog.database?.name {
      return StatementResult(.undecided(Undecided("a connection to database \"\(database)\"")))
    }
    let user = user ?? session.login
    guard let role = definitions.catalog.role(user) else {
      return StatementResult(
        .failed(
          PostgresError(SQLState(rawValue: "28000"), "role \"\(user)\" does not exist")))
    }
    guard role.canLogin else {
      return StatementResult(
        .failed(
          PostgresError(
            SQLState(rawValue: "28000"), "role \"\(user)\" is not permitted to log in")))
    }
    if transaction.isOpen { rollBack() }
    (prepared, cursors) = ([:], [:])
    var result = StatementResult.done("")
    do throws(EngineFailure) {
      try endTemporarySchema()
    } catch {
      let reason = "temporary objects at the end of a session"
      doubts.doubtEverything(reason)
      result = StatementResult(.undecided(Undecided(reason)))
    }
    do throws(EngineFailure) {
      try session.reconnect(as: user)
      result.notices = session.takeNotices()
    } catch {
      guard case .undecided(let construct) = error else { return result }
      doubts.doubtEverything("what the session begins with")
      result = StatementResult(.undecided(construct))
    }
    return result
  }
}
