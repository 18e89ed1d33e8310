import DiceTesting

/// Crosses shapes of FROM with conditions and policies that raise an error of some row: which rows
/// they are asked of is the planner's to choose, and a wrong guess shows as an error too many.
struct CrossingWriter {
  private let dice: Dice
  private var steps: [Script.Step] = []

  init(_ dice: Dice) { self.dice = dice }

  /// A database of its own, and `count` statements on it.
  mutating func script(statements count: Int) -> Script {
    for text in tables + functions { write(text, "crossing: set-up") }
    for table in ["a", "b", "c"] { writePolicies(on: table) }
    for (table, condition) in [("m", "who = current_user"), ("o", "raises(n)")]
    where dice.chance(40) {
      write("ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY", "crossing: set-up")
      write("CREATE POLICY p ON \(table) USING (\(condition))", "crossing: set-up")
    }
    if dice.chance(30) { write("CREATE INDEX ON c (id)", "crossing: set-up") }
    for text in views { write(text, "crossing: set-up") }
    write("GRANT ALL ON ALL TABLES IN SCHEMA public TO bob", "crossing: set-up")
    write("SET ROLE bob", "crossing: set-up")
    for _ in 0..<count { writeStatement() }
    return Script(steps: steps)
  }

  private mutating func write(_ text: String, _ feature: String) {
    steps.append(.statement(Script.Statement(text, features: [feature])))
  }

  private let tables = [
    "CREATE ROLE bob",
    "CREATE TABLE m (org int, who text, PRIMARY KEY (org, who))",
    "CREATE TABLE o (id int PRIMARY KEY, n int)",
    "CREATE TABLE a (id int PRIMARY KEY, n int, t text, who text)",
    "CREATE TABLE b (id int PRIMARY KEY, n int, t text, who text)",
    "CREATE TABLE c (id int, n int, t text, who text)",
    "INSERT INTO m VALUES (1, 'bob'), (2, 'bob'), (2, 'ann')",
    "INSERT INTO o VALUES (1, 1), (2, 0), (3, 5)",
    "INSERT INTO a VALUES (1, 1, 'x', 'bob'), (2, 2, 'y', 'bob'), (4, 0, 'z', 'ann')",
    "INSERT INTO b VALUES (1, 1, 'x', 'bob'), (2, 2, 'x', 'ann'), (5, 4, 'z', 'bob')",
    "INSERT INTO c VALUES (1, 2, 'x', 'bob'), (1, 1, 'y', 'bob'), (2, NULL, 'x', 'ann')",
  ]

  /// Each raises an error of one value, which may be in no row.
  private var functions: [String] {
    [
      "CREATE FUNCTION raises(int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN "
        + "IF $1 = \(dice.below(6)) THEN RAISE EXCEPTION 'r %', $1; END IF; RETURN $1 > 0; END $$",
      "CREATE FUNCTION member(int) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$ "
        + "BEGIN IF $1 = \(dice.below(6)) THEN RAISE EXCEPTION 'm %', $1; END IF; "
        + "RETURN EXISTS (SELECT FROM m WHERE org = $1); END $$",
    ]
  }

  private let views = [
    "CREATE VIEW va WITH (security_invoker) AS SELECT * FROM a WHERE n > 0",
    "CREATE VIEW vb WITH (security_invoker, security_barrier) AS SELECT * FROM b WHERE t < 'z'",
    "CREATE VIEW vc WITH (security_invoker) AS "
      + "SELECT id, count(*) AS n, max(t) AS t, max(who) AS who FROM c GROUP BY id",
    "CREATE VIEW vab WITH (security_invoker) AS "
      + "SELECT a.id, a.n, b.t, b.who FROM a JOIN b USING (id)",
  ]

  private mutating func writePolicies(on table: String) {
    guard let condition = policy(of: table) else { return }
    write("ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY", "crossing: set-up")
    write("CREATE POLICY p ON \(table) USING (\(condition))", "crossing: set-up")
    guard dice.chance(25), let other = policy(of: table) else { return }
    let kind = dice.pick(["", "AS RESTRICTIVE "])
    write("CREATE POLICY q ON \(table) \(kind)USING (\(other))", "crossing: set-up")
  }

  private func policy(of table: String) -> String? {
    dice.pick([
      nil, "n > 0", "raises(n)", "n > 1 OR raises(n)", "raises(n) AND n > 0",
      "who = current_user AND raises(n)", "member(id)", "1 / (n - 3) < 5",
      "EXISTS (SELECT FROM m WHERE m.org = \(table).id AND m.who = current_user)",
      "id IN (SELECT org FROM m WHERE m.who = current_user)",
      "EXISTS (SELECT FROM o WHERE o.id = \(table).n)",
    ])
  }

  private mutating func writeStatement() {
    let (x, y) = relations
    let condition = dice.pick(Self.conditions)
    if dice.chance(65) {
      write(filled(dice.pick(Self.queries), x, y, condition), "crossing: query")
      return
    }
    // Undone, so that each statement meets the same rows.
    write("BEGIN", "crossing: set-up")
    write(filled(dice.pick(Self.changes), x, y, condition), "crossing: change")
    write("ROLLBACK", "crossing: set-up")
  }

  private var relations: (String, String) {
    let all = ["a", "b", "c", "a", "b", "c", "va", "vb", "vc", "vab"]
    let first = dice.pick(all)
    return (first, dice.pick(all.filter { $0 != first }))
  }

  private func filled(_ form: String, _ x: String, _ y: String, _ condition: String) -> String {
    form.replacing("{c}", with: condition).replacing("{x}", with: x).replacing("{y}", with: y)
  }

  private static let conditions = [
    "true", "{x}.n = 1", "{x}.n > 0", "{x}.id = 1", "{x}.id = 2", "{x}.n > 0 AND {x}.t > 'a'",
    "{x}.who = current_user", "{x}.n IS NULL", "{x}.id IN (1, 2)", "raises({x}.n)",
    "raises({x}.id) AND {x}.n > 0",
  ]

  private static let queries = [
    "SELECT {x}.id FROM {x} WHERE {c} ORDER BY 1",
    "SELECT count(*) FROM {x} WHERE {c}",
    "SELECT {x}.id FROM {x} JOIN {y} ON {x}.id = {y}.id WHERE {c} ORDER BY 1",
    "SELECT {x}.id FROM {x} LEFT JOIN {y} ON {x}.id = {y}.id WHERE {c} ORDER BY 1",
    "SELECT {x}.id FROM {x} FULL JOIN {y} ON {x}.id = {y}.id WHERE {c} ORDER BY 1",
    "SELECT {x}.id FROM {x} CROSS JOIN {y} WHERE {c} ORDER BY 1",
    "SELECT {x}.id FROM {x} WHERE EXISTS (SELECT FROM {y} WHERE {y}.id = {x}.id) AND {c} ORDER BY 1",
    "SELECT {x}.id FROM {x} WHERE NOT EXISTS (SELECT FROM {y} WHERE {y}.id = {x}.id) AND {c} "
      + "ORDER BY 1",
    "SELECT {x}.id FROM {x} WHERE {x}.id IN (SELECT {y}.id FROM {y}) AND {c} ORDER BY 1",
    "SELECT {x}.id, (SELECT count(*) FROM {y} WHERE {y}.id = {x}.id) FROM {x} WHERE {c} ORDER BY 1",
    "SELECT {x}.id, (SELECT max({y}.t) FROM {y}) FROM {x} WHERE {c} ORDER BY 1",
    "SELECT {x}.id FROM {x} WHERE {x}.n > (SELECT min({y}.n) FROM {y}) AND {c} ORDER BY 1",
    "SELECT {x}.id FROM {x} UNION ALL SELECT {y}.id FROM {y} ORDER BY 1",
    "SELECT {x}.id FROM {x} EXCEPT SELECT {y}.id FROM {y} ORDER BY 1",
    "SELECT {x}.n, count(*) FROM {x} WHERE {c} GROUP BY {x}.n ORDER BY 1",
    "SELECT DISTINCT {x}.t FROM {x} WHERE {c} ORDER BY 1",
    "SELECT {x}.id, row_number() OVER (ORDER BY {x}.id) FROM {x} WHERE {c} ORDER BY 1, 2",
    "WITH w AS (SELECT * FROM {x} WHERE {c}) SELECT w.id FROM w JOIN {y} USING (id) ORDER BY 1",
    "WITH w AS MATERIALIZED (SELECT * FROM {x} WHERE {c}) SELECT count(*) FROM w, w AS v",
    "SELECT s.id FROM (SELECT * FROM {x} WHERE {c} OFFSET 0) s WHERE s.id > 1 ORDER BY 1",
    "SELECT s.id FROM (SELECT * FROM {x} WHERE {c}) s WHERE s.id > 1 ORDER BY 1",
    "SELECT f.id FROM {x}, LATERAL (SELECT {y}.id FROM {y} WHERE {y}.id = {x}.id) f WHERE {c} "
      + "ORDER BY 1",
    "SELECT {x}.id FROM {x} WHERE {c} ORDER BY {x}.id LIMIT 1",
    "SELECT {x}.id FROM {x} WHERE {c} ORDER BY {x}.id FOR UPDATE",
    "SELECT EXISTS (SELECT FROM {x} WHERE {c})",
  ]

  private static let changes = [
    "UPDATE {x} SET t = 'q' WHERE {c}",
    "UPDATE {x} SET n = {x}.n + 1 WHERE {c} RETURNING {x}.n",
    "UPDATE {x} SET t = {y}.t FROM {y} WHERE {y}.id = {x}.id AND {c}",
    "DELETE FROM {x} WHERE {c}",
    "DELETE FROM {x} USING {y} WHERE {y}.id = {x}.id AND {c}",
    "INSERT INTO {x} VALUES (7, 1, 'n', 'bob')",
    "INSERT INTO {x} VALUES (8, 1, 'n', 'bob') RETURNING id",
    "INSERT INTO {x} SELECT {y}.id + 10, {y}.n, {y}.t, {y}.who FROM {y}",
    "INSERT INTO {x} VALUES (1, 1, 'n', 'bob') ON CONFLICT (id) DO UPDATE SET t = 'c'",
    "INSERT INTO {x} VALUES (1, 1, 'n', 'bob') ON CONFLICT DO NOTHING",
    "MERGE INTO {x} USING (VALUES (1), (2), (9)) v(i) ON {x}.id = v.i "
      + "WHEN MATCHED THEN UPDATE SET t = 'm' "
      + "WHEN NOT MATCHED THEN INSERT VALUES (v.i, 1, 'w', 'bob')",
    "MERGE INTO {x} USING {y} ON {x}.id = {y}.id WHEN MATCHED AND {x}.n > 1 THEN DELETE "
      + "WHEN MATCHED THEN UPDATE SET t = 'm'",
  ]
}
