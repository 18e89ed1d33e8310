public import AccessDecisions
public import AccessModel
import RowSecurity
public import SQLBinding

/// An open cursor: privileges and policies are those of who declared it; what is evaluated is
/// evaluated as whoever fetches first. RULES 26.
public final class OpenCursor {
  private let secured: SecuredStatement
  private let database: Database
  private unowned let session: SimulatedSession
  private var fetched: (user: String, completion: Completion)?

  init(_ secured: SecuredStatement, _ database: Database, _ session: SimulatedSession) {
    self.secured = secured
    self.database = database
    self.session = session
  }

  /// All rows, as of the moment it was declared.
  public func rows() throws(EngineFailure) -> Completion {
    let user = session.currentUser
    if let fetched {
      guard fetched.user == user else {
        throw .undecided(Undecided("a cursor that different roles fetch from"))
      }
      return fetched.completion
    }
    let completion = try session.run(secured, on: database)
    fetched = (user, completion)
    return completion
  }
}

extension SimulatedSession {
  /// DECLARE: the query is decided now, and run when it is first fetched from.
  public func open(_ query: SQLQuery) throws(EngineFailure) -> OpenCursor {
    let session = evaluation()
    defer { session.close() }
    let secured = try PreparedStatement.secure(.query(query), [], session)
    return OpenCursor(secured, store.database, self)
  }

  func run(
    _ secured: SecuredStatement, on database: Database
  ) throws(EngineFailure) -> Completion {
    let session = Session(
      engineNow, database, role: currentUser, variables: variables, store: store)
    defer { session.close() }
    return try PreparedStatement(secured, session, database).run([])
  }
}
