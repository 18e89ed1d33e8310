import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@testable import RowkeepCommands

/// Rows from SQL: `seed.sql`, and the INSERTs of migrations.
struct SeedTests {
  private static let schema = """
    CREATE TABLE author (id int PRIMARY KEY, name text NOT NULL);
    CREATE TABLE note (
      id int GENERATED ALWAYS AS IDENTITY, author int REFERENCES author, body text DEFAULT 'empty');
    ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    CREATE POLICY first ON note FOR SELECT TO authenticated USING (author = 1);
    """
  private static let cases = """
    identities:
      ana: {role: authenticated}
    cases:
    """

  private func check(
    _ cases: String, schema: String = schema, seed: String? = nil, csv: String? = nil,
    _ command: String = "check", _ more: String...
  ) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(Self.cases + cases, to: "f/cases.yaml")
    if let seed { try folder.write(seed, to: "f/seed.sql") }
    if let csv { try folder.write(csv, to: "f/rows/note.csv") }
    return CommandRun(
      [command, try folder.write(schema, to: "s.sql"), "--fixtures", folder.path + "/f"] + more)
  }

  @Test func `seed.sql makes the rows, with defaults`() throws {
    let run = try check(
      "\n- {as: ana, sees: note, rows: [{id: 1, body: empty}, {id: 3, body: c}]}",
      seed: """
        INSERT INTO author VALUES (1, 'Ana'), (2, 'Ben');
        INSERT INTO note (author) VALUES (1), (2);
        INSERT INTO note (author, body) SELECT id, 'c' FROM author WHERE id = 1;
        """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("1 passed"))
  }

  @Test func `an error of the seed is shown with its line, and nothing is judged`() throws {
    let run = try check(
      "\n- {as: ana, sees: note, count: 0}",
      seed: "INSERT INTO author VALUES (1, 'Ana');\n\nINSERT INTO note (author)\n  VALUES (9);\n")
    #expect(run.status == 2)
    #expect(run.errors.contains("/f/seed.sql:3: error: insert or update on table \"note\""))
    #expect(run.errors.contains("23503"))
  }

  @Test func `what is undecided is named, and leaves its table undecided`() throws {
    let seed = """
      INSERT INTO author VALUES (1, 'Ana');
      INSERT INTO note (author, body) VALUES (1, to_char(1, '9EEEE'));
      """
    let run = try check("\n- {as: ana, sees: note, count: 1}", seed: seed)
    #expect(run.status == 3, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("seed.sql:2: warning: undecided: "))
    #expect(run.errors.contains("the rows of `note` are not known"))
    let listed = try check(
      "\n- {as: ana, sees: note, count: 1}", seed: seed, csv: "id,author,body\n7,1,x\n")
    #expect(listed.status == 0, "\(listed.output)\(listed.errors)")
  }

  @Test func `a CSV file replaces the seed's rows of its table`() throws {
    let run = try check(
      "\n- {as: ana, sees: note, rows: [{id: 7}]}",
      seed: """
        INSERT INTO author VALUES (1, 'Ana');
        INSERT INTO note (author) VALUES (1);
        """, csv: "id,author,body\n7,1,x\n")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `rows of migrations count, unless their table was changed since`() throws {
    let insert = "\nINSERT INTO author VALUES (1, 'Ana');\nINSERT INTO note (author) VALUES (1);\n"
    let case1 = "\n- {as: ana, sees: note, rows: [{id: 1}]}"
    let plain = try check(case1, schema: Self.schema + insert)
    #expect(plain.status == 0, "\(plain.output)\(plain.errors)")
    let harmless = try check(
      case1, schema: Self.schema + insert + "ALTER TABLE note FORCE ROW LEVEL SECURITY;")
    #expect(harmless.status == 0, "\(harmless.errors)")
    let changed = try check(
      "\n- {as: ana, sees: note, count: 1}",
      schema: Self.schema + insert + "ALTER TABLE note ADD COLUMN x int DEFAULT 1;")
    #expect(changed.status == 3, "\(changed.output)")
    #expect(changed.errors.contains("the rows of `note` are not known: a later ALTER TABLE"))
  }

  @Test func `a Supabase folder's own seed is run`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.schema, to: "db/supabase/migrations/1_a.sql")
    try folder.write(
      "INSERT INTO author VALUES (1, 'Ana'); INSERT INTO note (author) VALUES (1);",
      to: "db/supabase/seed.sql")
    try folder.write(
      Self.cases + "\n- {as: ana, sees: note, rows: [{id: 1}]}", to: "f/cases.yaml")
    let run = CommandRun("check", folder.path + "/db", "--fixtures", folder.path + "/f")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `a server with the seed's rows agrees`() throws {
    let run = try check(
      "\n- {as: ana, sees: note, rows: [{id: 1}]}",
      seed: "INSERT INTO author VALUES (1, 'Ana'); INSERT INTO note (author) VALUES (1);",
      "verify", "--scratch")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(" 0 disagree"))
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `what a materialized view holds is not known from rows of tables`() throws {
    let schema = """
      \(Self.schema)
      CREATE MATERIALIZED VIEW names AS SELECT name FROM author;
      GRANT SELECT ON names TO authenticated;
      """
    let seed = "INSERT INTO author VALUES (1, 'Ana');"
    let run = try check(
      "\n- {as: ana, sees: author, count: 1}", schema: schema, seed: seed, "verify", "--scratch")
    #expect(run.output.contains(" 0 disagree, 1 undecided"), "\(run.output)\(run.errors)")
  }
}
