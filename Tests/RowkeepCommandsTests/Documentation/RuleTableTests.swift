import Foundation
import Testing

/// docs/rules.md names files that say they decide or test a rule.
struct RuleTableTests {
  struct Entry: CustomTestStringConvertible {
    var rule: Int
    var files: [String]
    var testDescription: String { "rule \(rule)" }
  }

  static let entries: [Entry] = {
    let text = (try? MarkdownBlock.text(of: "docs/rules.md")) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let first = cells.first, let rule = Int(first) else { return nil }
      return Entry(rule: rule, files: line.matches(of: /\(\.\.\/([^)]+)\)/).map { String($0.1) })
    }
  }()

  @Test func `the table has rules`() { #expect(Self.entries.count > 40) }

  @Test(arguments: entries)
  func `a file named for a rule mentions it`(entry: Entry) throws {
    #expect(!entry.files.isEmpty)
    for file in entry.files {
      #expect(try Self.rules(in: file).contains(entry.rule), "\(file)")
    }
  }

  @Test func `every rule that row security mentions is in the table`() throws {
    let folder = "Sources/RowSecurity"
    let files = try FileManager.default.contentsOfDirectory(
      atPath: MarkdownBlock.root.appendingPathComponent(folder).path)
    for file in files where file.hasSuffix(".swift") {
      for rule in try Self.rules(in: "\(folder)/\(file)") {
        let entry = Self.entries.first { $0.rule == rule }
        #expect(entry?.files.contains("\(folder)/\(file)") == true, "\(file): RULES \(rule)")
      }
    }
  }

  /// The numbers after RULES: `7`, `7–14`, and lists of both, over the lines of a comment.
  private static func rules(in file: String) throws -> Set<Int> {
    let text = try MarkdownBlock.text(of: file).replacing(/\n\s*\/\/\/ ?/, with: " ")
    var rules: Set<Int> = []
    for mention in text.matches(of: /RULES ((?:\d+(?:–\d+)?(?:, )?)+)/) {
      for part in mention.1.split(separator: ", ") {
        let ends = part.split(separator: "–").compactMap { Int($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { continue }
        rules.formUnion(first...last)
      }
    }
    return rules
  }
}
