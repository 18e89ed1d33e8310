import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

extension SimulatedTarget {
  func define(
    _ definition: Definition, as role: String? = nil
  ) throws(EngineFailure) -> StatementResult {
    if let block = try block(of: definition, as: role) {
      try requirePLpgSQL(as: role ?? session.currentUser)
      try session.run(block, mayEndTransaction: !transaction.isOpen)
      return .done("DO")
    }
    let before = definitions.catalog
    let readings = TimeReadings()
    var style = ValueStyle.current
    style.readings = readings
    let result = try style.use { () throws(EngineFailure) in
      try change(by: definition, as: role)
    }
    try settle(readings.settled, since: before)
    return result
  }

  /// Constants that the settings of now give their meaning keep it.
  private func settle(
    _ texts: [String: String], since before: Catalog
  ) throws(EngineFailure) {
    guard !texts.isEmpty else { return }
    var settled = definitions
    let count = settled.settle(texts, since: before)
    if !session.takes(settled.catalog) {
      // One of them is a text all the same.
      var places: Set<Int> = []
      for place in 0..<min(count, Self.mostConstants) {
        var attempt = definitions
        attempt.settle(texts, at: places.union([place]), since: before)
        if session.takes(attempt.catalog) { places.insert(place) }
      }
      settled = definitions
      settled.settle(texts, at: places, since: before)
    }
    definitions = settled
    try session.define(settled.catalog)
  }

  private static let mostConstants = 64

  private func change(
    by definition: Definition, as role: String?
  ) throws(EngineFailure) -> StatementResult {
    if let command = definition.mustStandAlone, transaction.isOpen {
      throw Self.cannotRun(command, "run inside a transaction block")
    }
    let before = (definitions: definitions, session: session.savepoint())
    var settings = try definitionSettings(as: role)
    settings.isNested = !transaction.savepoints.isEmpty
    settings.isInFunction = role != nil
    settings.isRestricted = session.isRestricted
    for name in definition.settingsFromCurrent {
      settings.currentValues[name] = try currentValue(of: name)
    }
    settings.executed = definition.execution.map { executed($0.name, $0.parameterCount) }
    let outcome = definitions.apply(definition, in: settings)
    var result: StatementResult
    let numbered = "a message that names the temporary schema by its number"
    switch outcome.answer {
    case .refused where outcome.namesTemporarySchema:
      throw .undecided(Undecided(numbered, isRefusal: true))
    case .refused(var error, let offset):
      // Notices come before the error, whatever becomes of it.
      session.notice(outcome.notices)
      try requireUnused("ALTER TABLE", outcome.altered, since: definitions.catalog)
      // In a function it is a place of another text.
      if role == nil, let offset { error.origin.position = definition.position(ofByte: offset) }
      throw .postgres(error)
    case .unsupported(let what): throw .undecided(Undecided(what))
    case .notADefinition: throw .undecided(Undecided("this kind of DO"))
    case .done(let tag):
      result = .done(tag)
      do throws(EngineFailure) {
        try requireUnused(tag, outcome.altered, since: before.definitions.catalog)
      } catch {
        definitions = before.definitions
        // What else is dropped is said before.
        if tag == "DROP TABLE" { session.notice(outcome.notices) }
        throw error
      }
    }
    if let unsure = outcome.unsureNotices { session.noteUnsureNotices(Undecided(unsure)) }
    if outcome.namesTemporarySchema { session.noteUnsureNotices(Undecided(numbered)) }
    session.notice(outcome.notices)
    do throws(EngineFailure) {
      if let count = try session.define(definitions.catalog, outcome.effects) {
        result = .done("SELECT \(count)")
      }
    } catch {
      // Whether there is what the definition has made, nobody knows.
      if case .undecided(let construct) = error {
        doubts.note(made: outcome.effects, construct)
      }
      if error.isRefusal {
        definitions = before.definitions
        session.restore(before.session)
        if definition.mustStandAlone == "CREATE INDEX CONCURRENTLY" {
          noteInvalidIndex(after: error, outcome.effects)
        }
      }
      throw error
    }
    doubts.keep(onlyTables: { Set(namesWithRows) })
    return result
  }

  /// An index that rows did not allow is there all the same, if it is not used.
  ///
  /// Source: `DefineIndex()` in `src/backend/commands/indexcmds.c`.
  private func noteInvalidIndex(after error: EngineFailure, _ effects: [RowEffect]) {
    guard case .postgres(let answer) = error,
      !["42", "0A"].contains(answer.sqlState.rawValue.prefix(2))
    else { return }
    for case .validate(let table, let requirement) in effects {
      var names = [table.name]
      switch requirement {
      case .index(let name), .uniqueIndex(let name): names.append(name)
      default: break
      }
      names += definitions.catalog.ancestors(of: table).map(\.name)
      for name in names {
        doubts.made[name.lowercased()] = "an index that CONCURRENTLY has left invalid"
      }
    }
  }

  /// Source: `PreventInTransactionBlock()` in `src/backend/access/transam/xact.c`.
  static func cannotRun(_ command: String, _ how: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "25001"), "\(command) cannot \(how)"))
  }

  func definitionSettings(
    as role: String?
  ) throws(EngineFailure) -> DefinitionSession.Settings {
    var settings = DefinitionSession.Settings(
      currentUser: role ?? session.currentUser, sessionUser: session.sessionUser,
      searchPath: try session.show("search_path"), version: session.version,
      createRoleSelfGrant: session.version >= .v16
        ? try session.show("createrole_self_grant") : "",
      checksBodies: try session.show("check_function_bodies") == "on", login: session.login)
    settings.encryptsByMD5 = try session.show("password_encryption") == "md5"
    (settings.extraWarnings, settings.extraErrors) = session.extraChecks
    return settings
  }

  /// What SHOW gives; nil: it is not known.
  private func currentValue(of name: String) throws(EngineFailure) -> String? {
    do throws(EngineFailure) {
      return try session.show(name)
    } catch {
      guard case .postgres = error else { throw error }
      return nil
    }
  }

  /// Source: `ExecuteQuery()` in `src/backend/commands/prepare.c`.
  private func executed(_ name: String, _ parameterCount: Int) -> DefinitionSession.Executed {
    guard let entry = prepared[name] else {
      if let reason = doubts.prepared[name] {
        return .unsupported("prepared statement `\(name)`, after \(reason)")
      }
      return .refused(Self.notPrepared(name))
    }
    guard entry.types.isEmpty else {
      return parameterCount == entry.types.count
        ? .unsupported("CREATE TABLE AS EXECUTE with parameters")
        : .refused(Self.wrongParameters(of: name, entry, given: parameterCount))
    }
    guard case .query(let query) = entry.statement else {
      return .refused(
        PostgresError(SQLState(rawValue: "42809"), "prepared statement is not a SELECT"))
    }
    return .query(query)
  }

  /// A table that a plan has open, or that waits for deferred triggers, is not altered.
  ///
  /// Source: `CheckTableNotInUse()` in `src/backend/commands/tablecmds.c`.
  private func requireUnused(
    _ tag: String, _ altered: QualifiedName?, since before: Catalog
  ) throws(EngineFailure) {
    switch tag {
    // Names are changed all the same.
    case "ALTER TABLE": guard altered != nil else { return }
    case "DROP TABLE", "CREATE INDEX": break
    default: return
    }
    try session.requireUnused(tag) { name in
      guard let old = before.table(name) else { return false }
      return name == altered || definitions.catalog.table(name) != old
    }
    try requireUnreferenced(tag, since: before)
  }

  /// With a foreign key go the triggers of what it referred to.
  ///
  /// Source: `ATExecDropConstraint()` in `src/backend/commands/tablecmds.c`.
  private func requireUnreferenced(_ tag: String, since before: Catalog) throws(EngineFailure) {
    guard tag == "ALTER TABLE" else { return }
    let tables = definitions.catalog.tables
    let dropped = before.tables.positions(notSharedWith: tables).flatMap { index in
      let left = tables.indices.contains(index) ? tables[index].foreignKeys : []
      return before.tables[index].foreignKeys.filter { key in
        !left.contains {
          $0.name == key.name || $0.columns == key.columns && $0.references == key.references
        }
      }.map(\.references)
    }
    guard !dropped.isEmpty else { return }
    try session.requireUnused(tag) { name in dropped.contains(name) }
  }
}

extension EngineFailure {
  /// The statement fails on a server, if not always with an error that is known.
  fileprivate var isRefusal: Bool {
    switch self {
    case .postgres: true
    case .undecided(let construct): construct.isRefusal == true
    }
  }
}
