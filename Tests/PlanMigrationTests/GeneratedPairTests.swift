import LivePostgres
import MigrationTesting
import ScratchServerTesting
import SituationTesting
import Testing

/// From generated databases to changed ones, and back, on each version. `make migrations` tries more.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct GeneratedPairTests {
  private static let pairsOfAVersion = 5

  @Test(arguments: RoleServer.installations)
  func `generated databases become what they are to be, and again what they were`(
    installation: PostgresInstallation
  ) throws {
    var trial = MigrationTrial { body in try RoleServer.run(on: installation, body) }
    // Seeds of its own for each version.
    let first = (installation.major - 15) * Self.pairsOfAVersion + 1
    for seed in first..<(first + Self.pairsOfAVersion) {
      let (first, second) = CatalogPairs.pair(seed: UInt64(seed))
      #expect(try trial.problems(from: first, to: second) == [], "pair \(seed)")
    }
    #expect(trial.statements > 80)
    #expect(trial.states > 80)
  }
}
