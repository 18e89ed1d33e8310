import AccessModel
import CPgQuery
import RowSecurity

/// Applies statements in order to a catalog, as one superuser session would.
struct CatalogBuilder {
  /// What became of a statement.
  enum Effect {
    /// Applied, or of no consequence to access.
    case applied
    /// It reads or changes rows.
    case data
    /// Applied but for a part, which is named.
    case partly(String)
  }

  var state: DatabaseState
  var reader = SyntaxReader()
  /// Where the statement being applied stands.
  var place: SourcePlace?
  var origin = Catalog.Origin.plan
  /// What ROLLBACK goes back to; nil outside of a transaction.
  private var begun: DatabaseState?
  private var savepoints: [(name: String, state: DatabaseState)] = []
  /// What the end of the transaction puts back: SET LOCAL.
  private var pathAtBegin: [String]?
  var statementDepth = 0
  /// Whether a session gives statements one by one: rights are asked for, and what PostgreSQL says
  /// besides is collected. A file is read as by a superuser.
  var isSession = false
  private(set) var notices: [Notice] = []
  /// What the statement does to rows, in order.
  private(set) var effects: [RowEffect] = []

  /// The role that the session began as.
  let administrator: String?

  init(_ state: DatabaseState) {
    self.state = state
    administrator = state.currentRole
  }

  /// Ends the transaction as psql does at the end of a file whose transaction was left open by
  /// mistake: its work is kept, so that it can be seen. Settings go.
  mutating func endSession() {
    (begun, pathAtBegin, savepoints) = (nil, nil, [])
    state.searchPath = ["public"]
    if let administrator { state.currentRole = administrator }
  }

  /// Applies one statement; a refused one leaves everything as it was.
  mutating func apply(_ node: Node, at place: SourcePlace?) throws(ReadFailure) -> Effect {
    self.place = place
    reader = SyntaxReader()
    effects = []
    // A copy makes the first change copy whole arrays, which adds up over thousands of objects.
    if node.changesLast { return try dispatch(node) }
    let before = state
    do throws(ReadFailure) {
      return try dispatch(node)
    } catch {
      state = before
      throw error
    }
  }

  mutating func transaction(
    _ node: UnsafeMutablePointer<PgQuery__TransactionStmt>
  ) throws(ReadFailure) -> Effect {
    let name = text(node.pointee.savepoint_name)
    switch node.pointee.kind {
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_BEGIN,
      PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_START:
      if begun == nil { (begun, pathAtBegin) = (state, nil) }
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_COMMIT: end(keeping: true)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK: end(keeping: false)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_SAVEPOINT:
      guard begun != nil else {
        throw .refused(
          SQLState(rawValue: "25P01"), "SAVEPOINT can only be used in transaction blocks")
      }
      savepoints.append((name, state))
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_RELEASE:
      savepoints.removeSubrange(try savepoint(name)...)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK_TO:
      let index = try savepoint(name)
      state = savepoints[index].state
      savepoints.removeSubrange((index + 1)...)
    default: throw .unsupported("a prepared transaction")
    }
    return .applied
  }

  private func savepoint(_ name: String) throws(ReadFailure) -> Int {
    guard let index = savepoints.lastIndex(where: { $0.name == name }) else {
      throw .refused(SQLState(rawValue: "3B001"), "savepoint \"\(name)\" does not exist")
    }
    return index
  }

  private mutating func end(keeping: Bool) {
    if !keeping, let begun { state = begun }
    if let pathAtBegin { state.searchPath = pathAtBegin }
    (begun, pathAtBegin, savepoints) = (nil, nil, [])
  }

  /// SET search_path; LOCAL ends with the transaction.
  mutating func setSearchPath(_ path: [String], isLocal: Bool) {
    if isLocal {
      // Outside of a transaction block it has no effect.
      guard begun != nil else { return }
      if pathAtBegin == nil { pathAtBegin = state.searchPath }
    } else {
      pathAtBegin = nil
    }
    state.searchPath = path
  }

  mutating func notice(_ message: String, detail: String? = nil, hint: String? = nil) {
    if isSession { notices.append(Notice("NOTICE", message, detail: detail, hint: hint)) }
  }

  mutating func warning(_ message: String, hint: String? = nil) {
    if isSession { notices.append(Notice("WARNING", message, hint: hint)) }
  }

  mutating func note(_ effect: RowEffect) {
    if isSession { effects.append(effect) }
  }

  /// Asks whether the current role may. RULES 84.
  func require(_ right: DefinitionRight) throws(ReadFailure) {
    guard isSession, !state.isSuperuser else { return }
    do throws(PostgresError) {
      try authority.require(right)
    } catch {
      throw .refused(error, location: nil)
    }
  }

  var authority: DefinitionAuthority {
    DefinitionAuthority(state.catalog, as: state.currentRole)
  }
}
