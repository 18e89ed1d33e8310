import AccessModel
import LivePostgres
import MigrationPlanner
import ScratchServerTesting
import SituationTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct GeneratedCatalogTests {
  @Test func `generated databases are read as the catalogs that made them`() throws {
    for seed in 1...12 {
      let world = Situations.world(seed: UInt64(seed))
      let document = PlanDocument(name: "generated", catalog: world.catalog)
      let live = try LiveReading.catalog(after: LiveReading.statements(of: document))
      #expect(live.diagnostics == [], "seed \(seed)")
      let difference = try CatalogStructure.difference(
        world.catalog, live.catalog, withComments: false)
      #expect(difference == [], "seed \(seed)")
      // The server makes an expression shorter, here and there, when it reads its own text.
      let second = try made(live.catalog)
      let third = try made(second)
      let change = try CatalogStructure.difference(second, third, withExpressions: true)
      #expect(change == [], "seed \(seed), made again")
    }
  }

  private func made(_ catalog: Catalog) throws -> Catalog {
    let document = PlanDocument(name: "generated", catalog: catalog)
    return try LiveReading.catalog(after: LiveReading.statements(of: document)).catalog
  }
}
