import AccessModel
import Foundation
import LivePostgres
import MigrationTesting
import SituationTesting

/// `MigrationRunner plans.json` tries each ordered pair of a document's plans; `MigrationRunner 200`
/// as many pairs of generated catalogs, from a seed on if one follows. Each on every version that is
/// installed, or on that of ROWKEEP_PG_BIN alone. `MigrationRunner apply ADDRESS plan.json` applies
/// a plan and says how it ended, for tests that kill it.
@main
enum MigrationRunner {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "apply" {
      let rest = Array(arguments.dropFirst())
      do {
        print(try MigrationTrial.applied(to: rest[0], PlanFile.plan(rest[1])))
      } catch {
        // A trap would start the tracer of crashes, which may outlive this process and what waits.
        print("failed: \(error)")
        exit(1)
      }
      return
    }
    let pairs = try pairs(arguments.first ?? "plans.json", arguments.dropFirst().first)
    let isChosen = ProcessInfo.processInfo.environment["ROWKEEP_PG_BIN"]?.isEmpty == false
    let installations =
      isChosen
      ? [try PostgresInstallation.find()]
      : PostgresInstallation.installed().filter { (15...18).contains($0.major) }
    var failed = 0
    for installation in installations { failed += try run(pairs, on: installation) }
    if failed > 0 || installations.isEmpty { exit(1) }
  }

  private typealias Pair = (title: String, first: PlanDocument, second: PlanDocument)

  private static func pairs(_ what: String, _ seed: String?) throws -> [Pair] {
    if let count = UInt64(what) {
      let start = seed.flatMap(UInt64.init) ?? 1
      return (start..<(start + count)).map { seed in
        let (first, second) = CatalogPairs.pair(seed: seed)
        return ("pair \(seed)", first, second)
      }
    }
    let plans = try PlanFile.plans(what)
    return plans.flatMap { first in
      plans.filter { $0.title != first.title }.map { ("\(first.title) to \($0.title)", first, $0) }
    }
  }

  /// How many failed.
  private static func run(_ pairs: [Pair], on installation: PostgresInstallation) throws -> Int {
    let server = try ScratchServer(installation: installation)
    defer { server.stop() }
    var trial = MigrationTrial { body in try inDatabase(of: server, body) }
    var failed = 0
    for pair in pairs {
      let problems = try trial.problems(from: pair.first, to: pair.second)
      guard !problems.isEmpty else { continue }
      failed += 1
      print("\(pair.title):\n" + problems.prefix(12).map { "  \($0)\n" }.joined())
    }
    print(
      "\(installation): \(pairs.count) pairs, \(failed) failed; \(trial.statements) statements, "
        + "\(trial.states) states in between checked")
    return failed
  }

  private static func inDatabase(
    of server: ScratchServer, _ body: (Connection) throws -> Void
  ) throws {
    let name = "test_" + UUID().uuidString.lowercased()
    let administrator = try server.connect()
    try administrator.execute("CREATE DATABASE \"\(name)\"")
    defer {
      _ = try? administrator.execute("DROP DATABASE \"\(name)\" WITH (FORCE)")
      let roles = try? administrator.query(
        "SELECT quote_ident(rolname) FROM pg_roles WHERE rolname !~ '^pg_' AND rolname <> 'postgres'"
      )
      for case let role?? in roles?.rows.map(\.first) ?? [] {
        _ = try? administrator.execute("DROP ROLE \(role)")
      }
    }
    try body(Connection(server.address(database: name)))
  }
}

/// A document of several plans, as `compile --format json --all-variants` writes it.
enum PlanFile {
  private struct Bundle: Decodable {
    struct Entry: Decodable { var document: PlanDocument? }
    var plans: [Entry]
  }

  static func plan(_ path: String) throws -> PlanDocument {
    try JSONDecoder().decode(
      PlanDocument.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func plans(_ path: String) throws -> [PlanDocument] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try JSONDecoder().decode(Bundle.self, from: data).plans.compactMap(\.document)
  }
}
