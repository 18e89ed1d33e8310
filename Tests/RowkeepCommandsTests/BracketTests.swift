import Foundation
import Testing

@testable import Chapter
@testable import RowkeepCommands

/// `relation[column=value,…]`: a row in one word.
struct BracketTests {
  private func run(_ arguments: String...) -> CommandRun {
    CommandRun(
      arguments + ["--fixtures", "fixtures/chapter"], of: PlanProgram<Chapter>.self)
  }

  private let group = "group_id=6e0d2b7a-88c4-4f19-b3d5-1a2b3c4d5e03"
  private let sender = "sender_id=c4a9e7d0-5b1f-4c2e-9a63-7e8f0a1b2c02"

  @Test func `an event's new row stands in brackets`() {
    let words = run(
      "who", "--event", "insert", "messages", "--values", group, sender, "body=Stop, please")
    let brackets = run(
      "who", "--event", "insert", "messages[\(group), \(sender),body=Stop, please]")
    #expect(brackets.status == 0 && brackets.output == words.output, "\(brackets.errors)")
    #expect(brackets.output.contains("✓  bo"))
  }

  @Test func `so does the row of any other command`() {
    for command in ["select", "delete"] {
      let words = run("who", command, "messages", "--row", "id=6")
      let brackets = run("who", command, "messages[id=6]")
      #expect(brackets.status == 0 && brackets.output == words.output)
    }
    let update = run("who", "update", "messages[id=6]", "--set", "body=x")
    #expect(
      update.output == run("who", "update", "messages", "--row", "id=6", "--set", "body=x").output)
    let explained = run("explain", "select", "messages[id=6]", "--as", "bo")
    #expect(
      explained.output == run("explain", "select", "messages", "--row", "id=6", "--as", "bo").output
    )
  }

  @Test(arguments: ["messages[]", "messages[id]", "messages[=6]"])
  func `brackets without a column and a value are wrong usage`(_ relation: String) {
    let run = run("who", "select", relation)
    #expect(run.status == 2 && run.errors.contains("does not say which row"), "\(run.errors)")
  }

  @Test func `a view's row that only some of the identities have is asked of all`() {
    let answer = run("who", "select", "profiles[first_name=Bo]")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.output.contains("✓  bo") && answer.output.contains("✗  visitor"))
    #expect(run("who", "select", "profiles[first_name=Zoe]").status == 2)
    let explained = run("explain", "select", "profiles[first_name=Bo]", "--as", "visitor")
    #expect(explained.status == 0, "\(explained.errors)")
  }
}
