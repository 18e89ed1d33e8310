import AccessModel
import DiceTesting

extension QueryGenerator {
  /// One to three sources, joined in every way there is.
  func sources(_ depth: Int, _ visible: inout [Visible]) -> [SQLFromItem] {
    guard !expressions.readable.isEmpty else { return [] }
    var items = [source(depth, &visible)]
    for _ in 0..<dice.weighted([(60, 0), (32, 1), (8, 2)]) {
      let others = visible
      let next = source(depth, &visible)
      guard let added = visible.last else { continue }
      if dice.chance(15) {
        items.append(next)
        continue
      }
      let left = items.removeLast()
      // ON sees only what is joined: with comma-separated items before, keep to the last.
      let reachable = others.suffix(items.isEmpty ? others.count : 1)
      items.append(join(left, next, Array(reachable), added))
    }
    return items
  }

  private func source(_ depth: Int, _ visible: inout [Visible]) -> SQLFromItem {
    let alias = "q\(expressions.nesting)_\(visible.count)"
    if depth > 0, dice.chance(15) {
      var unrelated = expressions
      unrelated.scopes = []
      let inner = QueryGenerator(unrelated).named(depth - 1)
      visible.append(Visible(qualifier: alias, columns: inner.columns))
      return .subquery(inner.query, alias: alias)
    }
    let relation = dice.pick(expressions.readable)
    visible.append(Visible(qualifier: alias, columns: relation.columns))
    return relation.item(alias)
  }

  /// A query whose columns all have names, and the types they seem to have.
  func named(_ depth: Int) -> GeneratedQuery {
    var careful = expressions
    careful.takesRisks = false
    return QueryGenerator(careful).query(depth)
  }

  private func join(
    _ left: SQLFromItem, _ right: SQLFromItem, _ others: [Visible], _ added: Visible
  ) -> SQLFromItem {
    let equations = others.flatMap { other in
      other.columns.flatMap { column in
        added.columns.filter { $0.kind == column.kind && $0.kind != .json }.map {
          SQLExpression.equal(
            .column(column.name, of: other.qualifier), .column($0.name, of: added.qualifier))
        }
      }
    }
    guard !equations.isEmpty else {
      return .join(kind: .cross, left: left, right: right, condition: nil)
    }
    let kind = dice.weighted([
      (40, SQLJoinKind.inner), (30, .left), (12, .right), (12, .full), (6, .cross),
    ])
    if kind == .cross { return .join(kind: .cross, left: left, right: right, condition: nil) }
    var conditions = [dice.pick(equations)]
    // A FULL join takes only what can be merged or hashed.
    if kind != .full, dice.chance(25) {
      conditions.append(expressions.inside([added]).condition(0))
    }
    return .join(kind: kind, left: left, right: right, condition: .allOf(conditions))
  }
}
