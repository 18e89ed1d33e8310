import AccessDecisions
public import AccessModel
import AccessSimulator
public import Testing

/// Asserts what the simulator decides, and, where there is a server, that it decides the same.
///
/// All expectations on one world share one server transaction: collect them, then `check()`.
public struct Expectations {
  private let world: World
  private var expected: [Expectation] = []

  private struct Expectation {
    let statement: SQLStatement
    let identity: Identity
    let summary: String
    let location: SourceLocation
  }

  public init(_ world: World) { self.world = world }

  public mutating func expect(
    _ statement: SQLStatement, as role: String, claims: String? = nil, _ summary: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    expected.append(
      Expectation(
        statement: statement, identity: Identity(role, role: role, claims: claims),
        summary: summary, location: location))
  }

  /// Asks the simulator, then the server, everything.
  public func check() throws {
    let loaded = Simulator.load(catalog: world.catalog, rows: world.rows)
    #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
    try check(loaded.simulator)
    try ServerUnderTest.ask(world) { engine in try check(engine) }
  }

  private func check(_ engine: any DecisionEngine) throws {
    for expectation in expected {
      let outcome = try engine.ask(expectation.statement, as: expectation.identity)
      #expect(
        outcome.summary == expectation.summary, "\(engine.name)",
        sourceLocation: expectation.location)
    }
  }
}
