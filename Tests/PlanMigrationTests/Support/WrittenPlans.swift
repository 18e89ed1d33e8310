import AccessModel
import LivePostgres
import MigrationTesting
import SQLFrontend
import ScratchServerTesting
import Testing

@testable import MigrationPlanner

/// Plans written as SQL, on servers of the oldest and the newest version.
enum WrittenPlans {
  static let versions = [RoleServer.installations.first, RoleServer.installations.last]
    .compactMap { $0 }

  static func document(_ sql: String, _ variant: String = "a") -> PlanDocument {
    let loaded = SQLReader(platform: .postgres).read([SQLFile(name: "s", text: sql)])
    #expect(loaded.diagnostics.map(\.message) == [], "\(sql)")
    return PlanDocument(name: "p", variant: variant, catalog: loaded.catalog)
  }

  /// The way to a plan from a database as it is.
  static func migration(
    to plan: PlanDocument, on connection: Connection
  ) throws -> PlannedMigration {
    let live = try LiveCatalog.read(from: connection)
    return PlannedMigration(
      from: live.catalog, to: plan, takeOver: ["*"], version: live.version.known)
  }

  /// Databases that hold `first` and whatever `prepare` adds, and the way to `second`.
  static func with(
    _ first: PlanDocument, to second: PlanDocument,
    on installations: [PostgresInstallation] = versions,
    prepare: (Connection) throws -> Void = { _ in },
    _ body: (PlannedMigration, Connection) throws -> Void
  ) throws {
    for installation in installations {
      try RoleServer.run(on: installation) { connection in
        try MigrationTrial.load(first, connection)
        try prepare(connection)
        try body(migration(to: second, on: connection), connection)
      }
    }
  }

  /// There on the oldest version, back on the newest, and each undone. Each pair has a schema of its
  /// own.
  static func expectBothWays(
    _ pairs: [(name: String, first: String, second: String)], before: String = ""
  ) throws {
    func merged(_ part: (Int) -> String) -> String {
      pairs.indices.reduce(into: before) { text, index in
        text += "\nCREATE SCHEMA s\(index); SET search_path = s\(index), public;\n\(part(index))"
      }
    }
    let a = document(merged { pairs[$0].first }, "a")
    let b = document(merged { pairs[$0].second }, "b")
    for installation in versions {
      var trial = MigrationTrial { body in try RoleServer.run(on: installation, body) }
      let isFirst = installation == versions.first
      let problems = try trial.problems(from: isFirst ? a : b, to: isFirst ? b : a)
      #expect(problems == [], "\(installation): \(problems.joined(separator: "\n"))")
      #expect(trial.statements >= pairs.count)
    }
  }
}
