import AccessModel
import LivePostgres
import MigrationPlanner
import ScratchServerTesting
import SituationTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct GeneratedCatalogTests {
  @Test func `generated databases are read as the catalogs that made them`() throws {
    for seed in 1...40 {
      let world = Situations.world(seed: UInt64(seed))
      let document = PlanDocument(name: "generated", catalog: world.catalog)
      let live = try LiveReading.catalog(after: LiveReading.statements(of: document))
      #expect(live.diagnostics == [], "seed \(seed)")
      let difference = try CatalogStructure.difference(world.catalog, live.catalog)
      #expect(difference == [], "seed \(seed)")
      var again = document
      again.catalog = live.catalog
      let second = try LiveReading.catalog(after: LiveReading.statements(of: again))
      let change = try CatalogStructure.difference(
        live.catalog, second.catalog, withExpressions: true)
      #expect(change == [], "seed \(seed), made again")
    }
  }
}
