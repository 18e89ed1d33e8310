import AccessDecisions
import AccessFixtures
import AccessModel
import LivePostgres
import ScratchServerTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ServerEngineTests {
  private let saved = [
    "CREATE TABLE saved (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text)",
    "ALTER TABLE saved ENABLE ROW LEVEL SECURITY",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON saved TO member",
    """
    CREATE POLICY own ON saved TO member USING
      (email = nullif(current_setting('request.jwt.claims', true), '')::json ->> 'email')
    """,
  ]
  private let rows = [
    TableRows(
      "saved", ["id", "email"],
      [["1", "ana@example.org"], ["2", "bo@example.org"], ["5", "ana@example.org"]])
  ]

  private func engine() throws -> ServerEngine { try TestDatabase().engine(saved, rows: rows) }

  @Test func `an identity sees the rows its claims let it see`() throws {
    let engine = try engine()
    let outcome = try engine.ask(.text("SELECT id FROM saved ORDER BY id"), as: ana)
    #expect(
      outcome
        == .completed(
          Completion(tag: "SELECT 2", count: 2, columns: ["id"], rows: [["1"], ["5"]])))
  }

  @Test func `claims of one identity do not reach the next`() throws {
    let engine = try engine()
    let claims = SQLStatement.text("SELECT current_setting('request.jwt.claims'), current_user")
    #expect(try engine.ask(claims, as: ana).rows == [[ana.claims, "member"]])
    #expect(try engine.ask(claims, as: visitor).rows == [["", "visitor"]])
  }

  @Test func `a missing privilege is an outcome, with one set of parameters or many`() throws {
    let engine = try engine()
    let refused = Outcome.refused(
      PostgresError(.insufficientPrivilege, "permission denied for table saved"))
    #expect(try engine.ask(.text("SELECT id FROM saved"), as: visitor) == refused)
    let probe = Probe(
      .text("SELECT id FROM saved WHERE id = $1"), parameterTypes: [.bigint],
      parameterSets: [["1"], ["2"]])
    #expect(try engine.ask(probe, as: visitor) == [refused, refused])
  }

  @Test func `an error met when a statement is prepared is an outcome of every set`() throws {
    let engine = try engine()
    let probe = Probe(
      .text("SELECT nothing FROM saved WHERE id = $1"), parameterTypes: [.bigint],
      parameterSets: [["1"], ["2"]])
    let outcomes = try engine.ask(probe, as: ana)
    #expect(outcomes.count == 2)
    for case .refused(let error, _) in outcomes { #expect(error.sqlState == .undefinedColumn) }
    #expect(outcomes.allSatisfy { Decision($0) != .allowed })
  }

  @Test func `policies that refer to each other are a recursion`() throws {
    let engine = try TestDatabase().engine([
      "CREATE TABLE t (a int)", "GRANT SELECT ON t TO member",
      "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
      "CREATE POLICY p ON t USING (EXISTS (SELECT FROM t u WHERE u.a = t.a))",
    ])
    let decision = Decision(try engine.ask(.text("SELECT a FROM t"), as: ana))
    guard case .recursion = decision else {
      Issue.record("\(decision)")
      return
    }
  }

  @Test func `each set of parameters has its outcome, and an error does not end the others`() throws
  {
    let engine = try engine()
    let probe = Probe(
      .text("SELECT email FROM saved WHERE id = $1"), parameterTypes: [.bigint],
      parameterSets: [["1"], ["2"], ["x"], [nil], ["5"]])
    let outcomes = try engine.ask(probe, as: ana)
    #expect(outcomes.map(\.rows.count) == [1, 0, 0, 0, 1])
    #expect(
      outcomes[2]
        == .refused(
          PostgresError(
            .invalidTextRepresentation, "invalid input syntax for type bigint: \"x\"")))
  }

  @Test func `what a probe changes is undone before the next`() throws {
    let engine = try engine()
    let delete = Probe(
      .text("DELETE FROM saved WHERE id = $1"), parameterTypes: [.bigint],
      parameterSets: [["1"], ["1"], ["2"]])
    #expect(try engine.ask(delete, as: ana).map(Decision.init) == [.allowed, .allowed, .filtered])
    #expect(try engine.ask(.text("SELECT FROM saved"), as: ana).rows.count == 2)
  }

  @Test func `generated numbers start anew for each run`() throws {
    let engine = try engine()
    let insert = Probe(
      .insert("email", into: "saved", returning: "id"), parameterTypes: [.text],
      parameterSets: [["ana@example.org"], ["bo@example.org"], ["ana@example.org"]])
    let outcomes = try engine.ask(insert, as: ana)
    #expect(outcomes.map(\.rows) == [[["6"]], [], [["6"]]])
    guard case .checkViolated(policy: nil, _) = Decision(outcomes[1]) else {
      Issue.record("\(outcomes[1])")
      return
    }
    let once = Probe(
      insert.statement, parameterTypes: [.text], parameterSets: [["ana@example.org"]])
    for _ in 0..<2 { #expect(try engine.ask(once, as: ana).first?.rows == [["6"]]) }
  }

  @Test func `values are written as the simulator writes them`() throws {
    let engine = try engine()
    let outcome = try engine.ask(
      .text(
        """
        SELECT timestamptz '2024-02-29 12:00+02', interval '1 day 2 hours', 0.1::float8 + 0.2,
          '\\x00ff'::bytea, true, date '2024-02-29', 1.50
        """), as: visitor)
    #expect(
      outcome.rows == [
        [
          "2024-02-29 10:00:00+00", "1 day 02:00:00", "0.30000000000000004", "\\x00ff", "t",
          "2024-02-29", "1.50",
        ]
      ])
  }

  @Test func `settings of the migration do not reach the probes`() throws {
    let engine = try TestDatabase().engine([
      "SELECT set_config('search_path', '', false)", "SET DateStyle = German",
      "CREATE TABLE public.t AS SELECT date '2024-02-29' AS d",
      "GRANT SELECT ON public.t TO PUBLIC",
    ])
    #expect(try engine.ask(.text("SELECT d FROM t"), as: ana).rows == [["2024-02-29"]])
  }

  @Test func `a type the server does not have is an outcome`() throws {
    let engine = try engine()
    for name in ["shoe_size", "not a type(", ""] {
      let probe = Probe(
        .text("SELECT $1"), parameterTypes: [TypeName(name)], parameterSets: [["1"]])
      guard case .refused? = try engine.ask(probe, as: ana).first else {
        Issue.record("type `\(name)` was taken")
        continue
      }
    }
    #expect(try engine.ask(.text("SELECT 1"), as: ana).rows == [["1"]])
  }

  @Test func `array types are passed as such`() throws {
    let engine = try engine()
    let probe = Probe(
      .text("SELECT pg_typeof($1), pg_typeof($2)"),
      parameterTypes: [
        TypeName("uuid", isArray: true), TypeName("character varying", modifiers: [40]),
      ],
      parameterSets: [["{}", "x"]])
    #expect(try engine.ask(probe, as: ana).first?.rows == [["uuid[]", "character varying"]])
  }

  @Test func `a role the server does not have throws`() throws {
    let engine = try engine()
    for role in ["absent", "none"] {
      let error = try #require(throws: LivePostgresError.self) {
        try engine.ask(.text("SELECT 1"), as: Identity("zoe", role: role))
      }
      #expect(error.code == .notAllowed)
      #expect(error.description.contains("`zoe`"))
    }
    #expect(try engine.ask(.text("SELECT current_user"), as: ana).rows == [["member"]])
  }

  @Test func `a server that goes away throws`() throws {
    let engine = try engine()
    let admin = Identity("administrator", role: "postgres")
    for _ in 0..<2 {
      let error = try #require(throws: LivePostgresError.self) {
        try engine.ask(.text("SELECT pg_terminate_backend(pg_backend_pid())"), as: admin)
      }
      #expect(error.code == .connectionLost)
    }
  }

  @Test func `the name tells the version`() throws {
    #expect(try engine().name.wholeMatch(of: /PostgreSQL \d+\.\d+/) != nil)
  }
}
