import AccessDecisions
import AccessModel
import AccessSimulator
import ArgumentParser
import Foundation
import LivePostgres

/// The whole matrix of Electric Ride: eight identities, every table and view, all commands.
struct MatrixBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Decide the whole matrix of Electric Ride.")

  @Option(help: "The plan document of Electric Ride.")
  var plan: String

  @Option(help: "How many saved listings there are.")
  var rows = 100_000

  @Option(help: "How often it is measured.")
  var runs = 5

  @Flag(help: "Ask PostgreSQL the same, once; best with few rows.")
  var server = false

  func validate() throws {
    guard (1...Marketplace.mostSaved).contains(rows), runs > 0 else {
      throw ValidationError("'--rows' and '--runs' take numbers from 1")
    }
  }

  func run() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: plan))
    let document = try JSONDecoder().decode(PlanDocument.self, from: data)
    let marketplace = Marketplace(savedCount: rows)
    let identities = Asker.all.map(\.identity)
    var (times, asked) = (Timings(), 0)
    var matrix: Matrix?
    for run in 0..<runs {
      progress("Deciding the matrix, \(run + 1) of \(runs)…")
      let simulator = Simulator.load(catalog: document.catalog, rows: marketplace.rows).simulator
      let engine = CountingEngine(simulator)
      let start = ContinuousClock.now
      matrix = try Matrix(asking: engine, document, identities: identities)
      times.add(.now - start)
      asked = engine.decisions
    }
    var line = String(
      format: "Matrix of Electric Ride, %d saved rows: %d decisions in %.2f s (median of %d), "
        + "%.0f a second", rows, asked, times.median, runs, Double(asked) / times.median)
    if server {
      let measured = try MeasuredServer(document, marketplace)
      defer { measured.stop() }
      let start = ContinuousClock.now
      let theirs = try Matrix(asking: measured.engine, document, identities: identities)
      let time = (ContinuousClock.now - start).inSeconds
      line += String(
        format: "; %@ %.2f s, ratio %.1f", measured.engine.name, time,
        time / times.median)
      let relations = document.catalog.tables.map(\.name) + document.catalog.views.map(\.name)
      let different = identities.reduce(0) { count, identity in
        count
          + relations.reduce(0) { count, relation in
            count
              + AccessCommand.allCases.count { command in
                matrix?[identity.name, relation, command]?.text
                  != theirs[identity.name, relation, command]?.text
              }
          }
      }
      line += "; cells that differ: \(different)"
    }
    print(line + "; peak memory \(Memory.peak >> 20) MB")
  }
}

/// Counts what it is asked.
final class CountingEngine: DecisionEngine {
  private let engine: any DecisionEngine
  private(set) var decisions = 0

  init(_ engine: any DecisionEngine) { self.engine = engine }

  var name: String { engine.name }

  func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    decisions += probe.parameterSets.count
    return try engine.ask(probe, as: identity)
  }
}
