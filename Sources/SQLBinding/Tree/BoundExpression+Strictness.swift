public import AccessModel

extension BoundExpression {
  /// Whether it is certainly NULL where anything that it is computed from is.
  ///
  /// Source: `contain_nonstrict_functions()` in `src/backend/optimizer/util/clauses.c`.
  public func isStrict(_ catalog: Catalog) -> Bool {
    guard !hasOperand(where: { !$0.isStrict(catalog) }) else { return false }
    switch self {
    case .column, .constant, .parameter, .valueFunction, .compare, .arithmetic, .negate, .not,
      .cast, .field, .quantified, .subscripted:
      return true
    case .builtin(let builtin, _): return builtin.isStrict
    case .function(let index, _, _): return catalog.functions[index].isStrict
    default: return false
    }
  }
}
