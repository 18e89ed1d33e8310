import Foundation
import Testing

/// A fenced block of a document of this repository: ```` ```swift ```` and so on.
struct MarkdownBlock {
  var language: String
  var lines: [String]
  /// Where its first line stands in the document.
  var line: Int

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func all(in path: String) throws -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var open: MarkdownBlock?
    for (index, line) in try text(of: path).components(separatedBy: "\n").enumerated() {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.lines.append(line)
          open = block
        }
      } else if line.hasPrefix("```") {
        open = MarkdownBlock(language: String(line.dropFirst(3)), lines: [], line: index + 2)
      }
    }
    try #require(open == nil, "\(path): a block is not closed")
    return blocks
  }
}

/// Lines as a document shows them: a line `…` stands for any lines left out.
struct Excerpt {
  var lines: [String]

  /// The first shown line that `text` does not have in its place, or nil if all are there.
  func firstDifference(from text: String) -> String? {
    var rest = text.components(separatedBy: "\n")[...]
    if rest.last == "" { rest.removeLast() }
    var parts = lines.split(separator: "…", omittingEmptySubsequences: false)
    let last = parts.removeLast()
    for (index, part) in parts.enumerated() {
      guard let start = Self.start(of: part, in: rest, atFront: index == 0) else {
        return part.first ?? ""
      }
      rest = rest[(start + part.count)...]
    }
    // What follows the last gap, or everything if there is none, reaches to the end.
    let end = Array(rest.suffix(last.count))
    let isWhole = parts.isEmpty ? rest.count == last.count : rest.count >= last.count
    guard isWhole, end == Array(last) else {
      return zip(last, end).first { $0 != $1 }?.0 ?? "the end"
    }
    return nil
  }

  private static func start(
    of part: ArraySlice<String>, in text: ArraySlice<String>, atFront: Bool
  ) -> Int? {
    if atFront { return text.starts(with: part) ? text.startIndex : nil }
    return text.indices.first { text[$0...].starts(with: part) }
  }
}
