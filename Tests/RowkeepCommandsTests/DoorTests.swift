import Foundation
import Testing

@testable import Chapter
@testable import RowkeepCommands
@testable import VeloReady

/// What comes out of functions, and who hears of changes.
struct DoorTests {
  private func run(_ arguments: String...) -> CommandRun {
    CommandRun(
      arguments + ["--fixtures", "fixtures/chapter"], of: PlanProgram<Chapter>.self)
  }

  @Test func `the matrix shows what comes of calling functions`() {
    let good = run("matrix")
    #expect(
      good.output.contains(
        "get_users_from_ids(uuid[])      ✗        5    4    5    4    1    ·    ·"),
      "\(good.output)")
    #expect(
      good.output.contains("get_users_from_ids(uuid[]) gives id, first_name, last_name, uni_id"))
    #expect(!good.output.contains("email, dob"))
    // Helpers of policies are nobody's to call.
    #expect(
      good.output.contains(
        "private.is_blocked_with(uuid)   ✗        ✗    ✗    ✗    ✗    ✗    ✗    ✗"))
  }

  @Test func `a function that lets out what its owner reads is seen there`() {
    let leak = run("matrix", "--variant", "function-leaks")
    #expect(
      leak.output.contains(
        "get_users_from_ids(uuid[])      ✗        ‼ 6  ‼ 6  ‼ 6  ‼ 6  ‼ 6  ‼ 6  ‼ 6"),
      "\(leak.output)")
    #expect(leak.output.contains(", email, dob, "))
  }

  @Test func `JSON says so for each identity`() throws {
    let run = run("matrix", "--variant", "function-leaks", "--format", "json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let calls = try #require(report["calls"] as? [[String: Any]])
    let gus = try #require(
      calls.first {
        $0["identity"] as? String == "gus"
          && $0["function"] as? String == "get_users_from_ids(uuid[])"
      })
    #expect(gus["kind"] as? String == "rows" && gus["rows"] as? Int == 6)
    #expect(gus["runsAsOwner"] as? Bool == true)
    #expect((gus["columns"] as? [String])?.contains("dob") == true)
  }

  private let message = [
    "who", "--event", "insert", "messages", "--values",
    "group_id=6e0d2b7a-88c4-4f19-b3d5-1a2b3c4d5e03",
    "sender_id=c4a9e7d0-5b1f-4c2e-9a63-7e8f0a1b2c02", "body=Stop",
  ]

  @Test func `members of a chat hear of a new message`() {
    let run = CommandRun(
      message + ["--fixtures", "fixtures/chapter"], of: PlanProgram<Chapter>.self)
    let hearing = run.output.split(separator: "\n").filter { $0.hasPrefix("✓") }
      .map { $0.split(separator: " ")[1] }
    #expect(hearing == ["bo", "dee", "service"] && run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `deletions are told to everyone, without more than the key`() {
    let deletion = run("who", "--event", "delete", "messages", "--row", "id=6")
    #expect(deletion.output.contains("✓  cy          authenticated  id: deletions are told"))
    #expect(deletion.output.contains("✓  visitor     anon           that a row was deleted"))
  }

  @Test func `an event is of columns that its subscriber may read`() throws {
    let run = CommandRun(
      [
        "who", "--event", "update", "athlete", "--row", "id=1", "--set", "ftp=270", "--format",
        "json", "--fixtures", "fixtures/veloready",
      ], of: PlanProgram<VeloReady>.self)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let answers = try #require(report["answers"] as? [[String: Any]])
    let mara = try #require(
      answers.first { ($0["identity"] as? [String: Any])?["name"] as? String == "mara" })
    #expect(
      mara["columns"] as? [String]
        == ["id", "user_id", "strava_id", "display_name", "ftp", "weight", "created_at"])
    #expect(answers.count { $0["hears"] as? Bool == true } == 2)
  }

  @Test(arguments: [
    (["select", "messages", "--row", "id=6"], "nobody hears of a select"),
    (["insert", "profiles", "--values", "first_name=X"], "is a view"),
    (["delete", "messages"], "needs '--row"), (["insert", "messages"], "needs either"),
    (["insert", "messages", "--row", "id=99"], "has no row"),
    (["insert", "messages", "--values", "id=1"], "can't become a row"),
  ])
  func `what is no change of a row is refused`(_ arguments: [String], _ part: String) {
    let run = CommandRun(
      ["who", "--event"] + arguments + ["--fixtures", "fixtures/chapter"],
      of: PlanProgram<Chapter>.self)
    #expect(run.status == 2 && run.errors.contains(part), "\(run.output)\(run.errors)")
  }
}
