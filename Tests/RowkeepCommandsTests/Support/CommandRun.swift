import ArgumentParser
import Foundation
import Testing

@testable import RowkeepCommands

final class MemorySink: TextSink {
  var text = ""
  func write(_ text: String) { self.text += text }
}

/// One command line run in this process, with what it wrote.
struct CommandRun {
  var status: Int32
  var output: String
  var errors: String

  init(_ arguments: String...) { self.init(arguments) }

  init<Root: ParsableCommand>(
    _ arguments: [String], of root: Root.Type = RowkeepProgram.self,
    environment: [String: String]? = nil, isTerminal: Bool = false
  ) {
    let (output, errors) = (MemorySink(), MemorySink())
    let context = CommandContext(
      output: output, errors: errors, isOutputTerminal: isTerminal, isErrorTerminal: isTerminal,
      environment: environment ?? ProcessInfo.processInfo.environment)
    status = Program<Root>(context: context).run(arguments).rawValue
    self.output = output.text
    self.errors = errors.text
  }
}

/// A folder for one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }
}
