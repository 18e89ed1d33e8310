import DiceTesting
import SQLText

/// A script in the making: the world so far, and the steps that make it.
final class ScriptWriter {
  let dice: Dice
  let world: World
  let features = Features()
  private(set) var steps: [Script.Step] = []

  init(_ dice: Dice, version: Int) {
    self.dice = dice
    world = World(version: version)
  }

  var expressions: Expressions { Expressions(dice, world, features) }

  /// Adds a statement, with the features noted since the last one.
  func write(_ text: String, _ feature: String? = nil, copyLines: [String]? = nil) {
    if let feature { features.note(feature) }
    steps.append(
      .statement(Script.Statement(text, copyLines: copyLines, features: features.take())))
  }

  func probe(_ probes: [Script.Probe]) { steps.append(.probes(probes)) }

  func name(_ identifier: String) -> String { quoteIdentifier(identifier) }

  /// The roles that a policy or grant names.
  func roleList(_ share: Int) -> String {
    var list = dice.some(world.roles, share).map(name)
    if list.isEmpty || dice.chance(20) { list = ["PUBLIC"] }
    if dice.chance(4) { list.append(dice.pick(["CURRENT_USER", "SESSION_USER"])) }
    return list.joined(separator: ", ")
  }

  var anyOwner: String { dice.chance(50) ? "postgres" : dice.pick(world.everyone) }
}
