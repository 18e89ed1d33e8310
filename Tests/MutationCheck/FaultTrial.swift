import Foundation
import PlantedFaults

/// Runs tests with one fault, and stops at the first that fails.
struct FaultTrial {
  let folder: URL
  /// How long one suite may take; a fault may make it run for ever.
  let seconds: Double
  /// How long the differential asks each version.
  let differentialSeconds: Int
  /// Seeds on which simulator and server differ without any fault.
  private var knownSeeds: Set<String> = []

  init(folder: URL, seconds: Double, differentialSeconds: Int) {
    self.folder = folder
    self.seconds = seconds
    self.differentialSeconds = differentialSeconds
  }

  enum Verdict: Equatable {
    case caught(by: String)
    case survived
  }

  /// What fails without any fault, with the seeds known on which simulator and server differ: nil
  /// where all tests pass.
  mutating func failureWithoutFault() throws -> String? {
    // Longer than with faults, so that those seeds that a quicker run reaches are known too.
    var seeds: Set<String> = []
    _ = try firstLine(of: runner, differentialArguments(seconds: 3 * differentialSeconds), fault: 0)
    {
      if $0.hasPrefix(Self.seedMark) { seeds.insert($0) }
      return false
    }
    knownSeeds = seeds
    return try failedTest(fault: 0)
  }

  func run(fault number: Int) throws -> Verdict {
    if let failure = try failedTest(fault: number) { return .caught(by: failure) }
    let found = try firstLine(
      of: runner, differentialArguments(seconds: differentialSeconds), fault: number
    ) { $0.hasPrefix(Self.seedMark) && !knownSeeds.contains($0) }
    return found.map { .caught(by: "differential: \($0)") } ?? .survived
  }

  private static let seedMark = "-- seed"

  private var runner: URL {
    folder.appendingPathComponent(".build/debug/\(FaultySources.runner)")
  }

  private func differentialArguments(seconds: Int) -> [String] { ["\(seconds)", "1", "0"] }

  private func failedTest(fault number: Int) throws -> String? {
    for suite in FaultySources.tests {
      let tests = folder.appendingPathComponent(".build/debug/rowkeepPackageTests.xctest")
      let failure = try firstLine(
        of: tests, ["--testing-library", "swift-testing", "--filter", suite], fault: number
      ) { $0.hasPrefix("✘ Test ") }
      if let failure { return "\(suite): \(failure)" }
    }
    return nil
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
    // The differential ends with 1 for what it found, known or not.
    let isDone =
      process.terminationStatus == 0 || program == runner && process.terminationStatus == 1
    return isDone ? nil : "exit status \(process.terminationStatus)"
  }

  /// The test's name in `✘ Test "name" recorded an issue at …`.
  private static func name(in line: String) -> String {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : line
  }
}
