import AccessModel

/// The functions that an expression calls, subqueries included.
enum FunctionCalls {
  struct Call {
    var schema: String?
    var name: String
    /// How many arguments.
    var count: Int
    var meaning: SQLFunctionCall.Meaning?

    init(_ call: SQLFunctionCall) {
      (schema, name, count) = (call.schema, call.name, call.arguments.count)
      meaning = call.meaning
    }

    /// Whether it may mean a function; stored calls without a schema mean one of `public`.
    func mayMean(_ function: Catalog.Function) -> Bool {
      switch meaning {
      case .builtin: false
      case .function(let name, let types):
        name == function.name
          && CatalogBuilder.same(types, function.arguments.map(\.type))
      case .open(_, let path?):
        name == function.name.name && path.contains(function.name.schema)
          && function.takes(count)
      case .open, nil:
        name == function.name.name && (schema ?? "public") == function.name.schema
          && function.takes(count)
      }
    }
  }

  static func names(in expression: SQLExpression) -> [(schema: String?, name: String)] {
    calls(in: expression).map { ($0.schema, $0.name) }
  }

  static func calls(in expression: SQLExpression) -> [Call] {
    expressions(in: expression).compactMap { next in
      guard case .call(let call) = next else { return nil }
      return Call(call)
    }
  }

  /// An operator as it is written, and how many operands it has.
  struct OperatorUse: Hashable {
    var symbol: String
    var count: Int
  }

  static func operators(in expression: SQLExpression) -> [OperatorUse] {
    expressions(in: expression).compactMap(OperatorUse.init)
  }

  /// The expression with all that is in it.
  static func expressions(in expression: SQLExpression) -> [SQLExpression] {
    walk(expression).expressions
  }

  /// The names of relations in FROM, without their schemas.
  static func relationNames(in expression: SQLExpression) -> Set<String> {
    walk(expression).relations
  }

  private static func walk(_ expression: SQLExpression) -> Walk {
    var walk = Walk()
    walk.pending = [expression]
    while true {
      if let next = walk.pending.popLast() {
        walk.expressions.append(next)
        walk.pending += next.children
        if let query = next.subquery { walk.queries.append(query) }
      } else if let query = walk.queries.popLast() {
        walk.enter(query)
      } else {
        return walk
      }
    }
  }

  private struct Walk {
    var expressions: [SQLExpression] = []
    var relations: Set<String> = []
    var pending: [SQLExpression] = []
    var queries: [SQLQuery] = []

    mutating func enter(_ query: SQLQuery) {
      for case .query(let inner) in query.with?.tables.map(\.statement) ?? [] {
        queries.append(inner)
      }
      pending += query.orderBy.map(\.expression) + [query.limit, query.offset].compactMap { $0 }
      switch query.body {
      case .select(let select):
        pending += [select.condition, select.having].compactMap { $0 } + select.groupBy
        pending += select.distinctOn ?? []
        for case .expression(let target, _) in select.targets { pending.append(target) }
        for item in select.from { enter(item) }
      case .setOperation(let operation): queries += [operation.left, operation.right]
      case .values(let rows): pending += rows.joined()
      case .unread: break
      }
    }

    private mutating func enter(_ item: SQLFromItem) {
      switch item {
      case .relation(_, let name, _): relations.insert(name)
      case .only(let relation): relations.insert(relation.name)
      case .subquery(let query, _), .lateral(let query, _): queries.append(query)
      case .function(let function): pending.append(function.call)
      case .renamed(let inner, _), .joinAlias(let inner, _): enter(inner)
      case .join(_, let left, let right, let condition):
        enter(left)
        enter(right)
        if let condition { pending.append(condition) }
      case .joinUsing(_, let left, let right, _), .joinNatural(_, let left, let right):
        enter(left)
        enter(right)
      }
    }
  }
}

extension FunctionCalls.OperatorUse {
  init?(_ expression: SQLExpression) {
    switch expression {
    case .unary(let symbol, _): self.init(symbol: symbol, count: 1)
    case .binary(let symbol, _, _), .quantified(let symbol, _, _, _),
      .quantifiedQuery(let symbol, _, _, _):
      self.init(symbol: symbol, count: 2)
    default: return nil
    }
  }

  /// Whether it may mean an operator.
  func mayMean(_ own: Catalog.Operator) -> Bool {
    symbol == own.name.name && count == own.operands.count
  }
}
