import AccessModel
import AccessReports
import SQLSession

/// What `run --explain LINE` does: the script runs in silence up to the statement on that line, which
/// is explained in the state that it meets, and not run.
final class ScriptExplanation {
  private let line: Int
  private let title: String
  /// Nil: no statement stands on the line.
  private(set) var found: Explanation?

  init(line: Int, of script: String) {
    self.line = line
    title = "\(script):\(line)"
  }

  /// Looks out for the line while `runner` runs the script, and ends it there.
  func watch(_ runner: ScriptRunner, _ target: SimulatedTarget) {
    runner.beforeStatement = { [weak self, weak runner, weak target] text, lines in
      guard let self, let runner, let target, found == nil, lines.contains(line) else {
        return true
      }
      let role = target.currentUser
      found = Explanation(
        title: title, identity: .init(role, role: role, claims: target.claims),
        target.explain(text))
      runner.stop()
      return false
    }
  }
}
