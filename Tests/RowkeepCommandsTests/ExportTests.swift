import AccessModel
import Foundation
import LivePostgres
import MigrationPlanner
import ScratchServerTesting
import Testing

@testable import Chapter
@testable import ElectricRide
@testable import RowkeepCommands
@testable import VeloReady

/// `export pgtap`: the suite passes where the database decides as the plan does, and nowhere else.
struct ExportTests {
  /// pg_prove's last line of `suite`, run on a database with what `document` says.
  private func prove(_ suite: String, on document: PlanDocument) throws -> (String, Int32) {
    let database = try ScratchDatabase()
    let connection = try database.connect()
    for statement in Migration.platformPrelude(for: document) {
      try Self.execute(statement, on: connection)
    }
    try Self.execute(Migration(document).sql, on: connection)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-suite-\(UUID().uuidString).sql")
    try Data(suite.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try ChildProcess(
      arguments: [
        "pg_prove", "--host", database.server.folder, "--username", "postgres", "--dbname",
        database.name, file.path,
      ], environment: ProcessInfo.processInfo.environment
    ).run(.captured, mergesErrors: true)
    let left = try connection.query(
      "SELECT count(*) FROM pg_extension WHERE extname = 'pgtap'"
    ).firstValue
    #expect(left == "0")
    return (String(decoding: result.output, as: UTF8.self), result.status)
  }

  /// Roles are the server's: another test may grant one at the same moment.
  private static func execute(_ sql: String, on connection: Connection) throws {
    for _ in 0..<5 {
      do {
        _ = try connection.execute(sql)
        return
      } catch let error as PostgresError where error.message.contains("pg_auth_members") {
        _ = try? connection.execute("ROLLBACK")
      }
    }
    _ = try connection.execute(sql)
  }

  private func stage(_ variant: String) throws -> PlanDocument {
    let plan = try #require(ElectricRidePlans.all.first { $0.variantName == variant })
    return try #require(PlanBundle.Entry(compiling: plan, variants: []).document)
  }

  private func document(_ plan: Plan) throws -> PlanDocument {
    try #require(PlanBundle.Entry(compiling: plan, variants: []).document)
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `Electric Ride's suite passes on the plan, and fails on stage 7`() throws {
    let export = CommandRun(
      ["export", "pgtap", "--fixtures", "fixtures/electric-ride"],
      of: PlanProgram<ElectricRide>.self)
    #expect(export.status == 0, "\(export.errors)")
    let good = try prove(export.output, on: document(ElectricRidePlans.stated))
    #expect(good.1 == 0 && good.0.hasSuffix("Result: PASS\n"), "\(good.0)")
    let leaking = try prove(export.output, on: stage("stage-7"))
    #expect(leaking.1 != 0 && leaking.0.contains("Result: FAIL"), "\(leaking.0)")
    #expect(leaking.0.contains("only the row's owner may"))
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `so do the other systems' suites, and wrong plans fail them`() throws {
    let velo = CommandRun(
      ["export", "pgtap", "--fixtures", "fixtures/veloready"], of: PlanProgram<VeloReady>.self)
    let chapter = CommandRun(
      ["export", "pgtap", "--fixtures", "fixtures/chapter"], of: PlanProgram<Chapter>.self)
    #expect(velo.status == 0 && chapter.status == 0, "\(velo.errors)\(chapter.errors)")
    for (suite, plans) in [
      (velo.output, VeloReadyPlans.all), (chapter.output, ChapterPlans.all),
    ] {
      for plan in [plans[0], plans[1]] {
        let run = try prove(suite, on: document(plan))
        let passes = plan.variantName == nil
        #expect(run.0.contains(passes ? "Result: PASS" : "Result: FAIL"), "\(run.0)")
      }
    }
  }

  @Test func `a plan that breaks what it says is not exported`() {
    let run = CommandRun(
      ["export", "pgtap", "--variant", "stage-7", "--fixtures", "fixtures/electric-ride"],
      of: PlanProgram<ElectricRide>.self)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("only the row's owner may"), "\(run.errors)")
  }
}
