import AccessModel
import SQLFrontend
import Testing

@testable import MigrationPlanner

/// The order of statements, and the check of each state in between.
struct PrefixOrderTests {
  private static let start = """
    CREATE ROLE alice; CREATE ROLE bob;
    CREATE TABLE t (id int PRIMARY KEY, who text, kind int);
    ALTER TABLE t ENABLE ROW LEVEL SECURITY;
    GRANT SELECT ON t TO alice;

    """

  private func read(_ sql: String) -> Catalog {
    SQLReader(platform: .postgres).read([SQLFile(name: "s", text: Self.start + sql)]).catalog
  }

  private func plan(_ first: String, _ second: String) -> PlannedMigration {
    PlannedMigration(from: read(first), to: read(second), administrator: "postgres")
  }

  private func heads(_ migration: PlannedMigration) -> [String] {
    migration.statements.map { String($0.text.split(separator: "\n")[0]) }
      .filter { !$0.hasPrefix("SET LOCAL") }
  }

  private func expectSound(_ migration: PlannedMigration) {
    #expect(migration.unplanned == [])
    #expect(migration.prefixes.wider == [])
  }

  @Test func `what is written otherwise and means the same needs nothing`() {
    let migration = plan(
      "CREATE POLICY p ON t USING (kind IN (1, 2) AND who = 'a');",
      "CREATE POLICY p ON t USING ((kind = ANY (ARRAY[1, 2])) AND (who = 'a'::text));")
    #expect(migration.statements == [])
  }

  @Test func `one condition is altered in place`() {
    let migration = plan(
      "CREATE POLICY p ON t USING (kind = 1);", "CREATE POLICY p ON t USING (kind = 2);")
    #expect(heads(migration) == ["ALTER POLICY p ON public.t"])
    expectSound(migration)
  }

  @Test func `another command needs another policy`() {
    let migration = plan(
      "CREATE POLICY p ON t FOR SELECT USING (kind = 1);",
      "CREATE POLICY p ON t FOR ALL USING (kind = 1);")
    #expect(
      heads(migration) == ["DROP POLICY IF EXISTS p ON public.t", "CREATE POLICY p ON public.t"])
    expectSound(migration)
  }

  @Test func `a restrictive policy changes in place alone, and under a closed table with others`() {
    let alone = plan(
      "CREATE POLICY p ON t USING (true); CREATE POLICY r ON t AS RESTRICTIVE USING (kind = 1);",
      "CREATE POLICY p ON t USING (true); CREATE POLICY r ON t AS RESTRICTIVE USING (kind = 2);")
    #expect(heads(alone) == ["ALTER POLICY r ON public.t"])
    expectSound(alone)
    let together = plan(
      "CREATE POLICY p ON t USING (who = 'a'); CREATE POLICY r ON t AS RESTRICTIVE USING (kind = 1);",
      "CREATE POLICY p ON t USING (who = 'b'); CREATE POLICY r ON t AS RESTRICTIVE USING (kind = 2);"
    )
    #expect(
      heads(together) == [
        "CREATE POLICY \"rowkeep: closed while it changes\" ON public.t",
        "ALTER POLICY p ON public.t", "ALTER POLICY r ON public.t",
        "DROP POLICY IF EXISTS \"rowkeep: closed while it changes\" ON public.t",
      ])
    expectSound(together)
  }

  @Test func `privileges go before policies change and come after`() {
    let migration = plan(
      "GRANT INSERT ON t TO bob; CREATE POLICY p ON t USING (kind = 1);",
      "GRANT UPDATE ON t TO bob; CREATE POLICY p ON t USING (kind = 2);")
    #expect(
      heads(migration) == [
        "REVOKE INSERT ON TABLE public.t FROM bob", "ALTER POLICY p ON public.t",
        "GRANT UPDATE ON TABLE public.t TO bob",
      ])
    expectSound(migration)
  }

  @Test func `columns that stay granted are granted again where the table's privilege goes`() {
    let migration = plan("", "REVOKE SELECT ON t FROM alice; GRANT SELECT (id) ON t TO alice;")
    #expect(
      heads(migration) == [
        "REVOKE SELECT ON TABLE public.t FROM alice",
        "GRANT SELECT (id) ON TABLE public.t TO alice",
      ])
    expectSound(migration)
  }

  @Test func `a policy gives way to a column whose type changes, and comes back`() {
    let migration = plan(
      "CREATE POLICY p ON t USING (kind = 1);",
      "ALTER TABLE t ALTER kind TYPE bigint; CREATE POLICY p ON t USING (kind = 1);")
    #expect(
      heads(migration) == [
        "DROP POLICY IF EXISTS p ON public.t",
        "ALTER TABLE public.t ALTER COLUMN kind TYPE bigint",
        "CREATE POLICY p ON public.t",
      ])
    expectSound(migration)
  }

  @Test func `a column goes after the policy that read it has changed`() {
    let migration = plan(
      "CREATE POLICY p ON t USING (kind = 1);",
      "ALTER TABLE t DROP COLUMN kind; CREATE POLICY p ON t USING (id = 1);")
    #expect(
      heads(migration) == [
        "ALTER POLICY p ON public.t", "ALTER TABLE public.t DROP COLUMN kind",
      ])
    expectSound(migration)
  }

  @Test func `a function comes before the policy that calls it, and goes after`() {
    let function = """
      CREATE FUNCTION mine(text) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT $1 = current_user';
      CREATE POLICY p ON t USING (mine(who));
      """
    let there = plan("CREATE POLICY p ON t USING (true);", function)
    let names = heads(there)
    let made = names.firstIndex { $0.hasPrefix("CREATE OR REPLACE FUNCTION") }
    let called = names.firstIndex { $0.hasPrefix("ALTER POLICY") }
    #expect(made ?? .max < called ?? .min)
    expectSound(there)
    let back = heads(there.rollback)
    #expect(back.last == "DROP FUNCTION public.mine(text)")
    expectSound(there.rollback)
  }

  @Test func `a view that reads tables in change is closed before them and opened after`() {
    let view = "CREATE VIEW v AS SELECT id FROM t; GRANT SELECT ON v TO bob;"
    let migration = plan(
      "CREATE POLICY p ON t USING (kind = 1); CREATE POLICY q ON t USING (kind = 3);" + view,
      "CREATE POLICY p ON t USING (kind = 2); CREATE POLICY q ON t USING (kind = 4);" + view)
    #expect(
      heads(migration) == [
        "REVOKE SELECT ON TABLE public.v FROM bob", "ALTER POLICY p ON public.t",
        "ALTER POLICY q ON public.t", "GRANT SELECT ON TABLE public.v TO bob",
      ])
    expectSound(migration)
  }

  @Test(arguments: [
    // A grant before the policies that limit it.
    ["GRANT SELECT ON TABLE t TO bob", "ALTER POLICY p ON t USING (kind = 2)"],
    // Without row security there is no policy.
    ["ALTER TABLE t DISABLE ROW LEVEL SECURITY", "ALTER TABLE t ENABLE ROW LEVEL SECURITY"],
    ["ALTER POLICY r ON t USING (kind = 6)", "ALTER POLICY p ON t USING (kind = 2)"],
    ["DROP POLICY r ON t", "CREATE POLICY r ON t AS RESTRICTIVE USING (kind = 6)"],
    ["GRANT bob TO alice", "REVOKE bob FROM alice"],
    ["CREATE POLICY o ON t USING (true)", "DROP POLICY o ON t"],
    ["ALTER TABLE t OWNER TO bob", "ALTER TABLE t OWNER TO postgres"],
  ])
  func `an order that gives more in between is found`(statements: [String]) {
    let old = read(
      "CREATE POLICY p ON t USING (kind = 1); "
        + "CREATE POLICY r ON t AS RESTRICTIVE USING (kind = 5);")
    let new = read(
      "CREATE POLICY p ON t USING (kind = 2); GRANT SELECT ON TABLE t TO bob;"
        + "CREATE POLICY r ON t AS RESTRICTIVE USING (kind = 6);")
    var replay = PrefixReplay(from: old, to: new, administrator: "postgres")
    let check = replay.check(
      (statements + ["COMMENT ON TABLE t IS 'x'"]).map {
        PlannedMigration.Statement(text: $0, title: "", endsStep: true)
      })
    #expect(!check.wider.isEmpty)
  }

  @Test(arguments: [
    "CREATE POLICY p ON t USING (true)", "CREATE MATERIALIZED VIEW m AS SELECT 1 AS one",
  ])
  func `what PostgreSQL refuses last of all is refused`(statement: String) {
    let state = read("CREATE POLICY p ON t USING (kind = 1);")
    var replay = PrefixReplay(from: state, to: state, administrator: "postgres")
    var refused = PlannedMigration.Statement(text: statement, title: "", endsStep: true)
    refused.role = statement.contains("POLICY") ? nil : "alice"
    #expect(replay.check([refused]).refusals.count == 1)
    #expect(replay.catalog == state)
  }
}
