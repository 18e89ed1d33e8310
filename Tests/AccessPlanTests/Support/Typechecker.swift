import Foundation
import Testing

/// Type-checks a fixture against the modules that this test was built with.
struct Typechecker {
  struct Report {
    var status: Int32
    var output: String

    /// The lines of errors, with their messages.
    var errors: [(line: Int, message: String)] {
      output.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[3].hasSuffix("error"), let number = Int(parts[1]) else {
          return nil
        }
        return (number, String(parts[4]))
      }
    }
  }

  /// What a fixture says of itself: the line that has `// error: text`, and the text, which is
  /// empty where the compiler has no message worth holding it to.
  struct Expectation {
    var line: Int
    var text: String
  }

  let fixture: URL

  init(_ name: String) {
    fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("CompileFixtures/\(name).swift")
  }

  func expectation() throws -> Expectation? {
    let lines = try String(contentsOf: fixture, encoding: .utf8).components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      if let mark = line.range(of: "// error:") {
        return Expectation(
          line: index + 1, text: line[mark.upperBound...].trimmingCharacters(in: .whitespaces))
      }
    }
    return nil
  }

  func run() throws -> Report {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-I",
      try Self.modules().path, "-module-cache-path",
      try Self.modules().appendingPathComponent("FixtureCache").path, fixture.path,
    ]
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Report(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }

  /// The folder of `AccessPlan.swiftmodule`, beside the test program.
  private static func modules() throws -> URL {
    var folder = URL(fileURLWithPath: try testProgram()).deletingLastPathComponent()
    while folder.path != "/" {
      let modules = folder.appendingPathComponent("Modules")
      let module = modules.appendingPathComponent("AccessPlan.swiftmodule").path
      if FileManager.default.fileExists(atPath: module) { return modules }
      folder.deleteLastPathComponent()
    }
    throw Missing(description: "no built modules near \(try testProgram())")
  }

  private static func testProgram() throws -> String {
    #if os(Linux)
      return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      // The test bundle, which a program of the toolchain has loaded.
      var information = Dl_info()
      guard dladdr(#dsohandle, &information) != 0, let name = information.dli_fname else {
        throw Missing(description: "the test program can't be found")
      }
      return URL(fileURLWithPath: String(cString: name)).standardizedFileURL.path
    #endif
  }
}
