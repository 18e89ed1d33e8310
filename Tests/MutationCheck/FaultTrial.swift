import Foundation
import PlantedFaults

/// Runs tests with one fault, and stops at the first that fails.
struct FaultTrial {
  let folder: URL
  /// How long one suite may take; a fault may make it run for ever.
  let seconds: Double
  /// How long the differential asks.
  let differentialSeconds: Int

  enum Verdict: Equatable {
    case caught(by: String)
    case survived
  }

  /// Fault 0 is none.
  func run(fault number: Int) throws -> Verdict {
    for suite in FaultySources.tests {
      let tests = folder.appendingPathComponent(".build/debug/rowkeepPackageTests.xctest")
      let failure = try firstLine(
        of: tests, ["--testing-library", "swift-testing", "--filter", suite], fault: number
      ) { $0.hasPrefix("✘ Test ") }
      if let failure { return .caught(by: "\(suite): \(failure)") }
    }
    let runner = folder.appendingPathComponent(".build/debug/\(FaultySources.runner)")
    let found = try firstLine(
      of: runner, ["\(differentialSeconds)", "1", "0"], fault: number
    ) { $0.hasPrefix("-- seed") }
    return found.map { .caught(by: "differential: \($0)") } ?? .survived
  }

  /// The first line of output that tells of a failure; a crash and a hang are failures too.
  private func firstLine(
    of program: URL, _ arguments: [String], fault: Int, where isFailure: (String) -> Bool
  ) throws -> String? {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment[PlantedFault.variable] = "\(fault)"
    environment["NO_COLOR"] = "1"
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let deadline = DispatchTime.now() + seconds
    let watch = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: deadline, execute: watch)
    defer { watch.cancel() }
    var rest = ""
    var failure: String?
    while failure == nil {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      rest += String(decoding: data, as: UTF8.self)
      while failure == nil, let newline = rest.firstIndex(of: "\n") {
        let line = String(rest[..<newline])
        rest = String(rest[rest.index(after: newline)...])
        if isFailure(line) { failure = line }
      }
    }
    if let failure {
      process.terminate()
      process.waitUntilExit()
      return Self.name(in: failure)
    }
    process.waitUntilExit()
    if DispatchTime.now() >= deadline { return "no end after \(Int(seconds)) s" }
    if process.terminationReason == .uncaughtSignal {
      return "crash (signal \(process.terminationStatus))"
    }
    return process.terminationStatus == 0 ? nil : "exit status \(process.terminationStatus)"
  }

  /// The test's name in `✘ Test "name" recorded an issue at …`.
  private static func name(in line: String) -> String {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : line
  }
}
