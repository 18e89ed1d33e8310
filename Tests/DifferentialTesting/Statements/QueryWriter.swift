import DiceTesting
import SQLText

/// SELECT in all its parts.
struct QueryWriter {
  let dice: Dice
  let world: World
  let features: Features
  private var expressions: Expressions

  init(_ writer: ScriptWriter) {
    (dice, world, features) = (writer.dice, writer.world, writer.features)
    expressions = writer.expressions
    expressions.takesRisks = true
  }

  /// One whole query.
  func query() -> String {
    guard !world.relations.isEmpty else { return "SELECT 1" }
    switch dice.below(24) {
    case 0...6: return plain()
    case 7...9: return joined()
    case 10...11: return aggregate()
    case 12: return setOperation()
    case 13...14: return locking()
    case 15...16: return withTables()
    case 17: return fromSubquery()
    case 18: return "SELECT \(expressions.roleCondition()), current_user, session_user"
    case 19: return "SELECT count(*) FROM \(relation().text)"
    case 20: return "TABLE \(relation().text)"
    case 21: return wholeRow()
    case 22: return window()
    default:
      let relation = relation()
      return "SELECT \(expressions.inside([visible(relation, "q")]).value(.text, 2)) "
        + "FROM \(source(relation, "q"))"
    }
  }

  private func relation() -> Relation { dice.pick(world.relations) }

  private func visible(_ relation: Relation, _ alias: String) -> Visible {
    Visible(qualifier: alias, columns: relation.columns)
  }

  private func source(_ relation: Relation, _ alias: String) -> String {
    let only = relation.kind.holdsRows && dice.chance(4) ? "ONLY " : ""
    // Without its schema a name is looked up in the search path.
    let isBare = relation.schema == "public" && dice.chance(15)
    return "\(only)\(isBare ? quoteIdentifier(relation.name) : relation.text) \(alias)"
  }

  private func condition(_ inner: Expressions) -> String {
    dice.chance(65) ? " WHERE \(inner.condition(dice.below(3)))" : ""
  }

  private func list(_ relation: Relation, _ alias: String, _ inner: Expressions) -> [String] {
    if dice.chance(30) { return ["\(alias).*"] }
    var columns = dice.some(relation.columns, 50).map { "\(alias).\($0.text)" }
    if dice.chance(35) {
      columns.append(inner.value(dice.pick([.integer, .text, .boolean, .numeric]), 2))
    }
    return columns.isEmpty ? ["1"] : columns
  }

  private func plain() -> String {
    let relation = relation()
    let inner = expressions.inside([visible(relation, "q")])
    let targets = list(relation, "q", inner)
    let distinct = dice.chance(10) ? "DISTINCT " : ""
    var text = "SELECT \(distinct)\(targets.joined(separator: ", ")) FROM \(source(relation, "q"))"
    text += condition(inner)
    if !targets[0].hasSuffix("*"), dice.chance(30) {
      features.note("ORDER BY")
      text += " ORDER BY \(ordinals(targets.count))"
      if dice.chance(50) { text += " LIMIT \(dice.within(0...3))" }
      if dice.chance(15) { text += " OFFSET 1" }
    }
    return text
  }

  private func ordinals(_ count: Int) -> String {
    (1...count).map { "\($0)" + dice.pick(["", "", " DESC", " NULLS FIRST"]) }
      .joined(separator: ", ")
  }

  private func joined() -> String {
    features.note("JOIN")
    let (left, right) = (relation(), relation())
    let both = expressions.inside([visible(left, "q"), visible(right, "r")])
    var targets = dice.some(left.columns, 40).map { "q.\($0.text)" }
    targets += dice.some(right.columns, 30).map { "r.\($0.text)" }
    if targets.isEmpty { targets = ["q.\(left.columns[0].text)"] }
    let list = targets.joined(separator: ", ")
    let shared = left.columns.filter { column in
      right.columns.contains { $0.name == column.name && $0.kind == column.kind }
    }
    let kind = dice.pick(["JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"])
    switch dice.below(6) {
    case 0:
      return "SELECT \(list) FROM \(source(left, "q")), \(source(right, "r"))\(condition(both))"
    case 1: return "SELECT \(list) FROM \(source(left, "q")) CROSS JOIN \(source(right, "r"))"
    case 2 where !shared.isEmpty:
      features.note("JOIN USING")
      return "SELECT \(list) FROM \(source(left, "q")) \(kind) \(source(right, "r")) "
        + "USING (\(dice.pick(shared).text))"
    case 3 where dice.chance(30) && shared.count == Self.namesShared(left, right):
      return "SELECT count(*) FROM \(source(left, "q")) NATURAL JOIN \(source(right, "r"))"
    default:
      // FULL takes equality only.
      let tie =
        left.columns[0].kind.comparable.contains(right.columns[0].kind)
        ? "q.\(left.columns[0].text) = r.\(right.columns[0].text)" : "true"
      let on = kind == "FULL JOIN" || dice.chance(60) ? tie : both.condition(1)
      // What ON asks is planned though nothing is wanted.
      let asked = dice.chance(4) ? " WHERE false" : condition(both)
      return "SELECT \(list) FROM \(source(left, "q")) \(kind) \(source(right, "r")) ON \(on)"
        + asked
    }
  }

  /// All of these must compare in a NATURAL JOIN.
  private static func namesShared(_ left: Relation, _ right: Relation) -> Int {
    left.columns.filter { column in right.columns.contains { $0.name == column.name } }.count
  }

  private func aggregate() -> String {
    features.note("aggregates")
    let relation = relation()
    let inner = expressions.inside([visible(relation, "q")])
    let text = inner.value(.text, 1)
    let number = inner.value(.integer, 1)
    let made = dice.pick([
      "count(*)", "count(\(text))", "sum(\(number))", "min(\(text))", "max(\(number))",
      "bool_or(\(inner.condition(1)))", "string_agg(\(text), ',' ORDER BY \(text))",
      "count(DISTINCT \(text))", "array_agg(\(number) ORDER BY \(number))", "avg(\(number))",
      "bool_and(\(inner.condition(1)))", "count(*) FILTER (WHERE \(inner.condition(1)))",
    ])
    guard dice.chance(60), let key = relation.columns.filter({ $0.kind != .json }).randomPick(dice)
    else { return "SELECT \(made) FROM \(source(relation, "q"))\(condition(inner))" }
    let having = dice.chance(30) ? " HAVING count(*) > \(dice.below(2))" : ""
    return "SELECT q.\(key.text), \(made) FROM \(source(relation, "q"))\(condition(inner)) "
      + "GROUP BY q.\(key.text)\(having)"
  }

  private func setOperation() -> String {
    features.note("set operation")
    let (left, right) = (relation(), relation())
    let kind = dice.pick([ValueKind.integer, .text])
    let sides = [(left, "q"), (right, "r")].map { relation, alias in
      let inner = expressions.inside([visible(relation, alias)])
      return
        "SELECT \(inner.value(kind, 1)) AS x FROM \(source(relation, alias))\(condition(inner))"
    }
    let word = dice.pick(["UNION", "UNION ALL", "INTERSECT", "EXCEPT", "EXCEPT ALL"])
    return "\(sides[0]) \(word) \(sides[1])" + (dice.chance(40) ? " ORDER BY 1" : "")
  }

  private func locking() -> String {
    features.note("row locking")
    let relation = relation()
    let inner = expressions.inside([visible(relation, "q")])
    let strength = dice.pick(["UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE"])
    let targets = list(relation, "q", inner).joined(separator: ", ")
    if dice.chance(25) {
      let other = self.relation()
      return "SELECT \(targets) FROM \(source(relation, "q")), \(source(other, "r")) "
        + "FOR \(strength) OF q"
    }
    return "SELECT \(targets) FROM \(source(relation, "q"))\(condition(inner)) FOR \(strength)"
      + dice.pick(["", "", "", " NOWAIT", " SKIP LOCKED"])
  }

  private func withTables() -> String {
    features.note("WITH")
    let relation = relation()
    let inner = expressions.inside([visible(relation, "q")])
    let word = dice.pick(["", "", "MATERIALIZED ", "NOT MATERIALIZED "])
    let cte = "SELECT q.* FROM \(source(relation, "q"))\(condition(inner))"
    let outer = expressions.inside([Visible(qualifier: "w", columns: relation.columns)])
    let body = dice.chance(10) ? "SELECT 1" : "SELECT w.* FROM w\(condition(outer))"
    return "WITH w AS \(word)(\(cte)) \(body)"
  }

  private func fromSubquery() -> String {
    let (relation, other) = (relation(), relation())
    let inner = expressions.inside([visible(relation, "q")])
    let outer = expressions.inside([
      Visible(qualifier: "d", columns: relation.columns), visible(other, "r"),
    ])
    if dice.chance(40) {
      features.note("LATERAL")
      return "SELECT r.\(other.columns[0].text), d.* FROM \(source(other, "r")), LATERAL "
        + "(SELECT q.* FROM \(source(relation, "q")) WHERE \(outer.inside([visible(relation, "q")]).condition(1))) d"
    }
    return "SELECT d.* FROM (SELECT q.* FROM \(source(relation, "q"))\(condition(inner))) d, "
      + "\(source(other, "r"))\(condition(outer))"
  }

  private func wholeRow() -> String {
    features.note("whole row")
    let relation = relation()
    return dice.pick([
      "SELECT q FROM \(source(relation, "q"))",
      "SELECT count(q) FROM \(source(relation, "q"))",
      "SELECT to_jsonb(q) FROM \(source(relation, "q"))",
      "SELECT tableoid::regclass FROM \(source(relation, "q"))",
      "SELECT q.\(relation.columns[0].text) FROM \(source(relation, "q")) WHERE q IS NOT NULL",
    ])
  }

  private func window() -> String {
    features.note("window")
    let relation = relation()
    let key = relation.columns[0].text
    return "SELECT q.\(key), count(*) OVER (ORDER BY q.\(key)), "
      + "sum(1) OVER (PARTITION BY q.\(key)) FROM \(source(relation, "q"))"
  }
}
