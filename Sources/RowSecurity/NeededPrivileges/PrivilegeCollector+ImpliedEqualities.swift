import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Before 17 what equalities imply is one more thing that is said of a relation, which hides that
  /// nothing shows its rows.
  func withImpliedEqualities(_ query: BoundQuery) -> BoundQuery {
    guard looksAtOneCondition, query.setOperation == nil, query.values == nil,
      query.sources.count > 1 || query.condition?.hasSubquery == true
    else { return query }
    let always = query.joins.flatMap(\.innerConditions) + [query.condition].compactMap { $0 }
    let isJoined = isJoined
    let implied = ImpliedEqualities(
      always.flatMap(\.conjuncts), tests: queriesJoined(in: query),
      sourceCount: query.sources.count, isProtected: query.sources.contains(where: \.hasFilters),
      QualOrder(engine.catalog.catalog)
    ) { !isJoined || !$0.mentions(level: 1) }
    guard !implied.isEmpty else { return query }
    var result = query
    let conjuncts = query.condition?.conjuncts ?? []
    result.condition = .and(conjuncts.map(implied.asked) + implied.own)
    return result
  }

  /// A query with what its equalities, and those of all that is merged into it, say of one source.
  func withImpliedEqualities(about number: Int, _ query: BoundQuery) -> BoundQuery {
    guard looksAtOneCondition, query.sources.count > 1 else { return query }
    let whole = flattened(query)?.query ?? query
    if let condition = whole.condition, (try? fold(condition))?.isNeverTrue != false {
      return query
    }
    let known = Set(whole.condition?.conjuncts ?? [])
    let implied = (withImpliedEqualities(whole).condition?.conjuncts ?? []).filter {
      $0.sources(atLevel: 0) == [number] && !$0.hasSubquery && !known.contains($0)
    }
    return implied.isEmpty ? query : query.asking(implied)
  }
}
