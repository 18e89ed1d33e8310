import AccessModel
import ArgumentParser
import Foundation

/// Decisions per second of the simulator and of PostgreSQL, side by side in one run.
@main struct DecisionBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask the simulator and PostgreSQL the same decisions, and compare the time.")

  @Option(help: "The plan document of Electric Ride.")
  var plan: String

  @Option(help: "How many saved listings there are.")
  var rows = 100_000

  @Option(help: "How often each is measured.")
  var runs = 5

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...Marketplace.mostSaved).contains(rows) else {
      throw ValidationError("'--rows' takes a number from 1 to \(Marketplace.mostSaved)")
    }
    guard runs > 0 else { throw ValidationError("'--runs' takes a number from 1") }
  }

  func run() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: plan))
    let document = try JSONDecoder().decode(PlanDocument.self, from: data)
    let marketplace = Marketplace(savedCount: rows)
    progress("Loading PostgreSQL…")
    let server = try MeasuredServer(document, marketplace)
    defer { server.stop() }
    var measurement = try Measurement(document, marketplace, server, progress: progress)
    let report = try measurement.measure(runs: runs)
    print(try json ? report.json() : report.text, terminator: "")
    if !report.isConfirmed { throw ExitCode(1) }
  }

  private func progress(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
