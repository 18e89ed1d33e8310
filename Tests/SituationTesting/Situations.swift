import AccessModel
import DiceTesting

/// Questions about generated databases, as models: who asks what.
public enum Situations {
  /// How many questions are asked of each database.
  private static let perWorld = 40

  /// The database of a seed.
  public static func world(seed: UInt64) -> SituationWorld {
    var worlds = WorldGenerator(Dice(seed: seed))
    return worlds.world()
  }

  /// What the database of a seed is asked.
  public static func questions(seed: UInt64) -> [Situation] {
    let dice = Dice(seed: seed)
    var worlds = WorldGenerator(dice)
    let world = worlds.world()
    let generator = StatementGenerator(dice, world.catalog)
    let claims = [nil, #"{"sub": "alice", "n": 1}"#, #"{"sub": "a"}"#]
    let roles = world.catalog.roles.map(\.name)
    var result: [Situation] = []
    for _ in 0..<4 {
      let role = dice.chance(90) ? dice.pick(Array(roles.dropFirst())) : roles[0]
      let identity = Identity(role, role: role, claims: dice.pick(claims))
      for _ in 0..<(perWorld / 4) {
        result.append(
          Situation(world: world, identity: identity, statement: generator.statement()))
      }
    }
    return result
  }
}
