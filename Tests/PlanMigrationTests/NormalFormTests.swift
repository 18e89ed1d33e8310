import AccessModel
import DifferentialTesting
import Foundation
import LivePostgres
import MigrationPlanner
import SQLBinding
import SQLFrontend
import ScratchServerTesting
import SituationTesting
import Testing

@testable import Chapter
@testable import ElectricRide
@testable import RowkeepCommands
@testable import VeloReady

/// What a plan or a script says and what a server shows of it have one normal form.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct NormalFormTests {
  /// The oldest and the newest version that is installed.
  static let servers: [PostgresInstallation] = {
    let all = PostgresInstallation.installed()
    return Array(Set([all.first, all.last].compactMap { $0 })).sorted { $0.major < $1.major }
  }()

  static let plans = (ElectricRide.bundle.plans + VeloReady.bundle.plans + Chapter.bundle.plans)
    .compactMap(\.document)

  @Test(arguments: servers)
  func `shipped plans and the server's text of them are the same`(
    installation: PostgresInstallation
  ) throws {
    for plan in Self.plans {
      let script = Migration.platformPrelude(for: plan) + Migration(plan).statements
      let result = try compare(script, on: installation, plan.title, with: plan.catalog)
      #expect(result.unresolved == [], "\(plan.title)")
      #expect(result.compared > 0)
    }
  }

  @Test(arguments: servers)
  func `generated databases and the server's text of them are the same`(
    installation: PostgresInstallation
  ) throws {
    var (compared, unresolved) = (0, 0)
    for seed in UInt64(1)...Self.count {
      guard let world = Situations.questions(seed: seed).first?.world else { continue }
      let result = try compare(Self.statements(world.sql), on: installation, "world \(seed)")
      compared += result.compared
      unresolved += result.unresolved.count
    }
    print("normal forms of worlds: \(compared) compared, \(unresolved) not resolved")
    #expect(compared > 50)
  }

  @Test(arguments: servers)
  func `generated scripts and the server's text of them are the same`(
    installation: PostgresInstallation
  ) throws {
    var (compared, unresolved) = (0, [String]())
    for seed in UInt64(1)...Self.count {
      let script = ScriptGenerator.script(seed: seed, version: .v15)
      let texts = script.steps.compactMap { step -> String? in
        if case .statement(let statement) = step { statement.text } else { nil }
      }
      let result = try compare(texts, on: installation, "script \(seed)")
      compared += result.compared
      unresolved += result.unresolved
    }
    print("normal forms of scripts: \(compared) compared, \(unresolved.count) not resolved")
    #expect(compared > 50)
  }

  /// ROWKEEP_FORM_SCRIPTS: a folder of SQL files to try too.
  @Test(arguments: servers)
  func `scripts of a folder and the server's text of them are the same`(
    installation: PostgresInstallation
  ) throws {
    let folder = ProcessInfo.processInfo.environment["ROWKEEP_FORM_SCRIPTS"] ?? "docs/examples"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".sql") }.sorted()
    var (compared, unresolved) = (0, [String]())
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let result = try compare(Self.statements(text), on: installation, file)
      compared += result.compared
      unresolved += result.unresolved.map { "\(file): \($0)" }
    }
    print("normal forms of \(folder): \(compared) compared, not resolved: \(unresolved)")
  }

  private static var count: UInt64 {
    ProcessInfo.processInfo.environment["ROWKEEP_FORM_SEEDS"].flatMap(UInt64.init) ?? 12
  }

  static func statements(_ text: String) -> [String] {
    SQLReader().parseStatements(SQLFile(name: "script", text: text)).map(\.text)
  }

  private func compare(
    _ script: [String], on installation: PostgresInstallation, _ title: String,
    with catalog: Catalog? = nil
  ) throws -> (compared: Int, unresolved: [String]) {
    let server = try SharedServer.get(installation)
    let database = try ScratchDatabase(on: server)
    defer { _ = try? server.connect().execute("DROP DATABASE \"\(database.name)\" WITH (FORCE)") }
    let (taken, shown) = try ServerText.load(script, database.connect())
    func read(_ statements: [String]) -> Catalog {
      SQLReader().read([
        SQLFile(name: title, text: statements.map { $0 + ";\n" }.joined())
      ]).catalog
    }
    let after = read(taken + shown)
    let result = CatalogForms.differences(catalog ?? read(taken), after)
    for difference in result.differences {
      Issue.record("\(title), PostgreSQL \(installation.major): \(difference)")
    }
    return (result.compared, result.unresolved)
  }
}
