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
    /// Lines of data that were passed over, for the COPY before them did not begin.
    public var unreadData: [ClosedRange<Int>] = []

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
  /// `\c` failed: there is no session any more.
  var isDisconnected = false
  /// What `\g` runs where nothing stands before it.
  private(set) var lastStatement: ScriptText?
  /// Of the script that is being read; nil: standard input.
  private var file: String?
  private var lines: ArraySlice<String.UTF8View.SubSequence> = []
  private var lineNumber = 0
  private var includeDepth = 0

  struct Branch {
    /// Statements of this branch run.
    var isActive: Bool
    /// One branch of the `\if` has run, or none may.
    var isDecided: Bool
    var hasElse = false
    /// The statement around, before the branch.
    var before = PsqlScanner.Draft()
  }

  /// `file`: what messages call the script; nil: it is standard input.
  public init(
    target: any ScriptTarget, reporter: any ScriptReporter, file: String? = nil,
    variables: [String: String] = [:],
    include: @escaping (String) -> String? = { _ in nil }
  ) {
    self.target = target
    self.reporter = reporter
    self.include = include
    self.file = file
    self.variables = Self.initialVariables
    for (name, value) in variables { set(name, to: value) }
  }

  /// Those of `psql -a -q`.
  private static let initialVariables = [
    "AUTOCOMMIT": "on", "ON_ERROR_STOP": "off", "ON_ERROR_ROLLBACK": "off",
    "VERBOSITY": "default", "SHOW_CONTEXT": "errors", "ECHO": "all", "ECHO_HIDDEN": "off",
    "QUIET": "on", "SINGLELINE": "off", "SINGLESTEP": "off", "FETCH_COUNT": "0",
    "LAST_ERROR_MESSAGE": "", "LAST_ERROR_SQLSTATE": "00000", "ENCODING": "UTF8",
  ]

  var isActive: Bool { branches.allSatisfy(\.isActive) }

  func set(_ name: String, to value: String?) {
    variables[name] = value
    if let value { reporter.set(name, value) }
  }

  /// Runs a whole script.
  public func run(_ text: String) throws -> Summary {
    try run(lines: text)
    return summary
  }

  /// Ends the script before its next statement.
  public func stop() { isFinished = true }

  /// `\i`: the script's statements run in the same session.
  func runIncluded(_ text: String, file name: String) throws {
    guard includeDepth < 50 else {
      return reporter.warn("\\i: files include each other too deeply", line: lineNumber)
    }
    let (outerLines, outerNumber, outerScanner, outerFile) = (lines, lineNumber, scanner, file)
    includeDepth += 1
    (scanner, file) = (PsqlScanner(), name)
    try run(lines: text)
    includeDepth -= 1
    (lines, lineNumber, scanner, file) = (outerLines, outerNumber, outerScanner, outerFile)
    reporter.moved(to: file, line: lineNumber)
  }

  private func run(lines text: String) throws {
    lines = text.utf8.split(separator: Ascii.newline, omittingEmptySubsequences: false)[...]
    // The text after the last newline is no line if it is empty.
    if lines.last?.isEmpty == true { lines.removeLast() }
    lineNumber = 0
    while !isFinished, let line = nextLine() {
      // Source: `MainLoop()` in `src/bin/psql/mainloop.c`.
      if line.isEmpty, !scanner.isInQuote { continue }
      if variables["ECHO"] == "all" { reporter.echo(String(decoding: line, as: UTF8.self)) }
      scanner.begin(line: Array(line), number: lineNumber)
      while !isFinished, let item = scanner.next(lookUp, isActive: isActive) {
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
    reporter.moved(to: file, line: lineNumber)
    return line.last == 0x0D ? line.dropLast() : line
  }

  private func lookUp(_ name: String) -> String? { variables[name] }

  @discardableResult
  func execute(_ statement: ScriptText, hidesRows: Bool = false) throws -> StatementResult {
    guard !isDisconnected else {
      reporter.warn("You are currently not connected to a database.", line: lineNumber)
      return .done("")
    }
    if includeDepth == 0 {
      // Blank lines are no part of its text.
      let last = statement.line + statement.text.utf8.count { $0 == Ascii.newline }
      guard beforeStatement?(statement.text, statement.line...max(last, lineNumber)) ?? true else {
        return StatementResult.done("")
      }
    }
    lastStatement = statement
    if variables["ECHO"] == "queries" { reporter.echo(statement.sent) }
    let parts = ScriptStatements.split(statement)
    guard parts.count > 1 else { return try executeOne(statement, hidesRows: hidesRows) }
    return try ScriptStatements.run(parts, on: target) { part in
      try executeOne(part, hidesRows: hidesRows)
    } ?? .done("")
  }

  private func executeOne(
    _ statement: ScriptText, hidesRows: Bool
  ) throws -> StatementResult {
    var hasCopied = false
    let guardian = TransactionGuard(target, variables, statement.text)
    try guardian.begin()
    let result = try target.run(statement.sent) {
      hasCopied = true
      return self.copyData()
    }
    try finish(result, statement, hidesRows: hidesRows)
    if result.isFailure, !hasCopied, Self.copiesFromScript(statement.text) { skipCopyData() }
    try guardian.end(result)
    return result
  }

  /// Tells what became of a statement.
  private func finish(
    _ result: StatementResult, _ statement: ScriptText, hidesRows: Bool
  ) throws {
    summary.statements += 1
    reporter.report(
      result, of: statement.sent, line: statement.line,
      hidesRows: hidesRows && result.error == nil)
    note(result)
  }

  /// `\copy`: COPY whose data are those of a file, or of the script where `data` is nil.
  func copy(_ statement: ScriptText, data: [String]?) throws {
    let result = try target.run(statement.sent) { data ?? self.copyData() }
    try finish(result, statement, hidesRows: false)
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
    let before = lineNumber
    _ = copyData()
    if lineNumber > before { summary.unreadData.append(before + 1...lineNumber) }
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

  /// Ends the script where ON_ERROR_STOP says so.
  func stopOnError() {
    guard Self.isTrue(variables["ON_ERROR_STOP"] ?? "off") == true else { return }
    summary.isStopped = true
    isFinished = true
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
      stopOnError()
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
