import SQLBinding

extension BoundTarget {
  /// `xmax = 0` of a row that INSERT … ON CONFLICT returns: TRUE of one that was inserted, for one that
  /// was there is locked before it is updated.
  ///
  /// Source: `ExecOnConflictUpdate()` in `src/backend/executor/nodeModifyTable.c`.
  func tellingInserted(by rows: BoundReturnedRows) -> BoundTarget {
    var result = self
    result.expression = expression.tellingInserted(by: rows)
    return result
  }

  var asksWhetherInserted: Bool {
    var isFound = false
    expression.forEach { if $0.insertedTest != nil { isFound = true } }
    return isFound
  }
}

extension BoundExpression {
  /// Whether it holds of an inserted row, if it is such a test.
  fileprivate var insertedTest: Bool? {
    guard case .builtin(let builtin, let operands) = self, operands.count == 2,
      ["xideqint4(xid,int4)", "xidneqint4(xid,int4)"].contains(builtin.id),
      case .column(let position, _) = operands[0], position.level == 0, position.source == 0,
      position.column == SystemColumn.xmax.rawValue,
      case .constant(.integer(0), _) = operands[1]
    else { return nil }
    return builtin.id.hasPrefix("xideq")
  }

  fileprivate func tellingInserted(by rows: BoundReturnedRows) -> BoundExpression {
    guard let holds = insertedTest else { return mapOperands { $0.tellingInserted(by: rows) } }
    return holds ? .not(rows.fact(.hasOld)) : rows.fact(.hasOld)
  }
}
