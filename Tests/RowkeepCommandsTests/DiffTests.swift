import Foundation
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// `diff`: equal models are equal whatever they were read from, and nothing that differs is missed.
struct DiffTests {
  private static let schema = """
    CREATE ROLE reader;
    CREATE TABLE note (id int PRIMARY KEY, owner text NOT NULL);
    ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON note FOR SELECT TO reader USING (owner = current_user);
    GRANT SELECT ON note TO reader;
    CREATE VIEW notes AS SELECT id FROM note;
    CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1';
    """

  private func diff(_ changed: String, _ original: String = schema) throws -> CommandRun {
    let folder = try TemporaryFolder()
    return CommandRun(
      "diff", try folder.write(original, to: "a.sql"), try folder.write(changed, to: "b.sql"))
  }

  @Test(arguments: ElectricRidePlans.all.map(\.variantName))
  func `a plan and its compiled SQL have no difference`(variant: String?) throws {
    let folder = try TemporaryFolder()
    let option = variant.map { ["--variant", $0] } ?? []
    let sql = CommandRun(
      ["compile", "--with-platform"] + option, of: PlanProgram<ElectricRide>.self)
    let file = try folder.write(sql.output, to: "ride.sql")
    let run = CommandRun(["diff", file] + option, of: PlanProgram<ElectricRide>.self)
    #expect(run.status == 0, "\(run.output.prefix(2_000))\(run.errors)")
    let plain = CommandRun(["compile"] + option, of: PlanProgram<ElectricRide>.self)
    let detected = CommandRun(
      ["diff", try folder.write(plain.output, to: "plain.sql")] + option,
      of: PlanProgram<ElectricRide>.self)
    #expect(detected.status == 0, "\(detected.output.prefix(2_000))\(detected.errors)")
    let json = CommandRun(
      ["compile", "--format", "json"] + option, of: PlanProgram<ElectricRide>.self)
    let document = try folder.write(json.output, to: "plan.json")
    #expect(CommandRun("diff", document, file).status == 0)
  }

  @Test func `spelling, comments and the order of statements make no difference`() throws {
    let other = """
      create role READER;
      create table public.note (id int4, owner text not null, constraint note_pkey primary key (id));
      comment on table note is 'a note';
      grant select on note to reader;
      create policy own on public.note as permissive for select to reader
        using ((note.owner) = CURRENT_USER);
      create function public.one() returns integer as $$ select 1 $$ language sql;
      create view notes as select note.id from public.note;
      alter table note enable row level security;
      """
    let run = try diff(other)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output == "a → b\nno difference\n")
  }

  @Test(
    arguments: [
      ("ALTER ROLE reader BYPASSRLS;", "~ "), ("GRANT reader TO postgres;", "membership in reader"),
      ("ALTER TABLE note ADD COLUMN body text;", "+ column body  text"),
      ("ALTER TABLE note ALTER COLUMN owner DROP NOT NULL;", "~ column owner"),
      ("ALTER TABLE note ADD CHECK (id > 0);", "+ constraint note_id_check  CHECK (id > 0)"),
      ("ALTER TABLE note FORCE ROW LEVEL SECURITY;", "+ enabled, forced"),
      ("DROP POLICY own ON note;", "- policy own  FOR SELECT TO reader USING"),
      ("ALTER POLICY own ON note USING (true);", "+ FOR SELECT TO reader USING (true)"),
      ("ALTER VIEW notes SET (security_invoker = true);", "+ invoker"),
      ("CREATE OR REPLACE VIEW notes AS SELECT id FROM note WHERE id > 1;", "~ query"),
      ("CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 2';", "~ body"),
      ("ALTER FUNCTION one() SECURITY DEFINER;", "SECURITY DEFINER"),
      ("GRANT UPDATE (owner) ON note TO reader;", "+ grant (owner) to reader  UPDATE"),
      ("REVOKE SELECT ON note FROM reader;", "- grant to reader  SELECT"),
      ("REVOKE EXECUTE ON FUNCTION one() FROM PUBLIC;", "- grant to PUBLIC  EXECUTE"),
      ("GRANT ALL ON SCHEMA public TO reader;", "+ grant to reader  USAGE, CREATE"),
      ("ALTER TABLE note OWNER TO reader;", "~ owner"),
      ("CREATE TYPE mood AS ENUM ('a');", "+ type mood  ENUM ('a')"),
    ])
  func `every kind of difference is shown`(statement: String, shown: String) throws {
    let run = try diff(Self.schema + statement)
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.output.contains(shown), "\(run.output)")
    let back = try diff(Self.schema, Self.schema + statement)
    #expect(back.status == 1)
  }

  @Test func `JSON lists each change with both texts`() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun(
      "diff", try folder.write(Self.schema, to: "a.sql"),
      try folder.write(Self.schema + "ALTER POLICY own ON note USING (true);", to: "b.sql"),
      "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(object?["equal"] as? Bool == false)
    let changes = try #require(object?["changes"] as? [[String: Any]])
    #expect(changes.count == 1)
    #expect(changes.first?["object"] as? String == "table note")
    #expect(changes.first?["after"] as? String == "FOR SELECT TO reader USING (true)")
  }

  @Test func `variants of one plan are compared, and wrong inputs are refused`() throws {
    let variants = CommandRun(
      ["diff", "--variant", "stage-6", "--to-variant", "stage-7"],
      of: PlanProgram<ElectricRide>.self)
    #expect(variants.status == 1)
    #expect(variants.output.contains("view count_of_vehicles_by_brand"))
    #expect(CommandRun("diff", "no-such.sql", "no-such.sql").status == 2)
    #expect(CommandRun("diff", "-", "-").status == 2)
    #expect(CommandRun("diff", "a.sql").status == 2)
  }
}
