import AccessModel
import AccessSimulator
public import SQLFrontend

extension ComputedStatement {
  /// Runs statements that files hold in the simulator, each in a session of its own.
  ///
  /// ```swift
  /// let loaded = SQLReader(runner: ComputedStatement.simulated).read(files)
  /// ```
  ///
  /// What depends on rows that are not known, or on settings, is undecided.
  public static let simulated: ComputedStatementRunner = { $0.run() }

  private func run() -> Outcome {
    if let reason = dependence { return .undecided(reason) }
    let target = SimulatedTarget(
      version: version, login: login, definitions: definitions, unknown: unknownRows,
      isWhole: isComplete)
    do {
      for setup in setup {
        let result = try target.run(setup, copyData: { [] })
        if let error = result.error { return .undecided(error.message) }
      }
      let result = try target.run(text, copyData: { [] })
      if let construct = result.undecided { return .undecided(construct.construct) }
      if let error = result.error { return refusal(error) }
    } catch {
      return .undecided("\(error)")
    }
    // What it did in part is not known.
    if let everything = target.doubts.everything { return .undecided(everything) }
    let filled = target.catalog.tables.filter { table in
      unknownRows[table.name.name] == nil && target.session.hasRows(table.name)
    }
    return .completed(target.definitions, filled: Set(filled.map(\.name.name)))
  }

  private var setup: [String] {
    var result = ["SET search_path = " + (searchPath.isEmpty ? "''" : searchPath)]
    if currentUser != login { result.append("SET ROLE " + Self.quoted(currentUser)) }
    if isInTransaction { result.append("BEGIN") }
    return result
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Settings that statements before may have made are not kept.
  private var dependence: String? {
    guard mayHaveSettings else { return nil }
    let words = Set(
      text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    let called = definitions.catalog.functions.filter {
      words.contains($0.name.name.lowercased())
    }
    let texts = [text] + called.map { "\($0.body)" }
    return texts.contains { $0.lowercased().contains("current_setting") }
      ? "a setting that statements before it may have made" : nil
  }

  /// What a statement misses may be there on a server: not all objects have a form in the model.
  private func refusal(_ error: PostgresError) -> Outcome {
    isComplete ? .refused(error) : .undecided(error.message)
  }
}
