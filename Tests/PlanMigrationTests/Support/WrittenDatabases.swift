import AccessModel
import LivePostgres
import MigrationPlanner
import MigrationTesting
import ScratchServerTesting
import Testing

/// Databases that were made by SQL as people write it, and not by Rowkeep.
enum WrittenDatabases {
  /// What a plan of the SQL finds to do in the database that the SQL made is nothing but marks; from
  /// there to the second, which is what its SQL makes, and back.
  static func expect(
    _ first: String, to second: String,
    on installations: [PostgresInstallation] = WrittenPlans.versions
  ) throws {
    let (a, b) = (WrittenPlans.document(first, "a"), WrittenPlans.document(second, "b"))
    for installation in installations {
      let end = try snapshot(of: second, on: installation)
      try RoleServer.run(on: installation) { connection in
        try connection.execute(first)
        let start = try CatalogSnapshot(of: connection)
        #expect(changes(try WrittenPlans.migration(to: a, on: connection)) == [], "the same")
        let migration = try WrittenPlans.migration(to: b, on: connection)
        #expect(migration.unplanned == [])
        #expect(migration.prefixes.wider.map(\.object) == [])
        try MigrationTrial.apply(migration, connection)
        #expect(difference(end, try CatalogSnapshot(of: connection)) == [], "\(installation)")
        #expect(changes(try WrittenPlans.migration(to: b, on: connection)) == [], "again")
        try MigrationTrial.apply(migration.rollback, connection)
        #expect(difference(start, try CatalogSnapshot(of: connection)) == [], "back")
      }
    }
  }

  static func expectNothingToDo(
    _ sql: String, on installations: [PostgresInstallation] = WrittenPlans.versions
  ) throws {
    let plan = WrittenPlans.document(sql)
    for installation in installations {
      try RoleServer.run(on: installation) { connection in
        try connection.execute(sql)
        #expect(changes(try WrittenPlans.migration(to: plan, on: connection)) == [])
      }
    }
  }

  private static func snapshot(
    of sql: String, on installation: PostgresInstallation
  ) throws -> CatalogSnapshot {
    var snapshot: CatalogSnapshot?
    try RoleServer.run(on: installation) { connection in
      try connection.execute(sql)
      snapshot = try CatalogSnapshot(of: connection)
    }
    return try #require(snapshot)
  }

  /// Statements but for marks.
  static func changes(_ migration: PlannedMigration) -> [String] {
    migration.statements.map(\.text)
      .filter { !$0.hasPrefix("COMMENT ON") && !$0.hasPrefix("SET LOCAL") }
  }

  private static func difference(_ a: CatalogSnapshot, _ b: CatalogSnapshot) -> [String] {
    MigrationTrial.difference(a, b).filter { !$0.dropFirst(2).hasPrefix("comment ") }
  }
}
