import AccessDecisions
import Foundation

/// What a benchmark found.
struct Report {
  let savedCount: Int
  let runs: Int
  let serverName: String
  /// Seconds to load rows and plan; for the server after it has started.
  let simulatorLoading: Double
  let serverLoading: Double
  let figures: [Figure]
  /// One kind again, in a loop on the server; no part of the total.
  let loop: Figure
  let comparison: Comparison
  /// Where the loop saw other rows than the simulator.
  let loopDifference: String?

  let cores = ProcessInfo.processInfo.activeProcessorCount

  var total: Figure {
    Figure(
      name: "total", decisions: figures.reduce(0) { $0 + $1.decisions },
      simulatorSeconds: figures.reduce(0) { $0 + $1.simulatorSeconds },
      serverSeconds: figures.reduce(0) { $0 + $1.serverSeconds })
  }

  /// What neither engine could tell counts as much as a difference: nothing was confirmed.
  var isConfirmed: Bool {
    comparison.compared > 0 && comparison.agreements == comparison.compared
      && loopDifference == nil
  }
}
