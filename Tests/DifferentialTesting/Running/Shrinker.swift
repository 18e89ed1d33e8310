import AccessDecisions
import AccessModel
import AccessSimulator
import LivePostgres

/// Makes a disagreement smaller while it stays one.
public struct Shrinker {
  private let server: DifferentialServer

  /// Compares against `server`.
  public init(_ server: DifferentialServer) { self.server = server }

  /// The smallest case found that simulator and server still differ on.
  public func shrink(_ finding: Finding) -> Finding {
    var best = finding
    var attempts = 0
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in Shrinking.candidates(best.question) {
        attempts += 1
        guard attempts < 1500 else { return best }
        guard let smaller = try? disagreement(on: candidate) else { continue }
        best = smaller
        isSmaller = true
        break
      }
    }
    return best
  }

  /// The case with both answers, if they differ; nil also for worlds that do not load.
  public func disagreement(on question: DifferentialCase) throws -> Finding? {
    let loaded = Simulator.load(
      catalog: question.world.catalog, rows: question.world.tableRows)
    // What a name means must not be lost on the way.
    guard !loaded.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    var answers = [try loaded.simulator.ask(question.statement, as: question.identity)]
    // As if the tables were large.
    loaded.simulator.forgetDecisions()
    loaded.simulator.smallestBatch = 1
    answers.append(try loaded.simulator.ask(question.statement, as: question.identity))
    var result: Finding?
    try server.ask(question.world) { engine in
      let theirs = try engine.ask(question.statement, as: question.identity)
      for mine in answers where Verdict(mine, theirs, to: question.statement) == .disagreed {
        result = Finding(question: question, simulated: mine, served: theirs)
      }
    }
    return result
  }
}
