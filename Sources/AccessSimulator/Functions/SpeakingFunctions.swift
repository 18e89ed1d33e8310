import AccessModel
import SQLBinding

extension BoundExpression {
  /// Whether the volatile functions that it calls do nothing but say something: how often they are
  /// called is seen in messages alone.
  func onlySpeaks(_ catalog: Catalog) -> Bool {
    switch self {
    case .builtin(let builtin, _) where builtin.volatility == .volatile: return false
    case .function(let index, _, _)
    where catalog.functions[index].volatility == .volatile && !catalog.functions[index].onlySpeaks:
      return false
    default:
      return subquery?.isVolatile(catalog) != true && !hasOperand { !$0.onlySpeaks(catalog) }
    }
  }
}

extension Catalog.Function {
  /// A block of RAISE below EXCEPTION, and of RETURN of what is at hand, fails for no row.
  fileprivate var onlySpeaks: Bool {
    guard case .block(let body) = body, !returnsSet, body.block.declarations.isEmpty,
      body.block.handlers.isEmpty, returns == .boolean
    else { return false }
    return body.block.body.allSatisfy { statement in
      switch statement.kind {
      case .nothing: true
      case .raise(let raise):
        raise.level.map { $0 != "EXCEPTION" } == true && raise.settings.isEmpty
          && raise.parameters.allSatisfy(\.isAtHand)
      case .returns(let value?):
        if case .literal(.boolean)? = value.single { true } else { false }
      default: false
      }
    }
  }
}

extension PLExpression {
  /// The expression, where nothing stands beside it.
  fileprivate var single: SQLExpression? {
    guard case .select(let select) = query.body, select.targets.count == 1,
      case .expression(let value, _) = select.targets[0],
      query == SQLQuery(SQLSelect(select.targets))
    else { return nil }
    return value
  }

  /// A constant or a parameter by its number.
  fileprivate var isAtHand: Bool {
    switch single {
    case .literal?, .parameter?: true
    default: false
    }
  }
}
