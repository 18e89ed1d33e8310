import Foundation
import LivePostgres
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// What README shows is what there is: each command's output, and each excerpt of a plan.
struct ReadmeTests {
  /// One `$ ElectricRide …` of a console block, with the lines below it.
  struct Session: CustomTestStringConvertible {
    var arguments: [String]
    var shown: [String] = []
    /// What a `$ echo $?` below shows; otherwise success is meant.
    var status: Int32 = 0
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let sessions: [Session] = {
    let blocks = (try? MarkdownBlock.all(in: "README.md")) ?? []
    return blocks.filter { $0.language == "console" }.compactMap { session($0.lines) }
  }()

  private static func session(_ lines: [String]) -> Session? {
    let program = "$ ElectricRide "
    guard let first = lines.first, first.hasPrefix(program) else { return nil }
    var session = Session(
      arguments: first.dropFirst(program.count).split(separator: " ").map(String.init))
    session.shown = Array(lines.dropFirst())
    if let echo = session.shown.firstIndex(of: "$ echo $?"), echo + 1 < session.shown.count {
      session.status = Int32(session.shown[echo + 1]) ?? -1
      session.shown.removeSubrange(echo...)
    }
    return session
  }

  @Test func `README shows every command`() {
    #expect(
      Set(Self.sessions.compactMap(\.arguments.first))
        == ["matrix", "check", "explain", "who", "compile", "verify", "run", "diff"])
  }

  @Test(arguments: sessions)
  func `a command prints what README shows`(session: Session) {
    let run = CommandRun(session.arguments, of: PlanProgram<ElectricRide>.self)
    #expect(run.status == session.status, "\(run.errors)")
    let shown = Excerpt(lines: session.shown.map(Self.withoutServerVersion))
    let difference = shown.firstDifference(from: Self.withoutServerVersion(run.output))
    #expect(difference == nil, "README shows a line that is not printed there: \(difference ?? "")")
  }

  /// The server is whichever version this machine has.
  private static func withoutServerVersion(_ text: String) -> String {
    text.replacing(/PostgreSQL [0-9.]+/, with: "PostgreSQL")
  }

  @Test func `excerpts of plans are as in their files`() throws {
    let excerpts = try MarkdownBlock.all(in: "README.md").filter {
      $0.lines.first?.hasPrefix("// policies/") == true
        || $0.lines.first?.hasPrefix("// Tests/") == true
    }
    #expect(excerpts.count == 3)
    for excerpt in excerpts {
      let path = try #require(excerpt.lines.first).dropFirst(3)
      let text = try MarkdownBlock.text(of: String(path))
      let difference = Excerpt(lines: Array(excerpt.lines.dropFirst())).firstDifference(from: text)
      #expect(difference == nil, "\(path): \(difference ?? "")")
    }
  }

  @Test func `every file that the documents link to exists`() throws {
    for document in ["README.md", "docs/architecture.md", "docs/language.md", "docs/rules.md"] {
      let text = try MarkdownBlock.text(of: document)
      let folder = MarkdownBlock.root.appendingPathComponent(document).deletingLastPathComponent()
      for link in text.matches(of: /\]\(([^)#]+)\)/) where !link.1.hasPrefix("http") {
        let path = folder.appendingPathComponent(String(link.1)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(document): \(link.1)")
      }
    }
  }
}

struct ExcerptTests {
  private func difference(_ lines: String..., from text: String) -> String? {
    Excerpt(lines: lines).firstDifference(from: text)
  }

  @Test func `without a gap every line counts`() {
    #expect(difference("a", "b", from: "a\nb\n") == nil)
    #expect(difference("a", from: "a\nb\n") != nil)
    #expect(difference("a", "c", from: "a\nb\n") == "c")
  }

  @Test func `a gap stands for any lines, even none`() {
    #expect(difference("a", "…", "d", from: "a\nb\nc\nd\n") == nil)
    #expect(difference("…", "b", "c", "…", from: "a\nb\nc\nd\n") == nil)
    #expect(difference("a", "…", "b", from: "a\nb\n") == nil)
    #expect(difference("…", "c", "…", "b", "…", from: "a\nb\nc\n") == "b")
    #expect(difference("a", "…", "c", from: "a\nb\nc\nd\n") == "c")
    #expect(difference("b", "…", from: "a\nb\n") == "b")
  }
}
