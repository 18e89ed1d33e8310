import DiceTesting
import SQLText

/// Views in chains, materialized ones, rules and INSTEAD OF triggers.
extension ScriptWriter {
  func writeViews() {
    for _ in 0..<dice.weighted([(20, 0), (30, 1), (30, 2), (20, 3)]) { writeView() }
    if dice.chance(10) { writeMaterializedView() }
  }

  private func writeView() {
    let number = world.relations.filter { $0.kind == .view }.count
    let view = dice.pick(["V", "v", "public view", "mine"]) + "\(number)"
    guard let base = world.relations.randomPick(dice) else { return }
    let (query, columns, isPlain) = dice.chance(65) ? plainQuery(base) : otherQuery(base)
    var options: [String] = []
    if dice.chance(35) {
      options.append(dice.pick(["security_invoker", "security_invoker = true"]))
    }
    if dice.chance(20) { options.append("security_barrier") }
    let relation = Relation(base.schema, view, .view, columns, owner: "postgres")
    for option in options { features.note(String(option.prefix(16))) }
    var text = "CREATE VIEW \(relation.text) "
    if !options.isEmpty { text += "WITH (\(options.joined(separator: ", "))) " }
    text += "AS \(query)"
    if isPlain, dice.chance(30) {
      text += " WITH \(dice.pick(["", "LOCAL ", "CASCADED "]))CHECK OPTION"
      features.note("CHECK OPTION")
    }
    write(text, base.kind == .view ? "view of a view" : "CREATE VIEW")
    world.relations.append(relation)
    if dice.chance(14) { writeInsteadOf(relation) }
    if dice.chance(4) { writeRule(relation, base) }
  }

  /// Updatable as it is.
  private func plainQuery(_ base: Relation) -> (String, [Column], Bool) {
    let visible = Visible(qualifier: "q", columns: base.columns)
    let inner = expressions.inside([visible])
    let isWhole = dice.chance(45)
    var columns = isWhole ? base.columns : dice.some(base.columns, 75)
    if columns.isEmpty { columns = Array(base.columns.prefix(1)) }
    var targets = isWhole ? ["*"] : columns.map { "q.\($0.text)" }
    if !isWhole, dice.chance(25) {
      columns[0].name = "renamed"
      targets[0] += " AS renamed"
    }
    if !isWhole, dice.chance(15) {
      targets.append("\(inner.value(.text, 1)) AS made")
      columns.append(Column(name: "made", kind: .text, filling: .generated))
    }
    let condition = dice.chance(55) ? " WHERE \(inner.condition(dice.below(3)))" : ""
    return (
      "SELECT \(targets.joined(separator: ", ")) FROM \(base.text) q\(condition)", columns, true
    )
  }

  /// Joins, aggregates and unions, which take no writes.
  private func otherQuery(_ base: Relation) -> (String, [Column], Bool) {
    let visible = Visible(qualifier: "q", columns: base.columns)
    let id = base.columns[0]
    let first = "q.\(id.text)"
    switch dice.below(4) {
    case 0:
      guard let other = world.relations.randomPick(dice) else { break }
      let both = expressions.inside([
        visible, Visible(qualifier: "r", columns: other.columns),
      ])
      return (
        "SELECT \(first), r.\(other.columns[0].text) AS other FROM \(base.text) q "
          + "\(dice.pick(["JOIN", "LEFT JOIN"])) \(other.text) r ON \(both.condition(1))",
        [id, Column(name: "other", kind: other.columns[0].kind)], false
      )
    case 1:
      return (
        "SELECT \(first), count(*) AS n FROM \(base.text) q GROUP BY \(first)",
        [id, Column(name: "n", kind: .bigint)], false
      )
    case 2:
      return (
        "SELECT \(first) FROM \(base.text) q UNION SELECT \(first) FROM \(base.text) q "
          + "WHERE \(expressions.inside([visible]).condition(1))", [id], false
      )
    default: break
    }
    return ("SELECT DISTINCT \(first) FROM \(base.text) q", [id], false)
  }

  private func writeMaterializedView() {
    guard let base = world.relations.randomPick(dice) else { return }
    let relation = Relation("public", "stored", .materialized, base.columns, owner: "postgres")
    write(
      "CREATE MATERIALIZED VIEW \(relation.text) AS SELECT * FROM \(base.text)"
        + dice.pick(["", "", " WITH NO DATA"]), "CREATE MATERIALIZED VIEW")
    world.relations.append(relation)
  }

  private func writeInsteadOf(_ view: Relation) {
    view.hasInsteadOf = true
    let function = "instead\(world.functions.count)"
    let answer = dice.pick(["NEW", "NEW", "NULL"])
    let body =
      dice.chance(50)
      ? "RETURN \(answer);"
      : "RAISE EXCEPTION 'as %', current_user USING ERRCODE = 'RK001';"
    write(
      "CREATE FUNCTION public.\(function)() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(body) "
        + "END $$", "trigger function")
    let event = dice.pick(["INSERT", "UPDATE", "INSERT OR UPDATE"])
    write(
      "CREATE TRIGGER \(function) INSTEAD OF \(event) ON \(view.text) FOR EACH ROW "
        + "EXECUTE FUNCTION public.\(function)()", "INSTEAD OF trigger")
  }

  private func writeRule(_ view: Relation, _ base: Relation) {
    let event = dice.pick(["INSERT", "UPDATE", "DELETE"])
    let action =
      event == "DELETE"
      ? "DELETE FROM \(base.text) WHERE \(base.columns[0].text) = OLD.\(view.columns[0].text)"
      : "NOTHING"
    write(
      "CREATE RULE r AS ON \(event) TO \(view.text) DO INSTEAD \(action)", "rule")
  }
}
