import AccessModel
import ArgumentParser
import Foundation

/// Decisions per second on Electric Ride.
struct MarketplaceBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marketplace",
    abstract: "Reads and writes of Electric Ride, row by row.")

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
}
