import AccessModel
import RowSecurity
import SQLBinding

/// Tells whether expressions give the same for the same row whenever and however often they are
/// asked within a statement, and leave no trace: so that it does not matter how rows are decided.
///
/// PL/pgSQL leaves messages, so its functions do not count as steady.
struct Steadiness {
  let catalog: BoundCatalog

  func isSteady(_ expression: BoundExpression) -> Bool {
    var functions: Set<Int> = []
    return isSteady(expression, &functions)
  }

  /// `functions`: those looked at already.
  private func isSteady(_ expression: BoundExpression, _ functions: inout Set<Int>) -> Bool {
    switch expression {
    case .builtin(let builtin, _) where builtin.volatility == .volatile: return false
    case .quantified(.builtin(let builtin), _, _, _) where builtin.volatility == .volatile:
      return false
    case .function(let index, _, _):
      guard isSteady(function: index, &functions) else { return false }
    default: break
    }
    if let query = expression.subquery, !isSteady(query, &functions) { return false }
    for operand in expression.operands where !isSteady(operand, &functions) { return false }
    return true
  }

  /// Whether nothing in it changes what policies depend on beside the data that the statement sees:
  /// settings above all.
  func leavesPoliciesAlone(_ statement: BoundStatement) -> Bool {
    guard case .query(let query) = statement else { return false }
    return isSteady(query)
  }

  private func isSteady(_ query: BoundQuery) -> Bool {
    var functions: Set<Int> = []
    return isSteady(query, &functions)
  }

  private func isSteady(_ query: BoundQuery, _ functions: inout Set<Int>) -> Bool {
    for expression in query.expressions where !isSteady(expression, &functions) { return false }
    for function in query.setFunctions where !isSteady(function.call, &functions) { return false }
    for inner in query.innerQueries where !isSteady(inner, &functions) { return false }
    for table in query.commonTables {
      guard case .query = table.statement else { return false }
    }
    for source in query.sources {
      switch source.kind {
      case .query, .commonTable, .system: break
      case .function(let function):
        guard isSteady(function.call, &functions) else { return false }
      case .relation(let relation):
        guard isSteady(relation, &functions) else { return false }
      }
    }
    return true
  }

  private func isSteady(_ call: BoundSetCall, _ functions: inout Set<Int>) -> Bool {
    switch call {
    case .builtin(let builtin, _): builtin.volatility != .volatile
    case .function(let index, _): isSteady(function: index, &functions)
    // Its arguments are among the query's expressions.
    case .scalar: true
    }
  }

  private func isSteady(_ relation: BoundRelation, _ functions: inout Set<Int>) -> Bool {
    if case .sequence = relation.id { return false }
    if let security = relation.security {
      let conditions = (security.filters ?? []).flatMap(\.conditions)
      for condition in conditions where !isSteady(condition.expression, &functions) {
        return false
      }
      guard let query = security.viewQuery else { return true }
      return isSteady(query, &functions)
    }
    // In the body of a function, which row security has not decided yet: any policy may apply.
    switch relation.id {
    case .view, .sequence: return false
    case .table(let index):
      for policy in catalog.tables[index].policies {
        guard let using = policy.using else { continue }
        guard case .ready(let expression) = using, !expression.hasSubquery,
          isSteady(expression, &functions)
        else { return false }
      }
      return true
    }
  }

  private func isSteady(function index: Int, _ functions: inout Set<Int>) -> Bool {
    if !functions.insert(index).inserted { return true }
    let model = catalog.catalog.functions[index]
    guard model.volatility != .volatile, case .query = model.body,
      case .ready(let body) = catalog.functions[index].body
    else { return false }
    return isSteady(body, &functions)
  }
}
