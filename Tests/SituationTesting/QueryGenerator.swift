import AccessModel
import DiceTesting

/// A generated query, and what it gives.
struct GeneratedQuery {
  var query: SQLQuery
  var columns: [(name: String, kind: ValueKind)]
}

/// SELECTs of every clause the engine takes.
struct QueryGenerator {
  let dice: Dice
  /// Scopes of the queries around, what may be read, and what risks are taken.
  let expressions: ExpressionGenerator
  private var readable: [Readable] { expressions.readable }

  init(_ expressions: ExpressionGenerator) {
    dice = expressions.dice
    self.expressions = expressions
  }

  func query(_ depth: Int) -> GeneratedQuery {
    var visible: [Visible] = []
    let from = dice.chance(4) ? [] : sources(depth, &visible)
    let inner = expressions.inside(visible)
    let condition = dice.chance(60) ? inner.condition(depth) : nil
    if dice.chance(25) { return grouped(inner, from, condition, depth) }
    if expressions.takesRisks, !from.isEmpty, dice.chance(12) {
      let all = visible.flatMap(\.columns)
      return GeneratedQuery(
        query: SQLQuery(SQLSelect([.star(qualifier: nil)], from: from, where: condition)),
        columns: all)
    }
    var targets: [SQLTarget] = []
    var columns: [(name: String, kind: ValueKind)] = []
    for number in 0..<dice.within(1...3) {
      let kind = dice.pick(ValueKind.allCases)
      let value: (SQLExpression, ValueKind) =
        dice.chance(65)
        ? inner.anyColumn() ?? (inner.value(kind, 1), kind) : (inner.value(kind, depth), kind)
      let name = expressions.takesRisks && dice.chance(30) ? nil : "c\(number)"
      targets.append(.expression(settled(value.0, value.1), name: name))
      columns.append((name ?? "?", value.1))
    }
    let select = SQLSelect(
      targets, from: from, where: condition, isDistinct: dice.chance(10))
    return ordered(select, columns)
  }

  /// Where others rely on a column's type, it is cast: `1` is an integer, even for a bigint.
  private func settled(_ expression: SQLExpression, _ kind: ValueKind) -> SQLExpression {
    if expressions.takesRisks { return expression }
    if case .column = expression { return expression }
    return .cast(operand: expression, type: kind.type)
  }

  private func grouped(
    _ inner: ExpressionGenerator, _ from: [SQLFromItem], _ condition: SQLExpression?, _ depth: Int
  ) -> GeneratedQuery {
    var keys: [SQLExpression] = []
    var targets: [SQLTarget] = []
    var columns: [(name: String, kind: ValueKind)] = []
    for number in 0..<dice.below(3) {
      guard let (key, kind) = inner.anyColumn() else { break }
      keys.append(key)
      if dice.chance(80) {
        targets.append(.expression(key, name: "k\(number)"))
        columns.append(("k\(number)", kind))
      }
    }
    for number in 0..<dice.within(1...2) {
      let (call, kind) = aggregate(inner)
      targets.append(.expression(call, name: "a\(number)"))
      columns.append(("a\(number)", kind))
    }
    let having: SQLExpression? =
      dice.chance(25)
      ? .binary(
        symbol: dice.pick([">", "=", "<>"]), left: aggregate(inner, .count).0,
        right: .integer(Int64(dice.below(3)))) : nil
    return ordered(
      SQLSelect(targets, from: from, where: condition, groupBy: keys, having: having), columns)
  }

  private enum AggregateChoice { case any, count }

  private func aggregate(
    _ inner: ExpressionGenerator, _ choice: AggregateChoice = .any
  ) -> (SQLExpression, ValueKind) {
    let star = SQLExpression.call(SQLFunctionCall("count", isStar: true))
    guard choice == .any || dice.chance(40), let (column, kind) = inner.anyColumn() else {
      return (star, .bigint)
    }
    func call(_ name: String) -> SQLExpression {
      .call(SQLFunctionCall(name, [column], isDistinct: dice.chance(25)))
    }
    if choice == .count || dice.chance(30) { return (call("count"), .bigint) }
    switch kind {
    case .integer: return dice.chance(50) ? (call("sum"), .bigint) : (call("avg"), .numeric)
    case .bigint, .numeric: return (call(dice.pick(["sum", "avg"])), .numeric)
    case .text, .time: return (call(dice.pick(["min", "max"])), kind)
    case .boolean: return (call(dice.pick(["bool_and", "bool_or"])), .boolean)
    case .uuid, .json: return (star, .bigint)
    }
  }

  /// With an order over everything that comes out, so that LIMIT has one answer.
  private func ordered(
    _ select: SQLSelect, _ columns: [(name: String, kind: ValueKind)]
  ) -> GeneratedQuery {
    var query = SQLQuery(select)
    let canOrder = !columns.contains { $0.kind == .json }
    if canOrder, dice.chance(35) {
      query.orderBy = dice.shuffled(Array(columns.indices)).map { index in
        SQLOrder(
          .integer(Int64(index + 1)), isDescending: dice.chance(40),
          nullsFirst: dice.pick([nil, true, false]))
      }
      if dice.chance(50) {
        query.limit = dice.weighted([
          (8, .integer(Int64(dice.below(4)))), (1, .null),
          (expressions.takesRisks ? 1 : 0, .integer(-1)),
        ])
      }
      if dice.chance(20) { query.offset = .integer(Int64(dice.below(3))) }
    } else if dice.chance(3) {
      query.limit = .integer(dice.pick([0, 1000]))
    }
    return GeneratedQuery(query: query, columns: columns)
  }
}
