import ArgumentParser

/// How many of a million rows each of eight people sees, under the usual shapes of policies.
struct VisibleBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "visible",
    abstract: "Count the visible rows of a large table under policies of six shapes.")

  @Option(help: "How many rows there are.")
  var rows = 1_000_000

  @Option(help: "How often each is measured.")
  var runs = 5

  @Option(help: "Measure this policy only, as in 'two-hop join'.")
  var policy: String?

  func validate() throws {
    guard (1_000...10_000_000).contains(rows) else {
      throw ValidationError("'--rows' takes a number from 1000 to 10000000")
    }
    guard runs > 0 else { throw ValidationError("'--runs' takes a number from 1") }
  }

  func run() throws {
    let engines = try VisibleEngines(Workspace(.large(documents: rows)))
    defer { engines.stop() }
    var measurement = VisibleMeasurement(engines)
    let report = try measurement.measure(policy, runs: runs)
    print(report.text, terminator: "")
    if !report.differences.isEmpty { throw ExitCode(1) }
  }
}
