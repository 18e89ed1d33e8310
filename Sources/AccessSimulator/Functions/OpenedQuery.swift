import AccessModel
import RowSecurity
import SQLBinding

/// A query that a cursor is opened over, decided for who opens it.
public struct OpenedQuery {
  let secured: SecuredStatement
  let database: Database
  /// Who opens it.
  let role: String
  /// What was computed as it was planned.
  let computedCalls: [BoundExpression: SQLValue]
  let parameters: [SQLValue]
  let plannedParameters: [SQLValue]?
  /// Of the session, in which it is opened; nil: not by a function.
  var statement: Int?
  var transaction = 0
  /// Its rows may be computed once more, for who fetches by the cursor's name.
  var isForOthers = true

  init(
    _ secured: SecuredStatement, _ database: Database, _ session: Session,
    _ parameters: [SQLValue] = []
  ) {
    (self.secured, self.database, role) = (secured, database, session.role)
    computedCalls = session.computedCalls
    self.parameters = parameters
    plannedParameters = session.plannedParameters
  }

  /// Nil where there is no data.
  init?(
    _ secured: SecuredStatement, _ session: Session, _ parameters: [SQLValue], isForOthers: Bool
  ) {
    guard let database = session.database else { return nil }
    self.init(secured, database, session, parameters)
    database.follow()
    statement = session.variables.limits.statement
    transaction = session.variables.transaction
    self.isForOthers = isForOthers
  }
}

/// Portals without a name, which a session counts: `<unnamed portal 1>`.
///
/// Source: `CreateNewPortal()` in `src/backend/utils/mmgr/portalmem.c`.
struct UnnamedPortals {
  /// Nil: not known any more.
  private var count: Int? = 0
  /// Functions are called as often as the statement shows.
  var areCounted = false

  /// The name of the next one; nil: not known.
  mutating func next() -> String? {
    guard areCounted, let before = count else {
      count = nil
      return nil
    }
    count = before + 1
    return "<unnamed portal \(before + 1)>"
  }

  /// One more, for certain or perhaps.
  mutating func note(isSure: Bool) { count = isSure ? count.map { $0 + 1 } : nil }
}

extension PLCursor {
  /// As a value: the name of its portal.
  func value(of slot: PLSlot) throws(EngineFailure) -> SQLValue {
    switch name {
    case .none: return .null
    case .known(let name): return .text(Text(name))
    case .unsure: throw .undecided(Undecided("the name of the portal of `\(slot.name)`"))
    }
  }

  /// The name of a portal is assigned.
  mutating func take(_ value: SQLValue) {
    let new = if case .text(let text) = value { Name.known(text.string) } else { Name.none }
    if new != name { portal = nil }
    name = new
  }
}
