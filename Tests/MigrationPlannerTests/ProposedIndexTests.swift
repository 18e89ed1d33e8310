import AccessModel
import AccessPlan
import MigrationPlanner
import SQLFrontend
import Testing

/// Indexes for the columns by which policies find rows.
struct ProposedIndexTests {
  private func proposals(_ sql: String) -> [String] {
    let tables = """
      CREATE TABLE team (id bigint PRIMARY KEY, owner uuid, kind text);
      CREATE TABLE member (team_id bigint REFERENCES team, person uuid, PRIMARY KEY (team_id, person));
      CREATE TABLE task (id bigint PRIMARY KEY, team_id bigint REFERENCES team, state text);
      """
    let read = SQLReader(platform: .supabase).read([SQLFile(name: "s.sql", text: tables + sql)])
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    return ProposedIndex.all(for: read.catalog).map {
      "\($0.table.name): \($0.index.name): \($0.readers.count)"
    }
  }

  private func policy(_ condition: String, on table: String = "task", name: String = "p") -> String
  {
    "CREATE POLICY \(name) ON \(table) USING (\(condition));"
  }

  @Test func `an owner's column is one`() {
    #expect(
      proposals(policy("owner = (SELECT auth.uid())", on: "team"))
        == ["team: team_owner_idx: 1"])
  }

  @Test func `two policies that want the same index share it`() {
    #expect(
      proposals(
        policy("owner = (SELECT auth.uid())", on: "team")
          + policy("owner = auth.uid() OR kind = 'open'", on: "team", name: "q"))
        == ["team: team_owner_idx: 2"])
  }

  @Test func `a membership's key does not begin with the person`() {
    #expect(
      proposals(
        policy(
          "team_id = ANY (ARRAY(SELECT m.team_id FROM member m WHERE m.person = (SELECT auth.uid())))"
        ))
        == ["member: member_person_idx: 1", "task: task_team_id_idx: 1"])
  }

  @Test func `what a key begins with needs none, nor does a row asked for by itself`() {
    #expect(
      proposals(
        policy(
          "EXISTS (SELECT FROM member m WHERE m.team_id = task.team_id AND m.person = auth.uid())"))
        == [])
  }

  @Test func `two hops need the key between them`() {
    #expect(
      proposals(
        policy(
          "id = ANY (ARRAY(SELECT k.id FROM task k JOIN team t ON t.id = k.team_id "
            + "WHERE t.owner = (SELECT auth.uid())))"))
        == ["task: task_team_id_idx: 1", "team: team_owner_idx: 1"])
  }

  @Test func `functions that policies call are looked into`() {
    let function = """
      CREATE FUNCTION mine(wanted bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM member WHERE person = auth.uid() AND member.team_id > wanted) $$;
      """
    #expect(proposals(function + policy("mine(team_id)")) == ["member: member_person_idx: 1"])
  }

  @Test func `constants, new rows and what is indexed already are not`() {
    #expect(proposals(policy("state = 'open'")) == [])
    #expect(
      proposals("CREATE POLICY p ON team FOR INSERT WITH CHECK (owner = (SELECT auth.uid()));")
        == [])
    #expect(
      proposals(
        "CREATE INDEX ON team (owner, kind);" + policy("owner = auth.uid()", on: "team")) == [])
    #expect(
      proposals(
        "CREATE INDEX team_owner_idx ON team (kind) WHERE kind = 'x';"
          + policy("owner = auth.uid()", on: "team")) == ["team: team_owner_idx2: 1"])
  }

  @Test func `a script proposes them in comments, or makes them`() throws {
    var document = try #require(Samples.all["electric-ride"])
    let line = "CREATE INDEX IF NOT EXISTS saved_patron_id_idx ON public.saved (patron_id)"
    for index in document.catalog.tables.indices
    where document.catalog.tables[index].name.name == "saved" {
      document.catalog.tables[index].keys = []
    }
    let proposed = Migration(document)
    #expect(proposed.sql.contains("\n-- \(line);  -- policy \"owner may do all\" of `saved`\n"))
    #expect(!proposed.statements.contains { $0.hasPrefix("CREATE INDEX") })
    let made = Migration(document, addsIndexes: true)
    #expect(made.statements.contains(line) && !made.sql.contains("-- CREATE INDEX"))
  }
}
