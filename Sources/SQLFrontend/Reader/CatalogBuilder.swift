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
  /// What the statement held that its tree does not.
  var newer = NewerSyntax()
  /// What ROLLBACK goes back to; nil outside of a transaction.
  private var begun: DatabaseState?
  private var savepoints: [(name: String, state: DatabaseState)] = []
  /// What the end of the transaction puts back: SET LOCAL.
  private var pathAtBegin: [String]?
  var statementDepth = 0
  /// Of a session: the statement stands inside a savepoint, or in a function, which may have made one.
  var isNested = false
  var isInFunction = false
  var isRestricted = false
  var login = ""
  /// Of a session: as `DefinitionSession.Settings` has them.
  var currentValues: [String: String?] = [:]
  var executed: DefinitionSession.Executed?
  /// The table that the statement makes.
  var tableInMaking: QualifiedName?
  /// Whether a session gives statements one by one: rights are asked for, and what PostgreSQL says
  /// besides is collected. A file is read as by a superuser.
  var isSession = false
  /// Of a session: the statement, where errors may point into it.
  var statementText: [UInt8] = []
  /// Bodies of functions are looked at when these are made.
  var checksBodies = true
  /// `password_encryption` is `md5`.
  var encryptsByMD5 = false
  /// What makes it unsure which messages there are.
  var unsureNotices: String?
  /// `plpgsql.extra_warnings` and `plpgsql.extra_errors`.
  var extraChecks: (warnings: Set<PLExtraCheck>, errors: Set<PLExtraCheck>) = ([], [])
  /// Of a session: whether there are rows that a definition would have to look at.
  var hasRows = true
  private(set) var notices: [Notice] = []
  /// What ALTER TABLE has found that it may alter, whatever becomes of it.
  var altered: QualifiedName?
  /// Columns that ALTER TABLE has given other types.
  var retyped: Set<NameResolver.Column> = []
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
    let before = state
    do throws(ReadFailure) {
      return try run(node, at: place)
    } catch {
      state = before
      throw error
    }
  }

  private mutating func run(_ node: Node, at place: SourcePlace?) throws(ReadFailure) -> Effect {
    self.place = place
    reader = SyntaxReader(newer)
    effects = []
    tableInMaking = nil
    let effect = try dispatch(node)
    if reader.namesColumns { state.mayNameColumns = true }
    return effect
  }

  /// The builder as it was some statements ago, in a list of one, and those statements.
  private var checkpoint: [CatalogBuilder] = []
  private var applied: [(ParsedStatement, SourcePlace)] = []
  /// How many statements are applied again, at most, when one is refused half done.
  private static let mostApplied = 64

  /// As `apply`, for long scripts: a copy of everything is held once in a while and not for every
  /// statement, since whatever a statement changes must be copied while a copy is held.
  mutating func apply(
    _ statement: ParsedStatement, at place: SourcePlace
  ) throws(ReadFailure) -> Effect {
    guard let node = statement.node else { return .applied }
    if checkpoint.isEmpty || applied.count >= Self.mostApplied {
      (checkpoint, applied) = ([], [])
      checkpoint = [self]
    }
    let version = state.version
    newer = statement.newer
    do throws(ReadFailure) {
      let effect = try run(node, at: place)
      applied.append((statement, place))
      return effect
    } catch {
      if state.version != version { replay() }
      throw error
    }
  }

  /// Goes back to the checkpoint and applies what was applied since.
  private mutating func replay() {
    guard var builder = checkpoint.first else { return }
    for (statement, place) in applied {
      builder.newer = statement.newer
      if let node = statement.node { _ = try? builder.run(node, at: place) }
    }
    builder.checkpoint = checkpoint
    builder.applied = applied
    self = builder
  }

  /// Takes a state that no statement of its own has made.
  mutating func replaceState(_ state: DatabaseState) {
    (checkpoint, applied) = ([], [])
    self.state = state
  }

  var isInTransaction: Bool { begun != nil }

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

  mutating func notice(
    _ message: String, detail: String? = nil, hint: String? = nil, sqlState: String? = nil
  ) {
    guard isSession else { return }
    notices.append(
      Notice(
        "NOTICE", message, detail: detail, hint: hint,
        sqlState: sqlState.map(SQLState.init(rawValue:))))
  }

  mutating func add(_ notice: Notice) { notices.append(notice) }

  mutating func warning(
    _ message: String, detail: String? = nil, hint: String? = nil, sqlState: String? = nil
  ) {
    guard isSession else { return }
    notices.append(
      Notice(
        "WARNING", message, detail: detail, hint: hint,
        sqlState: sqlState.map(SQLState.init(rawValue:))))
  }

  mutating func note(_ effect: RowEffect) {
    if isSession { effects.append(effect) }
  }

  /// Rows are looked at when all commands of an ALTER TABLE are done: indexes are made first, unless
  /// rows are written anew, then rows are gone through, at last those of other tables that they
  /// refer to.
  ///
  /// Source: `ATController()`, `ATRewriteTables()` in `src/backend/commands/tablecmds.c`.
  mutating func orderValidations() {
    let rewrites = effects.contains { if case .retypedColumn = $0 { true } else { false } }
    func rank(_ effect: RowEffect) -> Int {
      guard case .validate(_, let requirement) = effect else { return 0 }
      switch requirement {
      case .key, .uniqueIndex, .index, .exclusion: return rewrites ? 3 : 1
      case .notNull, .check, .partitionBound, .defaultPartition, .detached: return 2
      case .foreignKey: return 4
      }
    }
    effects = (0...4).flatMap { wanted in effects.filter { rank($0) == wanted } }
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
    DefinitionAuthority(
      state.catalog, as: state.currentRole, version: state.postgresVersion)
  }
}
