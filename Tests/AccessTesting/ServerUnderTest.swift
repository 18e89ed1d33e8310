import AccessDecisions

/// The PostgreSQL server that expectations are held against.
enum ServerUnderTest {
  static func ask(_ world: World, _ body: (any DecisionEngine) throws -> Void) throws {}
}
