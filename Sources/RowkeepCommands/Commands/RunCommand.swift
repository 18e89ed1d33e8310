import AccessDecisions
import AccessModel
import AccessReports
import ArgumentParser
import Foundation
import LivePostgres
import SQLFrontend
import SQLSession
import SQLText

/// `run`: a script as a session, simulated.
struct RunCommand: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run", abstract: "Run an SQL script as psql would, simulated.",
      discussion: """
        The session begins as the superuser 'postgres' in an empty database. Definitions change \
        its catalog and statements its rows; nothing leaves the process. Output is that of \
        'psql -a -q -A -t'; what can't be decided is said to be UNDECIDED, with its cause.

        With --scratch or --compare every statement runs on a server too, in a database of its \
        own, and differences are shown. Roles belong to the whole server: compare on one where \
        the script may make its own.
        """)
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  @Argument(
    help: ArgumentHelp(
      "Scripts, run one after the other; '-' is standard input.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      """
      Files or folders to run before, in silence. Migrations that rely on Supabase find its roles, \
      schemas and functions.
      """, valueName: "path"))
  var setup: [String] = []

  @Option(
    name: .customLong("as"), help: ArgumentHelp("SET ROLE before the scripts.", valueName: "role"))
  var role: String?

  @Option(help: ArgumentHelp("The setting request.jwt.claims.", valueName: "json"))
  var claims: String?

  @OptionGroup var token: TokenOption

  @Option(
    name: [.customShort("v"), .customLong("set")],
    help: ArgumentHelp("Set a psql variable.", valueName: "name=value"))
  var variables: [String] = []

  @Option(
    help: ArgumentHelp("Decide as this version does: 15, 16, 17 or 18.", valueName: "version"),
    transform: PostgresVersion.argument)
  var postgres = PostgresVersion.v15

  @Option(
    help: ArgumentHelp("Text as psql's, or one JSON object per statement.", valueName: "format"))
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      """
      Run up to the statement on this line, in silence, and explain that one: why it is decided as \
      it is, and what would let it through.
      """, valueName: "line"))
  var explain: Int?

  @Flag(help: "Show SQLSTATEs.")
  var verbose = false

  @Flag(help: "Run on a private PostgreSQL of that version too, and compare.")
  var scratch = false

  @Option(
    help: ArgumentHelp("Run on this server too, in a new database, and compare.", valueName: "url"))
  var compare: String?

  @OptionGroup var undecided: UndecidedOption

  func validate() throws {
    if files.isEmpty { throw ValidationError("run needs a script; '-' is standard input") }
    if scratch, compare != nil {
      throw ValidationError("'--scratch' and '--compare' exclude each other")
    }
    if token.jwt != nil, role != nil || claims != nil {
      throw ValidationError("'--jwt' says role and claims: no '--as' or '--claims' with it")
    }
    if token.jwt == "-", files.contains("-") {
      throw ValidationError("standard input is the token or a script, not both")
    }
    if explain != nil, scratch || compare != nil || files.count > 1 {
      throw ValidationError("'--explain' takes one script, and no server")
    }
    for variable in variables where !variable.contains("=") {
      throw ValidationError("'--set' takes name=value, not '\(variable)'")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    var scripts: [(name: String, text: String)] = []
    for file in files { scripts.append((file, try Self.text(of: file))) }
    let before = try ScriptSetup(setup, version: postgres)
    let server = try ScriptServer(scratch: scratch, address: compare, version: postgres)
    defer { server?.stop() }
    // Everything of the session stays on the thread with the deep stack.
    nonisolated(unsafe) let (server_, context_) = (server, context)
    let result: Result<ExitStatus, any Error> = SessionStatementReader.onDeepStack {
      [scripts] in
      Result { try self.run(scripts, after: before, on: server_, in: context_) }
    }
    return try result.get()
  }

  private func run(
    _ scripts: [(name: String, text: String)], after setup: ScriptSetup,
    on server: ScriptServer?, in context: CommandContext
  ) throws -> ExitStatus {
    let simulated = try setup.database(
      version: postgres, name: server?.database, isCompared: server != nil)
    let writer = DifferenceWriter(context)
    let comparing = try server.map { server in
      ComparingTarget(
        simulated: simulated, server: try server.target(), onDifference: writer.write)
    }
    let target: any ScriptTarget = comparing ?? simulated
    if let server { try setup.prepare(server) }
    try setup.run(on: target, in: context)
    try become(simulated, target, in: context)
    if let explain, let script = scripts.first {
      return try self.explain(line: explain, of: script, simulated, in: context)
    }
    var summary = ScriptRunner.Summary()
    for script in scripts {
      let runner = ScriptRunner(
        target: target, reporter: reporter(context), file: script.name == "-" ? nil : script.name,
        variables: psqlVariables,
        include: Self.include(near: script.name))
      let part = try runner.run(script.text)
      summary.statements += part.statements
      summary.undecided += part.undecided
      summary.isStopped = summary.isStopped || part.isStopped
      if part.isStopped { break }
    }
    if let comparing {
      context.errors.write(
        "\(comparing.same) same, \(comparing.differences.count) different, "
          + "\(comparing.undecided) undecided\n")
      if !comparing.differences.isEmpty { return .findings }
    }
    if summary.isStopped { return .findings }
    if summary.statements == 0 {
      context.error("nothing was run: there is no statement in the script")
      return .undecided
    }
    return undecided.status(undecided: summary.undecided)
  }

  private func explain(
    line: Int, of script: (name: String, text: String), _ target: SimulatedTarget,
    in context: CommandContext
  ) throws -> ExitStatus {
    let explanation = ScriptExplanation(line: line, of: script.name)
    let runner = ScriptRunner(
      target: target, reporter: FailureCollector(), variables: psqlVariables,
      include: Self.include(near: script.name))
    explanation.watch(runner, target)
    _ = try runner.run(script.text)
    guard let found = explanation.found else {
      throw CommandFailure.usage("no statement of `\(script.name)` stands on line \(line)")
    }
    switch format {
    case .text: context.output.write(found.text(style: context.outputStyle))
    case .jsonl: context.output.write(found.json.text())
    }
    if case .undecided = found.explained.outcome { return ExitStatus.undecided }
    return .clean
  }

  private func reporter(_ context: CommandContext) -> any ScriptReporter {
    let output = { (line: String) in context.output.write(line + "\n") }
    let errors = { (line: String) in context.errors.write(line + "\n") }
    switch format {
    case .text: return PsqlReporter(verbose: verbose, output: output, errors: errors)
    case .jsonl: return JSONLinesReporter(output: output, errors: errors)
    }
  }

  private var psqlVariables: [String: String] {
    var result = ["SERVER_VERSION_NUM": "\(postgres.rawValue)0000"]
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      result[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    return result
  }

  /// Who the scripts run as. A failure here is a mistake of the command line.
  private func become(
    _ simulated: SimulatedTarget, _ target: any ScriptTarget, in context: CommandContext
  ) throws {
    var (role, claims) = (role, claims)
    if let token = try token.token() {
      let keys = try self.token.keys(in: context)
      let identity = try self.token.identity(of: token, keys, in: simulated.catalog)
      if keys == nil { self.token.noteUnverified([identity.name], in: context) }
      (role, claims) = (identity.role, identity.claims)
    }
    var statements: [String] = []
    if let claims {
      statements.append("SET request.jwt.claims = \(quoteLiteral(claims))")
    }
    if let role { statements.append("SET ROLE \(quoteIdentifier(role))") }
    for statement in statements {
      let result = try target.run(statement) { [] }
      if let error = result.error {
        throw CommandFailure.usage(
          error.message, help: "make the role in a script given with --setup")
      }
    }
  }

  static func text(of file: String) throws(CommandFailure) -> String {
    file == "-"
      ? try TextFile.readStandardInput(limit: TextFile.documentLimit)
      : try TextFile.read(file, limit: TextFile.documentLimit)
  }

  /// `\i` takes paths from where the command runs; `\ir` beside the script, which is tried too.
  static func include(near script: String) -> (String) -> String? {
    // By hand: Foundation's own traps on a path of one character, such as `-`.
    let folder = script.lastIndex(of: "/").map { String(script[...$0]) } ?? ""
    return { file in
      for path in [file, folder + file] {
        if let text = try? TextFile.read(path, limit: TextFile.documentLimit) { return text }
      }
      return nil
    }
  }
}

/// Shows what the simulator and the server answered differently.
private final class DifferenceWriter {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  func write(_ difference: ComparingTarget.Difference) {
    context.errors.write(
      """
      DIFFERENT:  \(difference.statement)
        simulated: \(difference.simulated.summary)
        server:    \(difference.server.summary)

      """)
  }
}

extension StatementResult {
  /// One line for people.
  var summary: String {
    Self.line([outcomeLine] + notices.map { "\($0.severity): \($0.message)" })
  }

  private var outcomeLine: String {
    switch outcome {
    case .completed(_, let rows, let tag):
      Self.line([tag] + rows.prefix(6).map { row in row.map { $0 ?? "" }.joined(separator: "|") })
    case .failed(let error): "ERROR \(error.sqlState): \(error.message)"
    case .undecided(let construct): "undecided: \(construct.construct)"
    }
  }

  private static func line(_ parts: [String]) -> String {
    parts.count > 6
      ? (parts.prefix(6) + ["…"]).joined(separator: " · ") : parts.joined(separator: " · ")
  }
}
