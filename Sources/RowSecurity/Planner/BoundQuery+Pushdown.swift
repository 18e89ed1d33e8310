public import AccessModel
public import SQLBinding

/// Which conditions a query takes that are asked of what it gives.
extension BoundQuery {
  /// Whether what changes from row to row is not asked inside of it.
  ///
  /// Source: `subquery_is_pushdown_safe()` in `src/backend/optimizer/path/allpaths.c`.
  public var tellsRowsApart: Bool {
    isDistinct || distinctOn != nil || !windows.isEmpty || !setFunctions.isEmpty
  }

  /// The output columns that such a condition may speak of: those that are the same for all rows that
  /// stand together; nil: it may speak of none, not even of nothing. `ofGroups`: it may be asked in
  /// HAVING, of aggregates too.
  ///
  /// Source: `check_output_expressions()` in `allpaths.c`.
  public func columnsThatTakeConditions(
    _ catalog: Catalog, ofGroups: Bool = false
  ) -> Set<Int>? {
    var columns = Set(targets.indices).filter {
      !targets[$0].expression.isVolatile(catalog) && !targets[$0].expression.givesSeveralRows
    }
    if let grouping {
      guard grouping.sets == nil, ofGroups || !grouping.keys.isEmpty else { return nil }
      if !ofGroups { columns = columns.filter { targets[$0].expression.isOfKeys } }
    }
    for together in windows.map(\.partitionBy) + [distinctOn].compactMap({ $0 }) {
      columns = columns.filter { together.contains(targets[$0].expression) }
    }
    return columns
  }
}

extension BoundExpression {
  /// Computed of what rows are grouped by.
  fileprivate var isOfKeys: Bool {
    var (hasKeys, hasOthers) = (false, false)
    forEach { part in
      switch part {
      case .groupKey: hasKeys = true
      case .aggregate, .window, .setResult, .column: hasOthers = true
      default: hasOthers = hasOthers || part.subquery != nil
      }
    }
    return hasKeys && !hasOthers
  }
}
