import Foundation

/// A program run to its end.
struct ChildProcess {
  var arguments: [String]
  var environment: [String: String]

  enum Output {
    /// Handed back.
    case captured
    /// To this program's standard error, as it comes.
    case passedOn
  }

  struct Result {
    var status: Int32
    /// Standard output, or with `mergesErrors` both streams.
    var output: Data
  }

  /// Runs `arguments`, found on the PATH, without standard input.
  func run(_ output: Output, mergesErrors: Bool = false) throws(CommandFailure) -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    switch output {
    case .captured:
      process.standardOutput = pipe
      process.standardError = mergesErrors ? pipe : FileHandle.standardError
    case .passedOn:
      process.standardOutput = FileHandle.standardError
      process.standardError = FileHandle.standardError
    }
    do {
      try process.run()
    } catch {
      throw .child("`\(arguments.first ?? "")` can't be run")
    }
    var data = Data()
    if output == .captured { data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data() }
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: data)
  }
}
