import AccessDecisions
import AccessModel
import LivePostgres
import MigrationPlanner
import SQLText

/// A private PostgreSQL that holds the plan and the rows, with every index the workload can use.
final class MeasuredServer {
  let engine: ServerEngine
  let connection: Connection
  /// From the first statement of the migration to the end of ANALYZE.
  let loadingTime: Duration
  private let server: ScratchServer

  /// Not in the plan: columns that refer to others, which PostgreSQL does not index by itself.
  /// Patrons' email addresses and pairs of `saved` have unique indexes already.
  static let indexes = [
    "CREATE INDEX ON public.saved (listing_id)",
    "CREATE INDEX ON public.listing (vehicle_id)",
    "CREATE INDEX ON public.vehicle (make_id)",
    "CREATE INDEX ON public.vehicle (colour_id)",
  ]

  init(_ document: PlanDocument, _ marketplace: Marketplace) throws {
    server = try ScratchServer()
    connection = try server.connect()
    let contents = ServerContents(
      catalog: document.catalog, prelude: Migration.platformPrelude(for: document),
      migration: Migration(document).statements + Self.indexes, rows: marketplace.rows)
    let start = ContinuousClock.now
    engine = try ServerEngine(connection, contents: contents) { $0.sqlText }
    try connection.execute("ANALYZE")
    loadingTime = .now - start
    try connection.execute(ServerLoop.definition)
  }

  func stop() {
    try? engine.finish()
    server.stop()
  }
}
