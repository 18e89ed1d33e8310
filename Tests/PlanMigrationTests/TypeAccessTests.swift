import AccessModel
import LivePostgres
import MigrationTesting
import ScratchServerTesting
import Testing

@testable import MigrationPlanner

/// Who owns types and who may use them: read, compared, planned, undone.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct TypeAccessTests {
  private static let roles = "CREATE ROLE keeper; CREATE ROLE reader; CREATE ROLE writer;"

  @Test func `owners and grants of types and domains`() throws {
    let kinds = [
      ("enum", "CREATE TYPE t AS ENUM ('a');", "TYPE"),
      ("domain", "CREATE DOMAIN t AS int;", "DOMAIN"),
      ("composite", "CREATE TYPE t AS (a int);", "TYPE"),
    ]
    let changes = [
      ("", "REVOKE USAGE ON TYPE t FROM PUBLIC;"),
      ("", "REVOKE USAGE ON TYPE t FROM PUBLIC; GRANT USAGE ON TYPE t TO reader;"),
      ("GRANT USAGE ON TYPE t TO reader;", "GRANT USAGE ON TYPE t TO writer WITH GRANT OPTION;"),
      ("", "ALTER TYPE t OWNER TO keeper;"),
      (
        "REVOKE USAGE ON TYPE t FROM PUBLIC; GRANT USAGE ON TYPE t TO reader;",
        "ALTER TYPE t OWNER TO keeper; GRANT USAGE ON TYPE t TO writer;"
      ),
    ]
    let pairs = kinds.flatMap { name, definition, word in
      changes.map { first, second in
        (
          "\(name): \(first) to \(second)",
          "\(definition)\n\(first.replacing("ON TYPE", with: "ON \(word)"))",
          "\(definition)\n\(second.replacing("ALTER TYPE", with: "ALTER \(word)"))"
        )
      }
    }
    try WrittenPlans.expectBothWays(pairs, before: Self.roles)
  }

  @Test func `a type that comes is closed to whom it is closed in the plan`() throws {
    let first = WrittenPlans.document(Self.roles)
    let second = WrittenPlans.document(
      Self.roles + """
        CREATE TYPE t AS ENUM ('a'); ALTER TYPE t OWNER TO keeper;
        REVOKE USAGE ON TYPE t FROM PUBLIC; GRANT USAGE ON TYPE t TO reader;
        """)
    try WrittenPlans.with(first, to: second, on: RoleServer.installations) {
      migration, connection in
      try MigrationTrial.apply(migration, connection)
      let held = try connection.query(
        """
        SELECT pg_get_userbyid(typowner), has_type_privilege('reader', 't', 'USAGE'),
          has_type_privilege('writer', 't', 'USAGE')
        FROM pg_type WHERE typname = 't'
        """)
      #expect(held.rows == [["keeper", "t", "f"]], "\(connection.serverVersion)")
      let again = try WrittenPlans.migration(to: second, on: connection)
      #expect(again.statements.map(\.text) == [])
    }
  }

  @Test func `what a plan compiles to says it too`() throws {
    let plan = WrittenPlans.document(
      Self.roles + "CREATE DOMAIN d AS int; ALTER DOMAIN d OWNER TO keeper;"
        + "REVOKE ALL ON DOMAIN d FROM PUBLIC; GRANT USAGE ON DOMAIN d TO reader;")
    let sql = Migration(plan).sql
    #expect(sql.contains("ALTER TYPE public.d OWNER TO keeper;"))
    #expect(sql.contains("GRANT USAGE ON TYPE public.d TO reader;"))
    try WrittenPlans.with(plan, to: plan) { migration, _ in
      #expect(migration.statements.map(\.text) == [])
    }
  }
}
