import AccessDecisions
import AccessFixtures
import AccessModel
import ScratchServerTesting
import Testing

@testable import RowkeepCommands

/// Every stage × every identity × every relation × four commands, held against the table of the
/// tutorial, first as the simulator decides and then as PostgreSQL does.
struct StageTests {
  @Test(arguments: Stage.all)
  func `the simulator decides what the tutorial says`(stage: Stage) throws {
    let workspace = try Workspace.electricRide(stage.variant)
    let matrix = try Matrix(
      asking: workspace.simulator, workspace.document, identities: workspace.fixtures.identities)
    #expect(matrix.undecidedCount == 0)
    expect(matrix, stage)
  }

  @Test(
    .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"), arguments: Stage.all)
  func `PostgreSQL decides what the tutorial says, outcome by outcome as the simulator`(
    stage: Stage
  ) throws {
    let workspace = try Workspace.electricRide(stage.variant)
    let identities = workspace.fixtures.identities
    try RoleServer.run { connection in
      let server = RecordingEngine(try workspace.server(connection))
      expect(try Matrix(asking: server, workspace.document, identities: identities), stage)
      let comparing = ComparingEngine(workspace.simulator, server)
      _ = try Matrix(
        asking: RecordingEngine(comparing), workspace.document, identities: identities)
      let comparison = comparing.comparison
      #expect(comparison.disagreements == 0 && comparison.undecided == 0)
      #expect(comparison.agreements > 1_800)
    }
  }

  private func expect(
    _ matrix: Matrix, _ stage: Stage, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(matrix.identities.count == 6 && matrix.relations.count == 9)
    for relation in matrix.relations {
      let isView = ["listings_with_details", "saved_listings", "count_of_vehicles_by_brand"]
        .contains(relation.name)
      for identity in matrix.identities.map(\.name) {
        let wanted = stage.access(of: identity).marks(relation.name, isView: isView)
        for (command, mark) in zip(AccessCommand.allCases, wanted) {
          let own = Stage.own[identity].map { relation.name == "patron" ? $0.1 : $0.0 } ?? 0
          let expected = mark == "◐" ? (own == 0 ? "·" : "◐ \(own)") : String(mark)
          let found = matrix[identity, relation, command].map(summary)
          #expect(
            found == expected, "\(identity) \(command) \(relation)", sourceLocation: location)
          guard let cell = matrix[identity, relation, command], expected == "·" else { continue }
          #expect(
            !cell.decisions.isEmpty && cell.decisions.allSatisfy { isRefusal($0, of: command) },
            "\(identity) \(command) \(relation)", sourceLocation: location)
        }
      }
    }
  }

  /// The mark; a server does not say that it bypassed row security.
  private func summary(_ cell: Cell) -> String {
    switch cell.kind {
    case .bypass where cell.reached >= cell.total: "✓"
    case .some: "◐ \(cell.reached)"
    default: cell.symbol
    }
  }

  /// New rows are refused with 42501, others are not there.
  private func isRefusal(_ decision: Decision, of command: AccessCommand) -> Bool {
    switch decision {
    case .checkViolated: command == .insert
    case .filtered: command != .insert
    default: false
    }
  }
}
