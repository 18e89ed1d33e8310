import AccessDecisions
import AccessFixtures
import AccessReports
import ArgumentParser
import Foundation
import LivePostgres
import MigrationPlanner
import SQLText
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

struct VerifyTests {
  let fixtures = ["--fixtures", "fixtures/electric-ride"]

  func verify(_ arguments: String...) -> CommandRun {
    CommandRun(["verify"] + arguments + fixtures, of: PlanProgram<ElectricRide>.self)
  }

  @Test func `every decision of all nine plans agrees with PostgreSQL`() {
    let run = verify("--scratch", "--all-variants")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("all 9 plans: "))
    #expect(run.output.hasSuffix(" 0 disagree, 0 undecided\n"))
  }

  @Test func `a server on which another stage is installed disagrees`() throws {
    let run = try disagreement()
    #expect(run.disagreements > 100)
    let report = comparisonText(run)
    #expect(report.contains("disagreement 1: "))
    #expect(report.contains("  simulator:        ERROR 42501: "))
    #expect(report.contains("  PostgreSQL 15"))
  }

  @Test func `a database that can't be reached is status 4, in one line`() {
    let run = verify("--database", "postgres://nobody:secret@127.0.0.1:1/none")
    #expect(run.status == 4 && run.output.isEmpty)
    #expect(!run.errors.contains("secret"))
    #expect(run.errors.hasPrefix("error: "))
  }

  @Test func `neither or both servers is wrong usage`() {
    #expect(verify().status == 2)
    #expect(verify("--scratch", "--database", "postgres://localhost/x").status == 2)
    #expect(verify("--scratch", "--all-variants", "--variant", "stage-1").status == 2)
  }

  @Test func `the JSON has the counts`() {
    let run = verify("--scratch", "--variant", "stage-2", "--format", "json")
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix(
        "{\n  \"rowkeep\": 1,\n  \"command\": \"verify\",\n  \"plan\": \"electric-ride/stage-2\""))
    #expect(run.output.contains("\"disagreements\": 0"))
  }

  private func comparisonText(_ comparison: Comparison) -> String {
    ComparisonReport(title: "electric-ride", comparison, limit: 3).text()
  }

  /// The stated plan in the simulator, stage 4 on the server.
  private func disagreement() throws -> Comparison {
    let context = CommandContext(output: MemorySink(), errors: MemorySink())
    let source = PlanSource(entries: ElectricRide.bundle.plans, isComplete: true)
    let option = try FixturesOption.parse(fixtures)
    let stated = try Workspace.load(
      source.entry(nil), of: source, option, for: "verify", in: context)
    let other = try #require(try source.entry("stage-4").document)
    let server = try ScratchServer()
    defer { server.stop() }
    let contents = ServerContents(
      catalog: other.catalog, prelude: Migration.platformPrelude(for: other),
      migration: Migration(other).statements, rows: stated.fixtures.rows)
    let engine = ComparingEngine(
      stated.simulator, try ServerEngine(server.connect(), contents: contents) { $0.sqlText })
    _ = try Matrix(
      asking: RecordingEngine(engine), stated.document, identities: stated.fixtures.identities)
    return engine.comparison
  }
}
