import Foundation
import ScratchServerTesting
import Testing

@testable import RowkeepCommands

/// What people reach around an intent's own relation: by its keys, through views and functions.
struct WaysAroundTests {
  private static let ana = "7f3d3c5e-2b4b-4d5e-9a5a-0c8c2b1d1a11"
  private static let ben = "7f3d3c5e-2b4b-4d5e-9a5a-0c8c2b1d1a12"
  private static let schema = """
    CREATE TABLE person (id uuid PRIMARY KEY, name text, email text, dob date, score int);
    ALTER TABLE person ENABLE ROW LEVEL SECURITY;
    REVOKE ALL ON person FROM anon, authenticated;
    GRANT SELECT, INSERT, UPDATE (name, email, dob), DELETE ON person TO authenticated;
    CREATE POLICY own ON person TO authenticated USING (id = auth.uid());

    """
  private static let definer = "STABLE SECURITY DEFINER SET search_path = ''"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      identities:
        guest: {role: anon}
        ana: {role: authenticated, claims: {sub: \(Self.ana)}}
      """, to: "fixtures/cases.yaml")
    try folder.write(
      "id,name,email,dob,score\n\(Self.ana),Ana,ana@x.org,2000-01-02,7\n"
        + "\(Self.ben),Ben,ben@x.org,2001-02-03,9\n", to: "fixtures/rows/person.csv")
  }

  private func run(
    _ command: [String], _ sql: String, _ intents: String = "", schema: String = schema
  ) throws -> CommandRun {
    if !intents.isEmpty {
      try folder.write(
        "owners:\n  person: id = auth.uid()\nintents:\n- \(intents)\n", to: "fixtures/intents.yaml")
    }
    let path = try folder.write(schema + sql, to: "s.sql")
    return CommandRun(
      [command[0], path] + command.dropFirst() + ["--fixtures", folder.path + "/fixtures"])
  }

  private func check(_ sql: String, _ intents: String) throws -> CommandRun {
    try run(["check"], sql, intents)
  }

  private let rows = "{only: owner, may: [select], on: person}"
  private let secrets = "{only: owner, may: [select], on: person, columns: [email, dob]}"

  // MARK: Keys

  @Test func `an intent about a key is broken by a grant on it`() throws {
    let intent = "{nobody_but: [service_role], may: [update], on: person, columns: [id]}"
    #expect(try check("", intent).status == 0)
    let run = try check("GRANT UPDATE (id) ON person TO authenticated;", intent)
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("can update rows not theirs to reach:\n    ana (auth"))
  }

  @Test func `an owner who may not change the key is not denied`() throws {
    let intent = "{only: owner, may: [update], on: person, columns: [name, email, dob]}"
    #expect(try check("", intent).status == 0)
    let whole = "{only: owner, may: [update], on: person}"
    #expect(
      try check("GRANT UPDATE (score) ON person TO authenticated;", whole).status == 0)
  }

  private static let links = """
    CREATE TABLE link (a int, b int, PRIMARY KEY (a, b));
    CREATE TABLE tag (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, label text);
    REVOKE ALL ON link, tag FROM anon, authenticated;
    GRANT SELECT, UPDATE ON link TO authenticated;
    GRANT SELECT, UPDATE (id), INSERT (id) ON tag TO authenticated;
    CREATE FUNCTION by_name(nm text) RETURNS text LANGUAGE sql \(definer) AS
      $$ SELECT email FROM public.person WHERE name = nm $$;

    """

  private func writeLinks() throws {
    try folder.write("a,b\n1,2\n1,3\n", to: "fixtures/rows/link.csv")
    try folder.write("id,label\n1,x\n2,y\n", to: "fixtures/rows/tag.csv")
  }

  @Test func `the matrix decides updates of tables that are all key`() throws {
    try writeLinks()
    let matrix = try run(["matrix"], Self.links)
    #expect(
      matrix.output.contains(
        """
        link      select   ✗      ✓
                  insert   ✗      ✗
                  update   ✗      ✓
                  delete   ✗      ✗
        tag       select   ✗      ✓
                  insert   ✗      ✗
                  update   ✗      ✓
        """), "\(matrix.output)")
  }

  @Test func `identities can be set to their default, and inserted`() throws {
    try writeLinks()
    for command in ["update", "insert"] {
      let intent = "{nobody_but: [service_role], may: [\(command)], on: tag, columns: [id]}"
      let run = try check(Self.links, intent)
      #expect(run.status == 1 && run.output.contains("ana (authenticated)"), "\(run.output)")
    }
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `PostgreSQL decides them alike`() throws {
    try writeLinks()
    let run = try run(
      ["verify", "--scratch"], Self.links,
      "{nobody_but: [service_role], may: [update, insert], on: tag, columns: [id]}")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix(" 0 disagree, 0 undecided\n"))
  }

  // MARK: Views

  private static let view = """
    CREATE VIEW card AS SELECT id AS card_id, name, email FROM person;
    REVOKE ALL ON card FROM anon, authenticated;

    """

  @Test(arguments: [
    ("delete", "DELETE", "delete rows not theirs to reach, through view `card`"),
    ("update", "UPDATE", "update rows not theirs to reach, through view `card`"),
    ("insert", "INSERT", "insert rows not theirs to add, through view `card`"),
  ])
  func `writes through a view over a table are writes of the table`(
    _ command: String, _ privilege: String, _ found: String
  ) throws {
    let intent = "{only: owner, may: [\(command)], on: person}"
    let grant = "GRANT UPDATE (score) ON person TO authenticated;"
    #expect(try check(grant + Self.view, intent).status == 0)
    let open = grant + Self.view + "GRANT SELECT, \(privilege) ON card TO authenticated;"
    let run = try check(open, intent)
    #expect(run.status == 1 && run.output.contains(found), "\(run.output)")
    #expect(run.output.contains("ana (authenticated), 1 row: id=\(Self.ben)"))
    let invoker = open + "ALTER VIEW card SET (security_invoker = true);"
    #expect(try check(invoker, intent).status == 0)
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `PostgreSQL lets the same people write through it`() throws {
    let open = Self.view + "GRANT SELECT, INSERT, UPDATE, DELETE ON card TO authenticated;"
    for sql in [open, open + "ALTER VIEW card SET (security_invoker = true);"] {
      let run = try run(
        ["verify", "--scratch"], sql,
        "{only: owner, may: [insert, update, delete], on: person}\n- " + rows)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.hasSuffix(" 0 disagree, 0 undecided\n"))
    }
  }

  @Test func `so are blind writes, and writes through a view over the view`() throws {
    let sql =
      Self.view + "GRANT DELETE ON card TO authenticated; CREATE VIEW upper AS SELECT * FROM card; "
      + "REVOKE ALL ON upper FROM anon, authenticated; GRANT DELETE ON upper TO anon;"
    let run = try check(sql, "{only: owner, may: [delete], on: person}")
    #expect(
      run.output.contains("can delete rows not theirs by a statement without WHERE, through view"))
    #expect(run.output.contains("guest (anon)") && run.output.contains("through view `upper`"))
  }

  @Test func `an intent about rows is broken by a view that shows them`() throws {
    let show = Self.view + "GRANT SELECT ON card TO authenticated;"
    let run = try check(show, rows)
    #expect(run.status == 1 && run.output.contains("can read values not theirs through `card`:"))
    // Unless the plan says that they may read it; guarded columns are guarded there, too.
    let meant = rows + "\n- {who: authenticated, may: select, on: card}"
    #expect(try check(show, meant).status == 0)
    let guarded = secrets + "\n- {who: authenticated, may: select, on: card}"
    #expect(try check(show, guarded).status == 1)
  }

  @Test func `a materialized view holds what its owner reads`() throws {
    let sql = "CREATE MATERIALIZED VIEW mails AS SELECT id, email FROM person;"
    #expect(try check(sql + "REVOKE ALL ON mails FROM anon, authenticated;", rows).status == 0)
    for intent in [rows, secrets] {
      let run = try check(sql + "GRANT SELECT ON mails TO authenticated;", intent)
      #expect(run.status == 1 && run.output.contains("through `mails`"), "\(run.output)")
    }
  }

  @Test func `what reads a materialized view is undecided`() throws {
    let sql = """
      CREATE MATERIALIZED VIEW mails AS SELECT id, email FROM person;
      REVOKE ALL ON mails FROM anon, authenticated;
      CREATE VIEW news AS SELECT email FROM mails;
      """
    #expect(try check(sql, rows).status == 3)
    #expect(try check(sql + "REVOKE ALL ON news FROM anon, authenticated;", rows).status == 0)
  }

  // MARK: Functions

  private func function(_ signature: String, _ body: String) -> String {
    "CREATE FUNCTION f\(signature) LANGUAGE sql \(Self.definer) AS $$ \(body) $$;"
  }

  @Test(arguments: [
    ("(nm text) RETURNS text", "SELECT email FROM public.person WHERE name = nm"),
    ("(q text) RETURNS TABLE(e text)", "SELECT email FROM public.person WHERE name LIKE q || '%'"),
    ("(pw text) RETURNS SETOF text", "SELECT email FROM public.person WHERE pw = 'open sesame'"),
    ("(lim int) RETURNS SETOF text", "SELECT email FROM public.person ORDER BY id LIMIT lim"),
    (
      "(q text DEFAULT 'nobody') RETURNS SETOF text",
      "SELECT email FROM public.person WHERE name = q"
    ),
    ("() RETURNS SETOF record", "SELECT id, email FROM public.person"),
  ])
  func `a function is asked with texts, numbers and its own constants`(
    _ signature: String, _ body: String
  ) throws {
    for intent in [rows, secrets] {
      let run = try check(function(signature, body), intent)
      #expect(run.status == 1 && run.output.contains("not theirs through `f`"), "\(run.output)")
    }
  }

  @Test func `the matrix asks it so, too`() throws {
    let matrix = try run(
      ["matrix"],
      function("(nm text) RETURNS text", "SELECT email FROM public.person WHERE name = nm"))
    #expect(matrix.output.contains("f(text)   ‼ ✓    ‼ ✓"), "\(matrix.output)")
  }

  @Test func `a caller's own values coming back are no leak`() throws {
    let sql = function("(nm text) RETURNS text", "SELECT nm || name FROM public.person WHERE false")
    #expect(try check(sql, rows).status == 0)
    let echo = function(
      "(nm text) RETURNS text", "SELECT 'hello ' || nm FROM (SELECT count(*) FROM public.person) c")
    for intent in [rows, secrets] {
      let run = try check(echo, intent)
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test func `an argument that nothing fits leaves the intent unjudged`() throws {
    let sql = function(
      "(at interval) RETURNS SETOF text", "SELECT email FROM public.person WHERE at > '1 day'")
    let run = try check(sql, secrets)
    #expect(run.status == 3 && run.output.contains("1 unjudged"), "\(run.output)")
    #expect(run.output.contains("`f` was not tried: nothing in the fixtures fits its argument"))
    let matrix = try self.run(["matrix"], sql)
    #expect(
      matrix.output.contains("f(interval) was not tried: nothing in the fixtures fits `at`"))
    // Whoever can't call it, or a function of other rows, changes nothing.
    let closed = sql + "REVOKE EXECUTE ON FUNCTION f(interval) FROM PUBLIC, anon, authenticated;"
    #expect(try check(closed, secrets).status == 0)
    let other = function("(at interval) RETURNS int", "SELECT 1 WHERE at > '1 day'")
    #expect(try check(other, secrets).status == 0)
  }

  @Test func `an error's text is read, too`() throws {
    let sql = """
      CREATE FUNCTION f(p uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
      DECLARE m text; BEGIN SELECT email INTO m FROM person WHERE id = p;
      RAISE EXCEPTION 'no, %', m; END $$;
      """
    #expect(try check(sql, secrets).status == 1)
  }

  // MARK: What is made of values

  @Test(arguments: [
    "to_char(dob, 'DD.MM.YYYY')", "left(email, 3)", "md5(email)", "length(email)::text",
    "split_part(email, '@', 2)", "extract(year FROM dob)::text", "right(email, 2)",
  ])
  func `what is made of a guarded value depends on it`(_ value: String) throws {
    let sql = function(
      "(p uuid) RETURNS text", "SELECT \(value) FROM public.person WHERE id = p")
    let run = try check(sql, secrets)
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("can read what `f` makes of values not theirs"))
    #expect(run.output.contains(value.contains("dob") ? "(dob)" : "(email)"))
    let view = "CREATE VIEW v AS SELECT id, \(value) AS made FROM person;"
    #expect(try check(view, secrets).output.contains("can read what `v` makes of values"))
    // Aggregates and the like are not the rows: an intent without columns is about these.
    #expect(try check(view, rows).status == 0)
  }

  @Test(arguments: [
    "count(*)", "count(email)", "count(*) FILTER (WHERE dob < '2010-01-01')", "max(name)",
    "bool_or(email = 'ceo@x.org')::text",
  ])
  func `what is only counted or compared does not`(_ value: String) throws {
    let sql = "CREATE VIEW v AS SELECT \(value) AS made FROM person;"
    let run = try check(sql, secrets)
    #expect(run.status == 0, "\(run.output)")
  }
}
