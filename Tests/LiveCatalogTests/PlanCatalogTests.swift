import AccessDecisions
import AccessFixtures
import AccessModel
import AccessSimulator
import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@testable import Chapter
@testable import ElectricRide
@testable import RowkeepCommands
@testable import VeloReady

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct PlanCatalogTests {
  /// Every variant of the shipped plans, by the name of its fixtures.
  static let documents: [(folder: String, document: PlanDocument)] =
    ElectricRide.bundle.plans.compactMap(\.document).map { ("electric-ride", $0) }
    + VeloReady.bundle.plans.compactMap(\.document).map { ("veloready", $0) }
    + Chapter.bundle.plans.compactMap(\.document).map { ("chapter", $0) }

  private static let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var databases: [Int: LiveCatalog] = [:]

  /// What is read of the database that a plan made, once for all tests.
  private static func live(_ index: Int) throws -> LiveCatalog {
    lock.lock()
    defer { lock.unlock() }
    if let known = databases[index] { return known }
    let read = try LiveReading.catalog(
      after: LiveReading.statements(of: documents[index].document))
    databases[index] = read
    return read
  }

  @Test(arguments: documents.indices)
  func `a database that a plan made is read as the plan's catalog`(index: Int) throws {
    let document = Self.documents[index].document
    let live = try Self.live(index)
    #expect(live.diagnostics == [])
    let difference = try CatalogStructure.difference(
      document.catalog, live.catalog, withComments: false)
    #expect(difference == [])
  }

  @Test(arguments: documents.indices)
  func `compiled again, the catalog that was read makes the same database`(index: Int) throws {
    let document = Self.documents[index].document
    let live = try Self.live(index)
    var again = document
    again.catalog = live.catalog
    let second = try LiveReading.catalog(after: LiveReading.statements(of: again))
    let difference = try CatalogStructure.difference(
      live.catalog, second.catalog, withExpressions: true, withComments: false)
    #expect(difference == [])
  }

  @Test(arguments: documents.indices)
  func `the matrix of what was read is the plan's`(index: Int) throws {
    let (folder, document) = Self.documents[index]
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../fixtures/\(folder)").standardizedFileURL.path
    let fixtures = Fixtures.load(folder: path, catalog: document.catalog, variants: nil).fixtures
    #expect(!fixtures.identities.isEmpty)
    var live = document
    live.catalog = try Self.live(index).catalog
    func cells(_ catalog: Catalog) throws -> [String] {
      let simulator = Simulator.load(catalog: catalog, rows: fixtures.rows).simulator
      let matrix = try Matrix(asking: simulator, document, identities: fixtures.identities)
      return fixtures.identities.flatMap { identity in
        document.catalog.relationNames.sorted().flatMap { relation in
          AccessCommand.allCases.map { command in
            "\(identity.name) \(relation) \(command) "
              + String(describing: matrix[identity.name, relation, command])
          }
        }
      }
    }
    #expect(try cells(live.catalog) == cells(document.catalog))
  }
}
