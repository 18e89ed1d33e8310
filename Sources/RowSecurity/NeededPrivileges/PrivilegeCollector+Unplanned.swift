import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Where a view may not be read, nothing is computed after it was looked at.
  ///
  /// Source: `subquery_planner()` in `src/backend/optimizer/plan/planner.c`.
  mutating func stopPlanning(at checks: [PrivilegeCheck]) {
    let checks = checks.filter(\.isOnView)
    guard !checks.isEmpty, (try? engine.privileges.firstFailure(of: checks)) != nil else {
      return
    }
    planning = planning.refused
  }

  /// The relations of a query that is not even planned, in the order in which its tree is walked:
  /// subqueries of its expressions, queries of WITH, then each relation with its policies. `view`:
  /// what looks at the view that it is the query of.
  ///
  /// Source: `flatten_unplanned_rtes()` in `src/backend/optimizer/plan/setrefs.c`,
  /// `query_tree_walker()` in `src/backend/nodes/nodeFuncs.c`.
  func unplanned(
    _ query: BoundQuery, as role: String, view: [PrivilegeCheck] = []
  ) -> [PrivilegeCheck] {
    var result = areViewsInPlace ? view : []
    for expression in query.walkedExpressions { result += unplanned(in: expression, as: role) }
    for table in query.commonTables {
      guard case .query(let inner) = table.statement else { continue }
      result += unplanned(inner, as: role)
    }
    if !areViewsInPlace { result += view }
    for source in query.sources {
      switch source.kind {
      case .query(let inner): result += unplanned(inner, as: role)
      case .relation(let relation):
        let own = relation.privileges(as: role, engine.catalog.catalog)
        if let (inner, innerRole) = content(of: source, as: role) {
          result += unplanned(inner, as: innerRole, view: own)
          continue
        }
        result += own
        for filter in relation.security?.filters ?? [] {
          for condition in filter.expressions {
            result += unplanned(in: condition, as: relation.security?.checkedAs ?? role)
          }
        }
      case .function(let function):
        for argument in function.call.arguments { result += unplanned(in: argument, as: role) }
      case .commonTable, .system: continue
      }
    }
    for cell in (query.values ?? []).joined() { result += unplanned(in: cell, as: role) }
    return result
  }

  private func unplanned(in expression: BoundExpression, as role: String) -> [PrivilegeCheck] {
    expression.nodesWithQueries.compactMap(\.subquery).flatMap { unplanned($0, as: role) }
  }
}

extension BoundQuery {
  /// Clause by clause; what is sorted and grouped by stands behind the outputs.
  fileprivate var walkedExpressions: [BoundExpression] {
    let outputs =
      targets.map(\.expression) + orderBy.map(\.expression) + (grouping?.keys ?? [])
      + (grouping?.aggregates.flatMap(\.expressions) ?? []) + windows.flatMap(\.expressions)
      + (distinctOn ?? []) + setFunctions.flatMap(\.call.arguments)
    let clauses = [condition, grouping?.having, offset, limit].compactMap { $0 }
    return outputs + joins.flatMap(\.conditions) + clauses
  }
}
