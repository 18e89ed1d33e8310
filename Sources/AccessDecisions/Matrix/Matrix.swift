import AccessFixtures
public import AccessModel

/// Who reaches what: identities × relations × commands.
public struct Matrix: Sendable {
  /// Rows of the printed table.
  public let identities: [Identity]
  /// Tables, then views, in order of declaration.
  public let relations: [QualifiedName]
  /// The four commands.
  public let commands: [AccessCommand]
  private var cells: [Position: Cell] = [:]

  private struct Position: Hashable {
    var identity: String
    var relation: QualifiedName
    var command: AccessCommand
  }

  /// Asks `engine` everything the matrix shows.
  ///
  /// To put the same questions to another engine, pass a `RecordingEngine` and replay it.
  /// Throws only what the engine throws.
  public init(
    asking engine: any DecisionEngine, _ document: PlanDocument, identities: [Identity],
    relations: [QualifiedName]? = nil, commands: [AccessCommand] = AccessCommand.allCases
  ) throws {
    self.identities = identities
    self.relations = relations ?? document.catalog.relationNames
    self.commands = commands
    let engine = RecordingEngine.around(engine)
    for identity in identities {
      for relation in self.relations {
        guard let shape = RelationShape(relation, in: document.catalog) else { continue }
        let truth = try engine.rows(
          of: shape, for: identity, administrator: document.administrator)
        for command in commands {
          let position = Position(identity: identity.name, relation: relation, command: command)
          switch truth {
          case .success(let rows):
            let prober = Prober(engine: engine, identity: identity, rows: rows)
            cells[position] = try prober.cell(command)
          case .failure(let refusal):
            cells[position] = Cell(.undecided(refusal.undecided), total: 0)
          }
        }
      }
    }
  }

  /// One cell, or nil if it was not asked for.
  public subscript(identity: String, relation: QualifiedName, command: AccessCommand) -> Cell? {
    cells[Position(identity: identity, relation: relation, command: command)]
  }

  /// Number of cells that no engine could decide.
  public var undecidedCount: Int {
    cells.values.count { if case .undecided = $0.kind { true } else { false } }
  }
}
