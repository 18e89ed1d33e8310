/// Takes what happens while a script runs, in order.
public protocol ScriptReporter: AnyObject {
  /// A line as it is read.
  func echo(_ line: String)
  /// What `\echo` writes.
  func message(_ text: String)
  /// What `\warn` writes.
  func rawWarning(_ text: String)
  /// A statement ended. `statement`: as it was sent; `hidesRows`: `\gset` and `\gexec` took them.
  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool)
  /// A meta-command failed or is not one of ours.
  func warn(_ text: String, line: Int)
  /// The last line that was read; nil: not of a file.
  func moved(to file: String?, line: Int)
  /// A variable of psql's own has a new value.
  func set(_ variable: String, _ value: String)
  /// `\pset null`.
  func showNull(as text: String)
  /// `\errverbose`.
  func repeatError()
}

extension ScriptReporter {
  public func rawWarning(_ text: String) {}
  public func moved(to file: String?, line: Int) {}
  public func set(_ variable: String, _ value: String) {}
  public func showNull(as text: String) {}
  public func repeatError() {}
}
