import AccessModel

extension SQLQuery {
  /// Whether it reads from an unqualified name that no WITH inside it defines.
  func mentionsTable(_ name: String) -> Bool {
    for table in with?.tables ?? [] {
      if with?.isRecursive == true, table.name == name { return false }
      if table.statement.query?.mentionsTable(name) == true { return true }
      if table.name == name { return false }
    }
    if orderBy.contains(where: { $0.expression.mentionsTable(name) }) { return true }
    if [limit, offset].contains(where: { $0?.mentionsTable(name) == true }) { return true }
    switch body {
    case .unread: return false
    case .values(let rows): return rows.joined().contains { $0.mentionsTable(name) }
    case .setOperation(let operation):
      return operation.left.mentionsTable(name) || operation.right.mentionsTable(name)
    case .select(let select):
      return select.from.contains { $0.mentionsTable(name) }
        || select.expressions.contains { $0.mentionsTable(name) }
    }
  }
}

extension SQLSelect {
  /// Every expression in it, FROM aside.
  var expressions: [SQLExpression] {
    var result = targets.compactMap { target -> SQLExpression? in
      if case .expression(let expression, _) = target { expression } else { nil }
    }
    result += [condition, having].compactMap { $0 } + groupBy + (distinctOn ?? [])
    return result
  }
}

extension SQLFromItem {
  func mentionsTable(_ table: String) -> Bool {
    switch self {
    case .relation(nil, let name, _): name == table
    case .only(let relation): relation.schema == nil && relation.name == table
    case .relation: false
    case .subquery(let query, _), .lateral(let query, _): query.mentionsTable(table)
    case .function(let function): function.call.mentionsTable(table)
    case .renamed(let item, _), .joinAlias(let item, _): item.mentionsTable(table)
    case .join(_, let left, let right, let condition):
      left.mentionsTable(table) || right.mentionsTable(table)
        || condition?.mentionsTable(table) == true
    case .joinUsing(_, let left, let right, _), .joinNatural(_, let left, let right):
      left.mentionsTable(table) || right.mentionsTable(table)
    }
  }
}

extension SQLExpression {
  func mentionsTable(_ table: String) -> Bool {
    subquery?.mentionsTable(table) == true || children.contains { $0.mentionsTable(table) }
  }
}

extension SQLStatement {
  /// Whether it reads a table of that name, which a WITH around it may define.
  func mentionsTable(_ name: String) -> Bool {
    if let query { return query.mentionsTable(name) }
    return SQLNode.statement(self).children.contains { part in
      switch part {
      case .expression(let expression): expression.mentionsTable(name)
      case .query(let query): query.mentionsTable(name)
      case .from(let item): item.mentionsTable(name)
      case .statement(let statement): statement.mentionsTable(name)
      }
    }
  }
}
