import AccessDecisions
import AccessModel
import AccessSimulator
import AccessTesting
import Testing

/// Policies decided for whole columns, held against the same policies decided row by row: a query
/// with a volatile function in it is never decided at once.
@Suite struct ColumnAgreementTests {
  /// Conditions of every shape that columns decide, and of some that they leave to the rows.
  static let conditions = [
    "item.team_id = 3", "item.team_id <> 3", "3 >= item.team_id", "item.team_id < 4",
    "item.day > date '2024-01-20'", "item.day <= item.until", "item.code = '\(code(7))'",
    "item.owner = 'ana'", "item.owner > 'bo'", "item.owner <> current_setting('app.me')",
    "item.is_open", "NOT item.is_open", "item.is_open IS NOT TRUE", "item.team_id IS NULL",
    "item.state = 'done'", "item.state > 'new'", "item.size = 1.0", "item.size > 1",
    "item.team_id = ANY (ARRAY[1, 4, NULL])", "item.owner = ANY ('{ana,cem}')",
    "item.team_id = ANY ('{}'::int[])", "item.team_id NOT IN (2, 3)",
    "item.team_id IN (SELECT id FROM team WHERE team.is_open)",
    "item.team_id NOT IN (SELECT boss FROM team)", "item.team_id NOT IN (SELECT id FROM team)",
    "item.team_id IN (SELECT id FROM team WHERE false)",
    "item.team_id = ANY (SELECT boss FROM team WHERE team.is_open)",
    "EXISTS (SELECT 1 FROM team WHERE team.id = item.team_id AND team.is_open)",
    "NOT EXISTS (SELECT 1 FROM team WHERE item.team_id = team.boss)",
    "EXISTS (SELECT 1 FROM member JOIN team ON team.id = member.team_id "
      + "WHERE team.boss = item.team_id AND member.person = current_setting('app.me'))",
    "EXISTS (SELECT 1 FROM member WHERE member.team_id = item.team_id AND member.person = item.owner)",
    "(SELECT count(*) FROM member WHERE member.team_id = item.team_id) > 1",
    "(SELECT person FROM member WHERE member.team_id = item.team_id LIMIT 1) = item.owner",
    "item.owner = upper(item.owner)", "length(item.owner) + item.team_id > 6",
    "coalesce(item.owner, 'ana') = 'ana'", "NULL::boolean", "true", "false",
    "(current_setting('app.claims', true)::jsonb ->> 'team')::int = item.team_id",
  ]

  /// What raises an error for some rows, or for all.
  static let failing = [
    "10 / (item.team_id - 2) > 0", "current_setting('app.none') = item.owner",
    "item.owner::int > 0", "(current_setting('app.me')::int) = item.team_id",
    "(SELECT id FROM team WHERE team.boss = item.team_id) = 1",
    "EXISTS (SELECT 1 FROM team WHERE team.id = item.team_id AND 1 / (team.id - 5) > 0)",
    "item.team_id IN (SELECT 1 / (id - 1) FROM team)",
  ]

  private static func code(_ number: Int) -> String {
    let digits = "\(number)7"
    return "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private var definitions: String {
    """
    CREATE ROLE ana;
    CREATE TYPE state AS ENUM ('new', 'open', 'done');
    CREATE TABLE team (id int PRIMARY KEY, boss int, is_open boolean);
    CREATE TABLE member (team_id int, person text);
    CREATE TABLE item (
      id int PRIMARY KEY, team_id int, owner text, code uuid, day date, until date, is_open boolean,
      state state, size numeric);
    INSERT INTO team VALUES (1, 2, true), (2, NULL, false), (3, 3, NULL), (4, 4, true);
    INSERT INTO member VALUES (1, 'ana'), (1, 'bo'), (2, 'ana'), (3, 'cem'), (NULL, 'ana'), (4, NULL);
    INSERT INTO item SELECT n, nullif(n % 6, 5),
        (ARRAY['ana', 'bo', 'cem', NULL, 'BO'])[1 + n % 5],
        ('00000000-0000-0000-0000-' || lpad((n % 9)::text, 11, '0') || '7')::uuid,
        nullif(date '2024-01-01' + n % 40, '2024-01-09'), date '2024-01-01' + n % 7 * 5,
        (ARRAY[true, false, NULL])[1 + n % 3],
        (ARRAY['new', 'open', 'done', NULL]::state[])[1 + n % 4], (n % 4) / 2.0
      FROM generate_series(1, 400) AS n;
    GRANT SELECT ON item, team, member TO ana;
    ALTER TABLE item ENABLE ROW LEVEL SECURITY;
    SELECT set_config('app.me', 'ana', false), set_config('app.claims', '{"team": "3"}', false);

    """
  }

  /// Random conditions, policies permissive and restrictive: whichever way rows are decided, and on
  /// the server.
  @Test(arguments: 1...6) func `random policies`(seed: UInt64) throws {
    var dice = Chance(seed: seed)
    var script = definitions
    for number in 1...25 {
      script += policies(number, &dice, Self.conditions)
      script += """
        SET ROLE ana;
        SELECT count(*), sum(id) FROM item;
        SELECT count(*), sum(id) FROM item WHERE random() IS NOT NULL;
        SELECT id FROM item ORDER BY id LIMIT 5;
        SELECT count(*) FROM item JOIN team ON team.id = item.team_id;
        RESET ROLE;

        """
    }
    try agree(onScript: script)
  }

  @Test func `errors come for the same rows`() throws {
    var script = definitions
    for condition in Self.failing {
      for guarded in [condition, "item.team_id = 4 AND \(condition)"] {
        script += """
          DROP POLICY IF EXISTS p ON item;
          CREATE POLICY p ON item USING (\(guarded));
          SET ROLE ana;
          SELECT count(*) FROM item;
          SELECT id FROM item WHERE random() IS NOT NULL LIMIT 1;
          RESET ROLE;

          """
      }
    }
    try agree(onScript: script)
  }

  private func policies(_ number: Int, _ chance: inout Chance, _ from: [String]) -> String {
    var text = "DROP POLICY IF EXISTS p0 ON item; DROP POLICY IF EXISTS p1 ON item;\n"
    text += "DROP POLICY IF EXISTS p2 ON item;\n"
    text += "CREATE POLICY p0 ON item USING (\(condition(&chance, from)));\n"
    if chance.below(3) == 0 {
      text += "CREATE POLICY p1 ON item USING (\(condition(&chance, from)));\n"
    }
    if chance.below(3) == 0 {
      text += "CREATE POLICY p2 ON item AS RESTRICTIVE USING (\(condition(&chance, from)));\n"
    }
    return text
  }

  private func condition(_ chance: inout Chance, _ from: [String], depth: Int = 0) -> String {
    switch depth < 3 ? chance.below(6) : 9 {
    case 0: "NOT (\(condition(&chance, from, depth: depth + 1)))"
    case 1, 2:
      "(\(condition(&chance, from, depth: depth + 1)) AND \(condition(&chance, from, depth: depth + 1)))"
    case 3, 4:
      "(\(condition(&chance, from, depth: depth + 1)) OR \(condition(&chance, from, depth: depth + 1)))"
    default: from[chance.below(from.count)]
    }
  }
}

/// SplitMix64.
private struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(limit))
  }
}
