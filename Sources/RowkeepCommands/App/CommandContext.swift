import AccessModel
import AccessReports
import Foundation

/// What a command has around it: where it writes, and whether people are watching.
struct CommandContext {
  /// Results only.
  var output: any TextSink
  /// Everything else.
  var errors: any TextSink
  var isOutputTerminal = false
  var isErrorTerminal = false
  var isInputTerminal = false
  var environment: [String: String] = [:]

  /// The context of a process: its standard streams and environment.
  static func ofProcess() -> CommandContext {
    // A closed pipe is then an error of `write`, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    return CommandContext(
      output: DescriptorSink(STDOUT_FILENO), errors: DescriptorSink(STDERR_FILENO),
      isOutputTerminal: isatty(STDOUT_FILENO) == 1, isErrorTerminal: isatty(STDERR_FILENO) == 1,
      isInputTerminal: isatty(STDIN_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment)
  }

  /// Source: no-color.org.
  private var allowsColour: Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  var outputStyle: TextStyle { TextStyle(usesColour: isOutputTerminal && allowsColour) }
  var errorStyle: TextStyle { TextStyle(usesColour: isErrorTerminal && allowsColour) }

  /// Says what is going on, to people only.
  func progress(_ text: String) {
    if isErrorTerminal { errors.write("\(errorStyle.apply(.quiet, to: text))\n") }
  }

  func report(_ diagnostics: [Diagnostic], locator: SourceLocator) {
    let text = DiagnosticText(lines: locator.lines, place: { locator.resolve($0) })
    for diagnostic in diagnostics {
      errors.write(text.text(diagnostic, style: errorStyle).withoutPasswords)
    }
  }

  func report(_ failure: CommandFailure) {
    switch failure {
    case .diagnostics(let diagnostics, let locator): report(diagnostics, locator: locator)
    case .child(let message), .unreachable(let message): error(message)
    case .undecided(let undecided): error("undecided: \(undecided.text)")
    case .usage(let message, let help): error(message, help: help)
    }
  }

  func error(_ message: String, help: String? = nil) {
    errors.write("\(errorStyle.apply(.bad, to: "error:")) \(message.withoutPasswords)\n")
    if let help { errors.write("  fix: \(help)\n") }
  }
}

extension String {
  /// An address of a database, in the place of something else, is shown without its password.
  var withoutPasswords: String {
    replacing(/(:\/\/[^:\/@\s]*):[^\s]*@/) { "\($0.1)@" }
  }
}
