import AccessDecisions
import Foundation

extension Report {
  /// As `text`, for programs. Times are seconds.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(Output(self)), as: UTF8.self) + "\n"
  }

  private struct Output: Encodable {
    struct Kind: Encodable {
      let name: String
      let decisions: Int
      let simulatorSeconds: Double
      let serverSeconds: Double
      let ratio: Double

      init(_ figure: Figure) {
        name = figure.name
        decisions = figure.decisions
        simulatorSeconds = figure.simulatorSeconds
        serverSeconds = figure.serverSeconds
        ratio = figure.ratio
      }
    }

    struct Loading: Encodable {
      let simulatorSeconds: Double
      let serverSeconds: Double
    }

    struct Outcomes: Encodable {
      let compared: Int
      let same: Int
      let different: Int
      let undecided: Int
      let loopAgrees: Bool
    }

    let savedRows: Int
    let runs: Int
    let cores: Int
    let server: String
    let kinds: [Kind]
    let total: Kind
    let loopOnServer: Kind
    let loading: Loading
    let outcomes: Outcomes

    init(_ report: Report) {
      savedRows = report.savedCount
      runs = report.runs
      cores = report.cores
      server = report.serverName
      kinds = report.figures.map(Kind.init)
      total = Kind(report.total)
      loopOnServer = Kind(report.loop)
      loading = Loading(
        simulatorSeconds: report.simulatorLoading, serverSeconds: report.serverLoading)
      outcomes = Outcomes(
        compared: report.comparison.compared, same: report.comparison.agreements,
        different: report.comparison.disagreements, undecided: report.comparison.undecided,
        loopAgrees: report.loopDifference == nil)
    }
  }
}
