import RowSecurity
import SQLBinding

/// What compiles expressions, told of how many rows they are asked.
extension JoinPlanner {
  /// What compiles conditions on the rows of tables.
  var asking: ExpressionCompiler {
    var result = compiler
    let isOfMany = zip(rowSources, sources).contains { rows, source in
      if case .table = rows { true } else { source.innerQuery.map { $0.values == nil } ?? false }
    }
    result.askedRows = isOfMany ? .many : nil
    return result
  }

  /// What compiles what is asked of the rows of a table that meet all conditions. `key`: the column
  /// that an index finds them by, for each of others.
  func asking(
    of table: FilteredTable, _ conditions: [BoundExpression], key: Int? = nil
  ) -> ExpressionCompiler {
    var result = compiler
    let (session, catalog) = (compiler.session, compiler.session.catalog)
    result.askedRows = AskedRows {
      let own = conditions.filter { !catalog.isJoin($0) }
      return .many(calls: JoinCost.Side(table, own, key: key, session)?.expectedCalls)
    }
    return result
  }

  /// What compiles what a query gives: of many rows of a table EXISTS is asked of all first.
  ///
  /// Source: `fix_alternative_subplan()` in `src/backend/optimizer/plan/setrefs.c`.
  func outputs(where condition: BoundExpression?) -> ExpressionCompiler {
    guard sources.count == 1, case .table(let table) = rowSources[0], !table.isDenied else {
      return compiler
    }
    var result = compiler
    let (session, catalog, around) = (
      compiler.session, compiler.session.catalog, compiler.askedRows
    )
    result.askedRows = AskedRows {
      let own = Self.conjuncts(condition).filter { !catalog.isJoin($0) }
      guard let calls = JoinCost.Side(table, own, key: nil, session)?.expectedCalls,
        calls.lowerBound > Self.manyCalls
      else { return around?.extent ?? .few }
      // Of each row once.
      return .many(calls: calls.lowerBound / 2...calls.upperBound / 2)
    }
    return result
  }

  private static let manyCalls = 20.0
}
