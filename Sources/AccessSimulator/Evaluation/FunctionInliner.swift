import AccessModel
import RowSecurity
import SQLBinding

/// What a call of an SQL function becomes where the function only computes an expression: then it
/// costs what that costs, and leaks what that leaks.
///
/// Source: `inline_function()` in `src/backend/optimizer/util/clauses.c`.
struct FunctionInliner {
  let session: Session
  /// Functions in whose bodies it is, which are not put in the place of a call again.
  private var active: Set<Int> = []

  init(session: Session, active: Set<Int> = []) {
    (self.session, self.active) = (session, active)
  }

  /// Policies and conditions as they are planned; an AND that a function computes is several.
  func inlined(_ filters: [SecurityFilter]) -> [SecurityFilter] {
    guard hasFunctions else { return filters }
    return filters.map { filter in
      switch filter {
      case .permissive(let conditions): .permissive(conditions.map(inlined))
      case .restrictive(let condition): .restrictive(inlined(condition))
      }
    }
  }

  private func inlined(_ condition: PolicyCondition) -> PolicyCondition {
    PolicyCondition(policy: condition.policy, inlined(condition.expression))
  }

  func inlined(_ conditions: [BoundExpression]) -> [BoundExpression] {
    guard hasFunctions else { return conditions }
    return conditions.flatMap { JoinPlanner.conjuncts(inlined($0)) }
  }

  private var hasFunctions: Bool { !session.catalog.catalog.functions.isEmpty }

  /// The same expression with what its calls compute in their place.
  func inlined(_ expression: BoundExpression) -> BoundExpression {
    let inner = expression.mapOperands { inlined($0) }
    guard case .function(let index, let arguments, _) = inner,
      let value = self.expression(of: index, arguments)
    else { return inner }
    return FunctionInliner(session: session, active: active.union([index])).inlined(value)
  }

  /// What the function computes of `arguments`; nil where it is called.
  func expression(of index: Int, _ arguments: [BoundExpression]) -> BoundExpression? {
    let catalog = session.catalog.catalog
    let model = catalog.functions[index]
    guard model.language == "sql", !active.contains(index), session.depth < 8,
      !model.isSecurityDefiner, model.settings.isEmpty, !model.returnsSet,
      case .ready(let body) = session.catalog.functions[index].body, body.isOneExpression,
      let value = body.targets.first?.expression, !value.hasSubquery,
      isAsDeclared(value, model), areUsedOnce(arguments, in: value, model),
      session.engine.privileges.verdict(
        on: .init(.execute, on: .function(index), as: session.role)
      ).isHeld
    else { return nil }
    return value.substituting(arguments)
  }

  /// Whether the expression keeps what the function promises.
  private func isAsDeclared(_ value: BoundExpression, _ model: Catalog.Function) -> Bool {
    let catalog = session.catalog.catalog
    if model.isStrict, !value.isStrict(catalog) { return false }
    switch model.volatility {
    case .immutable: return value.isMutable(catalog) == false
    case .stable: return !value.isVolatile(catalog)
    case .volatile: return true
    }
  }

  /// An argument is not computed twice if that costs much.
  private func areUsedOnce(
    _ arguments: [BoundExpression], in value: BoundExpression, _ model: Catalog.Function
  ) -> Bool {
    let catalog = session.catalog.catalog
    var uses = [Int](repeating: 0, count: arguments.count)
    value.forEach { part in
      guard case .parameter(let number, _) = part, uses.indices.contains(number - 1) else { return }
      uses[number - 1] += 1
    }
    return zip(arguments, uses).allSatisfy { argument, count in
      switch count {
      case 0: !model.isStrict
      case 1: true
      default:
        !argument.hasSubquery && !QualOrder(catalog).isExpensive(argument)
          && !argument.isVolatile(catalog)
      }
    }
  }
}

extension BoundQuery {
  /// `SELECT expression`, and nothing else.
  fileprivate var isOneExpression: Bool {
    sources.isEmpty && commonTables.isEmpty && condition == nil && grouping == nil
      && orderBy.isEmpty && limit == nil && offset == nil && values == nil && !isDistinct
      && targets.count == 1
  }
}
