import Foundation
import Testing

/// Text that a test expects, kept in a file; ROWKEEP_RECORD=1 writes it again.
struct GoldenFile {
  private let url: URL

  init(_ name: String) {
    url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden").appendingPathComponent(name)
  }

  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["ROWKEEP_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    guard text != expected else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(lines, wanted).enumerated().first { $1.0 != $1.1 }?.offset
    let line = index ?? min(lines.count, wanted.count)
    let found = line < lines.count ? String(lines[line]) : "the end"
    let expectedLine = line < wanted.count ? String(wanted[line]) : "the end"
    Issue.record(
      """
      \(url.lastPathComponent):\(line + 1) differs
        expected: \(expectedLine)
        found:    \(found)
      """, sourceLocation: sourceLocation)
  }
}
