import AccessFixtures
import AccessModel
import LivePostgres
import MigrationPlanner
import SQLText

/// How many rows identities see in a running database, before and after a migration.
struct LiveCounts {
  /// One identity and relation; nil: an error, which is no row.
  private var before: [String: [QualifiedName: Int]] = [:]
  private var after: [String: [QualifiedName: Int]] = [:]
  private let identities: [Identity]
  private let relations: [QualifiedName]

  /// Counts in a transaction that is rolled back.
  init(
    _ connection: Connection, _ migration: PlannedMigration, _ plan: PlanDocument,
    _ fixtures: Fixtures, lockTimeout: Int
  ) throws {
    identities = fixtures.identities
    relations = plan.catalog.relationNames
    try connection.execute(
      "BEGIN; SET LOCAL lock_timeout = \(lockTimeout * 1000); SET LOCAL statement_timeout = 60000")
    defer { _ = try? connection.execute("ROLLBACK") }
    before = try count(connection)
    for statement in migration.statements { try connection.query(statement.text) }
    after = try count(connection)
  }

  private func count(_ connection: Connection) throws -> [String: [QualifiedName: Int]] {
    var result: [String: [QualifiedName: Int]] = [:]
    for identity in identities {
      for relation in relations {
        try connection.execute("SAVEPOINT rowkeep_count")
        do {
          try connection.query(
            "SELECT set_config('request.jwt.claims', $1, true)",
            parameters: [identity.claims ?? ""])
          try connection.execute("SET LOCAL ROLE \(quoteIdentifier(identity.role))")
          let found = try connection.query("SELECT count(*) FROM \(sqlText(relation))")
          result[identity.name, default: [:]][relation] = found.firstValue.flatMap { Int($0) }
        } catch is PostgresError {
          // No privilege, no such relation, recursion: nothing is seen.
        }
        try connection.execute("ROLLBACK TO rowkeep_count; RELEASE rowkeep_count")
      }
    }
    return result
  }

  /// A line for each count that changes.
  func write(in context: CommandContext) {
    for identity in identities {
      for relation in relations {
        let (first, last) = (
          before[identity.name]?[relation], after[identity.name]?[relation]
        )
        guard first != last else { continue }
        func words(_ count: Int?) -> String { count.map { "\($0) rows" } ?? "nothing" }
        context.output.write(
          "-- in the database, \(identity.name) sees of \(relation): \(words(first)) → "
            + "\(words(last))\n")
      }
    }
  }
}
