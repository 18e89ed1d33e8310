import AccessModel
import ArgumentParser
import Foundation
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// Two stages of Electric Ride, to apply one over the other.
enum AppliedPlans {
  static func stage(_ name: String) throws -> PlanDocument {
    try #require(
      ElectricRide.bundle.plans.compactMap(\.document).first { $0.title.hasSuffix(name) })
  }

  /// A database that holds a plan.
  static func with<Value>(
    _ plan: PlanDocument, _ body: (ScratchDatabase, Connection) throws -> Value
  ) throws -> Value {
    try RoleServer.withDatabase { database in
      let connection = try database.connect()
      try MigrationTrial.load(plan, connection)
      return try body(database, connection)
    }
  }

  /// `postgres://` for a scratch database.
  static func url(_ database: ScratchDatabase) throws -> String {
    let folder = database.server.folder.replacing("/", with: "%2F")
    return "postgres://postgres@\(folder)/\(database.name)"
  }

  /// A command of Electric Ride's own program.
  static func run(_ arguments: [String]) -> (status: Int32, output: String, errors: String) {
    let (output, errors) = (TextBox(), TextBox())
    let context = CommandContext(output: output, errors: errors)
    let status = Program<PlanProgram<ElectricRide>>(context: context).run(arguments).rawValue
    return (status, output.text, errors.text)
  }

  /// A command of `rowkeep`.
  static func runTool(_ arguments: [String]) -> (status: Int32, output: String, errors: String) {
    let (output, errors) = (TextBox(), TextBox())
    let context = CommandContext(output: output, errors: errors)
    let status = Program<RowkeepProgram>(context: context).run(arguments).rawValue
    return (status, output.text, errors.text)
  }

  /// A process of `MigrationRunner`.
  static func runner(_ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    let folders = [bundle.bundleURL.deletingLastPathComponent(), bundle.bundleURL]
    let process = Process()
    let executable = try #require(
      folders.map { $0.appendingPathComponent("MigrationRunner") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = Pipe()
    try process.run()
    return (process, output)
  }

  /// A plan as a file that is removed afterwards.
  static func withFile<Value>(
    _ plan: PlanDocument, _ body: (String) throws -> Value
  ) throws -> Value {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-plan-\(UUID().uuidString).json").path
    try Data(PlanWriter.json(plan).utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}

final class TextBox: TextSink {
  var text = ""
  func write(_ text: String) { self.text += text }
}
