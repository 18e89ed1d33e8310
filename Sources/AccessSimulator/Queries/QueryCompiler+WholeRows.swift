import AccessModel
import RowSecurity
import SQLBinding

/// Where rows are changed or locked, what is read beside them is kept whole, to be looked at again: a
/// subquery or view that stays one computes all that it gives. Of one that is merged only that is
/// computed which something asks for.
///
/// Source: `preprocess_rowmarks()` in `src/backend/optimizer/plan/planner.c`.
extension QueryCompiler {
  /// `target`: the source whose rows are changed.
  func readingWholeRows(_ written: BoundQuery, besides target: Int? = nil) -> BoundQuery {
    var query = written
    query.readsWholeRows = true
    for number in query.sources.indices where number != target {
      let source = query.sources[number]
      guard let inner = source.innerQuery, source.isMerged(catalog), !source.isLocked,
        outputsMayFail(inner)
      else { continue }
      let used = written.columns(ofSource: number)
      query.sources[number].kind = .query(
        readingWholeRows(inner.keeping(used, catalog) ?? inner))
    }
    query.condition = query.condition.map(joiningWholeRows)
    query.joins = query.joins.map { $0.mapConditions(joiningWholeRows) }
    return query
  }

  /// What EXISTS and IN read where they are joined.
  private func joiningWholeRows(_ condition: BoundExpression) -> BoundExpression {
    guard condition.hasSubquery else { return condition }
    let version = session.catalog.names.version
    return .and(
      JoinPlanner.conjuncts(condition).map { conjunct in
        guard conjunct.isMergedAsJoin(catalog, version),
          let inner = conjunct.withoutNegation.subquery, inner.isMergeable(catalog),
          inner.sources.contains(where: { $0.innerQuery.map(outputsMayFail) == true })
        else { return conjunct }
        return conjunct.mapQueries { query in query == inner ? readingWholeRows(query) : query }
      })
  }
}

extension BoundSource {
  fileprivate var isLocked: Bool {
    if case .relation(let relation) = kind { relation.isLocked } else { false }
  }
}
