import AccessModel

/// Runs a script as `psql` does, statement by statement.
///
/// ```swift
/// var runner = ScriptRunner(target: target, reporter: reporter)
/// let summary = try runner.run(text, name: "script.sql")
/// ```
public final class ScriptRunner {
  /// How the statements ended.
  public struct Summary: Hashable, Sendable {
    public var statements = 0
    public var failed = 0
    public var undecided = 0
    /// `ON_ERROR_STOP` ended the script.
    public var isStopped = false

    public init() {}
  }

  let target: any ScriptTarget
  let reporter: any ScriptReporter
  /// Reads a file that `\i` names; nil: there is none, or files may not be read.
  let include: (String) -> String?
  /// Asked before each statement of the script itself, with the lines that it stands on: false
  /// passes it over.
  public var beforeStatement: ((_ text: String, _ lines: ClosedRange<Int>) -> Bool)?
  var variables: [String: String]
  var scanner = PsqlScanner()
  /// Nested `\if`s, the innermost last.
  var branches: [Branch] = []
  private(set) var summary = Summary()
  var isFinished = false
  private var lines: ArraySlice<String.UTF8View.SubSequence> = []
  private var lineNumber = 0
  private var includeDepth = 0

  struct Branch {
    /// Statements of this branch run.
    var isActive: Bool
    /// One branch of the `\if` has run, or none may.
    var isDecided: Bool
    var hasElse = false
  }

  public init(
    target: any ScriptTarget, reporter: any ScriptReporter, variables: [String: String] = [:],
    include: @escaping (String) -> String? = { _ in nil }
  ) {
    self.target = target
    self.reporter = reporter
    self.include = include
    self.variables = ["AUTOCOMMIT": "on", "ON_ERROR_STOP": "off", "VERBOSITY": "default"]
    self.variables.merge(variables) { _, given in given }
  }

  var isActive: Bool { branches.allSatisfy(\.isActive) }

  /// Runs a whole script.
  public func run(_ text: String) throws -> Summary {
    try run(lines: text)
    return summary
  }

  /// Ends the script before its next statement.
  public func stop() { isFinished = true }

  /// `\i`: the script's statements run in the same session.
  func runIncluded(_ text: String) throws {
    guard includeDepth < 50 else {
      return reporter.warn("\\i: files include each other too deeply", line: lineNumber)
    }
    let (outerLines, outerNumber, outerScanner) = (lines, lineNumber, scanner)
    includeDepth += 1
    scanner = PsqlScanner()
    try run(lines: text)
    includeDepth -= 1
    (lines, lineNumber, scanner) = (outerLines, outerNumber, outerScanner)
  }

  private func run(lines text: String) throws {
    lines = text.utf8.split(separator: Ascii.newline, omittingEmptySubsequences: false)[...]
    // The text after the last newline is no line if it is empty.
    if lines.last?.isEmpty == true { lines.removeLast() }
    lineNumber = 0
    while !isFinished, let line = nextLine() {
      reporter.echo(String(decoding: line, as: UTF8.self))
      scanner.begin(line: Array(line), number: lineNumber)
      while !isFinished, let item = scanner.next(lookUp) {
        switch item {
        case .statement(let statement):
          if isActive { try execute(statement) }
        case .command(let name, let arguments):
          try metaCommand(name, arguments, line: lineNumber)
        }
      }
    }
    // A last statement needs no semicolon.
    if !isFinished, isActive, let statement = scanner.pending { try execute(statement) }
    scanner.reset()
  }

  private func nextLine() -> String.UTF8View.SubSequence? {
    guard let line = lines.popFirst() else { return nil }
    lineNumber += 1
    return line.last == 0x0D ? line.dropLast() : line
  }

  private func lookUp(_ name: String) -> String? { variables[name] }

  @discardableResult
  func execute(_ statement: ScriptText, hidesRows: Bool = false) throws -> StatementResult {
    if includeDepth == 0 {
      let last = statement.line + statement.text.utf8.count { $0 == Ascii.newline }
      guard beforeStatement?(statement.text, statement.line...last) ?? true else {
        return StatementResult.done("")
      }
    }
    var hasCopied = false
    let result = try target.run(statement.text) {
      hasCopied = true
      return self.copyData()
    }
    if result.isFailure, !hasCopied, Self.copiesFromScript(statement.text) { skipCopyData() }
    summary.statements += 1
    reporter.report(
      result, of: statement.text, line: statement.line, hidesRows: hidesRows && result.error == nil)
    note(result)
    return result
  }

  /// The lines up to `\.`, for COPY FROM stdin; none where no such line follows.
  private func copyData() -> [String] {
    guard lines.contains(where: Self.endsCopy) else { return [] }
    var result: [String] = []
    while let line = nextLine() {
      if Self.endsCopy(line) { break }
      result.append(String(decoding: line, as: UTF8.self))
    }
    return result
  }

  /// Lines meant for a COPY that did not begin are no statements: recent psql skips them, older
  /// ones ran them. Scripts of either kind work, as what looks like a statement is taken for one.
  private func skipCopyData() {
    guard let next = lines.first, !next.isEmpty, next.last != Ascii.semicolon,
      !next.starts(with: [Ascii.dash, Ascii.dash]),
      next.first != Ascii.backslash || Self.endsCopy(next)
    else { return }
    _ = copyData()
  }

  private static func copiesFromScript(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    return words.first == "copy" && words.contains("stdin")
  }

  private static func endsCopy(_ line: some Sequence<UInt8>) -> Bool {
    let bytes = line.prefix(4)
    return bytes.elementsEqual([Ascii.backslash, UInt8(ascii: ".")])
      || bytes.elementsEqual([Ascii.backslash, UInt8(ascii: "."), 0x0D])
  }

  /// The variables that psql sets after each statement.
  private func note(_ result: StatementResult) {
    switch result.outcome {
    case .completed(_, _, let tag):
      variables["ERROR"] = "false"
      variables["SQLSTATE"] = "00000"
      variables["ROW_COUNT"] =
        tag.split(separator: " ").last.flatMap { Int($0) }.map { "\($0)" } ?? "0"
    case .failed(let error):
      summary.failed += 1
      variables["ERROR"] = "true"
      variables["SQLSTATE"] = error.sqlState.rawValue
      variables["ROW_COUNT"] = "0"
      variables["LAST_ERROR_MESSAGE"] = error.message
      variables["LAST_ERROR_SQLSTATE"] = error.sqlState.rawValue
      if Self.isTrue(variables["ON_ERROR_STOP"] ?? "off") == true {
        summary.isStopped = true
        isFinished = true
      }
    case .undecided:
      summary.undecided += 1
    }
  }

  /// A boolean as psql reads it; nil: none. Source: `ParseVariableBool()`.
  static func isTrue(_ text: String) -> Bool? {
    let word = text.lowercased()
    guard !word.isEmpty else { return nil }
    if "true".hasPrefix(word) || "yes".hasPrefix(word) || word == "on" || word == "1" {
      return true
    }
    if "false".hasPrefix(word) || "no".hasPrefix(word) || word == "of" || word == "off"
      || word == "0"
    {
      return false
    }
    return nil
  }
}
