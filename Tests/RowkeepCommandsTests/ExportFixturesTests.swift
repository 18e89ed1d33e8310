import AccessDecisions
import AccessFixtures
import AccessModel
import AccessSimulator
import ArgumentParser
import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@testable import RowkeepCommands

/// `export fixtures`: a masked sample that decides as its database does.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ExportFixturesTests {
  static let mara = "00000000-0000-4000-8000-000000000007"

  /// A club with what makes samples hard: a cycle of foreign keys, a tree, a membership, people who
  /// are known by address, and more rows than are taken.
  static let schema = """
    CREATE ROLE anon; CREATE ROLE authenticated; CREATE ROLE service_role BYPASSRLS;
    CREATE SCHEMA auth;
    GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role;
    CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS
      $$ SELECT (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
    CREATE FUNCTION auth.jwt() RETURNS jsonb LANGUAGE sql STABLE AS
      $$ SELECT nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
    CREATE TABLE auth.users (id uuid PRIMARY KEY, email text, encrypted_password text,
      raw_user_meta_data jsonb);
    CREATE TYPE mood AS ENUM ('fine', 'grim');
    CREATE DOMAIN nick AS varchar(12) CHECK (VALUE ~ '^[a-z]+[0-9]*$');
    CREATE TABLE profile (
      id uuid PRIMARY KEY REFERENCES auth.users, full_name text NOT NULL, handle nick UNIQUE,
      email text UNIQUE CHECK (email LIKE '%@%.%'), mood mood, home bigint,
      code text CHECK (code ~ '^[A-Z]{2}-[0-9]{4}$'));
    CREATE TABLE team (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name varchar(20) UNIQUE,
      lead uuid REFERENCES profile, parent bigint REFERENCES team, visibility text);
    ALTER TABLE profile ADD FOREIGN KEY (home) REFERENCES team;
    CREATE TABLE member (team_id bigint REFERENCES team, profile_id uuid REFERENCES profile,
      role text, PRIMARY KEY (team_id, profile_id));
    CREATE TABLE document (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, team_id bigint NOT NULL REFERENCES team,
      author uuid REFERENCES profile, body text, words int GENERATED ALWAYS AS (length(body)) STORED,
      meta jsonb, tags text[]);
    CREATE TABLE guest (id bigint PRIMARY KEY, contact text UNIQUE);
    CREATE TABLE visit (id bigint PRIMARY KEY, guest_id bigint REFERENCES guest, remark text);
    CREATE FUNCTION is_member(team bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
      SET search_path = public AS
      $$ SELECT EXISTS (SELECT FROM member m WHERE m.team_id = team AND m.profile_id = auth.uid()) $$;
    GRANT SELECT ON profile, team, member, document, guest, visit TO authenticated;
    GRANT SELECT ON team TO anon;
    ALTER TABLE profile ENABLE ROW LEVEL SECURITY; ALTER TABLE team ENABLE ROW LEVEL SECURITY;
    ALTER TABLE member ENABLE ROW LEVEL SECURITY; ALTER TABLE document ENABLE ROW LEVEL SECURITY;
    ALTER TABLE guest ENABLE ROW LEVEL SECURITY; ALTER TABLE visit ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON profile FOR SELECT TO authenticated USING (id = (SELECT auth.uid()));
    CREATE POLICY open ON team FOR SELECT USING (visibility = 'open' OR lead = auth.uid());
    CREATE POLICY own ON member FOR SELECT TO authenticated USING (profile_id = auth.uid());
    CREATE POLICY team ON document FOR SELECT TO authenticated
      USING (author = auth.uid() OR is_member(team_id));
    CREATE POLICY own ON guest FOR SELECT TO authenticated
      USING (lower(contact) = lower(auth.jwt() ->> 'email'));
    CREATE POLICY own ON visit FOR SELECT TO authenticated USING (EXISTS (
      SELECT FROM guest g WHERE g.id = guest_id AND lower(g.contact) = lower(auth.jwt() ->> 'email')));
    """

  static let rows = """
    INSERT INTO auth.users SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      'Person' || n || '@shop.test', 'hash-of-' || n, jsonb_build_object('name', 'Real Name ' || n)
      FROM generate_series(1, 300) n;
    INSERT INTO profile SELECT id, 'Real Name ' || n, 'real' || n, 'person' || n || '@shop.test',
      CASE WHEN n % 2 = 0 THEN 'fine'::mood END, NULL, 'RN-' || lpad(n::text, 4, '0')
      FROM generate_series(1, 300) n
      JOIN auth.users u ON u.id = ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid;
    INSERT INTO team (name, lead, parent, visibility) SELECT 'Real team ' || n,
      ('00000000-0000-4000-8000-' || lpad((n % 300 + 1)::text, 12, '0'))::uuid,
      CASE WHEN n > 1 THEN n - 1 END, CASE WHEN n % 5 = 0 THEN 'open' ELSE 'closed' END
      FROM generate_series(1, 120) n;
    UPDATE profile SET home = (SELECT max(id) FROM team WHERE lead = profile.id);
    INSERT INTO member SELECT t.id, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      'member' FROM team t, generate_series(1, 300) n WHERE (t.id * 7 + n) % 31 = 0;
    INSERT INTO document (team_id, author, body, meta, tags) SELECT n % 120 + 1,
      CASE WHEN n % 3 > 0 THEN ('00000000-0000-4000-8000-' || lpad((n % 300 + 1)::text, 12, '0'))::uuid
      END, 'Real text ' || n, jsonb_build_object('by', 'Real Name ' || n, 'pages', n),
      ARRAY['real', 'tag' || n % 7] FROM generate_series(1, 4000) n;
    INSERT INTO guest SELECT n, 'Person' || n || '@Shop.test' FROM generate_series(1, 100) n;
    INSERT INTO visit SELECT n, n % 100 + 1, NULL FROM generate_series(1, 500) n;
    ANALYZE;
    """

  static func withClub<Value>(_ body: (ScratchDatabase) throws -> Value) throws -> Value {
    try RoleServer.withDatabase { database in
      let connection = try database.connect()
      try connection.execute(schema)
      try connection.execute(rows)
      return try body(database)
    }
  }

  private func export(
    _ database: ScratchDatabase, to folder: String, _ more: [String] = [], user: String = "postgres"
  ) -> CommandRun {
    CommandRun(
      [
        "export", "fixtures", database.url(user: user), "--identity", "mara=\(Self.mara)",
        "--identity", "visitor=anon", "--output", folder,
      ] + more)
  }

  @Test func `a sample loads, agrees with a server, and decides as its database does`() throws {
    try Self.withClub { database in
      let folder = try TemporaryFolder().path
      let run = export(database, to: folder, ["--rows", "20"])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      let matrix = CommandRun("matrix", database.url, "--fixtures", folder)
      #expect(matrix.status == 0 && matrix.output.contains("◐"), "\(matrix.output)\(matrix.errors)")
      let schema = CommandRun("compile", database.url)
      let other = try TemporaryFolder()
      let file = try other.write(schema.output, to: "schema.sql")
      let verify = CommandRun("verify", file, "--scratch", "--fixtures", folder)
      #expect(verify.status == 0, "\(verify.output)\(verify.errors)")

      let source = try InputReader(
        path: database.url,
        context: CommandContext(output: MemorySink(), errors: MemorySink())
      ).read()
      let workspace = try Workspace.load(
        source.entry(nil), of: source, FixturesOption.parse(["--fixtures", folder]), for: "a test",
        in: CommandContext(output: MemorySink(), errors: MemorySink()))
      let mara = try workspace.identity("mara")
      let live = try database.connect()
      try live.execute("BEGIN")
      try live.query(
        "SELECT set_config('request.jwt.claims', $1, true)",
        parameters: [#"{"sub": "\#(Self.mara)", "email": "Person7@shop.test"}"#])
      try live.execute("SET LOCAL ROLE authenticated")
      var visible = 0, hidden = 0
      for table in workspace.document.catalog.tables where table.name.schema == "public" {
        let shape = RelationShape(table)
        let sampled = workspace.fixtures.rows(of: table.name)
        let keys = try #require(sampled?.indices(of: shape.key))
        let taken = Set(sampled?.rows.map { row in keys.map { row.values[$0] } } ?? [])
        let names = shape.key.joined(separator: ", ")
        let onServer = Set(
          try live.query("SELECT \(names) FROM \(table.name.name)").rows
        ).intersection(taken)
        let probe = StandardProbes(shape).read(shape.key)
        guard case .completed(let answer)? = workspace.simulator.ask(probe, as: mara).first else {
          Issue.record("\(table.name) can't be read")
          continue
        }
        #expect(Set(answer.rows) == onServer, "\(table.name)")
        visible += onServer.count
        hidden += taken.count - onServer.count
      }
      #expect(visible > 20 && hidden > 60, "\(visible) visible, \(hidden) hidden")
    }
  }

  @Test func `nothing real is written but keys and what decides`() throws {
    try Self.withClub { database in
      let folder = try TemporaryFolder().path
      let run = export(database, to: folder)
      #expect(run.status == 0, "\(run.errors)")
      var all = run.output + run.errors
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for file in files where file.contains(".") {
        all += try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      }
      #expect(files.count > 8)
      for real in ["Real", "real", "shop.test", "Shop.test", "hash-of", "RN-", "erson7@"] {
        #expect(
          !all.contains(real),
          "\(real): \(all.split(separator: "\n").filter { $0.contains(real) }.prefix(3))")
      }
      for kept in ["open", "closed", "member", "fine", Self.mara] { #expect(all.contains(kept)) }
    }
  }

  @Test func `the same seed gives the same files, another seed other rows`() throws {
    try Self.withClub { database in
      func files(_ seed: Int) throws -> [String: String] {
        let folder = try TemporaryFolder().path
        #expect(export(database, to: folder, ["--seed", "\(seed)", "--rows", "10"]).status == 0)
        return try Dictionary(
          uniqueKeysWithValues: ["document", "profile", "team"].map {
            ($0, try String(contentsOfFile: "\(folder)/rows/public.\($0).csv", encoding: .utf8))
          })
      }
      let first = try files(1)
      #expect(try files(1) == first)
      #expect(try files(2)["document"] != first["document"])
    }
  }

  @Test func `a column that is to stay stays, with the claims that policies compare it with`()
    throws
  {
    try Self.withClub { database in
      let folder = try TemporaryFolder().path
      let run = export(
        database, to: folder, ["--keep", "guest.contact", "--mask", "profile.id"])
      #expect(run.status == 0, "\(run.errors)")
      let guests = try String(contentsOfFile: "\(folder)/rows/public.guest.csv", encoding: .utf8)
      #expect(guests.contains("@Shop.test"))
      let cases = try String(contentsOfFile: "\(folder)/cases.yaml", encoding: .utf8)
      #expect(cases.contains("@shop.test") && !cases.contains(Self.mara), "\(cases)")
      let matrix = CommandRun("matrix", database.url, "--fixtures", folder)
      #expect(matrix.status == 0, "\(matrix.errors)")
      let unknown = export(database, to: folder + "x", ["--keep", "guest.contacts"])
      #expect(unknown.status == 2 && unknown.errors.contains("did you mean `guest.contact`?"))
      let mood = export(database, to: folder + "x", ["--mask", "profile.mood"])
      #expect(mood.status == 2 && mood.errors.contains("has no stand-ins"))
    }
  }

  @Test func `whom policies hide rows from gets no sample, and is told why`() throws {
    try Self.withClub { database in
      let connection = try database.connect()
      try connection.execute(
        """
        CREATE ROLE clerk LOGIN; GRANT anon, authenticated TO clerk;
        GRANT USAGE ON SCHEMA auth TO clerk; GRANT SELECT ON ALL TABLES IN SCHEMA public TO clerk;
        CREATE ROLE boss LOGIN BYPASSRLS; GRANT anon, authenticated TO boss;
        """)
      let folder = try TemporaryFolder().path + "/sample"
      let hidden = export(database, to: folder, user: "clerk")
      #expect(hidden.status == 4 && hidden.errors.contains("row security"), "\(hidden.errors)")
      let unreadable = export(database, to: folder, user: "boss")
      #expect(
        unreadable.status == 4
          && unreadable.errors.contains("user `boss` may not read `auth.users`"),
        "\(unreadable.errors)")
      #expect(unreadable.errors.contains("GRANT SELECT ON auth.users TO boss"))
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test func `the database is left as it was, and fixtures that are there too`() throws {
    try Self.withClub { database in
      let folder = try TemporaryFolder()
      let before = try database.connect().query("SELECT pg_snapshot_xmax(pg_current_snapshot())")
        .firstValue
      let marker = try folder.write("mine", to: "sample/cases.yaml")
      let refused = export(database, to: folder.path + "/sample")
      #expect(refused.status == 2 && refused.errors.contains("is there already"))
      #expect(try String(contentsOfFile: marker, encoding: .utf8) == "mine")
      #expect(export(database, to: folder.path + "/other").status == 0)
      #expect(
        try database.connect().query("SELECT pg_snapshot_xmax(pg_current_snapshot())").firstValue
          == before)
    }
  }

  @Test func `rows whose reference leads nowhere are left out and named`() throws {
    try Self.withClub { database in
      try database.connect().execute(
        """
        ALTER TABLE visit DROP CONSTRAINT visit_guest_id_fkey;
        INSERT INTO visit VALUES (9001, 777777, 'lost');
        ALTER TABLE visit ADD FOREIGN KEY (guest_id) REFERENCES guest NOT VALID;
        DELETE FROM visit WHERE id < 400;
        """)
      let folder = try TemporaryFolder().path
      let run = export(database, to: folder, ["--rows", "500"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("1 row of `visit` left out"), "\(run.errors)")
    }
  }

  @Test func `partitions, children and large tables are sampled where their rows lie`() throws {
    try RoleServer.withDatabase { database in
      try database.connect().execute(
        """
        CREATE ROLE anon; CREATE ROLE authenticated;
        CREATE TABLE event (day date, id int, note text, PRIMARY KEY (day, id)) PARTITION BY RANGE (day);
        CREATE TABLE event_26 PARTITION OF event FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
        CREATE TABLE event_25 PARTITION OF event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
        INSERT INTO event SELECT date '2025-06-01' + n, n, 'note ' || n FROM generate_series(1, 500) n;
        CREATE TABLE ticket (id int PRIMARY KEY, day date, event int,
          FOREIGN KEY (day, event) REFERENCES event);
        INSERT INTO ticket SELECT n, date '2025-06-01' + n, n FROM generate_series(1, 500) n;
        CREATE TABLE base (id int PRIMARY KEY); CREATE TABLE child () INHERITS (base);
        INSERT INTO base VALUES (1); INSERT INTO child VALUES (2);
        CREATE UNLOGGED TABLE big (id int);
        INSERT INTO big SELECT generate_series(1, 1000100);
        ANALYZE;
        """)
      let folder = try TemporaryFolder().path
      let run = CommandRun(
        "export", "fixtures", database.url, "--identity", "visitor=anon", "--rows", "30", "-o",
        folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("`big`: large, so that rows were drawn from some blocks"))
      #expect(run.output.contains("1000100"), "\(run.output)")
      let matrix = CommandRun("matrix", database.url, "--fixtures", folder)
      #expect(matrix.status == 0, "\(matrix.errors)")
      let children = try String(contentsOfFile: "\(folder)/rows/public.base.csv", encoding: .utf8)
      #expect(children == "id\n1\n")
      let tickets = try String(contentsOfFile: "\(folder)/rows/public.ticket.csv", encoding: .utf8)
      let events = try ["25", "26"].map {
        try String(contentsOfFile: "\(folder)/rows/public.event_\($0).csv", encoding: .utf8)
      }.joined()
      for ticket in tickets.split(separator: "\n").dropFirst() {
        let fields = ticket.split(separator: ",")
        #expect(events.contains("\(fields[1]),\(fields[2]),"))
      }
    }
  }

  @Test func `somebody whom no row knows is named`() throws {
    try Self.withClub { database in
      let folder = try TemporaryFolder().path
      let run = export(database, to: folder, ["--identity", "eve=eve@nowhere.test"])
      #expect(run.status == 0 && run.errors.contains("the claims of `eve`"), "\(run.errors)")
    }
  }

  @Test func `wrong usage is told before anything is asked`() throws {
    let nobody = CommandRun(
      "export", "fixtures", "postgres://nowhere.invalid/x", "--output", "/tmp/x")
    #expect(nobody.status == 2 && nobody.errors.contains("--identity"), "\(nobody.errors)")
    let folder = try TemporaryFolder()
    let file = try folder.write("CREATE TABLE t (id int);", to: "schema.sql")
    let plan = CommandRun(
      "export", "fixtures", file, "--identity", "a=b", "--output", folder.path + "/new")
    #expect(plan.status == 2 && plan.errors.contains("--database"), "\(plan.errors)")
  }
}
