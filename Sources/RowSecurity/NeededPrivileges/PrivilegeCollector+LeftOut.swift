import AccessModel
import SQLBinding

/// What the finished plan does not read, join by join.
extension PrivilegeCollector {
  /// Whether FALSE is asked of one relation alone, which is not even planned then.
  func isExcludedAlone(_ query: BoundQuery) -> Bool {
    guard let condition = query.condition, leafCount(of: query) == 1 else { return false }
    return (try? fold(condition))?.isNeverTrue == true
  }

  /// Whether a query that EXISTS or its negation joins asks a row outside for what it is never
  /// missing. `sources`: as for `asksForMissing`. What the negation asks is not asked of children.
  func isTiedToNothing(
    _ conjunct: BoundExpression, in query: BoundQuery, sources: [Int]? = nil
  ) -> Bool {
    guard let condition = conjunct.withoutNegation.subquery?.condition,
      let folded = try? fold(condition)
    else { return false }
    let isNegated = conjunct != conjunct.withoutNegation
    return folded.withoutLostAlternatives.conjuncts.contains {
      asksForMissing($0, in: query, level: 1, sources: sources, excludesParents: isNegated)
    }
  }

  /// Whether ON demands a row of a subquery that has none, of the optional side alone.
  private func joinsNothing(
    _ condition: BoundExpression, to optional: BoundJoin, in query: BoundQuery
  ) -> Bool {
    condition.conjuncts.contains { conjunct in
      if case .not = conjunct { return false }
      guard isJoined(conjunct, to: optional), let inner = conjunct.subquery,
        !inner.isNodeOverNothing
      else { return false }
      return (try? readsNothing(inner)) == true
        || isTiedToNothing(conjunct, in: query, sources: optional.innerSources)
    }
  }

  /// What the finished plan does not read of a query.
  struct LeftOut: Equatable {
    /// All of it: it finds nothing.
    var isEmpty: Bool
    var sources: Set<Int>
    /// What it does not read of queries that are merged into it.
    var merged: [Int: LeftOut] = [:]
  }

  /// `isInEmpty`: it is merged into a query that can find nothing; `known`: what that leaves out of it.
  func leftOut(
    of query: BoundQuery, isInEmpty: Bool, adding added: Int = 0, known: LeftOut? = nil
  ) -> LeftOut {
    if isInEmpty || (try? readsNothing(query, adding: added)) == true {
      return LeftOut(isEmpty: true, sources: Set(query.sources.indices))
    }
    var sources: Set<Int> = []
    let query = withImpliedEqualities(query)
    for join in query.joins { sources.formUnion(leftOut(of: join, query).sources) }
    let found = LeftOut(isEmpty: false, sources: sources)
    if let known { return found.union(known) }
    return adding(flattened: query, to: found)
  }

  /// Source: `mark_dummy_rel()` in `populate_joinrel_with_paths()`, `joinrels.c`.
  func leftOut(of join: BoundJoin, _ query: BoundQuery) -> LeftOut {
    switch join {
    case .source(let number):
      var isEmpty = (try? showsNothing(number, of: query)) == true
      if isEmpty {
        let conditions = (try? conditionCount(around: number, of: query)) ?? 0
        isEmpty = (try? showsNothing(number, of: query, adding: conditions)) == true
      }
      return LeftOut(isEmpty: isEmpty, sources: isEmpty ? [number] : [])
    case .join(let kind, let left, let right, let condition):
      var (first, second) = (leftOut(of: left, query), leftOut(of: right, query))
      let present = left.innerSources + right.innerSources
      let isNeverTrue =
        condition.map { condition in
          (try? fold(condition))?.isNeverTrue == true
            || separated([condition]).contains {
              asksForMissing($0, in: query, sources: present)
            }
            || kind == .left && joinsNothing(condition, to: right, in: query)
            || kind == .right && joinsNothing(condition, to: left, in: query)
            || kind == .left
              && contradict(
                right.innerConditions + [condition], in: query, sources: right.innerSources)
            || kind == .right
              && contradict(
                left.innerConditions + [condition], in: query, sources: left.innerSources)
        } ?? false
      if kind == .left, isNeverTrue || isFound(by: condition, only: first, of: left) {
        second.isEmpty = true
      }
      if kind == .right, isNeverTrue || isFound(by: condition, only: second, of: right) {
        first.isEmpty = true
      }
      let isEmpty =
        switch kind {
        case .inner: first.isEmpty || second.isEmpty || isNeverTrue
        case .left: first.isEmpty
        case .right: second.isEmpty
        case .full: first.isEmpty && second.isEmpty
        }
      if isEmpty { return LeftOut(isEmpty: true, sources: join.allSources) }
      let sources =
        (first.isEmpty ? left.allSources : first.sources)
        .union(second.isEmpty ? right.allSources : second.sources)
      return LeftOut(isEmpty: false, sources: sources)
    }
  }

  /// Whether a condition finds rows by what is left out of the other side alone: they are joined to
  /// that first.
  private func isFound(
    by condition: BoundExpression?, only leftOut: LeftOut, of other: BoundJoin
  ) -> Bool {
    guard let condition,
      !condition.demandedSources(engine).isDisjoint(with: leftOut.sources)
    else {
      return false
    }
    let mentioned = condition.sources(atLevel: 0)
    return mentioned.isDisjoint(with: other.allSources.subtracting(leftOut.sources))
  }
}
