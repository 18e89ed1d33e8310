public import AccessModel
import CPgQuery
import RowSecurity
public import SQLText

/// A database's definitions, as a session changes them one statement at a time.
///
/// A value: a savepoint is a copy. Call `apply` inside `SessionStatementReader.onDeepStack`.
///
/// ```swift
/// var session = DefinitionSession(catalog)
/// let outcome = session.apply(definition, in: settings)
/// ```
public struct DefinitionSession: Sendable {
  /// What statements of a session share.
  public struct Settings: Hashable, Sendable {
    public var currentUser: String
    public var sessionUser: String
    /// Who logged in.
    public var login: String
    /// The setting as SHOW gives it: `"$user", public`.
    public var searchPath: String
    public var version: PostgresVersion
    /// The setting `createrole_self_grant`.
    public var createRoleSelfGrant: String
    /// `check_function_bodies`.
    public var checksBodies: Bool
    /// `password_encryption` is `md5`.
    public var encryptsByMD5 = false
    /// `plpgsql.extra_warnings` and `plpgsql.extra_errors`.
    public var extraWarnings: Set<PLExtraCheck> = []
    public var extraErrors: Set<PLExtraCheck> = []
    /// Whether tables have rows that a definition would have to look at or change: such a one is
    /// unsupported, where nobody does so.
    public var hasRows: Bool
    /// Inside a savepoint.
    public var isNested = false
    /// In a function.
    public var isInFunction = false
    /// In a security-restricted operation.
    public var isRestricted = false
    /// What the parameters that SET … FROM CURRENT names are set to; nil: they are not known to the
    /// server. Without one that is not modelled.
    public var currentValues: [String: String?] = [:]
    /// What CREATE TABLE … AS EXECUTE runs.
    public var executed: Executed?

    public init(
      currentUser: String, sessionUser: String, searchPath: String = "\"$user\", public",
      version: PostgresVersion = .v15, createRoleSelfGrant: String = "",
      checksBodies: Bool = true, hasRows: Bool = true, login: String? = nil
    ) {
      self.login = login ?? sessionUser
      self.hasRows = hasRows
      self.checksBodies = checksBodies
      self.currentUser = currentUser
      self.sessionUser = sessionUser
      self.searchPath = searchPath
      self.version = version
      self.createRoleSelfGrant = createRoleSelfGrant
    }
  }

  /// What a prepared statement is to a definition that names it.
  public enum Executed: Hashable, Sendable {
    case query(SQLQuery)
    case refused(PostgresError)
    case unsupported(String)
  }

  private(set) var state: DatabaseState

  public init(_ catalog: Catalog) { state = DatabaseState(catalog: catalog, currentRole: "") }

  init(_ state: DatabaseState) { self.state = state }

  /// A file is read as by a superuser, whatever the platform makes of the role.
  mutating func requireSuperuser(_ role: String) {
    guard let index = state.catalog.roles.firstIndex(where: { $0.name == role }),
      !state.catalog.roles[index].isSuperuser
    else { return }
    state.catalog.roles[index].isSuperuser = true
  }

  /// The definitions as they are now.
  ///
  /// Bodies of SQL functions are as written, their names not resolved: a call finds them by the
  /// search path that it runs with, as PostgreSQL does. Temporary objects are in `pg_temp`.
  public var catalog: Catalog { state.catalog }

  /// Whether the session has made anything that goes with it.
  public var hasTemporaryRelations: Bool {
    let isTemporary = { (name: QualifiedName) in name.schema == DatabaseState.temporarySchema }
    return catalog.tables.contains { isTemporary($0.name) }
      || catalog.views.contains { isTemporary($0.name) }
      || catalog.sequences.contains { isTemporary($0.name) }
      || catalog.functions.contains { isTemporary($0.name) }
      || catalog.types.contains { isTemporary($0.name) }
      || catalog.operators.contains { isTemporary($0.name) }
  }

  /// What goes with the session, tables first; nil: there is something else of it.
  public var temporaryObjects: [(object: SQLObject, owner: String)]? {
    let isTemporary = { (name: QualifiedName) in name.schema == DatabaseState.temporarySchema }
    guard !catalog.types.contains(where: { isTemporary($0.name) }),
      !catalog.operators.contains(where: { isTemporary($0.name) })
    else { return nil }
    var result: [(object: SQLObject, owner: String)] = []
    for table in catalog.tables where isTemporary(table.name) {
      result.append((.table(table.name), table.owner))
    }
    for view in catalog.views where isTemporary(view.name) {
      result.append((.view(view.name), view.owner))
    }
    for sequence in catalog.sequences where isTemporary(sequence.name) {
      result.append((.sequence(sequence.name), sequence.owner))
    }
    for function in catalog.functions where isTemporary(function.name) {
      let arguments = function.arguments.map(\.type)
      switch function.kind {
      case .procedure:
        result.append((.procedure(function.name, arguments: arguments), function.owner))
      case .aggregate: return nil
      default: result.append((.function(function.name, arguments: arguments), function.owner))
      }
    }
    return result
  }

  /// Another session has a temporary schema of its own.
  public mutating func forgetTemporarySchema() {
    state.catalog.schemas.removeAll { $0.name == DatabaseState.temporarySchema }
  }

  /// Applies one definition; a refused one changes nothing.
  public mutating func apply(
    _ definition: Definition, in settings: Settings, at place: SourcePlace? = nil
  ) -> DefinitionOutcome {
    guard let node = definition.parsed.node else { return DefinitionOutcome(.notADefinition) }
    if Self.isForOthers(node) { return DefinitionOutcome(.notADefinition) }
    enter(settings)
    var builder = CatalogBuilder(state)
    builder.isSession = true
    builder.checksBodies = settings.checksBodies
    builder.encryptsByMD5 = settings.encryptsByMD5
    builder.extraChecks = (settings.extraWarnings, settings.extraErrors)
    builder.statementText = Array(definition.text.dropFirst(definition.start))
    builder.hasRows = settings.hasRows
    builder.isNested = settings.isNested
    builder.isInFunction = settings.isInFunction
    builder.isRestricted = settings.isRestricted
    builder.login = settings.login
    builder.currentValues = settings.currentValues
    builder.executed = settings.executed
    builder.newer = definition.parsed.newer
    do throws(ReadFailure) {
      let effect = try builder.apply(node, at: place)
      state = builder.state
      if case .partly(let what) = effect { throw .unsupported(what) }
      // A prepared statement runs for a table even WITH NO DATA: `ExecCreateTableAs()`.
      let runs = definition.execution != nil && !builder.effects.isEmpty
      var outcome = DefinitionOutcome(.done(tag: runs ? "SELECT 0" : CommandTag.of(node)))
      outcome.notices = builder.notices
      outcome.unsureNotices = builder.unsureNotices
      outcome.effects = builder.effects
      outcome.altered = builder.altered
      return outcome
    } catch {
      var outcome: DefinitionOutcome
      switch error {
      case .unsupported(let what, _): outcome = DefinitionOutcome(.unsupported(what))
      case .refused(let answer, let location):
        outcome = DefinitionOutcome(.refused(answer, offset: location))
      }
      outcome.notices = builder.notices
      outcome.altered = builder.altered
      return outcome
    }
  }

  /// Writes texts otherwise where they are constants of what another catalog has not. `places`: which
  /// of them; nil: all. How many there are.
  @discardableResult
  public mutating func settle(
    _ texts: [String: String], at places: Set<Int>? = nil, since old: Catalog
  ) -> Int {
    let constants = SettledConstants(texts, at: places)
    var builder = CatalogBuilder(state)
    builder.rewrite(since: old) { $0.settled = constants }
    state = builder.state
    return constants.count
  }

  /// Ends the transaction that the definitions so far were made in. Whether anything changed by it.
  public mutating func commit() -> Bool {
    var isChanged = false
    for (index, type) in state.catalog.types.enumerated()
    where type.isUncommitted || !type.uncommittedLabels.isEmpty {
      state.catalog.types[index].uncommittedLabels = []
      state.catalog.types[index].isUncommitted = false
      isChanged = true
    }
    return isChanged
  }

  /// Refuses DO in PL/pgSQL to a role without USAGE on the language.
  public func requirePLpgSQL(
    as role: String, version: PostgresVersion
  ) throws(PostgresError) {
    try DefinitionAuthority(catalog, as: role, version: version).require(.languageUsage("plpgsql"))
  }

  mutating func enter(_ settings: Settings) {
    state.currentRole = settings.currentUser
    state.sessionRole = settings.sessionUser
    state.postgresVersion = settings.version
    state.createRoleSelfGrant = settings.createRoleSelfGrant
    state.checksRights = true
    state.enterSearchPath(settings.searchPath)
  }

  /// DO and CALL run code; SET and the like belong to the session.
  private static func isForOthers(_ node: Node) -> Bool {
    switch node.kind {
    case PG_QUERY__NODE__NODE_DO_STMT, PG_QUERY__NODE__NODE_CALL_STMT,
      PG_QUERY__NODE__NODE_TRANSACTION_STMT, PG_QUERY__NODE__NODE_VARIABLE_SET_STMT,
      PG_QUERY__NODE__NODE_VARIABLE_SHOW_STMT, PG_QUERY__NODE__NODE_INSERT_STMT,
      PG_QUERY__NODE__NODE_UPDATE_STMT, PG_QUERY__NODE__NODE_DELETE_STMT,
      PG_QUERY__NODE__NODE_MERGE_STMT, PG_QUERY__NODE__NODE_TRUNCATE_STMT,
      PG_QUERY__NODE__NODE_COPY_STMT, PG_QUERY__NODE__NODE_EXPLAIN_STMT,
      PG_QUERY__NODE__NODE_LOCK_STMT:
      true
    case PG_QUERY__NODE__NODE_SELECT_STMT: node.pointee.select_stmt.pointee.into_clause == nil
    default: false
    }
  }
}

/// What became of a definition.
public struct DefinitionOutcome: Hashable, Sendable {
  public enum Answer: Hashable, Sendable {
    /// With the command's tag, as psql prints it.
    case done(tag: String)
    /// PostgreSQL's error; `offset` is the byte of the statement that it points at.
    case refused(PostgresError, offset: Int?)
    /// A construct that is not modelled, named. Nothing has changed.
    case unsupported(String)
    /// DO, CALL, and what reads or changes rows.
    case notADefinition
  }

  public var answer: Answer
  /// In order; an error may come after some.
  public var notices: [Notice] = []
  /// What makes it unsure that these are all.
  public var unsureNotices: String?
  /// To be carried out in order; one that fails fails the statement.
  public var effects: [RowEffect] = []
  /// The relation that ALTER TABLE names, where the role may alter it; it is looked at first whether
  /// anything waits for it.
  public var altered: QualifiedName?

  init(_ answer: Answer) { self.answer = answer }

  /// Whether a message names the schema of temporary objects, by a number that only the server
  /// knows.
  public var namesTemporarySchema: Bool {
    var texts = notices.flatMap { [$0.message, $0.detail, $0.hint] }
    if case .refused(let error, _) = answer { texts += [error.message, error.detail, error.hint] }
    return texts.contains { $0?.contains(DatabaseState.numberedTemporarySchema) == true }
  }

  /// The error it ends with whatever rows there are, for whoever carries out no effects: the
  /// definitions are then to be as before.
  public var refusal: PostgresError? {
    if case .refused(let error, _) = answer { return error }
    for effect in effects {
      switch effect {
      case .refused(let error, query: _, as: _, runs: _), .refusedOnceBound(let error):
        return error
      default: continue
      }
    }
    return nil
  }
}
