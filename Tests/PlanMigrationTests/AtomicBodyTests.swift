import AccessModel
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import Testing

@testable import MigrationPlanner

/// Bodies of BEGIN ATOMIC hold on to the columns, views and functions that they read.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct AtomicBodyTests {
  private static func sql(_ type: String, _ more: String) -> String {
    """
    CREATE ROLE reader; CREATE ROLE writer;
    CREATE TABLE item (id int PRIMARY KEY, owner text, c \(type), d int);
    ALTER TABLE item ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON item TO reader USING (owner = current_user);
    GRANT SELECT ON item TO reader;
    \(more)
    """
  }

  static let bodies = [
    """
    CREATE OR REPLACE FUNCTION f(n int) RETURNS bigint LANGUAGE sql STABLE
      BEGIN ATOMIC SELECT count(c) FROM item WHERE id = n; END;
    """,
    """
    CREATE OR REPLACE FUNCTION f(n int) RETURNS bigint LANGUAGE sql STABLE
      RETURN (SELECT count(*) FROM item WHERE c IS NOT NULL AND id = n);
    CREATE OR REPLACE FUNCTION g(n int) RETURNS bigint LANGUAGE sql STABLE RETURN f(n) + 1;
    CREATE TABLE other (id int PRIMARY KEY, n bigint DEFAULT g(1));
    ALTER TABLE other ENABLE ROW LEVEL SECURITY;
    CREATE POLICY p ON other TO reader USING (f(id) > 0);
    CREATE VIEW v AS SELECT id, g(id) AS g FROM other;
    GRANT SELECT ON v TO reader;
    """,
    """
    CREATE OR REPLACE PROCEDURE f(n int) LANGUAGE sql
      BEGIN ATOMIC DELETE FROM item WHERE c IS NULL; UPDATE item SET owner = 'x' WHERE id = n; END;
    REVOKE ALL ON PROCEDURE f(int) FROM PUBLIC; GRANT EXECUTE ON PROCEDURE f(int) TO writer;
    """,
    """
    CREATE VIEW v WITH (security_invoker = true) AS SELECT id, c FROM item;
    CREATE OR REPLACE FUNCTION f(n int) RETURNS bigint LANGUAGE sql STABLE
      BEGIN ATOMIC SELECT count(v.c) FROM v WHERE v.id = n; END;
    CREATE VIEW w AS SELECT f(1) AS n;
    """,
  ]

  /// The functions, as whoever wrote them made them: what compiles of a plan has their text.
  private static func functions(_ sql: String) -> String {
    let statements = sql.split(separator: ";\n").map { $0 + ";" }
    let made = statements.indices.filter { statements[$0].contains("CREATE OR REPLACE") }
    return made.map { String(statements[$0]) }.joined(separator: "\n")
  }

  @Test(arguments: bodies)
  func `a column that they read gets another type, and its own back`(body: String) throws {
    let first = WrittenPlans.document(Self.sql("int", body))
    let second = WrittenPlans.document(Self.sql("bigint", body))
    let functions = Self.functions(body)
    try WrittenPlans.with(
      first, to: second,
      prepare: { connection in
        try connection.execute(functions)
        let held = try connection.query("SELECT count(*) FROM pg_proc WHERE prosqlbody IS NOT NULL")
        #expect(held.firstValue != "0")
        // It does hold on to it.
        #expect(throws: (any Error).self) {
          try connection.execute("ALTER TABLE item ALTER COLUMN c TYPE bigint")
        }
      }
    ) { migration, connection in
      #expect(migration.unplanned == [] && migration.prefixes.wider == [])
      try MigrationTrial.apply(migration, connection)
      #expect(
        try WrittenPlans.migration(to: second, on: connection).statements.map(\.text) == [])
      try connection.execute(functions)
      try MigrationTrial.apply(try WrittenPlans.migration(to: first, on: connection), connection)
      #expect(
        try WrittenPlans.migration(to: first, on: connection).statements.map(\.text) == [])
    }
  }

  @Test func `a column that they read goes, when they read another`() throws {
    let body = Self.bodies[0]
    let first = WrittenPlans.document(Self.sql("int", body))
    let second = WrittenPlans.document(
      Self.sql("int", body.replacing("count(c)", with: "count(d)"))
        .replacing("owner text, c int, d int", with: "owner text, d int"))
    try WrittenPlans.with(first, to: second, prepare: { try $0.execute(body) }) {
      migration, connection in
      try MigrationTrial.apply(migration, connection)
      #expect(
        try WrittenPlans.migration(to: second, on: connection).statements.map(\.text) == [])
      try MigrationTrial.apply(migration.rollback, connection)
      #expect(
        try WrittenPlans.migration(to: first, on: connection).statements.map(\.text) == [])
    }
  }
}
