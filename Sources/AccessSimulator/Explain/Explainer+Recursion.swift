import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Explainer {
  /// For each policy of the circle: its expression moved to a function that runs as a superuser, who
  /// meets no policies. What the manual advises against infinite recursion.
  var recursionProposals: [ProposedChange] {
    guard let cycle else { return [] }
    return cycle.steps.reversed().compactMap { step in
      guard let table = catalog.table(step.relation),
        let policy = table.policies.first(where: { $0.name == step.policy })
      else { return nil }
      return definerFunction(for: policy, of: table)
    }
  }

  private func definerFunction(
    for policy: Catalog.Policy, of table: Catalog.Table
  ) -> ProposedChange? {
    let owner = catalog.roles.first { $0.isSuperuser }?.name ?? table.owner
    var replaced = policy
    var steps: [ProposedChange.Step] = []
    for (clause, suffix) in [(\Catalog.Policy.using, ""), (\Catalog.Policy.check, " check")] {
      guard let expression = policy[keyPath: clause], expression.hasSubquery else { continue }
      // The function runs as its owner: what asks who the caller is would mean another.
      guard !expression.readsCurrentUser else { return nil }
      var moving = ColumnsAsParameters(of: table)
      let body = moving.replaced(expression)
      let function = Catalog.Function(
        QualifiedName(table.name.schema, "\(table.name.name) \(policy.name)\(suffix)"),
        arguments: moving.columns.map { Catalog.Function.Argument(nil, $0.type) },
        returns: .boolean, body: .query(SQLQuery(SQLSelect([.expression(body, name: nil)]))),
        volatility: .stable, isSecurityDefiner: true,
        settings: [.init("search_path", body.namesSchemas ? "" : table.name.schema)], owner: owner)
      steps.append(.define(.createFunction(function)))
      replaced[keyPath: clause] = .call(
        SQLFunctionCall(
          schema: function.name.schema, function.name.name,
          moving.columns.map { .column(qualifier: table.name.name, name: $0.name) }))
    }
    guard !steps.isEmpty else { return nil }
    steps.append(.define(.dropPolicy(policy.name, on: table.name)))
    steps.append(.define(.createPolicy(replaced, on: table.name)))
    return ProposedChange(.policy, steps)
  }
}

/// Puts parameters into the place of a table's columns.
private struct ColumnsAsParameters {
  let table: Catalog.Table
  /// In the order of their numbers.
  private(set) var columns: [Catalog.Column] = []

  init(of table: Catalog.Table) { self.table = table }

  mutating func replaced(_ expression: SQLExpression) -> SQLExpression {
    switch expression {
    case .column(qualifier: table.name.name, let name):
      if let known = columns.firstIndex(where: { $0.name == name }) {
        return .parameter(number: known + 1)
      }
      guard let column = table.columns.first(where: { $0.name == name }) else { return expression }
      columns.append(column)
      return .parameter(number: columns.count)
    case .and(let operands): return .and(operands: replaced(operands))
    case .or(let operands): return .or(operands: replaced(operands))
    case .not(let operand): return .not(operand: replaced(operand))
    case .cast(let operand, let type): return .cast(operand: replaced(operand), type: type)
    case .test(let operand, let kind): return .test(operand: replaced(operand), kind: kind)
    case .binary(let symbol, let left, let right):
      return .binary(symbol: symbol, left: replaced(left), right: replaced(right))
    case .inList(let operand, let list, let negated):
      return .inList(operand: replaced(operand), list: replaced(list), negated: negated)
    case .inQuery(let operand, let query, let negated):
      return .inQuery(operand: replaced(operand), query: replaced(query), negated: negated)
    case .exists(let query): return .exists(query: replaced(query))
    case .scalarQuery(let query): return .scalarQuery(query: replaced(query))
    case .call(var call):
      call.arguments = replaced(call.arguments)
      return .call(call)
    case .coalesce(let operands): return .coalesce(operands: replaced(operands))
    default: return expression
    }
  }

  private mutating func replaced(_ list: [SQLExpression]) -> [SQLExpression] {
    var result: [SQLExpression] = []
    for expression in list { result.append(replaced(expression)) }
    return result
  }

  private mutating func replaced(_ query: SQLQuery) -> SQLQuery {
    guard case .select(var select) = query.body else { return query }
    // In there the name means the subquery's own.
    guard !select.from.contains(where: { binds($0) }) else { return query }
    select.condition = select.condition.map { replaced($0) }
    for index in select.targets.indices {
      guard case .expression(let expression, let name) = select.targets[index] else { continue }
      select.targets[index] = .expression(replaced(expression), name: name)
    }
    for index in select.from.indices { select.from[index] = replaced(select.from[index]) }
    var result = query
    result.body = .select(select)
    return result
  }

  private mutating func replaced(_ item: SQLFromItem) -> SQLFromItem {
    guard case .join(let kind, let left, let right, let condition) = item else { return item }
    return .join(
      kind: kind, left: replaced(left), right: replaced(right),
      condition: condition.map { replaced($0) })
  }

  private func binds(_ item: SQLFromItem) -> Bool {
    switch item {
    case .relation(_, let name, let alias): (alias ?? name) == table.name.name
    case .join(_, let left, let right, _): binds(left) || binds(right)
    default: false
    }
  }
}

extension SQLExpression {
  fileprivate var hasSubquery: Bool {
    subquery.map { !$0.readsNothing } ?? false || children.contains(where: \.hasSubquery)
  }

  /// Whether every relation of its subqueries is named with its schema.
  fileprivate var namesSchemas: Bool {
    if case .select(let select)? = subquery?.body {
      guard select.from.allSatisfy(\.namesSchemas), select.condition?.namesSchemas != false else {
        return false
      }
    }
    return children.allSatisfy(\.namesSchemas)
  }

  fileprivate var readsCurrentUser: Bool { sqlText.uppercased().contains("CURRENT_USER") }
}

extension SQLFromItem {
  fileprivate var namesSchemas: Bool {
    switch self {
    case .relation(let schema, _, _): schema != nil
    case .join(_, let left, let right, _): left.namesSchemas && right.namesSchemas
    default: false
    }
  }
}
