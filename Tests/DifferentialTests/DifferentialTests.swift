import DifferentialTesting
import Foundation
import LivePostgres
import Testing

private let isServerExpected =
  (try? PostgresInstallation.find()) != nil
  || ProcessInfo.processInfo.environment["ROWKEEP_REQUIRE_SERVER"] == "1"

/// Generated databases and statements: the simulator must decide as PostgreSQL does.
@Suite(.serialized, .enabled(if: isServerExpected, "SKIPPED: no PostgreSQL is installed"))
struct `Simulator and server agree` {
  /// Enough worlds to meet every kind of statement, outcome and policy.
  private static let seeds: ClosedRange<UInt64> = 1...120

  @Test func `on generated worlds`() throws {
    var run = DifferentialRun(try DifferentialServer())
    for seed in Self.seeds { try run.ask(seed: seed) }
    let tally = run.tally
    #expect(run.findings.map(\.description) == [])
    #expect(run.refusedWorlds.count <= 12, "\(run.refusedWorlds)")
    #expect(tally.agreed >= 4000)
    #expect(Double(tally.undecidedCount) / Double(tally.asked) <= 0.04, "\(tally.undecided)")
    let least = [
      "SELECT": 1500, "INSERT": 500, "UPDATE": 500, "DELETE": 400, "TRUNCATE": 100,
      "rows": 600, "no rows": 800, "ERROR 42501": 1000, "ERROR 42P17": 15, "ERROR 23505": 10,
      "ERROR 23503": 10, "ERROR 23502": 20, "ERROR 428C9": 40, "ERROR 55000": 10,
    ]
    for (kind, count) in least {
      #expect(tally.coverage[kind, default: 0] >= count, "\(kind): \(tally.coverage)")
    }
  }

  @Test func `on policies of every shape`() throws {
    var run = DifferentialRun(try DifferentialServer())
    for seed in 1...1000 as ClosedRange<UInt64> { run.countOnly(seed: seed) }
    let shapes = ["permissive", "restrictive"].flatMap { mode in
      [
        "ALL", "ALL USING", "ALL CHECK", "ALL USING CHECK", "SELECT", "SELECT USING",
        "INSERT", "INSERT CHECK", "UPDATE USING", "UPDATE USING CHECK", "DELETE", "DELETE USING",
      ].map { "\(mode) \($0)" }
    }
    for shape in shapes { #expect(run.tally.coverage[shape, default: 0] >= 1, "\(shape)") }
  }

  @Test func `wherever they once did not`() throws {
    let shrinker = Shrinker(try DifferentialServer())
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus")
    let cases = try Corpus.load(folder)
    #expect(!cases.isEmpty)
    for (name, question) in cases {
      let finding = try shrinker.disagreement(on: question)
      #expect(finding?.description == nil, "\(name)")
    }
  }

  @Test func `and the same dice make the same world`() {
    #expect(DifferentialRun.question(seed: 7) == DifferentialRun.question(seed: 7))
    #expect(DifferentialRun.question(seed: 7) != DifferentialRun.question(seed: 8))
  }
}
