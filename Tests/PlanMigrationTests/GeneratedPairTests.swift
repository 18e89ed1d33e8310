import LivePostgres
import MigrationTesting
import ScratchServerTesting
import SituationTesting
import Testing

/// From generated databases to changed ones, and back. `swift run MigrationRunner 200` tries more.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct GeneratedPairTests {
  @Test func `generated databases become what they are to be, and again what they were`() throws {
    var trial = MigrationTrial { body in try RoleServer.run(body) }
    for seed in UInt64(1)...15 {
      let (first, second) = CatalogPairs.pair(seed: seed)
      #expect(try trial.problems(from: first, to: second) == [], "pair \(seed)")
    }
    #expect(trial.statements > 300)
    #expect(trial.states > 300)
  }
}
