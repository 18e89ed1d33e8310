import AccessModel
import SQLFrontend
import Testing

/// What PostgreSQL refuses is refused with its SQLSTATE and its message, and changes nothing.
struct RefusalTests {
  @Test(arguments: [
    "CREATE POLICY p ON missing USING (true)",
    "CREATE POLICY p ON t USING (true)",
    "CREATE POLICY q ON t FOR SELECT WITH CHECK (true)",
    "CREATE POLICY q ON t FOR INSERT USING (true)",
    "CREATE POLICY q ON t TO nobody USING (true)",
    "CREATE POLICY q ON t USING (missing = 1)",
    "CREATE POLICY q ON t USING (EXISTS (SELECT 1 FROM missing))",
    "CREATE POLICY q ON v USING (true)",
    "DROP POLICY q ON t", "DROP TABLE missing", "DROP VIEW t", "DROP TABLE v", "DROP TABLE t",
    "CREATE TABLE t (id int)", "CREATE TABLE u (id int, id int)",
    "CREATE TABLE u (id int PRIMARY KEY, x int PRIMARY KEY)",
    "CREATE TABLE u (x int REFERENCES t)", "CREATE TABLE u (x int REFERENCES t (x))",
    "CREATE TABLE nowhere.u (id int)", "CREATE SCHEMA public", "CREATE ROLE postgres",
    "ALTER TABLE t ADD COLUMN x int", "ALTER TABLE t DROP COLUMN missing",
    "ALTER TABLE t DROP COLUMN x", "ALTER TABLE t DROP CONSTRAINT missing",
    "ALTER TABLE missing ENABLE ROW LEVEL SECURITY", "ALTER TABLE t OWNER TO nobody",
    "GRANT SELECT ON missing TO PUBLIC", "GRANT SELECT ON t TO nobody",
    "GRANT SELECT (missing) ON t TO PUBLIC", "GRANT EXECUTE ON t TO PUBLIC",
    "GRANT EXECUTE ON FUNCTION f(int) TO PUBLIC",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 2'",
    "DROP FUNCTION f(text)", "CREATE VIEW v AS SELECT 1 AS a",
    "CREATE OR REPLACE VIEW v AS SELECT 1 AS a",
    "CREATE VIEW w AS SELECT missing FROM t", "CREATE VIEW w AS SELECT id FROM missing",
    "CREATE VIEW w WITH (security_invoker = maybe) AS SELECT 1 AS a",
    "CREATE TYPE e AS ENUM ('a')", "ALTER TYPE e ADD VALUE 'a'", "SET ROLE nobody",
    "SELECT FROM (", "CREATE POLICY",
  ])
  func `a mistake is answered as PostgreSQL answers it`(statement: String) throws {
    try expectSameAsServer(
      """
      CREATE TABLE t (id int, x int);
      CREATE POLICY p ON t USING (x = 1);
      CREATE VIEW v AS SELECT id, x FROM t;
      CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';
      CREATE TYPE e AS ENUM ('a');
      \(statement);
      """)
  }

  @Test func `a mistake has the line and column of its statement`() throws {
    let loaded = Reading.read("CREATE TABLE t (id int);\n\n  SELEC 1;\nDROP TABLE gone;\n")
    #expect(loaded.diagnostics.map { "\($0.place!.line):\($0.place!.column!)" } == ["3:3", "4:1"])
    #expect(loaded.counts.refused == 2)
  }
}
