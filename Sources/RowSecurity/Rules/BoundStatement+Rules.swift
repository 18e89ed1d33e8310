import AccessModel
import SQLBinding

/// Actions of rules.
extension BoundStatement {
  /// All that is written in it is checked as a role. RULES 60.
  func checked(as role: String) -> BoundStatement {
    switch self {
    case .query(let query): return .query(query.checked(as: role))
    case .insert(var insert):
      insert.target.checkedAs = role
      if case .query(let query) = insert.source {
        insert.source = .query(query.checked(as: role))
      }
      return BoundStatement.insert(insert).mapExpressions { $0.checked(as: role) }
    case .update(var update):
      update.target.checkedAs = role
      update.sources = update.sources.map { $0.checked(as: role) }
      return BoundStatement.update(update).mapExpressions { $0.checked(as: role) }
    case .delete(var delete):
      delete.target.checkedAs = role
      delete.sources = delete.sources.map { $0.checked(as: role) }
      return BoundStatement.delete(delete).mapExpressions { $0.checked(as: role) }
    case .merge, .truncate, .with: return self
    }
  }

  /// INSERT … SELECT.
  var insertsQuery: Bool {
    if case .insert(let insert) = self, case .query = insert.source { true } else { false }
  }

  /// Every expression that stands directly in it replaced, those of its query aside.
  func mapExpressions(
    _ transform: (BoundExpression) -> BoundExpression
  ) -> BoundStatement {
    func each(_ targets: [BoundTarget]) -> [BoundTarget] {
      targets.map { BoundTarget($0.name, transform($0.expression)) }
    }
    func each(_ list: [BoundAssignment]) -> [BoundAssignment] {
      list.map { BoundAssignment(column: $0.column, value: $0.value.map(transform)) }
    }
    switch self {
    case .insert(var insert):
      if case .values(let rows) = insert.source {
        insert.source = .values(rows.map { $0.map { $0.map(transform) } })
      }
      insert.returning = each(insert.returning)
      if case .update(let list, let condition)? = insert.conflict?.action {
        insert.conflict?.action = .update(each(list), condition: condition.map(transform))
      }
      return .insert(insert)
    case .update(var update):
      update.assignments = each(update.assignments)
      update.joins = update.joins.map { $0.mapConditions(transform) }
      update.condition = update.condition.map(transform)
      update.returning = each(update.returning)
      return .update(update)
    case .delete(var delete):
      delete.joins = delete.joins.map { $0.mapConditions(transform) }
      delete.condition = delete.condition.map(transform)
      delete.returning = each(delete.returning)
      return .delete(delete)
    case .merge(var merge):
      merge.condition = transform(merge.condition)
      merge.joins = merge.joins.map { $0.mapConditions(transform) }
      for index in merge.branches.indices {
        merge.branches[index].condition = merge.branches[index].condition.map(transform)
        switch merge.branches[index].action {
        case .nothing, .delete: break
        case .update(let list): merge.branches[index].action = .update(each(list))
        case .insert(let columns, let values, let overriding):
          merge.branches[index].action = .insert(
            columns: columns, values: values.map { $0.map(transform) }, overriding)
        }
      }
      merge.returning = each(merge.returning)
      return .merge(merge)
    case .query, .truncate, .with: return self
    }
  }

  /// The columns of OLD and NEW that it mentions, and how often.
  var ruleColumns: [RuleColumn: Int] {
    var result: [RuleColumn: Int] = [:]
    func note(_ position: ColumnPosition) {
      result[RuleColumn(isOld: position.source == 0, number: position.column), default: 0] += 1
    }
    _ = mapRuleColumns { position, type, depth in
      if position.level == depth + 1 { note(position) }
      return .column(position, type)
    }
    return result
  }

  /// Transforms every column, told how many queries lie between it and the statement's own level.
  private func mapRuleColumns(
    _ transform: @escaping (ColumnPosition, DataType, Int) -> BoundExpression
  ) -> BoundStatement {
    var result = mapExpressions { $0.mapColumns(depth: 0, transform) }
    switch result {
    case .insert(var insert):
      if case .query(let query) = insert.source {
        insert.source = .query(query.mapColumns(depth: 0, transform))
      }
      result = .insert(insert)
    case .update(var update):
      update.sources = update.sources.map { $0.mapColumns(transform) }
      result = .update(update)
    case .delete(var delete):
      delete.sources = delete.sources.map { $0.mapColumns(transform) }
      result = .delete(delete)
    case .query, .merge, .truncate, .with: break
    }
    return result
  }

  /// The same for each row of a source, whose columns stand for those of OLD and NEW.
  func joined(
    with source: BoundSource, _ places: [RuleColumn: Int]
  ) throws(EngineFailure) -> BoundStatement {
    func replaced(_ statement: BoundStatement, by number: Int) -> BoundStatement {
      statement.mapRuleColumns { position, type, depth in
        let column = RuleColumn(isOld: position.source == 0, number: position.column)
        guard position.level == depth + 1, let place = places[column] else {
          return .column(position, type)
        }
        return .column(ColumnPosition(level: depth, source: number, column: place), type)
      }
    }
    switch self {
    case .insert(let insert):
      guard insert.returning.allSatisfy({ !$0.expression.mentions(level: 1) }) else {
        throw .undecided(Undecided("RETURNING of OLD or NEW in a rule"))
      }
      return try insert.joined(with: source) { replaced($0, by: $1) }
    case .update(let update):
      guard case .update(var result) = replaced(self, by: update.sources.count) else { return self }
      result.sources = result.sources.map { $0.lateral(to: update.sources.count) } + [source]
      result.joins.append(.source(update.sources.count))
      return .update(result)
    case .delete(let delete):
      guard case .delete(var result) = replaced(self, by: delete.sources.count) else { return self }
      result.sources = result.sources.map { $0.lateral(to: delete.sources.count) } + [source]
      result.joins.append(.source(delete.sources.count))
      return .delete(result)
    case .query, .merge, .truncate, .with:
      throw .undecided(Undecided("a rule with an action of this kind"))
    }
  }
}

extension BoundInsert {
  fileprivate func joined(
    with source: BoundSource, _ replaced: (BoundStatement, Int) -> BoundStatement
  ) throws(EngineFailure) -> BoundStatement {
    var result = self
    switch self.source {
    case .values(let rows):
      let given = columns.indices.filter { place in rows.contains { $0[place] != nil } }
      guard given.allSatisfy({ place in rows.allSatisfy { $0[place] != nil } }) else {
        throw .undecided(Undecided("a rule that inserts DEFAULT in some rows of VALUES"))
      }
      result.columns = given.map { columns[$0] }
      let cells = rows.map { row in given.compactMap { row[$0] } }
      result.source = .query(
        cells.count == 1
          ? BoundQuery(targets: cells[0].map { BoundTarget("", $0) }) : Self.several(cells))
    case .query(let query):
      guard query.setOperation == nil, query.values == nil else {
        throw .undecided(Undecided("a rule that inserts from a set of queries"))
      }
    }
    guard case .query(let query) = result.source,
      case .insert(var inserted) = replaced(.insert(result), query.sources.count),
      case .query(var joined) = inserted.source
    else { return .insert(self) }
    joined.sources = joined.sources.map { $0.lateral(to: query.sources.count) } + [source]
    joined.joins.append(.source(query.sources.count))
    inserted.source = .query(joined)
    return .insert(inserted)
  }
}

extension BoundInsert {
  /// Rows of VALUES as a query over them, which may refer to what stands beside it.
  private static func several(_ rows: [[BoundExpression]]) -> BoundQuery {
    let types = rows.first?.map(\.type) ?? []
    let values = BoundQuery(
      targets: types.map { BoundTarget("", .constant(.null, $0)) },
      values: rows.map { $0.map { $0.shifted(by: 1) } })
    let source = BoundSource(
      alias: "", kind: .query(values), columnNames: types.map { _ in "" }, columnTypes: types)
    return BoundQuery(
      sources: [source], joins: [.source(0)],
      targets: types.enumerated().map { index, type in
        BoundTarget("", .column(ColumnPosition(level: 0, source: 0, column: index), type))
      })
  }
}

extension BoundSource {
  /// As LATERAL, if it refers to a source beside it.
  fileprivate func lateral(to number: Int) -> BoundSource {
    guard case .query(let query) = kind, query.sources(atLevel: 1).contains(number) else {
      return self
    }
    var result = self
    result.isLateral = true
    return result
  }

  fileprivate func checked(as role: String) -> BoundSource {
    var result = self
    switch kind {
    case .relation(var relation):
      relation.checkedAs = relation.checkedAs ?? role
      result.kind = .relation(relation)
    case .query(let query): result.kind = .query(query.checked(as: role))
    case .function, .commonTable, .system: break
    }
    return result
  }

  /// Of a query in FROM, which is one query further in.
  fileprivate func mapColumns(
    _ transform: @escaping (ColumnPosition, DataType, Int) -> BoundExpression
  ) -> BoundSource {
    guard case .query(let query) = kind else { return self }
    var result = self
    result.kind = .query(query.mapColumns(depth: 1, transform))
    return result
  }
}

extension BoundQuery {
  fileprivate func checked(as role: String) -> BoundQuery {
    var result = mapExpressions { $0.checked(as: role) }
    result.sources = result.sources.map { $0.checked(as: role) }
    for index in result.commonTables.indices {
      guard case .query(let inner) = result.commonTables[index].statement else { continue }
      result.commonTables[index].statement = .query(inner.checked(as: role))
    }
    return result
  }
}

extension BoundExpression {
  func checked(as role: String) -> BoundExpression { mapQueries { $0.checked(as: role) } }

  /// Whether it may give another value each time; functions of the database's own may.
  var isVolatile: Bool {
    switch self {
    case .builtin(let builtin, _) where builtin.volatility == .volatile: true
    case .function: true
    default:
      operands.contains(where: \.isVolatile)
        || subquery?.expressions.contains(where: \.isVolatile) == true
    }
  }
}
