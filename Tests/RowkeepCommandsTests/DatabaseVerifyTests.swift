import AccessModel
import LivePostgres
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// `verify --database` and `--engine postgres`: a database that has the plan.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct DatabaseVerifyTests {
  private let fixtures = ["--fixtures", "fixtures/electric-ride"]

  private func run(_ arguments: [String]) -> CommandRun {
    CommandRun(arguments + fixtures, of: PlanProgram<ElectricRide>.self)
  }

  @Test func `a database with the plan has no drift, and decides as the plan does`() throws {
    try DatabaseInputTests.withPlan { database in
      let before = try CatalogSnapshot(of: database.connect())
      let run = run(["verify", "--database", database.url])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.contains("\nno drift\n"))
      #expect(run.output.hasSuffix(" 0 disagree, 0 undecided\n"))
      #expect(run.errors.contains("note: row security does not hold for `postgres`"))
      let after = try CatalogSnapshot(of: database.connect())
      #expect(before.difference(to: after) == [])
    }
  }

  @Test func `what somebody changed is told both ways`() throws {
    try DatabaseInputTests.withPlan { database in
      try database.connect().execute(
        """
        CREATE POLICY "let all in" ON saved TO PUBLIC USING (true);
        ALTER TABLE listing DISABLE ROW LEVEL SECURITY;
        DROP POLICY "owner may delete" ON patron;
        GRANT SELECT ON patron TO anon;
        CREATE TABLE forgotten (id int);
        CREATE ROLE intern IN ROLE service_role;
        """)
      let run = run(["verify", "--database", database.url])
      #expect(run.status == 1)
      for sentence in [
        "policy \"let all in\" of table saved is in the database, and not in the plan: FOR ALL TO "
          + "PUBLIC USING (true)",
        "row security of table listing differs: the plan has `enabled`, the database `disabled`",
        "grant to anon of table patron is in the database, and not in the plan: SELECT",
        "table forgotten is in the database, and not in the plan",
        "membership in service_role of role intern is in the database, and not in the plan",
        "policy \"owner may delete\" of table patron is in the plan, and not in the database: FOR "
          + "DELETE TO authenticated",
      ] {
        #expect(run.output.contains(sentence), "\(run.output)")
      }
      #expect(run.output.contains("disagreement 1: "))
      let json = self.run(["verify", "--database", database.url, "--format", "json"])
      #expect(json.status == 1 && json.output.contains("\"differences\": ["))
    }
  }

  @Test func `a database without the plan has drift, and is asked nothing`() throws {
    try RoleServer.withDatabase { database in
      let run = run(["verify", "--database", database.url])
      #expect(run.status == 1 && run.output.contains("no decisions asked"))
      #expect(run.output.contains("table saved is in the plan, and not in the database"))
      let loaded = self.run(["verify", "--database", database.url, "--with-migration"])
      #expect(loaded.status == 0 && loaded.output.contains(" 0 disagree"), "\(loaded.errors)")
    }
  }

  @Test func `rows that are there are refused, or asked about`() throws {
    try DatabaseInputTests.withPlan { database in
      let connection = try database.connect()
      try connection.execute(
        """
        INSERT INTO patron (name, email_address)
          VALUES ('Ana', 'ana@example.com'), ('Eve', 'eve@example.com')
        """)
      let refused = run(["verify", "--database", database.url])
      #expect(refused.status == 4 && refused.errors.contains("holds rows"), "\(refused.errors)")
      let before = try connection.query("SELECT * FROM patron ORDER BY id").rows
      let run = run(["verify", "--database", database.url, "--existing-data"])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.contains(" 0 disagree"))
      let matrix = self.run([
        "matrix", "--engine", "postgres", "--database", database.url, "--existing-data",
      ])
      #expect(matrix.status == 0, "\(matrix.errors)")
      #expect(matrix.output.contains("◐ 1/2"), "\(matrix.output)")
      #expect(try connection.query("SELECT * FROM patron ORDER BY id").rows == before)
    }
  }

  @Test func `a user who cannot act as the identities is told which grant is missing`() throws {
    try DatabaseInputTests.withPlan { database in
      try database.connect().execute("CREATE ROLE clerk LOGIN BYPASSRLS; GRANT anon TO clerk")
      let address = database.url(user: "clerk")
      let run = run(["verify", "--database", address, "--existing-data"])
      #expect(run.status == 4, "\(run.output)\(run.errors)")
      #expect(
        run.errors.contains(
          "user `clerk` cannot act as role `authenticated`, `service_role`; "
            + "GRANT authenticated, service_role TO clerk, or connect as a superuser"),
        "\(run.errors)")
    }
  }

  @Test func `an administrator who is no superuser verifies the rows that are there`() throws {
    try DatabaseInputTests.withPlan { database in
      try database.connect().execute(
        """
        CREATE ROLE clerk LOGIN BYPASSRLS; GRANT anon, authenticated, service_role TO clerk;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO clerk;
        INSERT INTO patron (name, email_address) VALUES ('Ana', 'ana@example.com')
        """)
      let address = database.url(user: "clerk")
      let matrix = run([
        "matrix", "--engine", "postgres", "--database", address, "--existing-data",
      ])
      #expect(
        matrix.status == 0 && !matrix.output.contains("?"), "\(matrix.output)\(matrix.errors)")
    }
  }

  @Test func `matrix and check of a server are those of the simulator`() throws {
    try DatabaseInputTests.withPlan { database in
      let server = ["--engine", "postgres", "--database", database.url]
      let matrix = run(["matrix"] + server)
      let simulated = run(["matrix"]).output
      func rows(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("select") || $0.contains("insert") }
      }
      #expect(matrix.status == 0 && rows(matrix.output) == rows(simulated), "\(matrix.output)")
      let check = run(["check"] + server)
      #expect(check.output.contains("73 passed, 0 failed"), "\(check.output)\(check.errors)")
      #expect(run(["matrix", "--engine", "postgres"]).status == 2)
      #expect(run(["matrix", "--database", database.url]).status == 2)
    }
  }

  /// Gives the plan's objects to an administrator who is no superuser, as a managed host has one.
  private func give(_ database: ScratchDatabase, to role: String, _ attributes: String) throws {
    let connection = try database.connect()
    try connection.execute(
      """
      CREATE ROLE \(role) LOGIN CREATEROLE CREATEDB \(attributes);
      GRANT anon, authenticated, service_role TO \(role) WITH ADMIN OPTION;
      GRANT ALL ON SCHEMA public TO \(role);
      """)
    let objects = try connection.query(
      """
      SELECT CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END || ' ' || oid::regclass
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
      UNION ALL SELECT 'FUNCTION ' || oid::regprocedure FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
      """)
    for case let object? in objects.rows.compactMap(\.first) {
      try connection.execute("ALTER \(object) OWNER TO \(role)")
    }
  }

  @Test func `an administrator whom row security holds for is told what it cannot see`() throws {
    try DatabaseInputTests.withPlan { database in
      try give(database, to: "manager", "NOBYPASSRLS")
      try database.connect().execute(
        "INSERT INTO patron (name, email_address) VALUES ('Ana', 'ana@example.com')")
      let run = run(["verify", "--database", database.url(user: "manager"), "--existing-data"])
      #expect(run.status == 4, "\(run.output)\(run.errors)")
      // The catalog it sees as everybody does, and that comes first.
      #expect(run.output.contains("\nno drift\n"), "\(run.output)")
      #expect(run.output.contains("`manager` owns what the plan gives to `postgres`"))
      #expect(
        run.errors.contains(
          "user `manager` is subject to row security, so that it cannot tell how many rows there are"
        ),
        "\(run.errors)")
      #expect(run.errors.contains("connect as a superuser or a role with BYPASSRLS"))
      let sample = CommandRun(
        "export", "fixtures", database.url(user: "manager"), "--identity", "visitor=anon", "-o",
        try TemporaryFolder().path + "/sample")
      #expect(sample.status == 4 && sample.errors.contains("subject to row security"))
    }
  }

  @Test func `an administrator who owns everything and is no superuser verifies all`() throws {
    try DatabaseInputTests.withPlan { database in
      try give(database, to: "manager", "BYPASSRLS")
      let run = run(["verify", "--database", database.url(user: "manager")])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(
        run.output.contains("\nno drift\n") && run.output.contains(" 0 disagree, 0 undecided"))
      #expect(run.errors.contains("note: row security does not hold for `manager`"))
    }
  }

  @Test func `what can't be compared is undecided, and neither drift nor none`() throws {
    try RoleServer.withDatabase { database in
      let folder = try TemporaryFolder()
      // The model knows nothing of an extension's functions.
      let plan = """
        CREATE EXTENSION pg_trgm;
        CREATE ROLE reader;
        CREATE TABLE note (id int PRIMARY KEY, body text);
        GRANT SELECT ON note TO reader;
        ALTER TABLE note ENABLE ROW LEVEL SECURITY;
        CREATE POLICY p ON note FOR SELECT TO reader
          USING (similarity(body, 'a') > 0.5 AND id IN (1, 2));
        """
      try database.connect().execute(plan)
      let file = try folder.write(plan, to: "plan.sql")
      try folder.write("id,body\n3,b\n", to: "fixtures/rows/note.csv")
      try folder.write("identities: {ann: {role: reader}}", to: "fixtures/cases.yaml")
      func verify(_ more: [String] = []) -> CommandRun {
        CommandRun(
          ["verify", file, "--database", database.url, "--fixtures", folder.path + "/fixtures"]
            + more)
      }
      let run = verify()
      #expect(run.status == 3, "\(run.output)\(run.errors)")
      #expect(run.output.contains("1 difference, 1 of them undecided"), "\(run.output)")
      #expect(run.output.contains("policy p of table note may differ"), "\(run.output)")
      #expect(verify(["--allow-undecided"]).status == 0)
      try database.connect().execute("ALTER POLICY p ON note TO PUBLIC")
      #expect(
        verify().status == 1 && verify().output.contains("policy p of table note differs"))
    }
  }
}
