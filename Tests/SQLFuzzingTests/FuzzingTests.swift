import Foundation
import Testing

@Suite struct FuzzingTests {
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `mutated inputs crash, hang and swell nothing`() throws {
    let inputs = ProcessInfo.processInfo.environment["ROWKEEP_FUZZ_INPUTS"] ?? "400"
    let (status, output) = try run(["--inputs", inputs, "--seed", "7"])
    #expect(status == 0, "\(output)")
  }

  @Test func `inputs that once failed no longer do`() throws {
    let folder = Self.tests.appendingPathComponent("SQLFuzzing/Corpus").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
    for file in files {
      let (status, _) = try run([file])
      #expect(status == 0, "\(file)")
    }
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    let process = Process()
    // Beside the test bundle, or in the folder that stands for it.
    let folders = [bundle.bundleURL.deletingLastPathComponent(), bundle.bundleURL]
    let executable = try #require(
      folders.map { $0.appendingPathComponent("SQLFuzzing") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    process.executableURL = executable
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
