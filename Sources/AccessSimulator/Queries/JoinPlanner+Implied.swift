import AccessModel
import RowSecurity
import SQLBinding

extension JoinPlanner {
  /// With what EXISTS and IN say of the sources that they are joined to, and those of them.
  func withConditionsImplied(
    byTests conditions: [BoundExpression]
  ) -> [BoundExpression] {
    let tests = conditions.filter(isJoin)
    guard !tests.isEmpty else { return conditions }
    let order = QualOrder(catalog)
    let isProtected = sources.contains(where: \.hasFilters)
    let implied = ImpliedEqualities(
      conditions, tests: tests, sourceCount: sources.count, isProtected: isProtected, order)
    let own = ImpliedEqualities(
      conditions.without(tests), tests: [], sourceCount: sources.count, isProtected: isProtected,
      order
    ).own
    return conditions.map(implied.asked) + implied.own.filter { !own.contains($0) }
  }
}
