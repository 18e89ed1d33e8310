import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

extension SimulatedTarget {
  /// The block of a DO in PL/pgSQL; `role`: of the function that it stands in.
  func block(of definition: Definition, as role: String?) throws(EngineFailure) -> PLBody? {
    guard definition.isBlock else { return nil }
    let settings = try definitionSettings(as: role)
    do throws(SessionReadFailure) {
      return try definitions.block(of: definition, in: settings)
    } catch {
      var answer = error.error
      if role == nil, let offset = error.offset {
        answer.origin.position = definition.position(ofByte: offset)
      }
      throw .postgres(answer)
    }
  }

  func requirePLpgSQL(as role: String) throws(EngineFailure) {
    do throws(PostgresError) {
      try definitions.requirePLpgSQL(as: role, version: session.version)
    } catch {
      throw .postgres(error)
    }
  }

  /// A statement of a function that neither reads nor changes rows.
  func perform(_ text: String, inFunctionOf role: String) throws(EngineFailure) {
    let statement: SessionStatement?
    do throws(SessionReadFailure) {
      statement = try SessionStatementReader.read(text, version: session.version)
    } catch {
      throw .postgres(error.error)
    }
    switch statement {
    case nil, .idle: break
    case .set(let change):
      guard let name = change.name else { throw .undecided(Undecided("RESET ALL in a function")) }
      if ["role", "session_authorization"].contains(name), role != session.currentUser,
        !session.isRestricted
      {
        throw .postgres(
          PostgresError(
            .insufficientPrivilege,
            "cannot set parameter \"\(name)\" within security-definer function"))
      }
      try session.set(name, change.value, isLocal: change.isLocal)
    case .definition(let definition), .vacuum(let definition):
      if let command = definition.mustStandAlone {
        throw Self.cannotRun(
          command,
          transaction.isOpen || session.isInSubtransaction
            ? "run inside a transaction block" : "be executed from a function")
      }
      do throws(EngineFailure) {
        _ = try define(definition, as: role)
      } catch .postgres(let error) {
        // The function's variables and parameters are not handed to the query of CREATE TABLE AS.
        let isOfVariable =
          ["42703", "42P02"].contains(error.sqlState.rawValue)
          || error.message.hasPrefix("missing FROM-clause entry")
        guard isOfVariable, Self.words(of: text).contains("as") else { throw .postgres(error) }
        throw .undecided(Undecided("CREATE TABLE AS of a function's variables"))
      }
    case .transaction:
      throw .postgres(
        PostgresError(.featureNotSupported, "unsupported transaction command in PL/pgSQL"))
    case .lock(let names, let mode):
      for name in names { try session.requireLock(name, mode: mode, as: role) }
    default: throw .undecided(Undecided("`\(text.prefix(40))` in a function"))
    }
  }

  /// What a function's definitions may change.
  func functionSavepoint() -> (() -> Void) {
    let (definitions, session) = (self.definitions, self.session.savepoint())
    return { [weak self] in
      self?.definitions = definitions
      self?.session.restore(session)
    }
  }

  /// Whether a text calls a function that may have changed something before it was undecided; views
  /// may call one.
  func callsWritingFunction(_ text: String) -> Bool {
    let writers = writingFunctions()
    guard !writers.isEmpty else { return false }
    let words = Self.words(of: Self.code(of: text))
    // The query of a materialized view runs as it is refreshed.
    let callers = callers(of: writers, runsMaterialized: words.contains("refresh"))
    return Self.mentions(callers, in: words)
  }

  /// Whether any of some names is among a text's words; a name may be of several.
  private static func mentions(_ names: Set<String>, in words: Set<String>) -> Bool {
    names.contains { words.contains($0) || words.isSuperset(of: Self.words(of: $0)) }
  }

  /// Functions by name, and the views that call them.
  private func callers(of functions: Set<String>, runsMaterialized: Bool) -> Set<String> {
    let run = definitions.catalog.views.filter { runsMaterialized || !$0.isMaterialized }
    var views = run.map { view in
      (name: view.name.name.lowercased(), words: Self.words(of: "\(view.query)"))
    }
    var callers = functions
    while let index = views.firstIndex(where: { Self.mentions(callers, in: $0.words) }) {
      callers.insert(views.remove(at: index).name)
    }
    return callers
  }

  /// A text without literals that are names, which call nothing: `'f'::regproc`.
  private static func code(of text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let isName = index % 2 == 1 && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return isName ? "" : String(part)
    }.joined(separator: " ")
  }

  /// Whether a statement fires triggers whose functions may have written.
  func firesWritingTrigger(_ statement: SessionStatement) -> Bool {
    guard case .data(let statement) = statement else { return false }
    let changed = Set(statement.changedRelations.map(\.name))
    let (catalog, writers) = (definitions.catalog, writingFunctions())
    let triggers =
      catalog.tables.filter { changed.contains($0.name.name) }.flatMap(\.triggers)
      + catalog.views.filter { changed.contains($0.name.name) }.flatMap(\.triggers)
    return triggers.contains { writers.contains($0.function.name.lowercased()) }
  }

  /// Whether no function changes more than rows: definitions, settings, sequences or who it is.
  var functionsWriteRowsOnly: Bool {
    definitions.catalog.functions.allSatisfy { function in
      !Self.changesMoreThanRows(Self.words(of: Self.text(of: function.body)))
    }
  }

  /// Whether code of these words may change definitions, settings, sequences or who it is.
  static func changesMoreThanRows(_ words: Set<String>) -> Bool {
    let rowWords: Set = ["insert", "update", "delete", "merge", "set"]
    let others = writingWords.subtracting(rowWords)
      .union(["role", "authorization", "local", "session", "reset", "search_path"])
    return !words.isDisjoint(with: others)
  }

  /// Names of volatile functions that write, or call one that does.
  private func writingFunctions() -> Set<String> {
    let functions = definitions.catalog.functions.filter { $0.volatility == .volatile }
    let bodies = functions.map { function in
      (name: function.name.name.lowercased(), words: Self.words(of: Self.text(of: function.body)))
    }
    var writers: Set<String> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for body in bodies where !writers.contains(body.name) {
        guard
          !body.words.isDisjoint(with: Self.writingWords)
            || Self.mentions(writers, in: body.words)
        else { continue }
        writers.insert(body.name)
        isGrowing = true
      }
    }
    return writers
  }

  private static let writingWords: Set = [
    "insert", "update", "delete", "merge", "truncate", "execute", "copy", "create", "alter", "drop",
    "grant", "revoke", "set", "set_config", "nextval", "setval", "call", "refresh",
  ]

  private static func text(of body: Catalog.Function.Body) -> String {
    switch body {
    case .text(let text): text
    case .block(let block): block.text
    case .query, .statements: "\(body)"
    }
  }

  static func words(of text: String) -> Set<String> {
    Set(
      text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }
}
