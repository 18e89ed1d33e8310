import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

extension SimulatedTarget {
  /// The block of a DO in PL/pgSQL.
  func block(of definition: Definition) throws(EngineFailure) -> PLBody? {
    do throws(SessionReadFailure) {
      return try FunctionText.block(of: definition)
    } catch {
      throw .postgres(error.error)
    }
  }

  /// A statement of a function that neither reads nor changes rows.
  func perform(_ text: String, inFunctionOf role: String) throws(EngineFailure) {
    let statement: SessionStatement?
    do throws(SessionReadFailure) {
      statement = try SessionStatementReader.read(text)
    } catch {
      throw .postgres(error.error)
    }
    switch statement {
    case nil, .idle: break
    case .set(let change):
      guard let name = change.name else { throw .undecided(Undecided("RESET ALL in a function")) }
      if ["role", "session_authorization"].contains(name), role != session.currentUser {
        throw .postgres(
          PostgresError(
            .insufficientPrivilege,
            "cannot set parameter \"\(name)\" within security-definer function"))
      }
      try session.set(name, change.value, isLocal: change.isLocal)
    case .definition(let definition):
      _ = try define(definition, as: role)
    case .transaction:
      throw .postgres(
        PostgresError(.featureNotSupported, "unsupported transaction command in PL/pgSQL"))
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

  /// Whether a statement may run functions that write: those it calls, or those of triggers.
  func mayRunFunctions(_ statement: SessionStatement, _ text: String) -> Bool {
    switch statement {
    case .data, .execute, .copy: break
    case .definition: return text.lowercased().hasPrefix("do")
    default: return false
    }
    let catalog = definitions.catalog
    if case .data(let statement) = statement {
      let changed = Set(statement.changedRelations.map(\.name))
      let isTriggered =
        catalog.tables.contains { changed.contains($0.name.name) && !$0.triggers.isEmpty }
        || catalog.views.contains { changed.contains($0.name.name) && !$0.triggers.isEmpty }
      if isTriggered { return true }
    }
    let names = catalog.functions.filter { $0.volatility == .volatile }.map(\.name.name)
    guard !names.isEmpty else { return false }
    let words = Set(
      text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    return names.contains { words.contains($0.lowercased()) }
  }
}
