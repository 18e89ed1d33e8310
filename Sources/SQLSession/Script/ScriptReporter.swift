/// Takes what happens while a script runs, in order.
public protocol ScriptReporter: AnyObject {
  /// A line as it is read.
  func echo(_ line: String)
  /// What `\echo` writes.
  func message(_ text: String)
  /// A statement ended. `hidesRows`: `\gset` and `\gexec` took them.
  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool)
  /// A meta-command failed or is not one of ours.
  func warn(_ text: String, line: Int)
}
