import Foundation
import ScratchServerTesting
import Testing

@testable import Chapter
@testable import RowkeepCommands

/// What takes several statements, and so can't be a case: joining, being shown the door, coming back.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ChapterStoryTests {
  /// Their ids end with their place here.
  private static let people = ["ada", "bo", "cy"]
  private static let group = "6e0d2b7a-88c4-4f19-b3d5-1a2b3c4d5e01"
  private static let direct = "6e0d2b7a-88c4-4f19-b3d5-1a2b3c4d5e02"

  private static func id(_ person: String) -> String {
    "c4a9e7d0-5b1f-4c2e-9a63-7e8f0a1b2c0\(people.firstIndex(of: person) ?? 9)"
  }

  /// Ada began a group, in which Bo is, and a direct chat with Bo, in which both wrote.
  private static var rows: String {
    people.map { name in
      """
      INSERT INTO auth.users (id) VALUES ('\(id(name))');
      INSERT INTO users_v2 (id, first_name, last_name, email, is_verified)
        VALUES ('\(id(name))', '\(name)', 'X', '\(name)@example.com', true);

      """
    }.joined() + """
      INSERT INTO group_chats (id, direct_with, created_by) VALUES
        ('\(group)', NULL, '\(id("ada"))'), ('\(direct)', '\(id("bo"))', '\(id("ada"))');
      INSERT INTO group_members (group_id, user_id)
        SELECT g.id, u.id FROM group_chats g, users_v2 u WHERE u.first_name IN ('ada', 'bo');
      INSERT INTO messages (group_id, sender_id, body)
        SELECT m.group_id, m.user_id, 'hello' FROM group_members m;

      """
  }

  /// What came of each statement; on a server it is the same.
  private func told(_ story: [(person: String, statement: String)]) throws -> [String] {
    let folder = try TemporaryFolder()
    let schema = CommandRun(["compile"], of: PlanProgram<Chapter>.self).output
    _ = try folder.write(schema, to: "setup/1-schema.sql")
    _ = try folder.write(Self.rows, to: "setup/2-rows.sql")
    let statements = story.map { person, statement in
      "SET request.jwt.claims = '{\"sub\": \"\(Self.id(person))\", "
        + "\"role\": \"authenticated\"}';\n\(statement);\n"
    }
    let script = "SET ROLE authenticated;\n" + statements.joined()
    let run = CommandRun(
      "run", try folder.write(script, to: "story.sql"), "--setup", folder.path + "/setup",
      "--format", "jsonl", "--scratch")
    #expect(run.errors.contains(" 0 different, 0 undecided"), "\(run.errors)")
    let lines = run.output.split(separator: "\n").dropFirst().enumerated()
    return lines.filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private func invite(_ invitee: String, by inviter: String, to group: String) -> String {
    "INSERT INTO group_invitations (group_id, invitee_id, inviter_id) "
      + "VALUES ('\(group)', '\(Self.id(invitee))', '\(Self.id(inviter))')"
  }

  private func join(_ person: String, _ group: String) -> String {
    "INSERT INTO group_members (group_id, user_id) VALUES ('\(group)', '\(Self.id(person))')"
  }

  private func remove(_ person: String, from group: String) -> String {
    "DELETE FROM group_members WHERE group_id = '\(group)' AND user_id = '\(Self.id(person))'"
  }

  @Test func `who was shown the door does not come back by the old invitation`() throws {
    let answers = try told([
      ("ada", invite("cy", by: "ada", to: Self.group)),
      ("cy", join("cy", Self.group)),
      ("cy", "SELECT count(*) FROM messages"),
      ("ada", remove("cy", from: Self.group)),
      ("cy", join("cy", Self.group)),
      ("cy", "SELECT count(*) FROM messages"),
    ])
    #expect(answers.count == 6, "\(answers)")
    #expect(answers[1].contains("INSERT 0 1") && answers[2].contains(#"["2"]"#), "\(answers)")
    #expect(answers[3].contains("DELETE 1") && answers[4].contains("42501"), "\(answers)")
    #expect(answers[5].contains(#"["0"]"#), "\(answers)")
  }

  @Test func `a member can't see to it that they come back`() throws {
    let answers = try told([
      ("bo", invite("bo", by: "bo", to: Self.group)),
      ("ada", remove("bo", from: Self.group)),
      ("bo", join("bo", Self.group)),
    ])
    #expect(answers.map { $0.contains("42501") } == [true, false, true], "\(answers)")
  }

  @Test func `a direct chat is of its two people, whoever leaves it`() throws {
    let answers = try told([
      ("ada", remove("bo", from: Self.direct)),
      ("bo", remove("bo", from: Self.direct)),
      ("ada", invite("cy", by: "ada", to: Self.direct)),
      ("cy", join("cy", Self.direct)),
      ("bo", join("bo", Self.direct)),
    ])
    #expect(answers.count == 5, "\(answers)")
    #expect(answers[0].contains("DELETE 0") && answers[1].contains("DELETE 1"), "\(answers)")
    #expect(answers[2].contains("42501") && answers[3].contains("42501"), "\(answers)")
    #expect(answers[4].contains("INSERT 0 1"), "\(answers)")
  }
}
