import AccessDecisions
import AccessModel
import AccessSimulator

/// Counts on both engines: the simulator, and the server first without, then with indexes.
struct VisibleMeasurement {
  private let engines: VisibleEngines
  private var report: VisibleReport

  init(_ engines: VisibleEngines) {
    self.engines = engines
    report = VisibleReport(
      rowCount: engines.workspace.size.documents, serverName: engines.server.name,
      simulatorLoading: engines.loadingTime.inSeconds, simulatorBytes: engines.loadedBytes,
      serverLoading: engines.server.loadingTime.inSeconds)
  }

  /// `policy`: the name of the only one to measure; nil: all.
  mutating func measure(_ policy: String?, runs: Int) throws -> VisibleReport {
    report.runs = runs
    let shapes = Workspace.shapes.filter { policy == nil || $0.name == policy }
    for shape in shapes {
      progress("Counting by \(shape.name)…")
      report.figures.append(try figure(shape, runs: runs))
    }
    progress("Making indexes…")
    try engines.server.makeIndexes()
    report.serverIndexing = engines.server.indexingTime.inSeconds
    for (number, shape) in shapes.enumerated() {
      progress("Counting by \(shape.name), with indexes…")
      let again = try figure(shape, runs: runs)
      report.figures[number].indexedSimulator = again.simulator
      report.figures[number].indexedServer = again.server
    }
    report.peakBytes = Memory.peak
    return report
  }

  private mutating func figure(
    _ shape: Workspace.Shape, runs: Int
  ) throws -> VisibleReport.Figure {
    let identities = engines.workspace.identities(of: shape)
    var (mine, theirs) = (Timings(), Timings())
    var first = 0.0
    var visible = 0
    for run in 0...runs {
      engines.simulator.forgetDecisions()
      let start = ContinuousClock.now
      let counts = identities.map(visibleCount)
      let time = ContinuousClock.now - start
      var serverTime = Duration.zero
      var serverCounts: [Int] = []
      for identity in identities {
        let answer = try engines.server.visibleCount(identity)
        serverCounts.append(answer.count)
        serverTime += answer.time
      }
      if counts != serverCounts {
        report.differences.append(
          "\(shape.name): \(counts), \(engines.server.name) \(serverCounts)")
      }
      if run == 0 {
        (first, visible) = (time.inSeconds, counts.reduce(0, +))
      } else {
        mine.add(time)
        theirs.add(serverTime)
      }
    }
    return VisibleReport.Figure(
      name: shape.name, visible: visible, simulatorFirst: first, simulator: mine.median,
      server: theirs.median)
  }

  private static let question = SQLStatement.query(
    SQLQuery(
      SQLSelect(
        [.expression(.call(SQLFunctionCall("count", isStar: true)), name: nil)],
        from: [.relation(schema: "public", name: "document", alias: nil)])))

  private func visibleCount(_ identity: Identity) -> Int {
    guard
      case .completed(let completion) = engines.simulator.ask(Probe(Self.question), as: identity)
        .first,
      let text = completion.rows.first?.first, let count = text.flatMap({ Int($0) })
    else { return -2 }
    return count
  }
}
