import AccessDecisions
import AccessModel
import AccessSimulator
import LivePostgres

/// Generated worlds, asked of simulator and server.
public struct DifferentialRun {
  /// How many statements each world is asked.
  public static let statementsPerWorld = 40

  /// What has been met and counted so far.
  public private(set) var tally = Tally()
  /// The first disagreements, one a world.
  public private(set) var findings: [Finding] = []
  /// Worlds that the server refused, with its reason: a fault of the generator.
  public private(set) var refusedWorlds: [String] = []
  private let server: DifferentialServer

  /// A run against `server`.
  public init(_ server: DifferentialServer) { self.server = server }

  /// Makes the world of `seed` and asks it everything.
  public mutating func ask(seed: UInt64) throws {
    let dice = Dice(seed: seed)
    var generator = WorldGenerator(dice)
    let world = generator.world()
    let questions = Self.questions(dice, world)
    let loaded = Simulator.load(catalog: world.catalog, rows: world.tableRows)
    // These tables are small, and both ways to decide are to be met.
    if seed % 2 == 0 { loaded.simulator.smallestBatch = 1 }
    tally.count(world)
    do {
      try server.ask(world) { engine in
        for question in questions { try ask(question, loaded.simulator, engine) }
      }
    } catch let error as LivePostgresError where error.isRefusedWorld {
      refusedWorlds.append("seed \(seed): \(error.problem)")
    }
  }

  /// Counts what the world of `seed` holds, without asking anything.
  public mutating func countOnly(seed: UInt64) {
    var generator = WorldGenerator(Dice(seed: seed))
    tally.count(generator.world())
  }

  /// The first question of a seed.
  public static func question(seed: UInt64) -> DifferentialCase? {
    let dice = Dice(seed: seed)
    var generator = WorldGenerator(dice)
    return questions(dice, generator.world()).first
  }

  private mutating func ask(
    _ question: DifferentialCase, _ simulator: Simulator, _ engine: any DecisionEngine
  ) throws {
    let mine = try simulator.ask(question.statement, as: question.identity)
    let theirs = try engine.ask(question.statement, as: question.identity)
    let verdict = Verdict(mine, theirs, to: question.statement)
    tally.count(question.statement, theirs, verdict)
    if verdict == .disagreed, findings.last?.question.world != question.world {
      findings.append(Finding(question: question, simulated: mine, served: theirs))
    }
  }

  static func questions(_ dice: Dice, _ world: DifferentialWorld) -> [DifferentialCase] {
    let generator = StatementGenerator(dice, world.catalog)
    let claims = [nil, #"{"sub": "alice", "n": 1}"#, #"{"sub": "a"}"#]
    let roles = world.catalog.roles.map(\.name)
    var result: [DifferentialCase] = []
    for _ in 0..<4 {
      let role = dice.chance(90) ? dice.pick(Array(roles.dropFirst())) : roles[0]
      let identity = Identity(role, role: role, claims: dice.pick(claims))
      for _ in 0..<(statementsPerWorld / 4) {
        result.append(
          DifferentialCase(world: world, identity: identity, statement: generator.statement()))
      }
    }
    return result
  }
}

extension LivePostgresError {
  var isRefusedWorld: Bool { [.migrationRefused, .rowsRefused, .notAllowed].contains(code) }
}
