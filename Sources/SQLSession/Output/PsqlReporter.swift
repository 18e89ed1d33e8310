import AccessModel
import SQLFrontend

/// Writes what `psql -a -q -A -t` writes: the script's lines, rows with `|` between their values,
/// and messages.
public final class PsqlReporter: ScriptReporter {
  private let output: (String) -> Void
  private let errors: (String) -> Void
  /// Adds SQLSTATEs to errors, as `\set VERBOSITY verbose` does.
  private let isVerbose: Bool

  /// `output`, `errors`: take lines, without their newline.
  public init(
    verbose: Bool, output: @escaping (String) -> Void, errors: @escaping (String) -> Void
  ) {
    isVerbose = verbose
    self.output = output
    self.errors = errors
  }

  public func echo(_ line: String) { output(line) }
  public func message(_ text: String) { output(text) }
  public func warn(_ text: String, line: Int) { errors(text) }

  public func report(
    _ result: StatementResult, of statement: String, line: Int, hidesRows: Bool
  ) {
    for notice in result.notices { errors("\(notice.severity):  \(notice.message)") }
    for line in result.copied ?? [] { output(line) }
    switch result.outcome {
    case .completed(_, let rows, _):
      guard !hidesRows else { return }
      for row in rows { output(row.map { $0 ?? "" }.joined(separator: "|")) }
    case .failed(let error):
      let state = isVerbose ? "\(error.sqlState): " : ""
      errors("ERROR:  \(state)\(error.message)")
      if let detail = error.detail { errors("DETAIL:  \(detail)") }
      if let hint = error.hint { errors("HINT:  \(hint)") }
    case .undecided(let construct):
      errors("UNDECIDED:  \(construct.construct)")
    }
  }
}
