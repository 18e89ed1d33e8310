import ScratchServerTesting
import Testing

/// Tables that join others or leave them, and bodies of functions as they were written: there, back,
/// and nothing left to do, on the oldest and the newest version.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ParentChangeTests {
  private static let base = """
    CREATE ROLE reader;
    CREATE TABLE event (id int, at date, org int, UNIQUE (id, at))
      PARTITION BY RANGE (at);
    CREATE INDEX event_org ON event (org);
    ALTER TABLE event ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON event TO reader USING (org = 1);
    GRANT SELECT ON event TO reader;
    CREATE TABLE parent (a int, b text CHECK (b <> ''));
    CREATE TABLE other_parent (a int);
    """

  @Test func `partitions and children`() throws {
    let alone = "CREATE TABLE part (id int, at date, org int);"
    func january(_ year: Int, to month: Int = 2) -> String {
      "FOR VALUES FROM ('\(year)-01-01') TO ('\(year)-0\(month)-01')"
    }
    let pairs = [
      ("attached", alone, "\(alone) ALTER TABLE event ATTACH PARTITION part \(january(2021));"),
      (
        "made as one",
        "CREATE TABLE part (id int, at date, org int, UNIQUE (id, at));",
        "CREATE TABLE part PARTITION OF event \(january(2022));"
      ),
      (
        "another bound", "CREATE TABLE part PARTITION OF event \(january(2023));",
        "CREATE TABLE part PARTITION OF event \(january(2023, to: 3));"
      ),
      (
        "inheriting",
        "CREATE TABLE child (a int, b text, CONSTRAINT parent_b_check CHECK (b <> ''));",
        """
        CREATE TABLE child (a int, b text, CONSTRAINT parent_b_check CHECK (b <> ''));
        ALTER TABLE child INHERIT parent;
        """
      ),
      (
        "another parent",
        "CREATE TABLE child (a int, c int); ALTER TABLE child INHERIT other_parent;",
        """
        CREATE TABLE child (a int, c int, b text, CONSTRAINT parent_b_check CHECK (b <> ''));
        ALTER TABLE child INHERIT parent;
        """
      ),
    ]
    try WrittenPlans.expectBothWays(pairs, before: Self.base)
  }

  /// The server writes them otherwise.
  @Test func `bounds that say the same are the same`() throws {
    let days = "CREATE TABLE day (at timestamptz, n numeric) PARTITION BY RANGE (at);"
    try WrittenPlans.expectBothWays(
      [
        (
          "dates",
          "\(days) CREATE TABLE d PARTITION OF day FOR VALUES FROM ('2024-1-1') TO ('2024-2-1');",
          """
          \(days) CREATE TABLE d PARTITION OF day FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
          COMMENT ON TABLE d IS 'x';
          """
        ),
        (
          "lists", "CREATE TABLE l (k text) PARTITION BY LIST (k);",
          """
          CREATE TABLE l (k text) PARTITION BY LIST (k);
          CREATE TABLE l1 PARTITION OF l FOR VALUES IN ('b', NULL, 'a');
          """
        ),
      ], before: Self.base)
  }

  @Test func `functions with defaults, and what else is said of them`() throws {
    func function(_ options: String, _ body: String) -> String {
      """
      CREATE FUNCTION f(who int, n text DEFAULT 'x', at date DEFAULT '2024-1-1') RETURNS SETOF int
        LANGUAGE sql STABLE \(options) AS $$ \(body) $$;
      """
    }
    try WrittenPlans.expectBothWays(
      [
        ("a body", function("", "SELECT who /* seen */"), function("", "SELECT who + length(n)")),
        ("PARALLEL", function("", "SELECT who"), function("PARALLEL SAFE ROWS 5", "SELECT who")),
        (
          "ATOMIC", "CREATE FUNCTION g(x int) RETURNS int LANGUAGE sql RETURN x + 1;",
          "CREATE FUNCTION g(x int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT x + 2; END;"
        ),
      ], before: Self.base)
  }

  @Test func `a key of a new table is valid`() throws {
    let table = "CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (a int, n int"
    try WrittenPlans.expectBothWays(
      [
        (
          "NOT VALID", "\(table));",
          "\(table), CONSTRAINT k FOREIGN KEY (a) REFERENCES a NOT VALID);"
        )
      ], before: Self.base)
  }
}
