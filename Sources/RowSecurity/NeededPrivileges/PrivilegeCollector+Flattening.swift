import AccessModel
import SQLBinding

/// A query with all that is merged into it in its place, as the planner sees it when it looks for what
/// can give no row.
///
/// Source: `pull_up_subqueries()` in `src/backend/optimizer/prep/prepjointree.c`.
extension PrivilegeCollector {
  /// Whether a query over several relations, so seen, reads nothing, which was not seen of its parts.
  func readsNothing(
    flattened query: BoundQuery, adding added: Int?
  ) throws(EngineFailure) -> Bool {
    guard let flat = flattened(query)?.query, flat.joins.flatMap(\.allSources).count > 1 else {
      return false
    }
    return try readsNothing(flat, adding: added.map { _ in 0 })
  }

  /// With what is left out of a query, so seen. Before 17 what is said beside FALSE decides whether
  /// that is found, which a query so seen does not show.
  func adding(flattened query: BoundQuery, to known: LeftOut) -> LeftOut {
    guard let flat = flattened(query), flat.query.joins.flatMap(\.allSources).count > 1 else {
      return known
    }
    let seen = reduced(flat.query)
    var sources: Set<Int> = []
    for join in seen.joins { sources.formUnion(leftOut(of: join, seen).sources) }
    guard !sources.isEmpty else { return known }
    let found = LeftOut(sources, at: flat.places, count: query.sources.count)
    let result = known.union(found)
    if result == known { return known }
    return !looksAtOneCondition || guess.meet(.mergedQuery) ? result : known
  }

  /// Whether what may have another answer for each row, and mentions no column, is asked of the one
  /// source that it stands beside: in a flat query it would stand beside all.
  ///
  /// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
  private func asksItsOnlySource(_ content: BoundQuery) -> Bool {
    content.sources.count == 1
      && content.condition?.conjuncts.contains {
        $0.sources(atLevel: 0).isEmpty && $0.isVolatile(engine.catalog.catalog)
      } == true
  }

  /// nil: nothing is merged into it, or a full join keeps apart what is asked of its sides.
  func flattened(_ query: BoundQuery) -> FlattenedQuery? {
    guard query.setOperation == nil, query.values == nil else { return nil }
    var result = query
    var merged: [Int: BoundQuery] = [:]
    var places: [Int: FlattenedQuery.Place] = [:]
    for number in query.joins.flatMap(\.allSources).sorted() {
      guard let content = contentMerged(from: number, of: query), !content.joins.isEmpty else {
        continue
      }
      if looksAtOneCondition, asksItsOnlySource(content) { return nil }
      let base = result.sources.count
      let pinned = pinned(content)
      let flat = flattened(pinned) ?? FlattenedQuery(query: pinned, places: [:])
      let inner = flat.query.mapColumns(depth: 0) { position, type, depth in
        var position = position
        if position.level == depth { position.source += base }
        if position.level > depth { position.level -= 1 }
        return .column(position, type)
      }
      result.sources += inner.sources
      merged[number] = inner.shiftingJoins(by: base)
      places[number] = FlattenedQuery.Place(
        base: base, count: content.sources.count,
        merged: flat.places.mapValues { $0.shifted(by: base) })
    }
    guard !merged.isEmpty else { return nil }
    var asked: [BoundExpression] = []
    var joins: [BoundJoin] = []
    for join in result.joins {
      guard let flat = join.flattened(merged) else { return nil }
      joins.append(flat.join)
      asked += flat.asked
    }
    result.joins = joins
    result.condition = .and([result.condition].compactMap { $0 } + asked)
    let present = Set(query.joins.flatMap(\.innerSources))
    result = result.mapColumns(depth: 0) { position, type, depth in
      guard position.level == depth, let inner = merged[position.source],
        inner.targets.indices.contains(position.column)
      else { return .column(position, type) }
      let output = inner.targets[position.column].expression
      // What is computed is NULL where its row is missing, whatever it is of.
      guard present.contains(position.source) || output.isColumn else {
        return .column(position, type)
      }
      return output.shifted(by: depth)
    }
    return FlattenedQuery(query: result, places: places)
  }
}

extension PrivilegeCollector {
  /// With subqueries of its condition that it is not joined with kept from being joined elsewhere:
  /// that is tried before it is merged.
  private func pinned(_ query: BoundQuery) -> BoundQuery {
    guard let condition = query.condition, condition.hasSubquery else { return query }
    let joined = queriesJoined(in: query)
    var result = query
    result.condition = .and(
      condition.conjuncts.map {
        $0.hasSubquery && !joined.contains($0) ? .test($0, .isTrue) : $0
      })
    return result
  }
}

struct FlattenedQuery {
  var query: BoundQuery
  /// Where the sources stand that were merged.
  var places: [Int: Place]

  struct Place {
    /// The number of its first source.
    var base: Int
    var count: Int
    var merged: [Int: Place]

    func shifted(by offset: Int) -> Place {
      Place(
        base: base + offset, count: count, merged: merged.mapValues { $0.shifted(by: offset) })
    }
  }
}

extension PrivilegeCollector.LeftOut {
  /// `sources`: of the whole; `count`: of those whose numbers begin at `base`.
  fileprivate init(
    _ sources: Set<Int>, at places: [Int: FlattenedQuery.Place], base: Int = 0, count: Int
  ) {
    self.init(isEmpty: false, sources: [])
    for number in 0..<count {
      guard let place = places[number] else {
        if sources.contains(base + number) { self.sources.insert(number) }
        continue
      }
      let inner = Self(sources, at: place.merged, base: place.base, count: place.count)
      merged[number] = inner
      if inner.sources.count == place.count { self.sources.insert(number) }
    }
  }

  func union(_ other: Self) -> Self {
    var result = self
    result.isEmpty = isEmpty || other.isEmpty
    result.sources.formUnion(other.sources)
    for (number, inner) in other.merged {
      result.merged[number] = result.merged[number]?.union(inner) ?? inner
    }
    return result
  }
}

extension BoundQuery {
  fileprivate func shiftingJoins(by base: Int) -> BoundQuery {
    var result = self
    result.joins = joins.map { $0.shifted(by: base) }
    return result
  }
}

extension BoundJoin {
  fileprivate func shifted(by base: Int) -> BoundJoin {
    switch self {
    case .source(let number): .source(number + base)
    case .join(let kind, let left, let right, let condition):
      .join(kind, left.shifted(by: base), right.shifted(by: base), condition: condition)
    }
  }

  /// With queries in place of their sources, and what they ask of all rows that the join gives.
  fileprivate func flattened(
    _ merged: [Int: BoundQuery]
  ) -> (join: BoundJoin, asked: [BoundExpression])? {
    switch self {
    case .source(let number):
      guard let inner = merged[number], let first = inner.joins.first else { return (self, []) }
      let join = inner.joins.dropFirst().reduce(first) {
        .join(.inner, $0, $1, condition: nil)
      }
      return (join, [inner.condition].compactMap { $0 })
    case .join(let kind, let left, let right, let condition):
      guard let left = left.flattened(merged), let right = right.flattened(merged) else {
        return nil
      }
      var (on, asked) = ([condition].compactMap { $0 }, [BoundExpression]())
      switch kind {
      case .inner: asked = left.asked + right.asked
      case .left: (on, asked) = (on + right.asked, left.asked)
      case .right: (on, asked) = (on + left.asked, right.asked)
      case .full: guard left.asked.isEmpty, right.asked.isEmpty else { return nil }
      }
      return (.join(kind, left.join, right.join, condition: on.isEmpty ? nil : .and(on)), asked)
    }
  }
}
