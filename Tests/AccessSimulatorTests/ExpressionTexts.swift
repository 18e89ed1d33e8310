import AccessDecisions
import AccessModel
import AccessSimulator
import AccessTesting
import Foundation
import SQLFrontend
import Testing

/// Expressions written as SQL, each computed by the simulator and by the server.
enum ExpressionTexts {
  /// How many were compared, and what the rest was undecided for.
  struct Result {
    var compared = 0
    var undecided: [String: Int] = [:]
    var differences: [String] = []
  }

  /// `limit`: how many may be undecided, so that they can't grow unseen.
  static func agree(
    _ expressions: [String], world: World = World(), undecided limit: Int = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try compare(expressions, world: world)
    for difference in result.differences.prefix(40) {
      Issue.record("\(difference)", sourceLocation: location)
    }
    #expect(result.compared > 0, sourceLocation: location)
    let count = result.undecided.values.reduce(0, +)
    #expect(count <= limit, "undecided: \(result.undecided)", sourceLocation: location)
  }

  static func compare(_ expressions: [String], world: World = World()) throws -> Result {
    var world = world
    if !world.catalog.roles.contains(where: { $0.name == "alice" }) { world.role("alice") }
    let simulator = Simulator.load(catalog: world.catalog, rows: world.rows).simulator
    let identity = Identity("alice", role: "alice")
    var result = Result()
    try ServerUnderTest.ask(world) { server in
      for text in expressions {
        guard let statement = statement("SELECT " + text) else {
          result.undecided["not read: \(text)", default: 0] += 1
          continue
        }
        let mine = try simulator.ask(statement, as: identity)
        if case .undecided(let construct) = mine {
          result.undecided[construct.construct, default: 0] += 1
          continue
        }
        let theirs = try server.ask(statement, as: identity)
        result.compared += 1
        if mine.summary != theirs.summary {
          result.differences.append(
            "\(text)\n  simulator: \(mine.summary)\n  server:    \(theirs.summary)")
        }
      }
    }
    return result
  }

  static func statement(_ text: String) -> SQLStatement? {
    let parsed = SQLReader().parseStatements(SQLFile(name: "test", text: text))
    guard parsed.count == 1, case .statement(let statement) = parsed[0].outcome else { return nil }
    return statement
  }
}
