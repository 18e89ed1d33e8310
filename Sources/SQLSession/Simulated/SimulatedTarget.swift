import AccessDecisions
public import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// Runs a script's statements in the simulator, in one session over a database of its own.
///
/// Make it and use it inside `SessionStatementReader.onDeepStack`.
public final class SimulatedTarget: ScriptTarget {
  var session: SimulatedSession
  var definitions: DefinitionSession
  var transaction = TransactionState()
  var prepared: [String: PreparedEntry] = [:]
  /// Those whose PREPARE was undecided.
  private var openlyPrepared: [String: SQLStatement] = [:]
  var cursors: [String: Cursor] = [:]
  /// What an undecided statement may have changed.
  var doubts = Doubts()
  private var isBound = false

  /// As `SimulatedSession.serverNumber`.
  public var serverNumber: Int {
    get { session.serverNumber }
    set { session.serverNumber = newValue }
  }

  /// As `Simulator.smallestBatch`.
  public var smallestBatch: Int {
    get { session.smallestBatch }
    set { session.smallestBatch = newValue }
  }

  struct PreparedEntry {
    let types: [TypeName]
    let statement: SQLStatement
    /// When and as whom its names were last resolved.
    var analysis: StatementAnalysis
    typealias Planned = (role: String, rowSecurity: Bool, rights: SimulatedSession.Rights)

    /// Who it was last planned for, and with what rights.
    var planned: Planned
    /// It may have been planned anew since, with rights that are not known.
    var isPlanUnsure = false
    var plans = PlanHistory()
    /// The functions with which it last ran, whose bodies its plan may hold.
    var ranWith: SharedList<Catalog.Function>?
    /// What its rows look like, which may not change.
    let columns: [SimulatedSession.ResultColumn]?
    /// What its calls were found to mean, among which functions.
    var calls: (meanings: [SQLFunctionCall.Meaning], among: SharedList<Catalog.Function>)

    /// It is planned anew when it is next run.
    mutating func forgetPlan(_ rights: SimulatedSession.Rights) {
      planned.rights = rights
      (isPlanUnsure, ranWith) = (false, nil)
    }
  }

  /// An empty database, as its superuser.
  public convenience init(
    version: PostgresVersion, login: String = "postgres", database: String = "postgres"
  ) {
    let catalog = Catalog.emptyDatabase(database, login, version)
    self.init(
      version: version, login: login, definitions: DefinitionSession(catalog), isWhole: true)
  }

  /// A database with these definitions and no rows.
  public convenience init(
    version: PostgresVersion, login: String = "postgres", catalog: Catalog
  ) {
    self.init(
      version: version, login: login, definitions: DefinitionSession(catalog), isWhole: false)
  }

  /// A database with what a reader has read, and no rows but those that are `unknown`.
  ///
  /// `isWhole`: there is nothing else in it, such as extensions.
  convenience init(
    version: PostgresVersion, login: String, definitions: DefinitionSession,
    unknown: [String: String] = [:], isWhole: Bool
  ) {
    let session = SimulatedSession(version: version, login: login, isWhole: isWhole)
    session.open(definitions.catalog)
    self.init(session, definitions)
    for (table, reason) in unknown { doubts.doubt(table: table, reason) }
  }

  /// As another one, in a session of its own.
  convenience init(copying other: SimulatedTarget, _ session: SimulatedSession) {
    self.init(session, other.definitions)
    doubts = other.doubts
  }

  private init(_ session: SimulatedSession, _ definitions: DefinitionSession) {
    self.session = session
    self.definitions = definitions
    session.services = FunctionServices(
      parse: { (text) throws(EngineFailure) in
        do throws(SessionReadFailure) {
          return try FunctionText.commands(of: text, version: session.version)
        } catch {
          var answer = Self.located(error, in: text)
          if answer.origin.position != nil {
            answer.origin.query = ErrorOrigin.Query(text, context: "")
          }
          throw .postgres(answer)
        }
      },
      perform: { [weak self] (text, role) throws(EngineFailure) in
        try self?.perform(text, inFunctionOf: role) ?? 0
      },
      savepoint: { [weak self] in self?.functionSavepoint() ?? {} },
      cursor: { [weak self] (name) throws(EngineFailure) in
        guard let cursor = try self?.cursor(name) else { throw Self.noCursor(name) }
        return (cursor.open, cursor.position)
      },
      open: { [weak self] (name, query) in self?.openPortal(name, query) },
      close: { [weak self] open in self?.closePortal(open) },
      isReadOnly: { [weak self] in (try? self?.isReadOnly) == true })
  }

  public var isInTransaction: Bool { transaction.isOpen }

  /// The definitions as the statements so far left them.
  public var catalog: Catalog { definitions.catalog }

  public func bindNext() { isBound = true }

  public func run(_ text: String, copyData: () -> [String]) throws -> StatementResult {
    var result = session.valueStyle.use { runInStyle(text, copyData) }
    result.notices.insert(contentsOf: LongNames.notices(in: text), at: 0)
    result.notices.removeAll { !session.shows($0) }
    return result
  }

  private func runInStyle(_ text: String, _ copyData: () -> [String]) -> StatementResult {
    let statement: SessionStatement
    do throws(SessionReadFailure) {
      guard let read = try SessionStatementReader.read(text, version: session.version) else {
        return .done("")
      }
      statement = read
    } catch {
      if let reason = doubts.reason(forEscapesIn: text) {
        return StatementResult(.undecided(Undecided(reason)))
      }
      return fail(Self.located(error, in: text))
    }
    if transaction.isFailed, !statement.endsFailedTransaction {
      if case .unsupported(let what, isParsed: false) = statement {
        return StatementResult(.undecided(Undecided(what)))
      }
      return StatementResult(.failed(TransactionState.aborted))
    }
    session.doubtfulTables = doubts.tables
    // Without a block the statement is a transaction of its own.
    session.isInTransaction = true
    session.beginStatement(isFirst: !transaction.isOpen)
    session.countsPortals = statement.callsAsShown
    let before = session.savepoint()
    defer { isBound = false }
    do throws(EngineFailure) {
      if isBound { throw .undecided(Undecided("\\bind")) }
      if let everything = doubts.everything, !statement.endsFailedTransaction,
        !statement.marksTransaction
      {
        throw .undecided(Undecided("what follows \(everything)"))
      }
      if let reason = transaction.mayHaveFailed, !statement.endsFailedTransaction {
        throw .undecided(Undecided("what follows \(reason)", changesNothing: true))
      }
      let doubtOfDrop = doubts.reason(forDropIn: text)
      let isCascade = text.lowercased().contains("cascade")
      if let reason = doubts.reason(forNamesIn: text) ?? doubts.reason(forCatalogsIn: text)
        ?? (isCascade ? nil : doubtOfDrop)
      {
        throw .undecided(Undecided(reason))
      }
      try requireWritable(statement, text)
      if statement.takesSnapshot, transaction.isOpen { transaction.hasQueried = true }
      var result = try perform(statement, copyData)
      if !transaction.isOpen {
        do throws(EngineFailure) {
          try session.checkDeferred()
        } catch {
          session.restore(before)
          throw error
        }
        closePortals()
        session.commit()
        try commitDefinitions()
      }
      result.notices += session.takeNotices()
      if let unsure = session.takeUnsureNotices() { return StatementResult(.undecided(unsure)) }
      // It is dropped, with all that there is of it: only what is said of that is not known.
      if let doubtOfDrop { return StatementResult(.undecided(Undecided(doubtOfDrop))) }
      return result
    } catch {
      let notices = session.takeNotices()
      let unsureNotices = session.takeUnsureNotices()
      if !transaction.isOpen { closePortals() }
      if case .undecided = error { session.countPortal(isSure: false) }
      var result: StatementResult
      switch error {
      case .postgres(let error):
        if let unsureNotices {
          if transaction.isOpen { transaction.isFailed = true }
          result = StatementResult(.undecided(unsureNotices))
        } else if let reason = doubts.reason(for: error) {
          result = StatementResult(.undecided(Undecided("an error that \(reason) may explain")))
          // On a server it may have gone through.
          noteEffects(of: statement, text, Undecided(reason))
          noteFailure(statement, reason)
          if case .transaction(.rollbackTo) = statement {
            (transaction.isFailed, transaction.mayHaveFailed) = (false, reason)
          }
        } else {
          result = fail(located(error, in: text))
        }
      case .undecided(let construct) where construct.isRefusal == true:
        if transaction.isOpen { transaction.isFailed = true }
        noteStorage(statement, text)
        result = StatementResult(.undecided(construct))
      case .undecided(let construct):
        noteStorage(statement, text)
        if case .prepare(let name, _, let text) = statement {
          openlyPrepared[name] = text.statement
        }
        noteExecution(statement, construct)
        let changesMore = statement.changesMoreThanRows(text)
        let isDoubtful =
          session.mayHaveWrittenInFunctions || mayCallWriters(statement, text) || changesMore
        if statement.mayWrite, isDoubtful {
          if functionsWriteRowsOnly, !changesMore {
            for table in namesWithRows { doubts.doubt(table: table, construct.construct) }
          } else {
            doubts.doubtEverything(construct.construct)
          }
        }
        // In a transaction it matters whether it failed.
        if construct.changesNothing != true || transaction.isOpen {
          noteEffects(of: statement, text, construct)
        }
        if construct.isSuccess != true { noteFailure(statement, construct.construct) }
        result = StatementResult(.undecided(construct))
      }
      result.notices = notices
      return result
    }
  }

  /// What an undecided statement has stored before it failed, or has taken back, keeps its place.
  private func noteStorage(_ statement: SessionStatement, _ text: String) {
    if case .data(let data) = statement, data.changedRelations.isEmpty,
      !session.mayHaveWrittenInFunctions, !mayCallWriters(statement, text)
    {
      return
    }
    if case .explain(_, runs: false) = statement { return }
    session.closeHeaps()
  }

  /// What an undecided statement may have changed.
  private func noteEffects(
    of statement: SessionStatement, _ text: String, _ construct: Undecided
  ) {
    doubts.note(statement, text, construct, known: relationsWithRows(beyond: statement))
    doubts.spread(over: definitions.catalog, followsEveryKey: statement.truncatesInCascade)
    // A cursor's query is written elsewhere.
    let query = if case .fetch = statement { String?.none } else { text }
    session.doubtSequences(of: Set(doubts.tables.keys), named: query)
    if Self.mayChangeSettings(text) || Self.changesOwned(text)
      || doubts.mayCallUnknown(statement, text)
    {
      doubts.doubtEverything(construct.construct)
    }
  }

  /// Whether it calls what changes settings, which policies and all else may depend on.
  private static func mayChangeSettings(_ text: String) -> Bool {
    let isDefinition = text.lowercased().drop { !$0.isLetter }.hasPrefix("create")
    return !isDefinition && Self.words(of: text).contains("set_config")
  }

  /// DROP OWNED and REASSIGN OWNED change what they do not name.
  private static func changesOwned(_ text: String) -> Bool {
    words(of: text).contains("owned") && !words(of: text).isDisjoint(with: ["drop", "reassign"])
  }

  /// What an undecided EXECUTE may have changed.
  private func noteExecution(_ statement: SessionStatement, _ construct: Undecided) {
    var statement = statement
    if case .explain(let inner, runs: true) = statement { statement = inner }
    guard case .execute(let name, _) = statement, let executed = executed(name) else { return }
    doubts.note(executed: executed, construct, known: namesWithRows)
  }

  func executed(_ name: String) -> SQLStatement? {
    prepared[name]?.statement ?? openlyPrepared[name]
  }

  /// Tables and materialized views.
  var namesWithRows: [String] {
    definitions.catalog.tables.map(\.name.name)
      + definitions.catalog.views.filter(\.isMaterialized).map(\.name.name)
  }

  /// Those that a statement may have changed. With a rule on its target it may be any: then the target
  /// is left out, so that it counts as something with any table below it.
  private func relationsWithRows(beyond statement: SessionStatement) -> [String] {
    guard case .data(let data) = statement else { return namesWithRows }
    let ruled = definitions.catalog.tables.filter { !$0.rules.isEmpty }.map(\.name.name)
    let targets = data.changedRelations.map(\.name).filter(ruled.contains)
    return namesWithRows.filter { !targets.contains($0) }
  }

  /// In a transaction it matters whether an undecided statement failed.
  private func noteFailure(_ statement: SessionStatement, _ reason: String) {
    guard transaction.isOpen, transaction.mayHaveFailed == nil, statement.mayFail,
      !reason.hasPrefix("the system catalog")
    else { return }
    transaction.mayHaveFailed = reason
  }

  private func perform(
    _ statement: SessionStatement, _ copyData: () -> [String]
  ) throws(EngineFailure) -> StatementResult {
    switch statement {
    case .data(let statement): return try data(statement)
    case .transaction(let command): return try run(command)
    case .setTransaction(let modes, let ofSession):
      return try setTransaction(modes, ofSession: ofSession)
    case .set(let change): return try set(change)
    case .show(let name):
      guard let name else { throw .undecided(Undecided("SHOW ALL")) }
      let value = try session.show(name)
      let shown = ServerSettings.spelled(name)
      return StatementResult(.completed(columns: [shown], rows: [[value]], tag: "SHOW"))
    case .prepare(let name, let types, let text): return try prepare(name, types, text)
    case .execute(let name, let arguments): return try execute(name, arguments)
    case .deallocate(let name):
      guard let name else {
        prepared = [:]
        return .done("DEALLOCATE ALL")
      }
      guard prepared.removeValue(forKey: name) != nil || doubts.prepared[name] != nil else {
        throw Self.noPrepared(name)
      }
      doubts.forget(prepared: name)
      return .done("DEALLOCATE")
    case .declareCursor(let declaration): return try declare(declaration)
    case .fetch(let command): return try fetch(command)
    case .close(let name):
      guard let name else {
        cursors = [:]
        return .done("CLOSE CURSOR ALL")
      }
      _ = try cursor(name)
      cursors[name] = nil
      return .done("CLOSE CURSOR")
    case .copy(let command): return try copy(command, copyData)
    case .explain(let inner, let runs):
      return try explained(inner, runs: runs)
    case .call(let call):
      return StatementResult(
        try session.call(call, mayEndTransaction: !transaction.isOpen))
    case .lock(let names, let mode):
      try requireBlock("LOCK TABLE")
      for name in names { try session.requireLock(name, mode: mode) }
      return .done("LOCK TABLE")
    case .constraints(let names, let isDeferred):
      // Alone it is over with its own transaction.
      defer { if !transaction.isOpen { session.isInTransaction = false } }
      if !transaction.isOpen {
        session.notice([
          Notice(
            "WARNING", "SET CONSTRAINTS can only be used in transaction blocks",
            sqlState: SQLState(rawValue: "25P01"))
        ])
      }
      try session.setConstraints(names, isDeferred: isDeferred)
      return .done("SET CONSTRAINTS")
    case .discard(let what): return try discard(what)
    case .idle(let tag):
      session.noteInvalidation()
      if tag == "CHECKPOINT" { try session.requireCheckpoint() }
      // Which libraries there are only a server knows.
      if tag == "LOAD" { throw .undecided(Undecided("LOAD", changesNothing: true)) }
      return .done(tag)
    case .vacuum(let definition):
      guard !transaction.isOpen else {
        throw Self.cannotRun("VACUUM", "run inside a transaction block")
      }
      session.forgetItems()
      return try define(definition)
    case .definition(let definition): return try define(definition)
    case .refused(let error): throw .postgres(error)
    case .unsupported(let what, _): throw .undecided(Undecided(what))
    }
  }

  func data(_ statement: SQLStatement) throws(EngineFailure) -> StatementResult {
    if session.version < .v17, statement.mergesInWith {
      throw .postgres(
        PostgresError(.featureNotSupported, "MERGE not supported in WITH query"))
    }
    let result = StatementResult(try session.run(statement))
    if case .truncate(let truncate) = statement {
      for name in truncate.relations { doubts.clear(table: name.name) }
    }
    return result
  }

  private func set(_ change: SettingChange) throws(EngineFailure) -> StatementResult {
    guard let name = change.name else {
      session.resetAll()
      return .done(change.tag)
    }
    // It holds for the statement's own transaction, which is over with it.
    if change.isLocal, !transaction.isOpen {
      session.notice([
        Notice(
          "WARNING", "SET LOCAL can only be used in transaction blocks",
          sqlState: SQLState(rawValue: "25P01"))
      ])
    }
    try session.set(name, change.value, isLocal: change.isLocal)
    return .done(change.tag)
  }
}

extension StatementResult {
  init(_ completion: Completion) {
    let givesRows = completion.givesRows
    self.init(
      .completed(
        columns: givesRows ? completion.columns : nil, rows: completion.rows, tag: completion.tag))
  }
}

extension Completion {
  /// SELECT, or RETURNING.
  fileprivate var givesRows: Bool { !columns.isEmpty || tag.hasPrefix("SELECT") }
}
