import Foundation
import Testing

@testable import RowkeepCommands

@Suite("rowkeep explain")
struct ExplainCommandTests {
  private static let schema = """
    CREATE ROLE bob;
    CREATE ROLE lost NOINHERIT;
    GRANT bob TO lost;
    CREATE TABLE note (id int PRIMARY KEY, owner text, body text);
    ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON note FOR SELECT
      USING (owner = current_setting('request.jwt.claims', true)::json->>'sub');
    GRANT SELECT (id, owner), INSERT ON note TO bob;
    """

  private func explain(_ arguments: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.schema, to: "schema.sql")
    try folder.write(
      "identities:\n  ana: {role: bob, claims: {sub: ana}}\n", to: "fixtures/cases.yaml")
    try folder.write("id,owner,body\n1,ana,a\n2,ben,b\n", to: "fixtures/rows/note.csv")
    return CommandRun(["explain", file, "--fixtures", folder.path + "/fixtures"] + arguments)
  }

  @Test func `any statement, of an identity of the fixtures`() throws {
    let run = try explain("--as", "ana", "--sql", "SELECT id FROM note WHERE id = 2")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("ana (bob): SELECT id FROM note WHERE id = 2\nfiltered: no error"))
    #expect(
      run.output.contains("why: row security hides the row of note it would reach from bob\n"))
    #expect(run.output.contains(#"     SET request.jwt.claims = '{"sub": "ben"}';"#))
  }

  @Test func `a role, with claims`() throws {
    let run = try explain(
      "--as", "bob", "--claims", #"{"sub": "ben"}"#, "--sql", "SELECT body FROM note")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains("why: bob has no SELECT on column body of note: SELECT reads body\n"))
    #expect(run.output.contains("1. a grant → SELECT 1 (b)\n"))
  }

  @Test func `memberships that do not count are named`() throws {
    let run = try explain("--as", "lost", "--claims", "{}", "--sql", "SELECT id FROM note")
    #expect(
      run.output.contains(
        "bob holds it, and lost → bob is a membership without INHERIT: it counts after SET ROLE "
          + "only"))
  }

  @Test func `JSON holds the answer and the changes`() throws {
    let run = try explain(
      "--as", "ana", "--sql", "INSERT INTO note VALUES (3, 'ana')", "--format", "json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect((report["answer"] as? [String])?.count == 1)
    let changes = try #require(report["changes"] as? [[String: Any]])
    #expect(changes.count == 1)
    #expect(changes.first?["kinds"] as? [String] == ["policy"])
  }

  @Test func `wrong usage is status 2`() throws {
    #expect(try explain("--as", "ana").status == 2)
    #expect(try explain("select", "note", "--as", "ana", "--sql", "SELECT 1").status == 2)
    #expect(try explain("--as", "ana", "--sql", "SELECT 1; DELETE FROM note").status == 2)
    #expect(try explain("--as", "ana", "--sql", "").status == 2)
    #expect(try explain("select", "note", "--as", "zoe").status == 2)
    #expect(try explain("--as", "ana", "--sql", "SELECT pg_backend_pid()").status == 3)
  }
}
