import DiceTesting
import SQLText

extension WriteWriter {
  func insert(into relation: Relation) -> String {
    features.note("INSERT")
    return "INSERT INTO \(relation.text) \(source(relation))"
      + returning(relation, relation.name)
  }

  func upsert(into relation: Relation) -> String {
    // What ON CONFLICT means to an INSTEAD OF trigger is not modelled.
    guard !relation.hasInsteadOf else { return insert(into: relation) }
    features.note("ON CONFLICT")
    let inner = expressions.inside([
      visible(relation, "t"), Visible(qualifier: "excluded", columns: relation.columns),
    ])
    var target = ""
    if let key = relation.keys.randomPick(dice), dice.chance(85) {
      target = " (\(key.map { quoteIdentifier($0) }.joined(separator: ", ")))"
      if let constraint = relation.constraints.randomPick(dice), dice.chance(15) {
        target = " ON CONSTRAINT \(quoteIdentifier(constraint))"
      }
    }
    var action = "DO NOTHING"
    if !target.isEmpty, dice.chance(70) {
      let column = dice.pick(relation.columns)
      let value = dice.chance(50) ? "excluded.\(column.text)" : stored(column, inner)
      action = "DO UPDATE SET \(column.text) = \(value)"
      if dice.chance(35) { action += " WHERE \(inner.condition(1))" }
    }
    features.note(action.hasPrefix("DO N") ? "DO NOTHING" : "DO UPDATE")
    return "INSERT INTO \(relation.text) AS t \(source(relation)) ON CONFLICT\(target) \(action)"
      + returning(relation, "t")
  }

  /// The columns, and VALUES, SELECT or DEFAULT VALUES.
  private func source(_ relation: Relation) -> String {
    let given = relation.columns.filter { $0.filling == .given || dice.chance(30) }
    let chosen = given.filter { !$0.isNullable || dice.chance(75) }
    if chosen.isEmpty || dice.chance(5) { return "DEFAULT VALUES" }
    let isAll = chosen.count == relation.columns.count
    let list =
      isAll && dice.chance(40) ? "" : "(\(chosen.map(\.text).joined(separator: ", "))) "
    let overriding =
      dice.chance(chosen.contains { $0.filling == .always } ? 50 : 3)
      ? dice.pick(["OVERRIDING SYSTEM VALUE ", "OVERRIDING USER VALUE "]) : ""
    if dice.chance(18), let other = world.relations.randomPick(dice) {
      features.note("INSERT … SELECT")
      let inner = expressions.inside([visible(other, "o")])
      let values = chosen.map { column in
        let value = dice.chance(40) ? inner.value(column.kind, 1) : inner.constant(column.kind)
        return "(\(value))::\(column.kind.castType)"
      }
      let rest = dice.chance(60) ? " WHERE \(inner.condition(1))" : ""
      return list + overriding
        + "SELECT \(values.joined(separator: ", ")) FROM \(other.text) o\(rest)"
    }
    let rows = (0..<dice.weighted([(75, 1), (25, 2)])).map { number in
      let values = chosen.map { column in
        // A key that is free, so that more than duplicates is seen.
        column.name == "id" && dice.chance(60)
          ? "\(50 + number + dice.below(40))" : stored(column, expressions)
      }
      return "(\(values.joined(separator: ", ")))"
    }
    return list + overriding + "VALUES \(rows.joined(separator: ", "))"
  }
}
