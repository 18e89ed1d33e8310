import AccessModel

/// Statements of every kind, over one world's relations.
struct StatementGenerator {
  let dice: Dice
  let catalog: Catalog
  let expressions: ExpressionGenerator

  init(_ dice: Dice, _ catalog: Catalog) {
    self.dice = dice
    self.catalog = catalog
    expressions = ExpressionGenerator(
      dice: dice, readable: catalog.tables.map(Readable.init) + catalog.views.map(Readable.init),
      functions: Array(catalog.functions), takesRisks: true)
  }

  func statement() -> SQLStatement {
    switch dice.below(100) {
    case 0..<44: return .query(QueryGenerator(expressions).query(2).query)
    case 44..<62: return insert()
    case 62..<81: return update()
    case 81..<96: return delete()
    default: return .truncate(SQLTruncate(name(dice.pick(targets()), alias: nil)))
    }
  }

  /// What is changed: tables, now and then a view.
  private func targets() -> [Readable] {
    let views = catalog.views.map(Readable.init)
    return dice.chance(7) && !views.isEmpty ? views : catalog.tables.map(Readable.init)
  }

  private func name(_ relation: Readable, alias: String?) -> SQLRelationName {
    SQLRelationName(
      schema: relation.name.schema == "public" ? nil : relation.name.schema, relation.name.name,
      alias: alias)
  }

  /// A value to store: mostly one of the column's few, NULL now and then, DEFAULT as nil.
  private func stored(_ kind: ValueKind, _ inner: ExpressionGenerator) -> SQLExpression? {
    switch dice.below(20) {
    case 0...1: return nil
    case 2: return .null
    case 3...5: return inner.value(kind, 1)
    case 6 where kind.isNumber: return .integer(Int64(dice.within(40...60)))
    case 7 where kind == .text: return .valueFunction(.currentUser)
    default: return kind.constant(dice, typed: false)
    }
  }

  private func returning(_ inner: ExpressionGenerator) -> [SQLTarget] {
    guard dice.chance(45) else { return [] }
    switch dice.below(5) {
    case 0: return [.star(qualifier: nil)]
    case 1: return [.expression(.integer(1), name: nil)]
    case 2:
      return [.expression(inner.value(dice.pick([.integer, .text, .boolean]), 2), name: "r")]
    default:
      guard let (column, _) = inner.anyColumn() else { return [] }
      return [.expression(column, name: nil)]
    }
  }

  private func insert() -> SQLStatement {
    let relation = dice.pick(targets())
    let row = expressions.inside([Visible(qualifier: relation.name.name, columns: relation.columns)]
    )
    let returning = returning(row)
    let chosen = dice.chance(70) ? relation.columns : dice.some(relation.columns, 60)
    func statement(_ columns: [String]?, _ source: SQLInsert.Source) -> SQLStatement {
      .insert(
        SQLInsert(into: name(relation, alias: nil), columns: columns, source, returning: returning))
    }
    if chosen.isEmpty || dice.chance(5) { return statement(nil, .defaultValues) }
    let isAll = chosen.count == relation.columns.count
    let columns = isAll && dice.chance(40) ? nil : chosen.map(\.name)
    if dice.chance(18) {
      let source = dice.pick(expressions.readable)
      let visible = Visible(qualifier: "q", columns: source.columns)
      let inner = expressions.inside([visible])
      let targets = chosen.map { column -> SQLTarget in
        let value =
          dice.chance(50) ? inner.value(column.kind, 1) : column.kind.constant(dice)
        return .expression(value, name: nil)
      }
      return statement(
        columns,
        .query(
          SQLQuery(
            SQLSelect(
              targets, from: [source.item("q")], where: dice.chance(60) ? inner.condition(1) : nil))
        ))
    }
    var rows: [[SQLExpression?]] = []
    for _ in 0..<dice.weighted([(75, 1), (25, 2)]) {
      rows.append(
        chosen.enumerated().map { position, column in
          // A key that is free, so that more than duplicates is seen.
          if position == 0, column.kind.isNumber, dice.chance(60) {
            return .integer(Int64(50 + rows.count))
          }
          return stored(column.kind, expressions)
        })
    }
    return statement(columns, .values(rows: rows))
  }

  /// The other sources of UPDATE and DELETE, tied by a key so that each row is met once.
  private func others(_ target: Visible) -> (from: [SQLFromItem], visible: [Visible]) {
    guard dice.chance(18) else { return ([], []) }
    let relation = dice.pick(expressions.readable)
    return ([relation.item("o")], [Visible(qualifier: "o", columns: relation.columns)])
  }

  private func update() -> SQLStatement {
    let relation = dice.pick(targets())
    let alias = dice.chance(30) ? "x" : nil
    let target = Visible(qualifier: alias ?? relation.name.name, columns: relation.columns)
    let (from, visible) = others(target)
    let inner = expressions.inside([target] + visible)
    // Of several matches PostgreSQL takes any, so what is written depends on the target only.
    let own = expressions.inside([target])
    var assignments: [SQLUpdate.Assignment] = []
    for column in dice.shuffled(relation.columns).prefix(dice.within(1...2)) {
      assignments.append(SQLUpdate.Assignment(column.name, stored(column.kind, own)))
    }
    return .update(
      SQLUpdate(
        name(relation, alias: alias), set: assignments, from: from,
        where: condition(inner, isJoined: !from.isEmpty),
        returning: from.isEmpty ? returning(own) : []))
  }

  private func delete() -> SQLStatement {
    let relation = dice.pick(targets())
    let alias = dice.chance(30) ? "x" : nil
    let target = Visible(qualifier: alias ?? relation.name.name, columns: relation.columns)
    let (using, visible) = others(target)
    let inner = expressions.inside([target] + visible)
    return .delete(
      SQLDelete(
        from: name(relation, alias: alias), using: using,
        where: condition(inner, isJoined: !using.isEmpty),
        returning: using.isEmpty ? returning(expressions.inside([target])) : []))
  }

  private func condition(_ inner: ExpressionGenerator, isJoined: Bool) -> SQLExpression? {
    if dice.chance(isJoined ? 10 : 35) { return dice.chance(50) ? nil : .true }
    return inner.condition(2)
  }
}
