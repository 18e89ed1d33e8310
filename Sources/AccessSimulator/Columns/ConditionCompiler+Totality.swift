import AccessModel
import RowSecurity
import SQLBinding

/// What can raise no error, whichever rows it is asked of: only then a subquery may be run for all
/// rows at once, in another order and for other rows of its own.
extension ConditionCompiler {
  func isTotal(_ query: BoundQuery) -> Bool {
    for source in query.sources {
      guard case .relation(let relation) = source.kind, case .table = relation.id,
        let security = relation.security, !relation.isLocked
      else { return false }
      for condition in (security.filters ?? []).flatMap(\.conditions) {
        guard isTotal(condition.expression) else { return false }
      }
    }
    return ([query.condition].compactMap { $0 } + query.joins.flatMap(\.conditions))
      .allSatisfy(isTotal)
  }

  private func isTotal(_ expression: BoundExpression) -> Bool {
    switch expression {
    case .column, .constant: return true
    case .and, .or, .not, .test, .compare, .distinct, .coalesce:
      return expression.operands.allSatisfy(isTotal)
    case .cast(let operand, let source, let target):
      let isPlain =
        target.modifiers.isEmpty
        && (source == target.type || source.isString && target.type == .text
          || source.isInteger && target.type.isInteger
            && target.type.integerRange.contains(source.integerRange.lowerBound))
      return isPlain && isTotal(operand) || isComputable(expression)
    case .exists(let query): return query.isSimple && isTotal(query) || isComputable(expression)
    case .inQuery(let operand, let query, _, _):
      return isTotal(operand) && query.isSimple && isTotal(query)
        && query.targets.allSatisfy { isTotal($0.expression) } || isComputable(expression)
    default: return isComputable(expression)
    }
  }

  /// It depends on no row, and has a value: so it has everywhere.
  private func isComputable(_ expression: BoundExpression) -> Bool {
    var columns: [BoundExpression] = []
    _ = expression.mapColumns { position, type, depth in
      if position.level >= depth { columns.append(.column(position, type)) }
      return .column(position, type)
    }
    guard columns.isEmpty, !expression.dependsOnRun else { return false }
    return (try? session.evaluateConstant(expression)) != nil
  }
}

extension BoundQuery {
  /// FROM, WHERE and a select list.
  fileprivate var isSimple: Bool {
    commonTables.isEmpty && grouping == nil && windows.isEmpty && setFunctions.isEmpty
      && distinctOn == nil && limit == nil && offset == nil && values == nil
      && setOperation == nil && orderBy.isEmpty
  }
}
