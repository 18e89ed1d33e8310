import AccessModel

extension Shrinking {
  static func statements(_ statement: SQLStatement) -> [SQLStatement] {
    switch statement {
    case .query(let query): return queries(query).map(SQLStatement.query)
    case .truncate, .merge: return []
    case .insert(let insert):
      return variants(
        insert,
        [
          { $0.returning = [] },
          {
            if case .values(let rows) = $0.source, rows.count > 1 {
              $0.source = .values(rows: [rows[0]])
            }
          },
          {
            guard case .values(let rows) = $0.source, let columns = $0.columns, columns.count > 1
            else { return }
            $0.columns = columns.dropLast()
            $0.source = .values(rows: rows.map { $0.dropLast() })
          },
        ]
      ).map(SQLStatement.insert) + inserted(insert).map(SQLStatement.insert)
    case .update(let update):
      let changes: [(inout SQLUpdate) -> Void] = [
        { $0.returning = [] }, { $0.from = [] }, { $0.condition = nil },
        { if $0.assignments.count > 1 { $0.assignments.removeLast() } },
        { if $0.assignments.count > 1 { $0.assignments.removeFirst() } },
      ]
      let smaller = (update.condition.map(expressions) ?? []).map { condition in
        { (update: inout SQLUpdate) in update.condition = condition }
      }
      let values = update.assignments.indices.flatMap { index in
        (update.assignments[index].value.map(expressions) ?? []).map { value in
          { (update: inout SQLUpdate) in update.assignments[index].value = value }
        }
      }
      return variants(update, changes + smaller + values).map(SQLStatement.update)
    case .delete(let delete):
      let smaller = (delete.condition.map(expressions) ?? []).map { condition in
        { (delete: inout SQLDelete) in delete.condition = condition }
      }
      return variants(
        delete, [{ $0.returning = [] }, { $0.using = [] }, { $0.condition = nil }] + smaller
      ).map(SQLStatement.delete)
    }
  }

  private static func inserted(_ insert: SQLInsert) -> [SQLInsert] {
    guard case .query(let query) = insert.source else { return [] }
    return queries(query).map {
      var smaller = insert
      smaller.source = .query($0)
      return smaller
    }
  }

  private static func variants<Value: Equatable>(
    _ value: Value, _ changes: [(inout Value) -> Void]
  ) -> [Value] {
    changes.compactMap { change in
      var smaller = value
      change(&smaller)
      return smaller == value ? nil : smaller
    }
  }

  static func queries(_ query: SQLQuery) -> [SQLQuery] {
    var result = variants(
      query, [{ $0.limit = nil }, { $0.offset = nil }, { $0.orderBy = [] }])
    guard case .select(let select) = query.body else { return result }
    var changes: [(inout SQLSelect) -> Void] = [
      { $0.condition = nil }, { $0.having = nil }, { $0.isDistinct = false }, { $0.groupBy = [] },
      { if $0.targets.count > 1 { $0.targets.removeLast() } },
      { if $0.targets.count > 1 { $0.targets.removeFirst() } },
      { if $0.from.count > 1 { $0.from.removeLast() } },
      { if $0.from.count > 1 { $0.from.removeFirst() } },
      { $0.from = [] },
    ]
    for condition in select.condition.map(expressions) ?? [] {
      changes.append { $0.condition = condition }
    }
    for (index, target) in select.targets.enumerated() {
      guard case .expression(let expression, let name) = target else { continue }
      for smaller in expressions(expression) {
        changes.append { $0.targets[index] = .expression(smaller, name: name) }
      }
    }
    for (index, item) in select.from.enumerated() {
      for smaller in items(item) { changes.append { $0.from[index] = smaller } }
    }
    result += variants(select, changes).map {
      var smaller = query
      smaller.body = .select($0)
      return smaller
    }
    return result
  }

  private static func items(_ item: SQLFromItem) -> [SQLFromItem] {
    switch item {
    case .relation, .only, .joinUsing, .joinNatural, .joinAlias, .lateral, .function, .renamed:
      return []
    case .subquery(let query, let alias): return queries(query).map { .subquery($0, alias: alias) }
    case .join(let kind, let left, let right, let condition):
      return [left, right]
        + items(left).map { .join(kind: kind, left: $0, right: right, condition: condition) }
        + items(right).map { .join(kind: kind, left: left, right: $0, condition: condition) }
        + (condition.map(expressions) ?? []).map {
          .join(kind: kind, left: left, right: right, condition: $0)
        }
    }
  }

  /// Parts of an expression, and the expression with a smaller part.
  static func expressions(_ expression: SQLExpression) -> [SQLExpression] {
    let isSmall = expression == .literal(.boolean(true)) || expression == .literal(.null)
    var result = isSmall ? [] : [SQLExpression.literal(.boolean(true)), .literal(.null)]
    result += expression.children
    switch expression {
    case .and(let operands):
      result += each(operands) { .and(operands: $0) }
    case .or(let operands): result += each(operands) { .or(operands: $0) }
    case .not(let operand): result += expressions(operand).map { .not(operand: $0) }
    case .test(let operand, let kind):
      result += expressions(operand).map { .test(operand: $0, kind: kind) }
    case .cast(let operand, let type):
      result += expressions(operand).map { .cast(operand: $0, type: type) }
    case .exists(let query): result += queries(query).map { .exists(query: $0) }
    case .scalarQuery(let query): result += queries(query).map { .scalarQuery(query: $0) }
    case .inQuery(let operand, let query, let negated):
      result += queries(query).map { .inQuery(operand: operand, query: $0, negated: negated) }
      result += expressions(operand).map { .inQuery(operand: $0, query: query, negated: negated) }
    case .binary(let symbol, let left, let right):
      result += expressions(left).map { .binary(symbol: symbol, left: $0, right: right) }
      result += expressions(right).map { .binary(symbol: symbol, left: left, right: $0) }
    case .cases(nil, let branches, let otherwise) where branches.count == 1:
      result += expressions(branches[0].condition).map {
        .cases(
          operand: nil, branches: [SQLCaseBranch(when: $0, then: branches[0].result)],
          otherwise: otherwise)
      }
    case .coalesce(let operands): result += each(operands) { .coalesce(operands: $0) }
    default: break
    }
    return result
  }

  private static func each(
    _ operands: [SQLExpression], _ make: ([SQLExpression]) -> SQLExpression
  ) -> [SQLExpression] {
    operands.indices.flatMap { index in
      expressions(operands[index]).map { smaller in
        var changed = operands
        changed[index] = smaller
        return make(changed)
      }
    }
  }
}
