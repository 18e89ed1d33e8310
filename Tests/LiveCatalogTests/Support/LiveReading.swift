import AccessModel
import Foundation
import LivePostgres
import MigrationPlanner
import SQLFrontend
import ScratchServerTesting
import Testing

/// Databases that scripts make, read back.
enum LiveReading {
  // Scripts make roles, which belong to a whole server: they take turns.
  private static let lock = NSLock()
  private static let server = Result { () throws(LivePostgresError) in try ScratchServer() }

  /// What a server holds after the statements, each of which it must take; all is rolled back.
  static func catalog(
    after statements: [String], on connection: Connection? = nil
  ) throws -> LiveCatalog {
    lock.lock()
    defer { lock.unlock() }
    let connection = try connection ?? server.get().connect()
    try connection.execute("BEGIN")
    defer { _ = try? connection.execute("ROLLBACK") }
    for statement in statements { try connection.execute(statement) }
    try connection.execute("RESET ROLE")
    return try LiveCatalog.read(from: connection)
  }

  static func statements(of document: PlanDocument) -> [String] {
    Migration.platformPrelude(for: document) + Migration(document).statements
  }

  /// Reads a script from its text and from a server that ran it: nothing may differ.
  static func expectSame(
    _ sql: String, on connection: Connection? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let statements = SQLReader().parseStatements(SQLFile(name: "s", text: sql)).map(\.text)
    let live = try catalog(after: statements, on: connection)
    #expect(live.diagnostics == [], sourceLocation: location)
    let reader = SQLReader(platform: .postgres, version: live.version.known)
    let files = reader.read([SQLFile(name: "s.sql", text: sql)])
    #expect(files.diagnostics == [], sourceLocation: location)
    let difference = try CatalogStructure.difference(files.catalog, live.catalog)
    #expect(difference == [], sourceLocation: location)
  }
}
