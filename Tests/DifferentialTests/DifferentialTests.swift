import AccessModel
import DifferentialTesting
import Foundation
import LivePostgres
import Testing

private let isServerExpected =
  (try? PostgresInstallation.find()) != nil
  || ProcessInfo.processInfo.environment["ROWKEEP_REQUIRE_SERVER"] == "1"

/// Every version that is here: `Scripts/install postgresql-versions` gets those that are not.
private let installations = PostgresInstallation.installed()

/// Generated databases and statements: the simulator must decide as PostgreSQL does.
@Suite(.serialized, .enabled(if: isServerExpected, "SKIPPED: no PostgreSQL is installed"))
struct `Simulator and server agree` {
  /// Few, as every `swift test` runs them; `make differential` runs on for hours.
  private static let seeds: ClosedRange<UInt64> = 1...24
  private static let crossings: ClosedRange<UInt64> = 1...12

  /// What versions have added, and must be met.
  private static let sinceVersion = [
    "membership options": 16, "MAINTAIN": 17, "NOT MATCHED BY SOURCE": 17, "MERGE … RETURNING": 17,
    "RETURNING old or new": 18, "virtual column": 18,
  ]

  @Test func `of some version`() { #expect(!installations.isEmpty) }

  @Test(arguments: installations)
  func `on generated scripts`(_ installation: PostgresInstallation) throws {
    var run = DifferentialRun(try ScriptServer(installation))
    for seed in Self.seeds { try run.ask(seed: seed) }
    let tally = run.tally
    #expect(run.findings.map(\.description) == [])
    #expect(tally.asked >= 4000, "\(tally.asked)")
    #expect(tally.statements >= 1500, "\(tally.statements)")
    #expect(Double(tally.undecidedCount) / Double(tally.asked) <= 0.01, "\(tally.undecided)")
    let least = [
      "SELECT done": 80, "SELECT no rows": 30, "INSERT done": 80, "UPDATE no rows": 8,
      "DELETE no rows": 8, "PREPARE done": 5, "DO done": 5, "ERROR 42501": 60,
      "ERROR 25P02": 20, "ERROR 23503": 10, "probe: rows": 600, "probe: no rows": 400,
      "probe: ERROR 42501": 300,
    ]
    for (outcome, count) in least {
      #expect(tally.outcomes[outcome, default: 0] >= count, "\(outcome): \(tally.outcomes)")
    }
    #expect(tally.rules.count >= 30, "\(tally.rules)")
    for (feature, since) in Self.sinceVersion where installation.major >= since {
      #expect(tally.features[feature, default: 0] > 0, "\(feature): \(tally.features)")
    }
  }

  @Test(arguments: installations)
  func `on crossings of joins, conditions and policies`(
    _ installation: PostgresInstallation
  ) throws {
    var run = DifferentialRun(try ScriptServer(installation))
    for seed in Self.crossings { try run.askCrossing(seed: seed) }
    let tally = run.tally
    #expect(run.findings.map(\.description) == [])
    #expect(tally.asked >= 1200, "\(tally.asked)")
    // Which rows are asked of is the planner's to choose, and it does not show what it chose.
    #expect(Double(tally.undecidedCount) / Double(tally.asked) <= 0.05, "\(tally.undecided)")
    let least = ["SELECT done": 150, "SELECT no rows": 30, "ERROR P0001": 30, "ERROR 22012": 1]
    for (outcome, count) in least {
      #expect(tally.outcomes[outcome, default: 0] >= count, "\(outcome): \(tally.outcomes)")
    }
  }

  @Test(arguments: installations)
  func `wherever they once did not`(_ installation: PostgresInstallation) throws {
    let shrinker = ScriptShrinker(try ScriptServer(installation))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus")
    let cases = try Corpus.load(folder)
    #expect(cases.count >= 130)
    for (name, script) in cases {
      let finding = try shrinker.finding(in: script)
      #expect(finding?.description == nil, "\(name)")
    }
  }

  @Test func `and the same dice make the same script`() {
    for version in [PostgresVersion.v15, .v18] {
      let script = ScriptGenerator.script(seed: 7, version: version)
      #expect(script == ScriptGenerator.script(seed: 7, version: version))
      #expect(script != ScriptGenerator.script(seed: 8, version: version))
    }
  }
}

struct `PostgreSQL breaks down` {
  private func verdict(_ message: String) -> Verdict {
    Verdict(
      .failed(PostgresError(.insufficientPrivilege, "permission denied for table t")),
      .failed(PostgresError(SQLState(rawValue: "XX000"), message)), to: "SELECT 1")
  }

  @Test func `which decides nothing`() {
    #expect(
      verdict("unrecognized node type: 24")
        == .undecided("what PostgreSQL breaks down at: unrecognized node type"))
  }

  @Test func `but other internal errors are answers`() {
    #expect(verdict("no possible grantors") == .disagreed)
  }
}
