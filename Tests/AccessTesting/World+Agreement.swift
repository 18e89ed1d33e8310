import AccessDecisions
public import AccessModel
import AccessSimulator
import SQLText
public import Testing

extension World {
  /// Asks simulator and server every statement, and asserts that they say the same.
  ///
  /// What the simulator leaves undecided is not compared: `undecided` is how many of them it may
  /// be, so that it can't grow unseen.
  public func agree(
    on statements: [SQLStatement], as role: String, claims: String? = nil,
    undecided limit: Int? = nil, at location: SourceLocation = #_sourceLocation
  ) throws {
    let simulator = Simulator.load(catalog: catalog, rows: rows).simulator
    let identity = Identity(role, role: role, claims: claims)
    var undecided: [String] = []
    var compared = 0
    try ServerUnderTest.ask(self) { server in
      for statement in statements {
        let mine = try simulator.ask(statement, as: identity)
        if case .undecided(let construct) = mine {
          undecided.append(construct.construct)
          continue
        }
        let theirs = try server.ask(statement, as: identity)
        compared += 1
        #expect(
          mine.summary == theirs.summary, "\(statement.sqlText)", sourceLocation: location)
      }
    }
    #expect(compared > 0, sourceLocation: location)
    if let limit {
      #expect(undecided.count <= limit, "\(Set(undecided))", sourceLocation: location)
    }
  }
}
