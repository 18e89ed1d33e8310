import AccessModel

/// Puts the arguments of a call into the body of a function in SQL.
struct FunctionArguments {
  private let named: [String: SQLExpression]
  private let numbered: [SQLExpression]
  private let functionName: String

  init(_ function: Catalog.Function, _ arguments: [SQLExpression]) {
    numbered = arguments
    functionName = function.name.name
    var named: [String: SQLExpression] = [:]
    for (parameter, argument) in zip(function.arguments, arguments) {
      if let name = parameter.name { named[name] = argument }
    }
    self.named = named
  }

  /// The body of a query over plain relations; nil for others.
  func inlined(_ query: SQLQuery) -> SQLQuery? {
    guard case .select(var select) = query.body, query.with == nil else { return nil }
    select.targets = select.targets.map { target in
      guard case .expression(let expression, let name) = target else { return target }
      return .expression(inlined(expression), name: name)
    }
    select.condition = select.condition.map(inlined)
    select.from = select.from.map(inlined)
    var result = query
    result.body = .select(select)
    return result
  }

  private func inlined(_ item: SQLFromItem) -> SQLFromItem {
    guard case .join(let kind, let left, let right, let condition) = item else { return item }
    return .join(
      kind: kind, left: inlined(left), right: inlined(right), condition: condition.map(inlined))
  }

  private func inlined(_ expression: SQLExpression) -> SQLExpression {
    switch expression {
    case .parameter(let number):
      numbered.indices.contains(number - 1) ? numbered[number - 1] : expression
    case .column(nil, let name), .column(functionName, let name): named[name] ?? expression
    case .and(let operands): .and(operands: operands.map(inlined))
    case .or(let operands): .or(operands: operands.map(inlined))
    case .not(let operand): .not(operand: inlined(operand))
    case .cast(let operand, let type): .cast(operand: inlined(operand), type: type)
    case .binary(let symbol, let left, let right):
      .binary(symbol: symbol, left: inlined(left), right: inlined(right))
    case .inList(let operand, let list, let negated):
      .inList(operand: inlined(operand), list: list.map(inlined), negated: negated)
    case .inQuery(let operand, let query, let negated):
      .inQuery(operand: inlined(operand), query: inlined(query) ?? query, negated: negated)
    case .exists(let query): .exists(query: inlined(query) ?? query)
    case .scalarQuery(let query): .scalarQuery(query: inlined(query) ?? query)
    default: expression
    }
  }
}
