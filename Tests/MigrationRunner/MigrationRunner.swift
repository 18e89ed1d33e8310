import AccessModel
import Foundation
import LivePostgres
import MigrationTesting
import SituationTesting

/// `MigrationRunner plans.json` tries each ordered pair of a document's plans; `MigrationRunner 200`
/// as many pairs of generated catalogs, from a seed on if one follows. `MigrationRunner apply ADDRESS
/// plan.json` applies a plan and says how it ended, for tests that kill it.
@main
enum MigrationRunner {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "apply" {
      let rest = Array(arguments.dropFirst())
      print(try MigrationTrial.applied(to: rest[0], PlanFile.plan(rest[1])))
      return
    }
    let server = try ScratchServer()
    defer { server.stop() }
    var trial = MigrationTrial { body in try inDatabase(of: server, body) }
    var (count, failed) = (0, 0)
    func note(_ title: String, _ problems: [String]) {
      count += 1
      guard !problems.isEmpty else { return }
      failed += 1
      print("\(title):\n" + problems.prefix(12).map { "  \($0)\n" }.joined())
    }
    if let pairs = arguments.first.flatMap(UInt64.init) {
      let start = arguments.dropFirst().first.flatMap(UInt64.init) ?? 1
      for seed in start..<(start + pairs) {
        let (first, second) = CatalogPairs.pair(seed: seed)
        note("pair \(seed)", try trial.problems(from: first, to: second))
      }
    } else {
      let plans = try PlanFile.plans(arguments.first ?? "plans.json")
      for first in plans {
        for second in plans where first.title != second.title {
          note(
            "\(first.title) to \(second.title)", try trial.problems(from: first, to: second))
        }
      }
    }
    print(
      "\(count) pairs, \(failed) failed; \(trial.statements) statements, "
        + "\(trial.states) states in between checked")
    if failed > 0 { exit(1) }
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
