import AccessModel

extension Query {
  /// The query with the given select list instead of its own.
  func lower(selecting targets: [SQLTarget], _ context: inout LoweringContext) -> SQLQuery {
    lower(&context) { _ in targets }
  }

  /// The query with one expression, over its own sources, as select list.
  func lower(selecting value: LazyExpression, _ context: inout LoweringContext) -> SQLQuery {
    lower(&context) { [.expression(value.lower(&$0), name: nil)] }
  }

  func lower(
    _ context: inout LoweringContext, targets: (inout LoweringContext) -> [SQLTarget]
  ) -> SQLQuery {
    guard let source else {
      context.hasSQLText = true
      return SQLQuery(.unread(text: text ?? ""))
    }
    let outerPlace = context.place
    context.place = place
    context.openScope()
    defer {
      context.closeScope()
      context.place = outerPlace
    }
    var item = context.add(source)
    for join in joins {
      let right = context.add(join.source)
      item = .join(
        kind: join.kind, left: item, right: right, condition: join.condition.lower(&context))
    }
    let select = SQLSelect(
      targets(&context), from: [item], where: condition?.lower(&context),
      groupBy: groupBy.map { $0.lower(&context) }, having: having?.lower(&context),
      isDistinct: isDistinct)
    return SQLQuery(
      .select(select),
      orderBy: order.map { SQLOrder($0.expression.lower(&context), isDescending: $0.isDescending) })
  }

  /// Every relation that the query's own FROM names; those in subqueries are seen while lowering.
  var relations: [QualifiedName] {
    (source.map { [$0.relation] } ?? []) + joins.map(\.source.relation)
  }
}
