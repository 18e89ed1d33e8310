import Foundation
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

struct SQLInputTests {
  private static let schema = """
    CREATE TABLE note (id int PRIMARY KEY, owner uuid, body text);
    ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON note FOR SELECT TO authenticated USING (owner = auth.uid());
    """
  private static let ana = "7f3d3c5e-2b4b-4d5e-9a5a-0c8c2b1d1a11"

  private func fixtures(in folder: TemporaryFolder) throws -> String {
    try folder.write(
      """
      identities:
        guest: {role: anon}
        ana: {role: authenticated, claims: {sub: \(Self.ana)}}
      """, to: "fixtures/cases.yaml")
    try folder.write(
      "id,owner,body\n1,\(Self.ana),a\n2,00000000-0000-0000-0000-000000000000,b\n",
      to: "fixtures/rows/note.csv")
    return folder.path + "/fixtures"
  }

  @Test func `a matrix of an SQL file shows what each identity reaches`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.schema, to: "schema.sql")
    let run = CommandRun("matrix", file, "--fixtures", try fixtures(in: folder))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("1/2") || run.output.contains("1 of 2"), "\(run.output)")
  }

  @Test func `a policy's function in PL/pgSQL is run, and not named as undecided`() throws {
    let folder = try TemporaryFolder()
    let called = Self.schema.replacing("(owner = auth.uid())", with: "(is_own(owner))")
    let function = """
      CREATE FUNCTION is_own(person uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS
        $$ BEGIN RETURN person = auth.uid(); END $$;

      """
    let file = try folder.write(function + called, to: "schema.sql")
    let run = CommandRun("matrix", file, "--fixtures", try fixtures(in: folder))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("1/2"), "\(run.output)")
    let other = function.replacing("plpgsql", with: "plperl")
    let unread = CommandRun(
      "matrix", try folder.write(other + called, to: "other.sql"), "--fixtures",
      folder.path + "/fixtures")
    #expect(unread.errors.contains("the plperl body of function `is_own`"), "\(unread.errors)")
  }

  @Test func `check finds what needs no fixtures without them`() throws {
    let folder = try TemporaryFolder()
    let trusting =
      Self.schema + "\nCREATE POLICY boss ON note FOR ALL TO authenticated USING "
      + "((auth.jwt() -> 'user_metadata' ->> 'admin')::boolean);"
    let found = CommandRun("check", try folder.write(trusting, to: "trusting.sql"))
    #expect(found.status == 1 && found.output.contains("RK601"), "\(found.errors)")
    let clean = CommandRun("check", try folder.write(Self.schema, to: "schema.sql"))
    #expect(clean.status == 2 && clean.errors.contains("needs rows and identities"))
  }

  @Test func `a folder of migrations runs in its tool's order`() throws {
    let folder = try TemporaryFolder()
    try folder.write("ALTER TABLE t ADD COLUMN b int;", to: "db/supabase/migrations/2_b.sql")
    try folder.write("CREATE TABLE t (a int);", to: "db/supabase/migrations/1_a.sql")
    let run = CommandRun("compile", folder.path + "/db")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("  a integer,\n  b integer\n"))
  }

  @Test func `what PostgreSQL would refuse stops a command, with its place`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("CREATE TABLE t (a int);\nDROP TABLE u;\n", to: "s.sql")
    let run = CommandRun("compile", file)
    #expect(run.status == 2)
    #expect(
      run.errors.contains("s.sql:2:1: error: table \"u\" does not exist (SQLSTATE 42P01) [RK105]"))
  }

  @Test func `what is not read is a warning`() throws {
    let folder = try TemporaryFolder()
    let trigger = "CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION f();"
    let file = try folder.write("CREATE TABLE t (a int);\n\(trigger)\n", to: "s.sql")
    let run = CommandRun("compile", file)
    #expect(run.status == 0)
    #expect(run.errors.contains("s.sql:2:1: warning: not read: CREATE EVENT TRIGGER [RK104]"))
  }

  @Test func `a migration compiled from SQL reads back as the same migration`() throws {
    let folder = try TemporaryFolder()
    let sql = Self.schema + "CREATE TYPE mood AS ENUM ('a', 'b'); CREATE TABLE m (x mood);"
    let once = CommandRun("compile", try folder.write(sql, to: "schema.sql"))
    let again = CommandRun("compile", try folder.write(once.output, to: "again/schema.sql"))
    #expect(once.status == 0 && again.status == 0, "\(again.errors)")
    func statements(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("rowkeep") && !$0.hasPrefix("--") }
    }
    #expect(statements(again.output).count == statements(once.output).count)
  }

  @Test func `a plan's migration as SQL decides as the plan, and skips cases of variants`() throws {
    let folder = try TemporaryFolder()
    let migration = CommandRun(
      ["compile", "--with-platform"], of: PlanProgram<ElectricRide>.self)
    let file = try folder.write(migration.output, to: "ride.sql")
    let fixtures = ["--fixtures", "fixtures/electric-ride"]
    let fromSQL = CommandRun("matrix", file, fixtures[0], fixtures[1])
    let fromPlan = CommandRun(["matrix"] + fixtures, of: PlanProgram<ElectricRide>.self)
    #expect(fromSQL.status == 0)
    #expect(fromSQL.errors.contains("are not run"))
    #expect(
      fromSQL.output.split(separator: "\n").dropFirst()
        == fromPlan.output.split(separator: "\n").dropFirst())
  }
}
