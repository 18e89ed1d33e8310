import AccessDecisions
import AccessFixtures
import AccessReports
import ScratchServerTesting
import Testing

@testable import Chapter
@testable import ElectricRide
@testable import RowkeepCommands
@testable import VeloReady

struct VerifyTests {
  let fixtures = ["--fixtures", "fixtures/electric-ride"]

  func verify(_ arguments: String...) -> CommandRun {
    CommandRun(["verify"] + arguments + fixtures, of: PlanProgram<ElectricRide>.self)
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `every decision of all nine plans agrees with PostgreSQL`() throws {
    let run = verify("--scratch", "--all-variants")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let total = try #require(run.output.split(separator: "\n").last)
    let counts = /all 9 plans: (\d+) decisions compared: (\d+) agree/
    let count = try #require(total.firstMatch(of: counts))
    #expect(count.1 == count.2 && total.hasSuffix(" 0 disagree, 0 undecided"))
    // May only grow.
    #expect(Int(count.1) ?? 0 >= 22_000)
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `the other systems' plans agree with PostgreSQL`() throws {
    for run in [
      CommandRun(
        ["verify", "--scratch", "--fixtures", "fixtures/veloready"],
        of: PlanProgram<VeloReady>.self),
      CommandRun(
        ["verify", "--scratch", "--fixtures", "fixtures/chapter"], of: PlanProgram<Chapter>.self),
    ] {
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.hasSuffix(" 0 disagree, 0 undecided\n"))
    }
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `a server on which another stage is installed disagrees`() throws {
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

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `the JSON has the counts`() {
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
    let stated = try Workspace.electricRide()
    let other = try Workspace.electricRide("stage-4")
    return try RoleServer.run { connection in
      let engine = ComparingEngine(stated.simulator, try other.server(connection))
      _ = try Matrix(
        asking: RecordingEngine(engine), stated.document, identities: stated.fixtures.identities)
      return engine.comparison
    }
  }
}
