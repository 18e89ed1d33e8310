import AccessModel
import SQLFrontend

/// A question on which the engines differ.
public struct Finding: Hashable, Sendable {
  /// What was asked, all that came before it included.
  public var script: [Script.Statement]
  public var statement: String
  public var simulated: Answer
  public var served: Answer

  /// For a log: the script, and both answers.
  public var description: String { Corpus.text(script) + answers }

  /// Without the script.
  public var brief: String { "\(statement);\n\(answers)" }

  private var answers: String {
    "-- simulator: \(simulated.text.onOneLine)\n-- server:    \(served.text.onOneLine)\n"
  }
}

extension String {
  fileprivate var onOneLine: String { replacing("\n", with: " ") }
}

/// Both engines' answers to a script, question by question.
struct Comparison {
  struct Question {
    var features: [String]
    var mine: Answer
    var theirs: Answer
    var verdict: Verdict
  }

  var questions: [Question] = []
  var finding: Finding?

  /// Runs a script on both. They work at the same time, as the server is another process.
  static func run(
    _ script: Script, on server: ScriptServer, atOnce: Bool
  ) throws -> Comparison {
    try server.start(script)
    let (version, number) = (server.version, server.serverNumber)
    let simulated: Result<[[Answer]], any Error> = SessionStatementReader.onDeepStack {
      Result { try ScriptSimulation(version, number, atOnce: atOnce).answers(script) }
    }
    let theirs = try server.finish()
    return Comparison(script, try simulated.get(), theirs)
  }

  private init(_ script: Script, _ mine: [[Answer]], _ theirs: [[Answer]]) {
    var before: [Script.Statement] = []
    for (step, (mine, theirs)) in zip(script.steps, zip(mine, theirs)) {
      switch step {
      case .statement(let statement):
        before.append(statement)
        add(statement.text, statement.features, mine[0], theirs[0]) { before }
      case .probes(let probes):
        for (probe, (mine, theirs)) in zip(probes, zip(mine, theirs)) {
          add(probe.query, [], mine, theirs) { before + probe.statements }
        }
      }
      // What follows a disagreement follows from it; a breakdown undid what the simulator did.
      if finding != nil || theirs.contains(where: { $0.breakdown != nil }) { return }
    }
  }

  private mutating func add(
    _ text: String, _ features: [String], _ mine: Answer, _ theirs: Answer,
    script: () -> [Script.Statement]
  ) {
    let verdict = Verdict(mine, theirs, to: text)
    questions.append(Question(features: features, mine: mine, theirs: theirs, verdict: verdict))
    if verdict == .disagreed, finding == nil {
      finding = Finding(script: script(), statement: text, simulated: mine, served: theirs)
    }
  }
}
