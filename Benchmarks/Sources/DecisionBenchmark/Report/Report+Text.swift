import AccessDecisions
import AccessModel
import Foundation
import SQLText

extension Report {
  var text: String {
    var lines = [
      "Electric Ride, \(Self.grouped(savedCount)) saved rows, \(Asker.all.count) identities; "
        + "\(cores) cores; \(serverName) on a unix socket",
      "Medians of \(runs) runs after one to warm up.",
      "",
    ]
    lines += table(figures + [total])
    lines += ["", "In a loop on the server, for identities that may read the table:"]
    lines += table([loop])
    lines += [
      "",
      "Loading: simulator \(Self.seconds(simulatorLoading)) s, "
        + "\(serverName) \(Self.seconds(serverLoading)) s",
      "Outcomes compared: \(Self.grouped(comparison.compared)), "
        + "the same \(Self.grouped(comparison.agreements)), "
        + "different \(Self.grouped(comparison.disagreements)), "
        + "undecided \(Self.grouped(comparison.undecided))",
    ]
    lines += comparison.examples.map(Self.text)
    if let loopDifference { lines.append(loopDifference) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let header = [
    "decisions", "number", "simulator s", "per second", "PostgreSQL s", "per second", "ratio",
  ]

  private func table(_ figures: [Figure]) -> [String] {
    let rows = figures.map { figure in
      [
        figure.name, Self.grouped(figure.decisions), Self.seconds(figure.simulatorSeconds),
        Self.grouped(Int(figure.simulatorRate)), Self.seconds(figure.serverSeconds),
        Self.grouped(Int(figure.serverRate)), String(format: "%.1f", figure.ratio),
      ]
    }
    return ([Self.header] + rows).map { row in
      zip(row, [28, 8, 13, 12, 14, 12, 8]).enumerated().map { index, cell in
        let blanks = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        return index == 0 ? cell.0 + blanks : blanks + cell.0
      }
      .joined()
    }
  }

  private static func seconds(_ value: Double) -> String { String(format: "%.3f", value) }

  /// `12,345`.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return text
  }

  private static func text(_ pair: Disagreement) -> String {
    let parameters = pair.parameters.map { $0 ?? "NULL" }.joined(separator: ", ")
    return """
      as \(pair.identity.name): \(pair.statement.sqlText) (\(parameters))
        simulator: \(Decision(pair.first))
        PostgreSQL: \(Decision(pair.second))
      """
  }
}
