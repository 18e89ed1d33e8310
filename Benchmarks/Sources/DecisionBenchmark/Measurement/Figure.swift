/// Decisions of one kind and how long each engine took for them.
struct Figure {
  let name: String
  let decisions: Int
  let simulatorSeconds: Double
  let serverSeconds: Double

  var simulatorRate: Double { Double(decisions) / simulatorSeconds }
  var serverRate: Double { Double(decisions) / serverSeconds }
  /// How many times as fast as the server the simulator is.
  var ratio: Double { serverSeconds / simulatorSeconds }
}

/// The times of several runs of one thing.
struct Timings {
  private(set) var seconds: [Double] = []

  mutating func add(_ duration: Duration) { seconds.append(duration.inSeconds) }

  /// The middle one, or the mean of the two in the middle.
  var median: Double {
    let sorted = seconds.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}

extension Duration {
  var inSeconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
