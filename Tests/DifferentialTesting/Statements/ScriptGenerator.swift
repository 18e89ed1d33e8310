public import AccessModel
import DiceTesting

/// Makes scripts: the same seed and version, the same script.
public enum ScriptGenerator {
  /// A database, and what happens in it.
  public static func script(seed: UInt64, version: PostgresVersion) -> Script {
    let writer = ScriptWriter(Dice(seed: seed), version: version.rawValue)
    writer.writeRoles()
    writer.writeSchemas()
    writer.writeTables()
    writer.writeFunctions()
    writer.writeViews()
    writer.writePolicies()
    writer.writeTriggers()
    writer.writeGrants()
    writer.writeProbes()
    for _ in 0..<acts {
      writer.writeAct()
      if writer.dice.chance(70) { writer.writeChange() }
      writer.writeProbes()
    }
    return Script(steps: writer.steps)
  }

  /// Shapes of FROM, crossed with conditions and policies that raise errors.
  public static func crossing(seed: UInt64) -> Script {
    var writer = CrossingWriter(Dice(seed: seed))
    return writer.script(statements: 60)
  }

  private static let acts = 8
}

extension ScriptWriter {
  /// What every role sees of every relation.
  func writeProbes() {
    let claims = dice.pick([nil, #"{"sub": "alice"}"#, #"{"sub": "a", "role": "bob"}"#])
    probe(
      world.everyone.flatMap { role in
        world.relations.map { relation in
          Script.Probe(role: role, claims: claims, query: "SELECT * FROM \(relation.text)")
        }
      })
  }
}
