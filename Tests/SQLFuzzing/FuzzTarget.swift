import AccessFixtures
import AccessModel
import AccessSimulator
import Foundation
import SQLFrontend
import SQLSession

/// What an input is fed to; the raw value is the extension of its files.
enum FuzzTarget: String, CaseIterable {
  /// Definitions and whatever stands between them, read as migrations.
  case reader = "read.sql"
  /// A script that runs in the simulator.
  case session = "run.sql"
  /// The text of cases.yaml.
  case cases = "cases.yaml"
  /// A plan document.
  case plan = "plan.json"

  static func run(fileNamed path: String, _ scratch: String) throws {
    guard let target = allCases.first(where: { path.hasSuffix("." + $0.rawValue) }) else {
      throw FuzzFailure.noTarget(path)
    }
    try FileManager.default.createDirectory(
      atPath: scratch, withIntermediateDirectories: true)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    FuzzBatch.bounded { target.run(Array(bytes), scratch) }
  }

  func run(_ bytes: [UInt8], _ scratch: String) {
    switch self {
    case .reader:
      let text = String(decoding: bytes, as: UTF8.self)
      let loaded = SQLReader(runner: ComputedStatement.simulated)
        .read([SQLFile(name: "input", text: text)])
      _ = Simulator.load(catalog: loaded.catalog, rows: [])
    case .session:
      let text = String(decoding: bytes, as: UTF8.self)
      SessionStatementReader.onDeepStack {
        let runner = ScriptRunner(
          target: SimulatedTarget(version: .v15), reporter: SilentReporter())
        _ = try? runner.run(text)
      }
    case .cases:
      let path = "\(scratch)/cases.yaml"
      _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
      _ = Fixtures.load(folder: scratch, catalog: FuzzSeeds.catalog)
    case .plan:
      guard let document = try? JSONDecoder().decode(PlanDocument.self, from: Data(bytes)) else {
        return
      }
      _ = Simulator.load(catalog: document.catalog, rows: [])
    }
  }
}

private final class SilentReporter: ScriptReporter {
  func echo(_ line: String) {}
  func message(_ text: String) {}
  func warn(_ text: String, line: Int) {}
  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {}
}
