import AccessModel
import SQLFrontend

/// Writes what `psql -a -q -A -t -f file` writes: the script's lines, rows with `|` between their
/// values, and messages with the place in the script.
public final class PsqlReporter: ScriptReporter {
  private let output: (String) -> Void
  private let errors: (String) -> Void
  private var messages = ErrorLines()
  private var nullText = ""
  private var file: String?
  private var line = 0
  private var lastError: (error: PostgresError, statement: String)?

  /// `verbose`: as `\\set VERBOSITY verbose`. `output`, `errors`: take lines, without their newline.
  public init(
    verbose: Bool, output: @escaping (String) -> Void, errors: @escaping (String) -> Void
  ) {
    messages.verbosity = verbose ? .verbose : .default
    self.output = output
    self.errors = errors
  }

  public func moved(to file: String?, line: Int) { (self.file, self.line) = (file, line) }

  public func set(_ variable: String, _ value: String) {
    let value = value.lowercased()
    switch variable {
    case "VERBOSITY":
      if let verbosity = ErrorLines.Verbosity(rawValue: value) { messages.verbosity = verbosity }
    case "SHOW_CONTEXT":
      if let context = ErrorLines.Context(rawValue: value) { messages.context = context }
    default: break
    }
  }

  public func showNull(as text: String) { nullText = text }
  public func echo(_ line: String) { output(line) }
  public func message(_ text: String) { output(text) }
  public func rawWarning(_ text: String) { errors(text) }

  /// Without a file, as at a prompt, psql says neither where nor that it is an error.
  public func warn(_ text: String, line: Int) {
    errors(file == nil ? text : "\(place)error: \(text)")
  }

  private var place: String { file.map { "psql:\($0):\(line): " } ?? "" }

  private func write(_ lines: [String]) {
    guard let first = lines.first else { return }
    errors(place + first)
    for line in lines.dropFirst() { errors(line) }
  }

  public func report(
    _ result: StatementResult, of statement: String, line: Int, hidesRows: Bool
  ) {
    for notice in result.notices { write(messages.lines(notice)) }
    for line in result.copied ?? [] { output(line) }
    switch result.outcome {
    case .completed(_, let rows, _):
      guard !hidesRows else { return }
      for row in rows where !row.isEmpty {
        output(row.map { $0 ?? nullText }.joined(separator: "|"))
      }
    case .failed(let error):
      lastError = (error, statement)
      write(messages.lines(error, of: statement))
    case .undecided(let construct):
      write(["UNDECIDED:  \(construct.construct)"])
    }
  }

  public func repeatError() {
    guard let (error, statement) = lastError else {
      return errors("There is no previous error.")
    }
    var verbose = messages
    (verbose.verbosity, verbose.context) = (.verbose, .always)
    var lines = verbose.lines(error, of: statement)
    lines[0] = (file == nil ? "" : "error: ") + lines[0]
    write(lines)
  }
}
