import AccessModel
import Foundation
import LivePostgres
import SQLFrontend
import SQLSession

/// Runs PostgreSQL's own regression scripts in the simulator and on a scratch server, statement by
/// statement, and counts how many answers are the same.
///
/// `RegressionScoreboard SOURCE-TREE [script …] [--postgres N] [--log FILE] [--replay]`; with
/// `--replay` what every role sees of every relation is compared too, after each statement that may
/// have changed it. The server, whose version the simulator takes, is of version N if that is given.
/// Nothing of PostgreSQL's is kept here.
@main
enum RegressionScoreboard {
  static let defaultScripts = ["rowsecurity"]

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var log: FileHandle?
    if let path = value(of: "--log", in: &arguments) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      log = FileHandle(forWritingAtPath: path)
    }
    let major = value(of: "--postgres", in: &arguments).flatMap(Int.init)
    let replays = arguments.contains("--replay")
    arguments.removeAll { $0 == "--replay" }
    guard let tree = arguments.first else {
      print(
        "usage: RegressionScoreboard SOURCE-TREE [script …] [--postgres N] [--log FILE] [--replay]")
      exit(2)
    }
    let installation =
      try major.map { try PostgresInstallation.find(major: $0) } ?? PostgresInstallation.find()
    let scripts = arguments.count > 1 ? Array(arguments.dropFirst()) : defaultScripts
    for script in scripts {
      guard let text = Self.script(script, of: tree) else {
        print("\(script).sql of \(tree): can't be read")
        exit(2)
      }
      let run = Run(script: text, helpers: helpers(of: tree), installation: installation)
      let sink = log
      let result = SessionStatementReader.onDeepStack {
        Result { try score(run, log: sink, replays: replays) }
      }
      print("\(installation), \(script): \(try result.get())")
    }
  }

  private struct Run: Sendable {
    var script: String
    var helpers: String
    var installation: PostgresInstallation
  }

  private static func value(of option: String, in arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(index...(index + 1)) }
    return arguments[index + 1]
  }

  private static func script(_ name: String, of tree: String) -> String? {
    try? String(contentsOfFile: "\(tree)/src/test/regress/sql/\(name).sql", encoding: .utf8)
  }

  /// The functions that scripts of 16 and later take from the script that all others follow.
  private static func helpers(of tree: String) -> String {
    guard let text = script("test_setup", of: tree),
      let start = text.range(of: "create function fipshash", options: .caseInsensitive)
    else { return "" }
    return String(text[start.lowerBound...])
  }

  private static func score(_ run: Run, log: FileHandle?, replays: Bool) throws -> String {
    let server = try ScratchServer(installation: run.installation)
    defer { server.stop() }
    try server.connect().execute("CREATE DATABASE regression")
    let live = try ServerTarget { user in
      try Connection(server.address, database: "regression", user: user)
    }
    let version = PostgresVersion(rawValue: run.installation.major) ?? .v18
    let simulated = SimulatedTarget(version: version, database: "regression")
    let target = ComparingTarget(simulated: simulated, server: live)
    let reporter = ScoreReporter(log)
    _ = try ScriptRunner(target: target, reporter: reporter).run(run.helpers)
    target.onAnswer = reporter.note
    if replays {
      reporter.replay = Replay(server: live, simulated: simulated, write: reporter.write)
    }
    _ = try ScriptRunner(target: target, reporter: reporter).run(run.script)
    if let failure = reporter.replayFailure { throw failure }
    let replayed = reporter.replay.map { "\n  replay: \($0.description)" } ?? ""
    return reporter.counts.description + replayed
  }
}

/// Counts verdicts, EXPLAIN apart: its plans are not modelled, and decide no access.
private final class ScoreReporter: ScriptReporter {
  struct Counts: CustomStringConvertible {
    var same = 0
    var different = 0
    var undecided = 0
    var explained = 0
    var reasons: [String: Int] = [:]

    var description: String {
      let total = same + different + undecided
      let share = total == 0 ? 0 : Double(same * 1000 / total) / 10
      let top = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(40)
        .map { "\n  \($0.value) × \($0.key)" }.joined()
      return
        "\(same) same (\(share) %), \(different) different, \(undecided) undecided of \(total); "
        + "\(explained) EXPLAIN apart" + top
    }
  }

  var counts = Counts()
  var replay: Replay?
  private(set) var replayFailure: (any Error)?
  private let log: FileHandle?
  private var pending: (verdict: ResultComparison.Verdict, answers: String, reason: String?)?

  init(_ log: FileHandle?) { self.log = log }

  func note(
    _ statement: String, _ verdict: ResultComparison.Verdict, _ ours: StatementResult,
    _ theirs: StatementResult
  ) {
    pending = (
      verdict, "  simulated: \(Self.text(ours))\n  server:    \(Self.text(theirs))\n",
      ours.undecided?.construct
    )
  }

  func echo(_ line: String) {}
  func message(_ text: String) {}
  func warn(_ text: String, line: Int) { write("\(line): WARNING \(text)\n") }

  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {
    guard let (verdict, answers, reason) = pending else { return }
    pending = nil
    let isExplain = statement.lowercased().hasPrefix("explain")
    switch verdict {
    case .same: counts.same += 1
    case .undecided where isExplain: counts.explained += 1
    case .undecided:
      counts.undecided += 1
      counts.reasons[reason ?? "the server", default: 0] += 1
    case .different: counts.different += 1
    }
    if verdict != .same, !isExplain {
      write("\(line): \(verdict)\n\(statement)\n\(answers)\n")
    }
    do { try replay?.probe(after: statement, line: line) } catch { replayFailure = error }
  }

  func write(_ text: String) { log?.write(Data(text.utf8)) }

  private static func text(_ result: StatementResult) -> String {
    switch result.outcome {
    case .completed(let columns, let rows, let tag):
      let shown = rows.prefix(12).map { $0.map { $0 ?? "∅" }.joined(separator: "|") }
      return ([tag, columns?.joined(separator: ",") ?? "-"] + shown).joined(separator: " · ")
    case .failed(let error): return "ERROR \(error.sqlState): \(error.message)"
    case .undecided(let construct): return "undecided: \(construct.construct)"
    }
  }
}
