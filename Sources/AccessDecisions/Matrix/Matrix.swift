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
  /// The functions of the plan that clients may call, in order of declaration.
  public let functions: [FunctionCall]
  private var cells: [Position: Cell] = [:]
  private var calls: [CallPosition: CallCell] = [:]

  private struct CallPosition: Hashable, Sendable {
    var identity: String
    var function: Int
  }

  struct Position: Hashable, Sendable {
    var identity: String
    var relation: QualifiedName
    var command: AccessCommand
  }

  /// Asks `engine` everything the matrix shows.
  ///
  /// To put the same questions to another engine, pass a `RecordingEngine` and replay it. An engine
  /// that can be divided is asked by several threads, about one relation after the other.
  /// Throws only what the engine throws.
  public init(
    asking engine: any DecisionEngine, _ document: PlanDocument, identities: [Identity],
    relations: [QualifiedName]? = nil, commands: [AccessCommand] = AccessCommand.allCases
  ) throws {
    self.identities = identities
    self.relations = relations ?? document.catalog.relationNames
    self.commands = commands
    let shapes = RelationShapes(document.catalog)
    let probes = self.relations.compactMap { shapes[$0].map { StandardProbes($0) } }
    let asker = MatrixAsker(
      administrator: document.administrator, identities: identities, commands: commands)
    let recording = RecordingEngine.around(engine)
    functions =
      relations == nil
      ? try ArgumentValues(document, recording).calls(of: document.catalog) : []
    for identity in identities {
      for (index, call) in functions.enumerated() {
        calls[CallPosition(identity: identity.name, function: index)] = CallCell(
          call, try call.probes.flatMap { try recording.ask($0, as: identity) },
          in: document.catalog)
      }
    }
    if let engine = engine as? any DivisibleEngine {
      cells = try asker.divided(engine, probes)
      return
    }
    for identity in identities {
      for probes in probes {
        for (position, cell) in try asker.cells(of: probes, for: identity, recording) {
          cells[position] = cell
        }
      }
    }
  }

  /// A matrix without cells.
  init(identities: [Identity], relations: [QualifiedName], commands: [AccessCommand]) {
    self.identities = identities
    self.relations = relations
    self.commands = commands
    functions = []
  }

  /// Sets the cell of a SELECT.
  mutating func set(_ cell: Cell, _ identity: String, _ relation: QualifiedName) {
    cells[Position(identity: identity, relation: relation, command: .select)] = cell
  }

  /// One cell, or nil if it was not asked for.
  public subscript(identity: String, relation: QualifiedName, command: AccessCommand) -> Cell? {
    cells[Position(identity: identity, relation: relation, command: command)]
  }

  /// What an identity gets by calling the function at `index` of `functions`; nil if nobody is so
  /// called.
  public subscript(identity: String, callOf index: Int) -> CallCell? {
    calls[CallPosition(identity: identity, function: index)]
  }

  /// Number of cells that no engine could decide.
  public var undecidedCount: Int {
    cells.values.count { if case .undecided = $0.kind { true } else { false } }
      + calls.values.count { if case .undecided = $0.kind { true } else { false } }
  }
}

/// Asks for the cells of a matrix.
struct MatrixAsker: Sendable {
  let administrator: String
  let identities: [Identity]
  let commands: [AccessCommand]

  /// Relations that one thread takes at a time.
  private static let share = 16

  /// The cells of one relation and identity.
  func cells(
    of probes: StandardProbes, for identity: Identity, _ engine: RecordingEngine
  ) throws -> [(position: Matrix.Position, cell: Cell)] {
    var cells: [(position: Matrix.Position, cell: Cell)] = []
    cells.reserveCapacity(commands.count)
    let truth = try engine.rows(of: probes, for: identity, administrator: administrator)
    for command in commands {
      let position = Matrix.Position(
        identity: identity.name, relation: probes.shape.name, command: command)
      switch truth {
      case .success(let rows):
        let prober = Prober(engine: engine, identity: identity, rows: rows)
        cells.append((position, try prober.cell(command)))
      case .failure(let refusal):
        cells.append((position, Cell(.undecided(refusal.undecided), total: 0)))
      }
    }
    return cells
  }

  /// The cells of all relations. What is remembered of one relation is of no use to the next.
  func divided(
    _ engine: any DivisibleEngine, _ probes: [StandardProbes]
  ) throws -> [Matrix.Position: Cell] {
    let shares = stride(from: 0, to: probes.count, by: Self.share).map {
      Array(probes[$0..<min($0 + Self.share, probes.count)])
    }
    let template = Template(engine: engine)
    let parts = Workers.map(shares, context: { template.engine.another() }) { share, engine in
      Result {
        var cells: [(position: Matrix.Position, cell: Cell)] = []
        cells.reserveCapacity(share.count * identities.count * commands.count)
        for probes in share {
          let recording = RecordingEngine(engine, asksEverything: false)
          for identity in identities {
            cells += try self.cells(of: probes, for: identity, recording)
          }
        }
        return cells
      }
    }
    var cells: [Matrix.Position: Cell] = [:]
    cells.reserveCapacity(probes.count * identities.count * commands.count)
    for part in parts {
      for (position, cell) in try part.get() { cells[position] = cell }
    }
    return cells
  }

  // Only asked for others like it, which reads what never changes.
  private struct Template: @unchecked Sendable {
    let engine: any DivisibleEngine
  }
}
