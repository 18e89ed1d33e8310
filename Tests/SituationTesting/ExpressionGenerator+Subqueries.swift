import AccessModel
import DiceTesting

extension ExpressionGenerator {
  /// A relation under an alias that nothing around it has.
  private func source() -> (SQLFromItem, Visible, Readable) {
    let relation = dice.pick(readable)
    let alias = "s\(nesting)"
    return (relation.item(alias), Visible(qualifier: alias, columns: relation.columns), relation)
  }

  /// An equation between a column of this query and one of the queries around it.
  private func correlation(_ inner: Visible) -> SQLExpression? {
    let pairs = scopes.dropFirst().joined().flatMap { outer in
      outer.columns.flatMap { column in
        inner.columns.filter { $0.kind == column.kind && $0.kind != .json }.map {
          SQLExpression.equal(
            .column($0.name, of: inner.qualifier), .column(column.name, of: outer.qualifier))
        }
      }
    }
    return pairs.isEmpty ? nil : dice.pick(pairs)
  }

  private func restriction(_ inner: Visible, _ depth: Int) -> SQLExpression? {
    var parts: [SQLExpression] = []
    if dice.chance(70), let link = correlation(inner) { parts.append(link) }
    if dice.chance(50) { parts.append(condition(depth)) }
    return parts.isEmpty ? nil : .allOf(parts)
  }

  /// `EXISTS (SELECT … WHERE …)`.
  func existence(_ depth: Int) -> SQLExpression {
    let (item, visible, relation) = source()
    let inner = inside([visible])
    let target: SQLTarget =
      dice.chance(60)
      ? .expression(.integer(1), name: nil)
      : dice.chance(50) || relation.columns.isEmpty
        ? .star(qualifier: nil) : .expression(inner.value(.integer, 0), name: nil)
    let query = SQLQuery(
      SQLSelect([target], from: [item], where: inner.restriction(visible, depth)))
    let exists = SQLExpression.exists(query: query)
    return dice.chance(25) ? .not(operand: exists) : exists
  }

  /// `a [NOT] IN (SELECT b …)`.
  func membership(_ depth: Int) -> SQLExpression {
    let (item, visible, _) = source()
    let kinds = Set(visible.columns.map(\.kind)).subtracting([.json]).sorted {
      $0.rawValue < $1.rawValue
    }
    guard !kinds.isEmpty else { return existence(depth) }
    let kind = dice.pick(kinds)
    let operand = kind == .boolean ? kind.constant(dice) : value(kind, 0)
    let inner = inside([visible])
    let names = visible.columns.filter { $0.kind == kind }.map(\.name)
    let query = SQLQuery(
      SQLSelect(
        [.expression(.column(dice.pick(names), of: visible.qualifier), name: nil)], from: [item],
        where: dice.chance(60) ? inner.restriction(visible, depth) : nil))
    return .inQuery(operand: operand, query: query, negated: dice.chance(35))
  }

  /// `(SELECT max(a) …)`: mostly one row; sometimes too many, which is an error.
  func scalarQuery(_ kind: ValueKind, _ depth: Int) -> SQLExpression {
    guard !readable.isEmpty, kind != .json else { return kind.constant(dice) }
    let (item, visible, _) = source()
    let names = visible.columns.filter { $0.kind == kind }.map(\.name)
    let inner = inside([visible])
    guard !names.isEmpty else {
      let constant = SQLSelect(
        [.expression(kind.constant(dice), name: nil)], from: [],
        where: dice.chance(30) ? condition(0) : nil)
      return .scalarQuery(query: SQLQuery(constant))
    }
    let column = SQLExpression.column(dice.pick(names), of: visible.qualifier)
    let restriction = inner.restriction(visible, depth)
    if [.uuid, .boolean].contains(kind) || takesRisks && dice.chance(10) {
      return .scalarQuery(
        query: SQLQuery(
          .select(SQLSelect([.expression(column, name: nil)], from: [item], where: restriction)),
          orderBy: [SQLOrder(column)],
          limit: takesRisks && dice.chance(20) ? nil : .integer(1)))
    }
    let function = dice.pick(["min", "max"])
    return .scalarQuery(
      query: SQLQuery(
        SQLSelect(
          [.expression(.function(function, column), name: nil)], from: [item],
          where: restriction)))
  }
}
