import AccessDecisions
import AccessModel
import AccessSimulator
import ArgumentParser
import Foundation

/// Whether each of eight people sees each of 2,500 rows of small tables, one row at a time.
struct PointBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "points",
    abstract: "Decide single rows of small tables, against a PL/pgSQL loop on the server.")

  @Option(help: "How often each is measured.")
  var runs = 5

  private static let perIdentity = 2_500

  func validate() throws {
    guard runs > 0 else { throw ValidationError("'--runs' takes a number from 1") }
  }

  func run() throws {
    let workspace = Workspace(.small)
    let engines = try VisibleEngines(workspace)
    defer { engines.stop() }
    try engines.server.makeIndexes()
    // A tenth of the keys are of no row.
    let keys = (0..<Self.perIdentity).map {
      "\(1 + $0 * 7 % (workspace.size.documents * 11 / 10))"
    }
    var lines = [
      "\(8 * Self.perIdentity) decisions by key on \(workspace.size.documents) rows, a second; "
        + "\(engines.server.name) in a PL/pgSQL loop",
      "Medians of \(runs) runs; nothing decided before is kept between them.", "",
      TextTable.line(["policy", "visible", "simulator", "PL/pgSQL", "ratio"]),
    ]
    var isSame = true
    for shape in Workspace.shapes {
      progress("Deciding rows by \(shape.name)…")
      let (visible, mine, theirs) = try measure(shape, keys, engines, &isSame)
      let count = Double(8 * Self.perIdentity)
      lines.append(
        TextTable.line([
          shape.name, "\(visible)", "\(Int(count / mine))", "\(Int(count / theirs))",
          String(format: "%.1f", theirs / mine),
        ]))
    }
    lines.append(isSame ? "\nDecisions: the same on both" : "\nDecisions differ")
    print(lines.joined(separator: "\n"))
    if !isSame { throw ExitCode(1) }
  }

  private func measure(
    _ shape: Workspace.Shape, _ keys: [String], _ engines: VisibleEngines, _ isSame: inout Bool
  ) throws -> (visible: Int, mine: Double, theirs: Double) {
    let identities = engines.workspace.identities(of: shape)
    let probe = Self.probe(keys)
    var (mine, theirs, visible) = (Timings(), Timings(), 0)
    for run in 0...runs {
      engines.simulator.forgetDecisions()
      let start = ContinuousClock.now
      let outcomes = identities.map { engines.simulator.ask(probe, as: $0) }
      let time = ContinuousClock.now - start
      let counts = outcomes.map { $0.count { $0.rowCount == 1 } }
      var (serverTime, serverCounts) = (Duration.zero, [Int]())
      for identity in identities {
        let answer = try engines.server.visibleKeys(keys, identity)
        serverCounts.append(answer.count)
        serverTime += answer.time
      }
      isSame = isSame && counts == serverCounts
      if run > 0 {
        mine.add(time)
        theirs.add(serverTime)
      }
      visible = counts.reduce(0, +)
    }
    return (visible, mine.median, theirs.median)
  }

  /// `SELECT id FROM document WHERE id = $1`.
  private static func probe(_ keys: [String]) -> Probe {
    let select = SQLSelect(
      [.expression(.column("id"), name: nil)],
      from: [.relation(schema: "public", name: "document", alias: nil)],
      where: .equal(.column("id"), .parameter(number: 1)))
    return Probe(
      .query(SQLQuery(select)), parameterTypes: [.bigint], parameterSets: keys.map { [$0] })
  }
}

extension Outcome {
  fileprivate var rowCount: Int {
    if case .completed(let completion) = self { completion.count } else { -1 }
  }
}
