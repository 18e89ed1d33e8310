import Foundation
import Testing

@testable import RowkeepCommands

/// `intents.yaml`: what must be true, said beside SQL.
struct IntentsFileTests {
  private static let ana = "7f3d3c5e-2b4b-4d5e-9a5a-0c8c2b1d1a11"
  private static let schema = """
    CREATE TABLE note (id int PRIMARY KEY, author uuid, body text);
    ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON note TO authenticated USING (author = auth.uid());
    CREATE VIEW notes WITH (security_invoker = true) AS SELECT * FROM note;
    REVOKE TRUNCATE ON note FROM anon, authenticated;
    REVOKE ALL ON notes FROM anon;
    """
  private static let intents = """
    owners:
      note: author = auth.uid()
      notes: author = (SELECT auth.uid())
    intents:
    - {only: owner, may: select, on: note}
    - {only: owner, may: [select], on: notes}
    - {nobody_but: [owner, service_role], may: [insert, update, delete], on: note}
    - {who: authenticated, may: select, on: note, columns: [id, body]}
    """

  private func fixtures(_ intents: String, in folder: TemporaryFolder) throws -> String {
    try folder.write(
      """
      identities:
        guest: {role: anon}
        ana: {role: authenticated, claims: {sub: \(Self.ana)}}
        service: {role: service_role}
      """, to: "fixtures/cases.yaml")
    try folder.write(
      "id,author,body\n1,\(Self.ana),a\n2,00000000-0000-0000-0000-000000000000,b\n",
      to: "fixtures/rows/note.csv")
    try folder.write(intents, to: "fixtures/intents.yaml")
    return folder.path + "/fixtures"
  }

  private func check(_ sql: String, _ intents: String = intents) throws -> CommandRun {
    let folder = try TemporaryFolder()
    return CommandRun(
      "check", try folder.write(sql, to: "s.sql"), "--fixtures",
      try fixtures(intents, in: folder))
  }

  @Test func `check judges the intents of the file`() throws {
    let run = try check(Self.schema, Self.intents.replacing("- {who", with: "# - {who"))
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("3 held, 0 violated"))
  }

  @Test func `a leak violates them, and is shown at the intent's line`() throws {
    let leak = Self.schema + "CREATE POLICY leak ON note FOR SELECT TO anon USING (id = 2);"
    let run = try check(leak)
    #expect(run.status == 1)
    #expect(run.output.contains("intents.yaml:5"))
    #expect(run.output.contains("guest (anon), 1 row: id=2"))
  }

  @Test(
    arguments: [
      ("intents: [{only: owner, may: select, on: note}]", "`owner` of `note` is not said"),
      ("intents: [{only: anon, may: selct, on: note}]", "`may` is `all`, or some of"),
      ("intents: [{only: anon, may: select, on: nte}]", "the plan has no relation `nte`"),
      ("intents: [{only: annon, may: select, on: note}]", "did you mean `anon`?"),
      ("intents: [{only: anon, may: select, on: note, columns: [bdy]}]", "no column `bdy`"),
      ("intents: [{may: select, on: note}]", "exactly one of `who`, `only`, `nobody_but`"),
      ("intents: [{only: [], may: select, on: note}]", "`only` names nobody"),
      ("owners: {note: authr = 1}", "column \"authr\" does not exist (SQLSTATE 42703)"),
      ("owners: {note: 'true) WITH CHECK (true'}", "syntax error"),
      ("owner: {}", "did you mean `owners`?"),
    ])
  func `mistakes are named with their line`(text: String, shown: String) throws {
    let run = try check(Self.schema, text)
    #expect(run.status == 2)
    #expect(run.errors.contains("intents.yaml:1"), "\(run.errors)")
    #expect(run.errors.contains(shown), "\(run.errors)")
  }

  @Test func `import carries them into the plan`() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun(
      "import", try folder.write(Self.schema, to: "s.sql"), "--fixtures",
      try fixtures(Self.intents, in: folder))
    #expect(run.status == 0, "\(run.errors)")
    for line in [
      "var owner: Condition { unsafeSQL(\"note.author = auth.uid()\") }",
      "var owner: Condition { author == auth.uid }",
      "    Only(.owner).may(.select, Note.self)\n",
      "    Nobody(but: .owner, .serviceRole).may(.insert, .update, .delete, Note.self)\n",
      "    Role.authenticated.may(.select, Note.self, columns: \\.id, \\.body)\n",
    ] { #expect(run.output.contains(line), "\(line)\n\(run.output)") }
  }
}
