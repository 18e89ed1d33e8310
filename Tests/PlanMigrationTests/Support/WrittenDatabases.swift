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
        let same = changes(try WrittenPlans.migration(to: a, on: connection))
        #expect(same == [], "\(installation)")
        let migration = try WrittenPlans.migration(to: b, on: connection)
        #expect(migration.unplanned == [])
        #expect(migration.prefixes.wider.map(\.object) == [])
        try MigrationTrial.apply(migration, connection)
        let there = difference(end, try CatalogSnapshot(of: connection))
        #expect(there == [], "\(installation)")
        let again = changes(try WrittenPlans.migration(to: b, on: connection))
        #expect(again == [], "\(installation)")
        try MigrationTrial.apply(migration.rollback, connection)
        let back = difference(start, try CatalogSnapshot(of: connection))
        #expect(back == [], "\(installation)")
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
        let changes = changes(try WrittenPlans.migration(to: plan, on: connection))
        #expect(changes == [], "\(installation)")
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

  /// But for marks, and for lists of privileges and options of views, which a migration writes out where
  /// SQL says nothing.
  private static func difference(_ a: CatalogSnapshot, _ b: CatalogSnapshot) -> [String] {
    let lines = MigrationTrial.difference(a, b).filter { !$0.dropFirst(2).hasPrefix("comment ") }
    func texts(_ sign: String) -> Set<String> {
      Set(
        lines.filter { $0.hasPrefix(sign) }.map { line in
          let end = line.firstRange(of: line.contains(" v owner ") ? " options " : " acl ")
          return String(line[..<(end?.lowerBound ?? line.endIndex)].dropFirst(2))
        })
    }
    let (first, second) = (texts("-"), texts("+"))
    return first.subtracting(second).sorted().map { "- \($0)" }
      + second.subtracting(first).sorted().map { "+ \($0)" }
  }
}
