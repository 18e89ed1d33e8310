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

  /// A statement of a function that neither reads nor changes rows. How many it gave to a new table.
  func perform(_ text: String, inFunctionOf role: String) throws(EngineFailure) -> Int {
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
        return try define(definition, as: role).filled
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
    return 0
  }

  /// What a function's definitions may change.
  func functionSavepoint() -> (() -> Void) {
    let (definitions, session) = (self.definitions, self.session.savepoint())
    let opened = transaction.declaredCursors
    return { [weak self] in
      self?.dropCursors(since: opened)
      self?.definitions = definitions
      self?.session.restore(session)
    }
  }

  /// Whether a statement may have run functions that change something before it was undecided: it
  /// names them, or reads or changes what calls them.
  func mayCallWriters(_ statement: SessionStatement, _ text: String) -> Bool {
    let writers = WritingNames(
      definitions.catalog, runsMaterialized: Self.words(of: text).contains("refresh"))
    guard !writers.names.isEmpty else { return false }
    switch statement {
    case .data(let data):
      return writers.areMentioned(in: text) || writers.areCalled(changing: data.changedRelations)
    case .copy(let copy):
      guard copy.isFrom, case .relation(let name, _) = copy.source else { break }
      return writers.areMentioned(in: text) || writers.areCalled(changing: [name])
    case .execute(let name, _):
      guard let executed = executed(name) else { return true }
      return writers.areMentioned(in: text) || writers.areMentioned(in: "\(executed)")
        || writers.areCalled(changing: executed.changedRelations)
    case .fetch: return true
    default: break
    }
    return writers.areMentioned(in: text)
  }

  /// Whether no function changes more than rows: definitions, settings, sequences or who it is.
  var functionsWriteRowsOnly: Bool {
    definitions.catalog.functions.allSatisfy { function in
      !Self.changesMoreThanRows(Self.words(of: WritingNames.text(of: function.body)))
    }
  }

  /// Whether code of these words may change definitions, settings, sequences or who it is.
  static func changesMoreThanRows(_ words: Set<String>) -> Bool {
    let rowWords: Set = ["insert", "update", "delete", "merge", "set"]
    let others = WritingNames.words.subtracting(rowWords)
      .union(["role", "authorization", "local", "session", "reset", "search_path"])
    return !words.isDisjoint(with: others)
  }

  static func words(of text: String) -> Set<String> {
    Set(
      text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }
}
