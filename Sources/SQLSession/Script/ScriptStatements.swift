import SQLFrontend

/// Several statements that are sent as one, with `\;` between them: one transaction, of which
/// nothing is left where one fails. Source: manual, 55.2.2.1 "Multiple Statements in a Simple
/// Query".
enum ScriptStatements {
  /// The statements of a text; itself, where it is one.
  static func split(_ text: ScriptText) -> [ScriptText] {
    guard text.text.contains(";") else { return [text] }
    let parts = SessionStatementReader.statements(in: text.text)
    guard parts.count > 1 else { return [text] }
    return parts.map { ScriptText(line: text.line, text: $0, isEnded: true) }
  }

  /// Runs them until one fails; the last result.
  ///
  /// Source: `exec_simple_query()` in `postgres.c`, `BeginImplicitTransactionBlock()` in `xact.c`.
  static func run(
    _ parts: [ScriptText], on target: any ScriptTarget,
    _ body: (ScriptText) throws -> StatementResult
  ) throws -> StatementResult? {
    let standAlone = parts.contains {
      TransactionGuard.isControl($0.text) && control($0.text) == nil
    }
    var isImplicit = false
    var last: StatementResult?
    for part in parts {
      if !standAlone, !target.isInTransaction {
        _ = try target.run("BEGIN") { [] }
        isImplicit = true
      }
      switch isImplicit ? control(part.text) : nil {
      case .begin?:
        // What came before it belongs to the block.
        isImplicit = false
        last = .done("BEGIN")
        continue
      case .commit?: _ = try target.run("COMMIT") { [] }
      case .rollback?: _ = try target.run("ROLLBACK") { [] }
      case nil: break
      }
      let result = try body(part)
      last = result
      if result.isFailure { break }
    }
    if isImplicit, target.isInTransaction { _ = try target.run("COMMIT") { [] } }
    return last
  }

  /// What a statement does to the transaction of those that were sent with it.
  private enum Control {
    case begin, commit
    /// Savepoints too: there are none outside of a block, and the error undoes the rest.
    case rollback
  }

  private static func control(_ text: String) -> Control? {
    let words = text.lowercased().split { !$0.isLetter }
    switch words.first {
    case "begin", "start":
      return words.dropFirst().allSatisfy { ["work", "transaction"].contains($0) } ? .begin : nil
    case "commit", "end": return .commit
    case "rollback", "abort", "savepoint", "release": return .rollback
    default: return nil
    }
  }
}

/// What psql does around a statement for AUTOCOMMIT and ON_ERROR_ROLLBACK.
///
/// Source: `SendQuery()` in `src/bin/psql/common.c`.
struct TransactionGuard {
  private let target: any ScriptTarget
  private let beginsItself: Bool
  private let rollsBack: Bool
  private static let savepoint = "pg_psql_temporary_savepoint"

  init(_ target: any ScriptTarget, _ variables: [String: String], _ text: String) {
    self.target = target
    let isControl = Self.isControl(text)
    beginsItself =
      ScriptRunner.isTrue(variables["AUTOCOMMIT"] ?? "on") == false && !isControl
      && !target.isInTransaction
    rollsBack =
      ScriptRunner.isTrue(variables["ON_ERROR_ROLLBACK"] ?? "off") == true && !isControl
      && (beginsItself || target.isInTransaction)
  }

  /// Whether a statement begins or ends something of a transaction, or runs in none.
  static func isControl(_ text: String) -> Bool {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.prefix(2)
    switch words.first {
    case "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release", "vacuum",
      "cluster", "discard":
      return true
    case "create", "drop", "alter":
      return ["database", "tablespace", "system"].contains(words.last ?? "")
    case "prepare": return words.last == "transaction"
    default: return false
    }
  }

  func begin() throws {
    if beginsItself { _ = try target.run("BEGIN") { [] } }
    if rollsBack { _ = try target.run("SAVEPOINT \(Self.savepoint)") { [] } }
  }

  func end(_ result: StatementResult) throws {
    guard rollsBack, target.isInTransaction else { return }
    if result.isFailure {
      _ = try target.run("ROLLBACK TO \(Self.savepoint)") { [] }
    } else {
      _ = try target.run("RELEASE \(Self.savepoint)") { [] }
    }
  }
}
