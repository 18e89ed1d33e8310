import DiceTesting
import SQLText

/// INSERT, UPDATE, DELETE, MERGE and TRUNCATE.
struct WriteWriter {
  let dice: Dice
  let world: World
  let features: Features
  var expressions: Expressions

  init(_ writer: ScriptWriter) {
    (dice, world, features) = (writer.dice, writer.world, writer.features)
    expressions = writer.expressions
    expressions.takesRisks = true
  }

  /// Any statement that changes rows; nil where there is no table.
  func statement() -> String {
    guard let target = target() else { return "SELECT 1" }
    switch dice.below(30) {
    case 0...7: return insert(into: target)
    case 8...11: return upsert(into: target)
    case 12...18: return update(target)
    case 19...24: return delete(target)
    case 25...27:
      // Views can be merged into from 17 on; before, the error comes before the names are looked at.
      let isView = !target.kind.holdsRows && (world.version < 17 || target.hasInsteadOf)
      return isView ? insert(into: target) : merge(target)
    case 28: return truncate(target)
    default: return inWith(target)
    }
  }

  private func target() -> Relation? {
    let relations = dice.chance(75) ? world.tables : world.relations
    return relations.randomPick(dice)
  }

  func visible(_ relation: Relation, _ alias: String) -> Visible {
    Visible(qualifier: alias, columns: relation.columns)
  }

  /// What a column is to get.
  func stored(_ column: Column, _ inner: Expressions) -> String {
    if dice.chance(5) { return "NULL" }
    if column.hasDefault || column.filling != .given, dice.chance(20) { return "DEFAULT" }
    if column.name == "id", dice.chance(60) { return "\(dice.within(1...60))" }
    if column.kind.isText, dice.chance(25) { return "current_user" }
    let value = dice.chance(70) ? inner.constant(column.kind) : inner.value(column.kind, 2)
    return column.kind == .smallint || column.kind == .varchar
      ? "(\(value))::\(column.kind.castType)" : value
  }

  func returning(_ relation: Relation, _ alias: String) -> String {
    guard dice.chance(40) else { return "" }
    features.note("RETURNING")
    if world.version >= 18, dice.chance(35) { return returningVersions(relation, alias) }
    let inner = expressions.inside([visible(relation, alias)])
    let column = "\(quoteIdentifier(alias)).\(dice.pick(relation.columns).text)"
    let choices = ["*", column, column, "1", "current_user", inner.value(.text, 1)]
    return " RETURNING \(dice.pick(choices))"
  }

  /// Rows as they were, or as they became.
  private func returningVersions(_ relation: Relation, _ alias: String) -> String {
    features.note("RETURNING old or new")
    let isRenamed = dice.chance(25)
    let qualifier = dice.pick(isRenamed ? ["o", "n"] : ["old", "new"])
    let column = "\(qualifier).\(dice.pick(relation.columns).text)"
    let choices = [
      "\(qualifier).*", column, column, "\(column) IS NULL, \(quoteIdentifier(alias)).*",
      "\(qualifier) IS NULL", "coalesce(\(column)::text, '-')",
    ]
    return " RETURNING \(isRenamed ? "WITH (OLD AS o, NEW AS n) " : "")\(dice.pick(choices))"
  }

  func condition(_ inner: Expressions, isJoined: Bool = false) -> String {
    if dice.chance(isJoined ? 10 : 30) { return dice.chance(50) ? "" : " WHERE true" }
    return " WHERE \(inner.condition(2))"
  }

  private func update(_ relation: Relation) -> String {
    features.note("UPDATE")
    let (own, from, all) = sources(relation)
    let column = dice.pick(relation.columns)
    var assignments = ["\(column.text) = \(stored(column, own))"]
    let other = dice.pick(relation.columns)
    if other.name != column.name, dice.chance(35) {
      if dice.chance(40) {
        assignments = [
          "(\(column.text), \(other.text)) = (\(stored(column, own)), \(stored(other, own)))"
        ]
      } else {
        assignments.append("\(other.text) = \(stored(other, own))")
      }
    }
    // A sequence counts on for each match, in the order that the plan gives.
    if !from.isEmpty { assignments = assignments.map { $0.replacing("DEFAULT", with: "NULL") } }
    let only = dice.chance(4) ? "ONLY " : ""
    return "UPDATE \(only)\(relation.text) x SET \(assignments.joined(separator: ", "))"
      + (from.isEmpty ? "" : " FROM \(from)") + condition(all, isJoined: !from.isEmpty)
      + (from.isEmpty ? returning(relation, "x") : "")
  }

  private func delete(_ relation: Relation) -> String {
    features.note("DELETE")
    let (_, using, all) = sources(relation)
    return "DELETE FROM \(relation.text) x" + (using.isEmpty ? "" : " USING \(using)")
      + condition(all, isJoined: !using.isEmpty)
      + (using.isEmpty ? returning(relation, "x") : "")
  }

  /// The target, and sometimes another table. Of several matches PostgreSQL takes any, so what is
  /// written depends on the target only.
  private func sources(_ relation: Relation) -> (own: Expressions, text: String, all: Expressions) {
    let own = expressions.inside([visible(relation, "x")])
    guard dice.chance(20), let other = world.relations.randomPick(dice) else {
      return (own, "", own)
    }
    features.note("FROM or USING")
    let all = expressions.inside([visible(relation, "x"), visible(other, "o")])
    return (own, "\(other.text) o", all)
  }

  private func truncate(_ relation: Relation) -> String {
    features.note("TRUNCATE")
    return "TRUNCATE \(relation.text)" + dice.pick(["", "", " CASCADE", " RESTART IDENTITY"])
  }

  /// A statement that changes rows inside WITH.
  private func inWith(_ relation: Relation) -> String {
    features.note("writing WITH")
    let inner = expressions.inside([visible(relation, "x")])
    let first = relation.columns[0].text
    return "WITH w AS (DELETE FROM \(relation.text) x WHERE \(inner.condition(1)) "
      + "RETURNING \(first)) SELECT count(*) FROM w"
  }

  private func merge(_ target: Relation) -> String {
    features.note("MERGE")
    guard let source = world.relations.randomPick(dice) else { return "SELECT 1" }
    let both = expressions.inside([visible(target, "x"), visible(source, "o")])
    let outer = expressions.inside([visible(source, "o")])
    let (key, other) = (target.columns[0], source.columns[0])
    let on =
      key.kind.comparable.contains(other.kind) && dice.chance(85)
      ? "x.\(key.text) = o.\(other.text)" : both.condition(1)
    var text = "MERGE INTO \(target.text) x USING \(source.text) o ON \(on)"
    for _ in 0..<dice.within(1...2) {
      let extra = dice.chance(40) ? " AND \(both.condition(1))" : ""
      text += " WHEN MATCHED\(extra) THEN \(mergeAction(on: target, both))"
    }
    if world.version >= 17, dice.chance(30) {
      features.note("NOT MATCHED BY SOURCE")
      let own = expressions.inside([visible(target, "x")])
      let extra = dice.chance(40) ? " AND \(own.condition(1))" : ""
      text += " WHEN NOT MATCHED BY SOURCE\(extra) THEN \(mergeAction(on: target, own))"
    }
    if dice.chance(65) {
      let extra = dice.chance(30) ? " AND \(outer.condition(1))" : ""
      if dice.chance(15) {
        text += " WHEN NOT MATCHED\(extra) THEN DO NOTHING"
      } else {
        let columns = target.columns.filter { $0.filling == .given }
        let values = columns.map { $0.name == "id" ? "\(dice.within(20...60))" : stored($0, outer) }
        text +=
          " WHEN NOT MATCHED\(extra) THEN INSERT "
          + "(\(columns.map(\.text).joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
      }
    }
    return text + (world.version >= 17 ? mergeReturning(target) : "")
  }

  private func mergeAction(on target: Relation, _ inner: Expressions) -> String {
    let column = dice.pick(target.columns)
    return dice.pick([
      "UPDATE SET \(column.text) = \(stored(column, inner))", "DELETE", "DO NOTHING",
      "UPDATE SET \(column.text) = \(stored(column, inner))",
    ])
  }

  private func mergeReturning(_ target: Relation) -> String {
    let list = returning(target, "x")
    guard !list.isEmpty else { return "" }
    features.note("MERGE … RETURNING")
    return list + (dice.chance(40) ? ", merge_action()" : "")
  }
}
