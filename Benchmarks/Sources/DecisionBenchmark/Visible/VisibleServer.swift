import AccessFixtures
import AccessModel
import LivePostgres

/// A private PostgreSQL that holds the workspace, as it stands once committed and vacuumed.
final class VisibleServer {
  /// From the first table to the end of VACUUM ANALYZE, and what indexes took after that.
  private(set) var loadingTime = Duration.zero
  private(set) var indexingTime = Duration.zero
  let name: String
  private let server: ScratchServer
  private let connection: Connection
  private let count: PreparedStatement

  init(_ workspace: Workspace) throws {
    server = try ScratchServer()
    connection = try server.connect()
    name = "PostgreSQL \(connection.serverVersion)"
    // One core, as the simulator uses; and no time for compiling machine code, which costs more here
    // than it saves.
    try connection.execute("SET max_parallel_workers_per_gather = 0; SET jit = off")
    let texts = workspace.rows.map { table in
      (table, table.rows.map { $0.values.map { $0 ?? "\\N" }.joined(separator: "\t") })
    }
    let start = ContinuousClock.now
    try connection.execute(Workspace.definitions)
    for (table, lines) in texts {
      let columns = table.columns.joined(separator: ", ")
      _ = try connection.exchange("COPY \(table.table.name) (\(columns)) FROM STDIN") { lines }
    }
    try connection.execute("VACUUM (FREEZE, ANALYZE)")
    loadingTime = .now - start
    try connection.execute(Self.loop)
    count = try connection.prepare("SELECT count(*) FROM document")
  }

  func makeIndexes() throws {
    let start = ContinuousClock.now
    for index in Workspace.indexes { try connection.execute(index) }
    try connection.execute("VACUUM ANALYZE")
    indexingTime = .now - start
  }

  /// The rows that an identity sees, and the time of the query alone.
  func visibleCount(_ identity: Identity) throws -> (count: Int, time: Duration) {
    try timed(identity) { try connection.execute(count) }
  }

  private func timed(
    _ identity: Identity, _ query: () throws -> QueryResult
  ) throws -> (count: Int, time: Duration) {
    try connection.execute("BEGIN")
    defer { _ = try? connection.execute("ROLLBACK") }
    try connection.query(
      "SELECT set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      parameters: [identity.role, identity.claims])
    let start = ContinuousClock.now
    let result = try query()
    return (result.firstValue.flatMap { Int($0) } ?? -1, .now - start)
  }

  private static let loop = """
    CREATE FUNCTION visible_keys(keys bigint[]) RETURNS integer LANGUAGE plpgsql AS $body$
    DECLARE
      key bigint;
      found_id bigint;
      visible integer := 0;
    BEGIN
      FOREACH key IN ARRAY keys LOOP
        SELECT id INTO found_id FROM document WHERE id = key;
        IF FOUND THEN visible := visible + 1; END IF;
      END LOOP;
      RETURN visible;
    END
    $body$
    """

  /// How many of some keys an identity sees, decided one by one on the server itself: without a
  /// round trip for each, which is about the fastest way there.
  func visibleKeys(_ keys: [String], _ identity: Identity) throws -> (count: Int, time: Duration) {
    try timed(identity) {
      try connection.query(
        "SELECT visible_keys($1::bigint[])", parameters: ["{" + keys.joined(separator: ",") + "}"])
    }
  }

  func stop() { server.stop() }
}
