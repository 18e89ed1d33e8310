import AccessModel
import Foundation
import LivePostgres
import SQLFrontend
import SQLSession

/// Runs PostgreSQL's own regression scripts in the simulator and on a scratch server, statement by
/// statement, and counts how many answers are the same.
///
/// `RegressionScoreboard SOURCE-TREE [script …] [--log FILE] [--replay]`; with `--replay` what every
/// role sees of every relation is compared too, after each statement that may have changed it.
/// Nothing of PostgreSQL's is kept here.
@main
enum RegressionScoreboard {
  static let defaultScripts = ["rowsecurity"]

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var log: FileHandle?
    if let index = arguments.firstIndex(of: "--log"), index + 1 < arguments.count {
      FileManager.default.createFile(atPath: arguments[index + 1], contents: nil)
      log = FileHandle(forWritingAtPath: arguments[index + 1])
      arguments.removeSubrange(index...(index + 1))
    }
    let replays = arguments.contains("--replay")
    arguments.removeAll { $0 == "--replay" }
    guard let tree = arguments.first else {
      print("usage: RegressionScoreboard SOURCE-TREE [script …] [--log FILE] [--replay]")
      exit(2)
    }
    let scripts = arguments.count > 1 ? Array(arguments.dropFirst()) : defaultScripts
    for script in scripts {
      let path = "\(tree)/src/test/regress/sql/\(script).sql"
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        print("\(path): can't be read")
        exit(2)
      }
      nonisolated(unsafe) let sink = log
      let result = SessionStatementReader.onDeepStack {
        Result { try score(text, log: sink, replays: replays) }
      }
      print("\(script): \(try result.get())")
    }
  }

  private static func score(
    _ text: String, log: FileHandle?, replays: Bool
  ) throws -> String {
    let server = try ScratchServer()
    defer { server.stop() }
    try server.connect().execute("CREATE DATABASE regression")
    let live = try ServerTarget { user in
      try Connection(server.address, database: "regression", user: user)
    }
    let simulated = SimulatedTarget(version: .v15, database: "regression")
    let target = ComparingTarget(simulated: simulated, server: live)
    let reporter = ScoreReporter(log)
    target.onAnswer = reporter.note
    if replays {
      reporter.replay = Replay(server: live, simulated: simulated, write: reporter.write)
    }
    _ = try ScriptRunner(target: target, reporter: reporter).run(text)
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
