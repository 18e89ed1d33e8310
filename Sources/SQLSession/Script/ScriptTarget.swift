/// What runs the statements of a script: the simulator, a server, or both.
public protocol ScriptTarget: AnyObject {
  /// Runs one statement. `copyData`: the lines that follow in the script, up to `\.`, should the
  /// statement read them.
  ///
  /// Throws only when the target itself fails, as when a server goes away.
  func run(_ statement: String, copyData: () -> [String]) throws -> StatementResult

  /// `\bind`: the next statement has parameters.
  func bindNext()

  /// Whether a transaction block is open.
  var isInTransaction: Bool { get }

  /// `\c - user`: the session ends, another begins in the same database.
  func connect(user: String?, database: String?) throws -> StatementResult
}

extension ScriptTarget {
  public func bindNext() {}
}
