import SQLText

/// Changes to the catalog once rows are there, by whoever is at it: many are refused.
extension ScriptWriter {
  func writeChange() {
    switch dice.below(22) {
    case 0...3: world.relations.randomPick(dice).map { writeGrant(on: $0, to: roleList(30)) }
    case 4...6: world.relations.randomPick(dice).map(writeRevoke)
    case 7...8: world.tables.randomPick(dice).map(writePolicy)
    case 9...10: writePolicyChange()
    case 11...12: writeRowSecurity()
    case 13: world.relations.randomPick(dice).map(changeOwner)
    case 14...15: writeRoleChange()
    case 16: writeViewChange()
    case 17:
      let schema = name(dice.pick(world.schemas))
      write(
        dice.chance(50)
          ? "GRANT USAGE ON SCHEMA \(schema) TO \(roleList(40))"
          : "REVOKE USAGE ON SCHEMA \(schema) FROM \(roleList(40))", "GRANT schema")
    case 18: writeTableChange()
    case 19:
      guard let function = world.functions.randomPick(dice) else { return }
      write(
        "\(dice.pick(["GRANT", "REVOKE"])) EXECUTE ON FUNCTION \(function.signature) "
          + (dice.chance(50) ? "TO PUBLIC" : "FROM \(roleList(40))"), "GRANT function")
    case 20:
      guard let relation = world.relations.first(where: { $0.kind == .materialized }) else {
        return
      }
      write("REFRESH MATERIALIZED VIEW \(relation.text)", "REFRESH")
    default: writeTableFromQuery()
    }
  }

  private func writePolicyChange() {
    guard let table = world.tables.filter({ !$0.policies.isEmpty }).randomPick(dice) else { return }
    let policy = dice.pick(table.policies)
    switch dice.below(4) {
    case 0:
      write("DROP POLICY \(name(policy)) ON \(table.text)", "DROP POLICY")
      table.policies.removeAll { $0 == policy }
    case 1:
      write("ALTER POLICY \(name(policy)) ON \(table.text) TO \(roleList(40))", "ALTER POLICY")
    default:
      let part = dice.pick(["USING", "USING", "WITH CHECK"])
      write(
        "ALTER POLICY \(name(policy)) ON \(table.text) \(part) (\(policyCondition(table)))",
        "ALTER POLICY")
    }
  }

  private func writeRowSecurity() {
    guard let table = world.tables.randomPick(dice) else { return }
    let word = dice.pick(["ENABLE", "ENABLE", "DISABLE", "FORCE", "NO FORCE"])
    write("ALTER TABLE \(table.text) \(word) ROW LEVEL SECURITY", "\(word) ROW LEVEL SECURITY")
  }

  private func writeRoleChange() {
    let role = dice.pick(world.roles)
    let other = dice.pick(world.roles)
    switch dice.below(4) {
    case 0:
      let word = dice.pick(["INHERIT", "NOINHERIT", "BYPASSRLS", "NOBYPASSRLS", "NOSUPERUSER"])
      write("ALTER ROLE \(name(role)) \(word)", "ALTER ROLE")
    case 1: writeEnd(ofMembership: role, in: other)
    default: if role != other { writeMembership(role, of: other) }
    }
  }

  private func writeViewChange() {
    guard let view = world.relations.filter({ $0.kind == .view }).randomPick(dice) else { return }
    let option = dice.pick([
      "SET (security_invoker = true)", "SET (security_invoker = false)",
      "SET (security_barrier = true)", "RESET (security_barrier)",
    ])
    write("ALTER VIEW \(view.text) \(option)", "ALTER VIEW")
  }

  private func writeTableChange() {
    guard let table = world.tables.filter({ $0.kind == .table }).randomPick(dice) else { return }
    switch dice.below(3) {
    case 0 where !table.columns.contains { $0.name == "added" }:
      write("ALTER TABLE \(table.text) ADD COLUMN added text DEFAULT 'a'", "ADD COLUMN")
      table.columns.append(Column(name: "added", kind: .text, hasDefault: true))
    case 1:
      let column = dice.pick(table.columns)
      write(
        "ALTER TABLE \(table.text) ALTER COLUMN \(column.text) SET DEFAULT "
          + "\(expressions.constant(column.kind))", "SET DEFAULT")
    default:
      guard let trigger = table.triggers.randomPick(dice) else { return }
      write("ALTER TABLE \(table.text) DISABLE TRIGGER \(trigger)", "DISABLE TRIGGER")
    }
  }

  private func writeTableFromQuery() {
    guard let relation = world.relations.randomPick(dice) else { return }
    let made = "made\(world.relations.count)"
    write("CREATE TABLE public.\(made) AS SELECT * FROM \(relation.text)", "CREATE TABLE AS")
    write("SELECT count(*) FROM public.\(made)", "SELECT")
    write("DROP TABLE public.\(made)", "DROP TABLE")
  }
}
