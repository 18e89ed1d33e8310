public import AccessModel

extension BoundExpression {
  /// Whether it may give another value each time it is computed. `inQueries`: or a subquery in it.
  ///
  /// Source: `contain_volatile_functions()` in `src/backend/optimizer/util/clauses.c`.
  public func isVolatile(_ catalog: Catalog, inQueries: Bool = true) -> Bool {
    switch self {
    case .builtin(let builtin, _) where builtin.volatility == .volatile: true
    case .function(let index, _, _) where catalog.functions[index].volatility == .volatile: true
    default:
      hasOperand { $0.isVolatile(catalog, inQueries: inQueries) }
        || inQueries && subquery?.isVolatile(catalog) == true
    }
  }
}

extension BoundQuery {
  /// Whether anything in it may give another value each time.
  public func isVolatile(_ catalog: Catalog) -> Bool {
    expressions.contains { $0.isVolatile(catalog) }
      || sources.contains { source in
        switch source.kind {
        case .query(let inner): inner.isVolatile(catalog)
        case .function(let function):
          if case .function(let index, _) = function.call {
            catalog.functions[index].volatility == .volatile
          } else {
            false
          }
        case .relation(let relation): relation.security?.isVolatile(catalog) ?? false
        case .commonTable, .system: false
        }
      }
  }
}

extension RelationSecurity {
  /// Whether a policy, or the query of a view, may give another value each time.
  fileprivate func isVolatile(_ catalog: Catalog) -> Bool {
    viewQuery?.isVolatile(catalog) == true
      || (filters ?? []).contains { filter in
        switch filter {
        case .permissive(let conditions):
          conditions.contains { $0.expression.isVolatile(catalog) }
        case .restrictive(let condition): condition.expression.isVolatile(catalog)
        }
      }
  }
}
