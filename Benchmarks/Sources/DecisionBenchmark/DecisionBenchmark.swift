import ArgumentParser
import Foundation

/// Decisions per second of the simulator and of PostgreSQL, side by side in one run.
@main struct DecisionBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask the simulator and PostgreSQL the same decisions, and compare the time.",
    subcommands: [
      MarketplaceBenchmark.self, VisibleBenchmark.self, PointBenchmark.self, MatrixBenchmark.self,
      GrowthBenchmark.self,
    ],
    defaultSubcommand: MarketplaceBenchmark.self)
}

/// On standard error, away from the figures.
func progress(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
