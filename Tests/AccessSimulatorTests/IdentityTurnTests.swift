import AccessDecisions
import AccessFixtures
import AccessModel
import AccessSimulator
import SQLFrontend
import Testing

/// Identities of one role are asked for in one session: what was found for one is nothing to another.
@Suite struct IdentityTurnTests {
  private static let schema = """
    CREATE ROLE member;
    CREATE FUNCTION me() RETURNS text LANGUAGE sql STABLE AS
      $$ SELECT current_setting('request.jwt.claims', true)::jsonb ->> 'sub' $$;
    CREATE TABLE team (id int PRIMARY KEY, who text);
    CREATE TABLE a (id int PRIMARY KEY, team int, who text);
    CREATE TABLE b (LIKE a INCLUDING ALL);
    CREATE TABLE c (LIKE a INCLUDING ALL);
    CREATE TABLE d (LIKE a INCLUDING ALL);
    CREATE TABLE e (LIKE a INCLUDING ALL);
    CREATE TABLE f (LIKE a INCLUDING ALL);
    CREATE TABLE g (LIKE a INCLUDING ALL);
    CREATE TABLE h (LIKE a INCLUDING ALL);
    CREATE TABLE i (LIKE a INCLUDING ALL);
    CREATE TABLE j (LIKE a INCLUDING ALL);
    CREATE VIEW v AS SELECT * FROM a WHERE who = me();
    CREATE VIEW w WITH (security_invoker) AS
      WITH mine AS MATERIALIZED (SELECT team FROM b WHERE who = me())
      SELECT a.* FROM a WHERE team IN (SELECT team FROM mine);
    GRANT ALL ON ALL TABLES IN SCHEMA public TO member;
    CREATE POLICY p ON team USING (who = me());
    CREATE POLICY p ON a USING (who = me());
    CREATE POLICY p ON b USING (who = me() OR team IN (SELECT id FROM team WHERE who = me()));
    CREATE POLICY p ON c USING (EXISTS (SELECT FROM team t WHERE t.id = team AND t.who = me()));
    CREATE POLICY p ON d USING (team = (SELECT min(id) FROM team WHERE who = me()));
    CREATE POLICY p ON e USING (
      (SELECT max(t.id) FROM team t WHERE t.id = e.team AND t.who = me()) IS NOT NULL);
    CREATE POLICY p ON j USING (
      id > (current_setting('request.jwt.claims', true)::jsonb ->> 'least')::int);
    """ + "abcdej".map { "ALTER TABLE \($0) ENABLE ROW LEVEL SECURITY;\n" }.joined()

  /// Plans that hold for one identity: functions that say of themselves what is not so, and
  /// statements of functions, are computed in planning.
  private static let planned = """
    CREATE FUNCTION teams() RETURNS SETOF int LANGUAGE sql STABLE SECURITY DEFINER AS
      $$ SELECT t.id FROM team t WHERE t.who = me() $$;
    CREATE FUNCTION sees(team int) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER AS
      $$ BEGIN RETURN EXISTS (SELECT FROM team t WHERE t.id = team AND t.who = me()); END $$;
    CREATE FUNCTION is_ben() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
      $$ BEGIN RETURN me() = 'ben'; END $$;
    CREATE FUNCTION refuse_ana() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
      $$ BEGIN IF me() = 'ana' THEN RAISE EXCEPTION 'not you'; END IF; RETURN true; END $$;
    ALTER TABLE f ENABLE ROW LEVEL SECURITY;
    ALTER TABLE g ENABLE ROW LEVEL SECURITY;
    ALTER TABLE h ENABLE ROW LEVEL SECURITY;
    ALTER TABLE i ENABLE ROW LEVEL SECURITY;
    CREATE POLICY p ON f USING (is_ben() OR team = 1);
    CREATE POLICY p ON g USING (refuse_ana());
    CREATE POLICY p ON h USING (sees(team));
    CREATE POLICY p ON i USING (team = ANY (ARRAY(SELECT teams())));
    """

  /// Which condition comes first is found out by whether the claim raises an error.
  private static let arranged = """
    CREATE ROLE member;
    CREATE TABLE k (id int PRIMARY KEY, team int, who text);
    CREATE TABLE l (LIKE k INCLUDING ALL);
    CREATE VIEW v WITH (security_invoker) AS SELECT id, team, who FROM k WHERE id < 0;
    GRANT ALL ON k, l, v TO member;
    ALTER TABLE k ENABLE ROW LEVEL SECURITY;
    ALTER TABLE l ENABLE ROW LEVEL SECURITY;
    CREATE POLICY p ON l USING (who = current_setting('request.jwt.claims', true)::jsonb ->> 'sub');
    CREATE POLICY p ON k USING (
      (who <> '') =
        ((current_setting('request.jwt.claims', true)::jsonb ->> 'least')::int > 1 AND id > 2));
    """

  private static let identities = [
    Identity("ana", role: "member", claims: #"{"sub": "ana", "least": 2}"#),
    Identity("ben", role: "member", claims: #"{"sub": "ben", "least": "x"}"#),
    Identity("cy", role: "member", claims: #"{"sub": "cy"}"#),
    Identity("nobody", role: "member"),
  ]

  /// Rows are decided one by one, and all at once.
  @Test(arguments: [1, 128], [schema, schema + planned, arranged])
  func `the answers are those of a simulator of one's own`(batch: Int, schema: String) throws {
    let catalog = SQLReader(platform: .postgres)
      .read([SQLFile(name: "s.sql", text: schema)]).catalog
    let names = ["ana", "ben", "cy"]
    let rows = catalog.tables.map { table in
      TableRows(
        table.name,
        columns: table.name.name == "team" ? ["id", "who"] : ["id", "team", "who"],
        rows: (1...6).map { id in
          let who = names[id % 3]
          return TableRows.Row(
            table.name.name == "team" ? ["\(id)", who] : ["\(id)", "\(id % 4)", who])
        })
    }
    func simulator() -> Simulator {
      let simulator = Simulator.load(catalog: catalog, rows: rows).simulator
      simulator.smallestBatch = batch
      return simulator
    }
    var asked: [[AskedProbe]] = []
    for identity in Self.identities {
      let recording = RecordingEngine(simulator())
      _ = try Matrix(
        asking: recording, PlanDocument(name: "turns", catalog: catalog), identities: [identity])
      asked.append(recording.asked)
    }
    let shared = simulator()
    for round in 0..<(asked.map(\.count).max() ?? 0) {
      for questions in asked where round < questions.count {
        let question = questions[round]
        let outcomes = shared.ask(question.probe, as: question.identity)
        #expect(
          outcomes == question.outcomes, "\(question.identity.name) \(question.probe.statement)")
      }
    }
    let undecided = asked.joined().flatMap(\.outcomes).compactMap { outcome in
      if case .undecided(let what) = outcome { what.construct } else { nil }
    }
    #expect(undecided == [])
    #expect(Set(asked.map { $0.map(\.outcomes) }).count == Self.identities.count)
  }
}
