import AccessModel
import SQLBinding

extension Catalog.Table {
  /// Whether its triggers, if it has any, do nothing but change the row that is written: nothing
  /// shows when they are called. `updated_at := now()` is the usual one.
  func hasQuietTriggers(_ catalog: Catalog) -> Bool {
    triggers.allSatisfy { trigger in
      guard trigger.timing == .before, trigger.isForEachRow, catalog.operators.isEmpty,
        trigger.condition.map({ $0.isQuiet(catalog) }) != false,
        let function = catalog.functions.first(where: {
          $0.name == trigger.function && $0.arguments.isEmpty
        }),
        case .block(let body) = function.body
      else { return false }
      return body.block.isQuiet(catalog)
    }
  }
}

extension PLBlock {
  fileprivate func isQuiet(_ catalog: Catalog) -> Bool {
    handlers.isEmpty && body.isQuiet(catalog)
      && declarations.allSatisfy { declaration in
        guard case .variable(let variable) = declaration.kind else { return false }
        return variable.defaultValue.map { $0.isQuiet(catalog) } != false
      }
  }
}

extension [PLStatement] {
  fileprivate func isQuiet(_ catalog: Catalog) -> Bool {
    allSatisfy { statement in
      switch statement.kind {
      case .nothing: true
      case .assign(_, let value): value.isQuiet(catalog)
      case .returns(let value): value.map { $0.isQuiet(catalog) } != false
      case .conditional(let branches, let otherwise):
        otherwise.isQuiet(catalog)
          && branches.allSatisfy { $0.condition.isQuiet(catalog) && $0.body.isQuiet(catalog) }
      default: false
      }
    }
  }
}

extension PLExpression {
  /// Whether it reads no table, and calls nothing that shows.
  fileprivate func isQuiet(_ catalog: Catalog) -> Bool {
    guard case .select(let select) = query.body, query == SQLQuery(SQLSelect(select.targets)) else {
      return false
    }
    return SQLNode.query(query).isQuiet(catalog)
  }
}

extension SQLExpression {
  fileprivate func isQuiet(_ catalog: Catalog) -> Bool {
    SQLNode.expression(self).isQuiet(catalog)
  }
}

extension SQLNode {
  /// Volatile, but it does not show when they are called.
  private static let random: Set<String> = ["clock_timestamp", "gen_random_uuid", "random"]

  fileprivate func isQuiet(_ catalog: Catalog) -> Bool {
    for (depth, node) in descendants.enumerated() {
      if node.relation != nil { return false }
      // An expression of a body is a query itself.
      if depth > 0, case .query = node { return false }
      guard let call = node.call else { continue }
      let builtins = Builtin.functions(named: call.name)
      guard !builtins.isEmpty, !catalog.functions.contains(where: { $0.name.name == call.name }),
        Self.random.contains(call.name) || builtins.allSatisfy({ $0.volatility != .volatile })
      else { return false }
    }
    return true
  }
}
