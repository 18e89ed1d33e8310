/// Generated scripts, run in simulator and server.
public struct DifferentialRun {
  /// What has been met and counted so far.
  public private(set) var tally = Tally()
  /// The first disagreement of each script that has one.
  public private(set) var findings: [Finding] = []
  private let server: ScriptServer

  /// A run against `server`.
  public init(_ server: ScriptServer) { self.server = server }

  /// Runs the script of `seed` on both.
  public mutating func ask(seed: UInt64) throws {
    try ask(ScriptGenerator.script(seed: seed, version: server.version), seed)
  }

  /// Runs the crossing of `seed` on both.
  public mutating func askCrossing(seed: UInt64) throws {
    try ask(ScriptGenerator.crossing(seed: seed), seed)
  }

  private mutating func ask(_ script: Script, _ seed: UInt64) throws {
    // Tables are small, and both ways to decide are to be met.
    let comparison = try Comparison.run(script, on: server, atOnce: seed % 2 == 0)
    for question in comparison.questions { tally.count(question) }
    if let finding = comparison.finding { findings.append(finding) }
  }
}

extension DifferentialRun {
  /// The counts, for a log.
  public var summary: String {
    func lines(_ counts: [String: Int]) -> [String] {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "  \($0.value) \($0.key)" }
    }
    let open = tally.undecidedCount
    let share = Double(open) * 100 / Double(max(1, tally.asked))
    let percent = Double(Int(share * 1000)) / 1000
    var text = [
      "compared \(tally.asked) (\(tally.statements) statements), agreed \(tally.agreed), "
        + "disagreed \(tally.disagreed), undecided \(open) (\(percent) %)"
    ]
    text += lines(tally.undecided)
    text += ["outcomes"] + lines(tally.outcomes)
    text += ["statements and what they hold"] + lines(tally.features)
    text += ["rules"]
    text += tally.rules.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    return text.joined(separator: "\n")
  }
}
