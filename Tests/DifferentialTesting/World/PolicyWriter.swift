import DiceTesting
import SQLText

/// Row security and policies of the shapes that people write.
extension ScriptWriter {
  func writePolicies() {
    for table in world.tables {
      if dice.chance(table.kind == .partition ? 30 : 82) {
        write("ALTER TABLE \(table.text) ENABLE ROW LEVEL SECURITY", "ENABLE ROW LEVEL SECURITY")
        table.isRowSecured = true
      }
      if dice.chance(20) {
        write("ALTER TABLE \(table.text) FORCE ROW LEVEL SECURITY", "FORCE ROW LEVEL SECURITY")
      }
      let count =
        table.isRowSecured
        ? dice.weighted([(10, 0), (25, 1), (30, 2), (25, 3), (10, 4)]) : dice.below(2)
      for _ in 0..<count { writePolicy(on: table) }
    }
  }

  func writePolicy(on table: Relation) {
    let policy =
      dice.pick(["p", "Zed policy", "a_read", "tenant", "own"]) + "\(table.policies.count)"
    let command = dice.weighted([
      (34, "ALL"), (26, "SELECT"), (14, "INSERT"), (14, "UPDATE"), (12, "DELETE"),
    ])
    let isPermissive = dice.chance(78)
    var text = "CREATE POLICY \(name(policy)) ON \(table.text)"
    text += isPermissive ? dice.pick(["", " AS PERMISSIVE"]) : " AS RESTRICTIVE"
    if command != "ALL" || dice.chance(40) { text += " FOR \(command)" }
    if dice.chance(45) { text += " TO \(roleList(40))" }
    features.note("\(isPermissive ? "permissive" : "restrictive") \(command)")
    if command != "INSERT", dice.chance(90) { text += " USING (\(policyCondition(table)))" }
    let takesCheck = ["ALL", "INSERT", "UPDATE"].contains(command)
    if takesCheck, dice.chance(command == "INSERT" ? 92 : 35) {
      text += " WITH CHECK (\(policyCondition(table)))"
    }
    write(text, "CREATE POLICY")
    table.policies.append(policy)
  }

  /// Idioms, and now and then anything.
  func policyCondition(_ table: Relation) -> String {
    let own = Visible(qualifier: table.name, columns: table.columns)
    // The own table less often than the others: it mostly recurses.
    let others = world.relations.filter { $0 !== table }
    var expressions = Expressions(
      dice, world, features, readable: dice.chance(6) ? world.relations : others)
    expressions.scopes = [[own]]
    let texts = table.columns.filter { $0.kind.isText }.map(\.text)
    switch dice.below(20) {
    case 0...3:
      guard let owner = texts.randomPick(dice) else { break }
      features.note("owner equality")
      return "\(owner) = "
        + dice.pick([
          "current_user", "current_user", "session_user", "(SELECT current_user)",
          "(SELECT current_user)::text",
        ])
    case 4...6:
      guard let owner = texts.randomPick(dice) else { break }
      return "\(owner) = \(expressions.claim("sub"))"
    case 7...9 where !others.isEmpty:
      features.note("membership policy")
      return expressions.membership(dice.below(2))
    case 10...11 where !others.isEmpty:
      features.note("EXISTS policy")
      return expressions.existence(dice.below(2))
    case 12...13: return dice.chance(88) ? "true" : dice.pick(["false", "NULL"])
    case 14: return expressions.roleCondition()
    case 15:
      features.note("column comparison")
      return expressions.condition(0)
    case 16:
      guard let kind = expressions.anyColumn() else { break }
      return "\(kind.0) IS NOT NULL OR \(expressions.condition(0))"
    default: break
    }
    return expressions.condition(dice.below(3))
  }
}
