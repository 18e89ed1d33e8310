import RowSecurity
import SQLBinding

extension JoinCost.Side {
  /// A table with its policies and what else is asked of its rows; nil: how many there may be is not
  /// known. `key`: the column that the join compares.
  init?(_ table: FilteredTable, _ own: [BoundExpression], key column: Int?, _ session: Session) {
    // Of more rows than pages are expected for the server counts those.
    guard let rows = table.expectedRows.map(Double.init), Double(table.rows.count) * 2 < rows else {
      return nil
    }
    let inliner = FunctionInliner(session: session)
    let policies = inliner.inlined(table.filters.withoutRepeats).flatMap { filter in
      JoinPlanner.conjuncts(BoundExpression.or(filter.conditions.map(\.expression)).onlyOperand)
    }
    let asked = policies + inliner.inlined(own)
    let part = RowEstimate.part(meeting: asked)
    let kept = { max(1, (rows * $0).rounded()) }
    self.init(
      rows: rows, kept: kept(part.lowerBound)...kept(part.upperBound),
      asking: asked.contains(where: \.hasSubquery)
        ? nil : session.order(ofTable: table.table).cost(of: asked),
      key: column.flatMap {
        table.isUnique($0) ? .unique : table.isIndexed($0) ? .repeated : nil
      })
  }
}
