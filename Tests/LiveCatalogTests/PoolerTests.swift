import AccessModel
import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// Through a transaction pooler: nothing may rest on a session.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct PoolerTests {
  @Test func `catalog, drift and decisions come through a transaction pooler`() throws {
    try RoleServer.withDatabase { database in
      let document = try #require(ElectricRide.bundle.plans.first?.document)
      let direct = try database.connect()
      for statement in LiveReading.statements(of: document) { try direct.execute(statement) }
      let pooler = try Pooler(before: database.server)
      let url = pooler.url(database: database.name)
      let read = try LiveCatalog.read(from: Connection(url))
      #expect(read.catalog == (try LiveCatalog.read(from: direct).catalog))
      let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../fixtures/electric-ride").standardizedFileURL.path
      for _ in 0..<2 {
        let run = run(["verify", "--database", url, "--fixtures", fixtures])
        #expect(run.status == 0 && run.output.contains("no drift"), "\(run.output)\(run.errors)")
      }
      // No prepared statement, setting or role is left on a session of the server.
      let pooled = try (0..<3).map { _ in try Connection(url) }
      for connection in pooled {
        try connection.execute("BEGIN")
        let left = try connection.query(
          """
          SELECT (SELECT count(*) FROM pg_prepared_statements), current_user,
            current_setting('search_path'),
            coalesce(current_setting('request.jwt.claims', true), '')
          """)
        #expect(left.rows == [["0", "postgres", "\"$user\", public", ""]])
      }
    }
  }

  private func run(_ arguments: [String]) -> (status: Int32, output: String, errors: String) {
    let (output, errors) = (Sink(), Sink())
    let context = CommandContext(output: output, errors: errors, environment: [:])
    let status = Program<PlanProgram<ElectricRide>>(context: context).run(arguments).rawValue
    return (status, output.text, errors.text)
  }

  private final class Sink: TextSink {
    var text = ""
    func write(_ text: String) { self.text += text }
  }
}
