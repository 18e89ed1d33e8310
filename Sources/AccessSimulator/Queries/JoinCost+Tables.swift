import RowSecurity
import SQLBinding

extension JoinCost.Side {
  /// A table with its policies and what else is asked of its rows; nil: how many there may be is not
  /// known. `key`: the column that the join compares.
  /// `countsValues`: few rows are known to have no more values than that.
  init?(
    _ table: FilteredTable, _ own: [BoundExpression], key column: Int?, _ session: Session,
    countsValues: Bool = false
  ) {
    // Of more rows than pages are expected for the server counts those.
    let counted = table.countedRows
    guard !table.isSampled, let rows = (counted ?? table.expectedRows).map(Double.init),
      counted != nil || Double(table.rows.count) * 2 < rows
        || countsValues && table.fits(pages: Int(Self.unknownPages))
    else { return nil }
    let inliner = FunctionInliner(session: session)
    let policies = inliner.inlined(table.filters.askedOfExistingRows).flatMap { filter in
      JoinPlanner.conjuncts(BoundExpression.or(filter.conditions.map(\.expression)).onlyOperand)
    }
    let asked = policies + inliner.inlined(own)
    // Of few rows a column is expected to have as many values, not 200.
    let values = countsValues ? min(rows, RowEstimate.values) : RowEstimate.values
    let isOne = table.isOneRow(meeting: asked)
    let part =
      counted == nil || asked.isEmpty || countsValues
      ? RowEstimate.part(meeting: asked, ofValues: values) : 0...1
    let kept = { isOne ? 1 : max(1, (rows * $0).rounded()) }
    self.init(
      pages: counted == nil ? Self.unknownPages : 1, rows: rows,
      kept: kept(part.lowerBound)...kept(part.upperBound),
      asking: asked.contains(where: \.hasSubquery)
        ? nil : session.order(ofTable: table.table).cost(of: asked),
      asksOnce: asked.allSatisfy(\.subqueriesStandAlone),
      key: column.flatMap {
        table.isUnique($0) ? .unique : table.isIndexed($0) ? .repeated : nil
      })
  }
}

extension JoinCost {
  /// Whether a table of one page, whose rows are counted, is read whole though an index might find
  /// some of them; nil: one or the other.
  static func isReadWhole(
    _ table: FilteredTable, _ conditions: [BoundExpression], _ session: Session
  ) -> Bool? {
    guard table.countedRows != nil else { return false }
    guard let side = Side(table, conditions, key: nil, session), let asking = side.asking else {
      return nil
    }
    let (all, one) = (scan(of: side, asking), lookups(in: side, asking, 1).lowerBound)
    // What asks more than finding a row costs is not looked at more closely.
    return all * (1 + margin) < min(one, 2 * randomPage) ? true : nil
  }
}

extension FilteredTable {
  /// Whether a key leaves one row of it.
  func isOneRow(meeting conditions: [BoundExpression]) -> Bool {
    conditions.contains { $0.columnsEqualToFixed.contains(where: isUnique) }
  }
}

extension BoundExpression {
  /// Columns of the row at hand that it compares with what is the same for all rows.
  ///
  /// Source: `var_eq_const()` in `src/backend/utils/adt/selfuncs.c`.
  fileprivate var columnsEqualToFixed: [Int] {
    guard case .compare(.equal, let left, let right, _) = self else { return [] }
    return [(left, right), (right, left)].compactMap { (side, other) in
      guard case .column(let position, _) = side.comparedOperand, position.level == 0,
        position.column >= 0, other.sources(atLevel: 0).isEmpty
      else { return nil }
      return position.column
    }
  }

  /// Whether no subquery in it speaks of the row around it.
  fileprivate var subqueriesStandAlone: Bool {
    var isCorrelated = false
    forEach { part in
      if let query = part.subquery, query.isCorrelated { isCorrelated = true }
    }
    return !isCorrelated
  }
}
