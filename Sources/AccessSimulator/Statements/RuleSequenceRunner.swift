import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// The statements that rules have made of one: each sees what those before it have written, and
/// needs its privileges when its turn comes. RULES 60.
///
/// Source: `PortalRunMulti()` in `src/backend/tcop/pquery.c`.
struct RuleSequenceRunner {
  private let first: StatementRunner
  private let rest: ArraySlice<SecuredStatement>
  private let answering: Int?
  private let emptyTag: String
  private let session: Session

  init(
    _ parts: [SecuredStatement], _ secured: SecuredStatement, _ session: Session,
    _ database: Database
  ) throws(EngineFailure) {
    guard let head = parts.first else { throw .undecided(Undecided("a rule without a statement")) }
    first = try StatementRunner(head, session, database)
    rest = parts.dropFirst()
    answering = secured.answering
    emptyTag = secured.statement.emptyTag
    self.session = session
  }

  func run() throws(EngineFailure) -> Completion {
    var completions = [try first.runInside()]
    for part in rest {
      guard let store = session.workingStore else {
        throw .undecided(Undecided("several statements of a rule outside of a session"))
      }
      let next = Session(
        session.engine, store.database, role: session.role, variables: session.variables,
        store: store, depth: session.depth)
      next.parameters = session.parameters
      defer { next.close() }
      if let error = try session.engine.privileges.firstFailure(of: part.privileges) {
        throw .postgres(error)
      }
      completions.append(try StatementRunner(part, next, store.database).runInside())
    }
    if let answering, completions.indices.contains(answering) { return completions[answering] }
    // Rows of RETURNING come all the same.
    let shown = completions.filter { !$0.columns.isEmpty }
    guard shown.count <= 1 else { throw .undecided(Undecided("rows of two statements of rules")) }
    return Completion(
      tag: emptyTag, count: 0, columns: shown.first?.columns ?? [], rows: shown.first?.rows ?? [])
  }
}

extension BoundStatement {
  /// The tag of the statement where no row is changed.
  var emptyTag: String {
    switch self {
    case .insert: "INSERT 0 0"
    case .update: "UPDATE 0"
    default: "DELETE 0"
    }
  }
}
