import Foundation

/// What counting visible rows took.
struct VisibleReport {
  struct Figure {
    let name: String
    /// Rows that all identities together see.
    let visible: Int
    /// Seconds for all identities; the first time, indexes in memory are made on the way.
    let simulatorFirst: Double
    let simulator: Double
    let server: Double
    /// The same in the runs in which the server had indexes.
    var indexedSimulator = 0.0
    var indexedServer = 0.0
  }

  let rowCount: Int
  let serverName: String
  let simulatorLoading: Double
  let simulatorBytes: Int
  let serverLoading: Double
  var serverIndexing = 0.0
  var runs = 0
  var figures: [Figure] = []
  var peakBytes = 0
  var differences: [String] = []

  var text: String {
    var lines = [
      "Visible rows of \(rowCount), 8 identities, milliseconds for each; \(serverName) on a unix "
        + "socket, one core each",
      "Medians of \(runs) runs; nothing decided before is kept between them.",
      "",
      TextTable.line([
        "policy", "visible", "first", "simulator", "no index", "ratio", "indexed", "ratio",
      ]),
    ]
    lines += figures.map { figure in
      TextTable.line([
        figure.name, "\(figure.visible / 8)", Self.each(figure.simulatorFirst),
        Self.each(figure.simulator), Self.each(figure.server),
        Self.ratio(figure.server, figure.simulator), Self.each(figure.indexedServer),
        Self.ratio(figure.indexedServer, figure.indexedSimulator),
      ])
    }
    lines += [
      "",
      String(
        format: "Loading: simulator %.1f s, %@ %.1f s, and %.1f s for its indexes",
        simulatorLoading, serverName, serverLoading, serverIndexing),
      "Memory: \(simulatorBytes / rowCount) bytes a row loaded, peak of the process "
        + "\(peakBytes >> 20) MB with the rows' text",
    ]
    lines += differences.isEmpty ? ["Counts: the same on both"] : ["Different:"] + differences
    return lines.joined(separator: "\n") + "\n"
  }

  private static func each(_ seconds: Double) -> String {
    String(format: "%.3f", seconds / 8 * 1_000)
  }

  private static func ratio(_ theirs: Double, _ mine: Double) -> String {
    String(format: "%.1f", theirs / mine)
  }
}
