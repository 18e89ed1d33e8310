import AccessDecisions
import AccessModel
import AccessSimulator
import LivePostgres

/// Asks both engines the whole workload: once to warm up and to compare, then to measure.
///
/// Runs of the two alternate, so that both meet the same machine.
struct Measurement {
  let document: PlanDocument
  let marketplace: Marketplace
  let workload: Workload
  let server: MeasuredServer
  let progress: (String) -> Void

  private var simulatorLoading = Timings()
  private var comparison: Comparison
  private var loopDifference: String?

  init(
    _ document: PlanDocument, _ marketplace: Marketplace, _ server: MeasuredServer,
    progress: @escaping (String) -> Void
  ) throws {
    self.document = document
    self.marketplace = marketplace
    self.server = server
    self.progress = progress
    workload = try Workload(marketplace, document)
    comparison = Comparison(engines: ["simulator", server.engine.name], limit: 10)
  }

  mutating func measure(runs: Int) throws -> Report {
    var figures: [Figure] = []
    for set in workload.sets {
      progress("Asking \(set.decisions) decisions, \(set.name), \(runs + 1) times…")
      figures.append(try figure(of: set, runs: runs))
    }
    progress("Asking in a loop on the server…")
    let loop = try loopFigure(runs: runs)
    return Report(
      savedCount: marketplace.saved.count, runs: runs, serverName: server.engine.name,
      simulatorLoading: simulatorLoading.median, serverLoading: server.loadingTime.inSeconds,
      figures: figures, loop: loop, comparison: comparison, loopDifference: loopDifference)
  }

  /// A simulator that has decided nothing: it remembers what it found visible, and a run is not to
  /// profit from the one before.
  private mutating func newSimulator() throws -> Simulator {
    let start = ContinuousClock.now
    let loaded = Simulator.load(catalog: document.catalog, rows: marketplace.rows)
    simulatorLoading.add(.now - start)
    if let diagnostic = loaded.diagnostics.first {
      throw BenchmarkFailure("the simulator does not load: \(diagnostic.message)")
    }
    return loaded.simulator
  }

  private mutating func figure(of set: QuestionSet, runs: Int) throws -> Figure {
    var (mine, theirs) = (Timings(), Timings())
    for run in 0...runs {
      let simulator = try newSimulator()
      var start = ContinuousClock.now
      let answers = Self.answers(of: simulator, to: set)
      let simulatorTime = ContinuousClock.now - start
      start = .now
      let serverAnswers = try Self.answers(of: server.engine, to: set)
      let serverTime = ContinuousClock.now - start
      if run == 0 {
        compare(set, answers, serverAnswers)
      } else {
        mine.add(simulatorTime)
        theirs.add(serverTime)
      }
    }
    return Figure(
      name: set.name, decisions: set.decisions, simulatorSeconds: mine.median,
      serverSeconds: theirs.median)
  }

  private static func answers(
    of engine: some DecisionEngine, to set: QuestionSet
  ) throws -> [[Outcome]] {
    try set.questions.map { try engine.ask($0.probe, as: $0.identity) }
  }

  private static func answers(of simulator: Simulator, to set: QuestionSet) -> [[Outcome]] {
    set.questions.map { simulator.ask($0.probe, as: $0.identity) }
  }

  private mutating func compare(
    _ set: QuestionSet, _ mine: [[Outcome]], _ theirs: [[Outcome]]
  ) {
    let missing = Outcome.undecided(Undecided("no answer"))
    for (number, question) in set.questions.enumerated() {
      for (index, parameters) in question.probe.parameterSets.enumerated() {
        comparison.record(
          Disagreement(
            identity: question.identity, statement: question.probe.statement,
            parameters: parameters,
            first: index < mine[number].count ? mine[number][index] : missing,
            second: index < theirs[number].count ? theirs[number][index] : missing))
      }
    }
  }

  /// The same SELECTs, for those who may read the table at all: an error would end the loop.
  private mutating func loopFigure(runs: Int) throws -> Figure {
    let simulator = try newSimulator()
    let counted = workload.select.questions.map { question in
      (question, simulator.ask(question.probe, as: question.identity))
    }
    let allowed = counted.filter { $0.1.allSatisfy(\.isCompleted) }
    let set = QuestionSet(name: "SELECT by key, in PL/pgSQL", questions: allowed.map(\.0))
    let expected = allowed.map { $0.1.reduce(0) { $0 + $1.rows.count } }
    let loop = ServerLoop(connection: server.connection)
    var (mine, theirs) = (Timings(), Timings())
    for run in 0...runs {
      let simulator = try newSimulator()
      var start = ContinuousClock.now
      _ = Self.answers(of: simulator, to: set)
      let simulatorTime = ContinuousClock.now - start
      start = .now
      let counts = try set.questions.map { try loop.visibleCount($0) }
      let serverTime = ContinuousClock.now - start
      if counts != expected {
        loopDifference = "the loop sees \(counts) rows, the simulator \(expected)"
      }
      if run > 0 {
        mine.add(simulatorTime)
        theirs.add(serverTime)
      }
    }
    return Figure(
      name: set.name, decisions: set.decisions, simulatorSeconds: mine.median,
      serverSeconds: theirs.median)
  }
}

extension Outcome {
  fileprivate var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }
}
