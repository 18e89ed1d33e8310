public import AccessModel
public import SQLBinding

extension BoundQuery {
  /// What EXISTS asks of a query: nothing of what it gives, nor of how that is grouped, ordered or
  /// told apart. As it is where it may give a row of nothing, or none of rows.
  ///
  ///     EXISTS (SELECT DISTINCT f(x) FROM t ORDER BY g(x) LIMIT 1)  →  EXISTS (SELECT FROM t)
  ///
  /// Source: `simplify_EXISTS_query()` in `src/backend/optimizer/plan/subselect.c`.
  func tested(
    _ fold: (BoundExpression) throws(EngineFailure) -> BoundExpression
  ) -> BoundQuery {
    guard setOperation == nil, values == nil, setFunctions.isEmpty, windows.isEmpty, offset == nil,
      lockedSources.isEmpty, grouping?.onlyTellsRowsApart ?? true
    else { return self }
    if let limit, (try? fold(limit))?.letsARowThrough != true { return self }
    var result = self
    result.targets = []
    result.grouping = nil
    (result.isDistinct, result.distinctOn) = (false, nil)
    result.orderBy = []
    (result.limit, result.withTies) = (nil, false)
    return result
  }
}

extension BoundQuery {
  /// The rows of EXISTS that are looked for by what equalities tie to the row around: they give one
  /// side of each, and `operands` are the others. Nil where something else ties them.
  ///
  ///     EXISTS (SELECT FROM b WHERE b.x = a.x AND b.y)  →  a.x IN (SELECT b.x FROM b WHERE b.y)
  ///
  /// Source: `convert_EXISTS_to_ANY()` in `src/backend/optimizer/plan/subselect.c`.
  func hashedExistence(
    _ catalog: Catalog
  ) -> (query: BoundQuery, operands: [BoundExpression])? {
    guard isOnlySelection, let condition, !condition.isVolatile(catalog) else { return nil }
    var rest = self
    (rest.targets, rest.condition) = ([], nil)
    guard !rest.mentions(level: 1) else { return nil }
    var (kept, operands): ([BoundExpression], [BoundExpression]) = ([], [])
    for conjunct in condition.conjuncts.map(\.withoutNegatedComparison) {
      if let (own, around) = conjunct.sidesTied {
        rest.targets.append(BoundTarget("", own))
        operands.append(around)
      } else {
        kept.append(conjunct)
      }
    }
    guard !operands.isEmpty, !kept.contains(where: { $0.mentions(level: 1) }) else {
      return nil
    }
    rest.condition = kept.isEmpty ? nil : .and(kept)
    return (rest, operands)
  }
}

extension BoundExpression {
  /// Of an equality that ties a subquery to the row around: what says nothing of that, and what
  /// depends on it alone.
  public var sidesTied: (own: BoundExpression, around: BoundExpression)? {
    guard case .compare(.equal, let left, let right, _) = self, !hasSubquery else { return nil }
    for (own, other) in [(left, right), (right, left)]
    where !own.mentions(level: 1) && other.mentions(level: 1) && !other.mentions(level: 0) {
      return (own, other)
    }
    return nil
  }
}

extension BoundQuery {
  /// What EXISTS asks of a query speaks of the row around it where it was written so, if only in what
  /// an EXISTS inside of it gave.
  ///
  ///     EXISTS (SELECT FROM b WHERE EXISTS (SELECT a.x))
  ///
  /// Source: `convert_EXISTS_sublink_to_join()` in `src/backend/optimizer/plan/subselect.c`.
  func tied(as written: BoundQuery) -> BoundQuery {
    guard let condition, let before = written.condition, condition.hasSubquery,
      before.mentions(level: 1), !condition.mentions(level: 1)
    else { return self }
    var column: BoundExpression?
    _ = before.mapColumns { position, type, depth in
      if position.level == depth + 1, column == nil {
        column = .column(position, type).shifted(by: -depth)
      }
      return .column(position, type)
    }
    guard let column else { return self }
    var result = self
    result.condition = .and(condition.conjuncts + [column.alwaysTrue])
    return result
  }

  /// With what the views and subqueries merged into it ask once before its own conditions, as the
  /// planner has it once they are merged.
  public func askingOnceFirst(_ catalog: Catalog) -> BoundQuery {
    var result = self
    let taken = result.takeConditionsAskedOnce(ofSources: catalog)
    guard !taken.isEmpty else { return self }
    result.condition = .and(taken + (condition?.conjuncts ?? []))
    return result
  }

  /// Takes out of the views and subqueries merged into it what they ask once.
  fileprivate mutating func takeConditionsAskedOnce(
    ofSources catalog: Catalog
  ) -> [BoundExpression] {
    var taken: [BoundExpression] = []
    for number in joins.flatMap(\.innerSources) where sources[number].isMerged(catalog) {
      guard var inner = sources[number].innerQuery else { continue }
      var found = inner.takeConditionsAskedOnce(ofSources: catalog)
      if let asked = inner.condition?.conjuncts {
        let rest = asked.filter { !$0.isAskedOnce(catalog) }
        if rest.count < asked.count {
          found += asked.filter { $0.isAskedOnce(catalog) }
          inner.condition = rest.isEmpty ? nil : .and(rest)
        }
      }
      if found.isEmpty { continue }
      taken += found
      sources[number].replaceInnerQuery(by: inner)
    }
    return taken
  }
}

extension BoundExpression {
  /// WHERE with the subqueries inside of EXISTS that speak of the rows outside alone beside it: they
  /// are joined to those.
  ///
  ///     EXISTS (SELECT FROM b WHERE b.x = a.x AND EXISTS (SELECT FROM c WHERE c.x = a.x))
  ///     →  EXISTS (SELECT FROM b WHERE b.x = a.x) AND EXISTS (SELECT FROM c WHERE c.x = a.x)
  ///
  /// Source: `pull_up_sublinks_qual_recurse()` in `src/backend/optimizer/prep/prepjointree.c`.
  ///
  /// `isOptional`: the rows outside may be missing, so that nothing is asked before there is one.
  func withTestsApart(
    _ catalog: Catalog, _ version: PostgresVersion, isOptional: Bool = false
  ) -> BoundExpression {
    guard hasSubquery else { return self }
    let before = conjuncts
    var askedOnce: [BoundExpression]? = isOptional ? nil : []
    let tests =
      before.flatMap { $0.testsApart(catalog, version, &askedOnce) } + (askedOnce ?? [])
    return tests == before ? self : tests.count == 1 ? tests[0] : .and(tests)
  }

  /// `askedOnce`: what is asked without any row, of queries that are joined: after all of those around
  /// them.
  private func testsApart(
    _ catalog: Catalog, _ version: PostgresVersion, _ askedOnce: inout [BoundExpression]?
  ) -> [BoundExpression] {
    guard isMergedAsJoin(catalog, version) else { return [self] }
    let existence = keepingTestsInside(catalog, version)
    return existence.testsApartOfJoined(catalog, version, &askedOnce)
  }

  private func testsApartOfJoined(
    _ catalog: Catalog, _ version: PostgresVersion, _ askedOnce: inout [BoundExpression]?
  ) -> [BoundExpression] {
    guard var query = joinedQuery else { return [self] }
    var own: [BoundExpression] = []
    var others: [BoundExpression] = []
    var constants = askedOnce.map { _ in query.takeConditionsAskedOnce(ofSources: catalog) }
    // What stands inside is joined first.
    var inner: [BoundExpression]? = askedOnce.map { _ in [] }
    for condition in query.condition?.conjuncts ?? [] {
      if constants != nil, condition.isAskedOnce(catalog) {
        constants?.append(condition)
        continue
      }
      let outside =
        isExistence && condition.hasSubquery && !condition.mentions(level: 0)
        ? condition.shifted(by: -1) : nil
      if let outside, outside.isMergedAsJoin(catalog, version) {
        others += outside.testsApart(catalog, version, &inner)
      } else {
        own.append(condition)
      }
    }
    let once = (inner ?? []) + (constants ?? [])
    let all = others + once
    guard !all.isEmpty else { return [self] }
    if isExistence, !own.contains(where: { $0.mentions(level: 1) }) {
      guard let tie = all.lazy.compactMap(\.tie).first else { return [self] }
      own.append(tie)
    }
    askedOnce? += once
    let joined = others.filter { $0.isMergedAsJoin(catalog, version) }
    return [asking(own, of: query, takenApart: joined.count)] + others
  }

  /// EXISTS that is joined, with the subqueries inside of it that are not: those that speak of its own
  /// rows and of rows around it, which are asked of each row.
  ///
  /// `depth`: of how many queries around it are joined to each other.
  private func keepingTestsInside(
    _ catalog: Catalog, _ version: PostgresVersion, depth: Int = 1
  ) -> BoundExpression {
    switch self {
    case .not(let operand):
      return .not(operand.keepingTestsInside(catalog, version, depth: depth))
    case .exists(var query):
      guard let condition = query.condition, condition.hasSubquery else { return self }
      let kept = condition.conjuncts.map { test in
        guard test.hasSubquery, test.isMergedAsJoin(catalog, version) else { return test }
        let isOfBoth = (1...depth).contains { test.mentions(level: $0) }
        return isOfBoth
          ? .test(test, .isTrue)
          : test.keepingTestsInside(catalog, version, depth: depth + 1)
      }
      query.condition = kept.count > 1 ? .and(kept) : kept.first
      return .exists(query)
    default: return self
    }
  }

  /// A condition that always holds and speaks of a row that this one speaks of, one query further in:
  /// the query stays joined to that.
  private var tie: BoundExpression? {
    var column: BoundExpression?
    _ = mapColumns { position, type, depth in
      if position.level == depth, column == nil {
        column = .column(position, type).shifted(by: 1 - depth)
      }
      return .column(position, type)
    }
    return column.map(\.alwaysTrue)
  }

  /// A condition on it that always holds.
  fileprivate var alwaysTrue: BoundExpression {
    .or([.test(self, .isNull), .not(.test(self, .isNull))])
  }

  private var isExistence: Bool { if case .exists = self { true } else { false } }

  /// The query that it is joined with, where it asks for a row of it.
  private var joinedQuery: BoundQuery? {
    switch self {
    case .exists(let query), .inQuery(_, let query, _, negated: false):
      query.isOnlySelection ? query : nil
    default: nil
    }
  }

  private func asking(
    _ conditions: [BoundExpression], of query: BoundQuery, takenApart: Int
  ) -> BoundExpression {
    var query = query
    query.takenApart = takenApart
    query.condition = conditions.count > 1 ? .and(conditions) : conditions.first
    switch self {
    case .exists: return .exists(query)
    case .inQuery(let operand, _, let type, let negated):
      return .inQuery(operand, query, type: type, negated: negated)
    default: return self
    }
  }

  /// Whether it depends on no row and is computed as the plan starts: joins leave it above them.
  ///
  /// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
  fileprivate func isAskedOnce(_ catalog: Catalog) -> Bool {
    if hasSubquery { return asksNoRow }
    guard isMutable(catalog) == true, !isVolatile(catalog) else { return false }
    return asksNoRow
  }

  /// Whether neither it nor a subquery in it speaks of a row around that.
  private var asksNoRow: Bool {
    if case .column = self { return false }
    return subquery?.isCorrelated != true && !hasOperand { !$0.asksNoRow }
  }
}

extension BoundSource {
  fileprivate mutating func replaceInnerQuery(by query: BoundQuery) {
    switch kind {
    case .query: kind = .query(query)
    case .relation(var relation):
      relation.security?.viewQuery = query
      kind = .relation(relation)
    case .function, .commonTable, .system: break
    }
  }
}

extension BoundGrouping {
  fileprivate var onlyTellsRowsApart: Bool {
    sets == nil && !keys.isEmpty && having == nil && aggregates.isEmpty
  }
}

extension BoundExpression {
  /// As a LIMIT: NULL is none.
  fileprivate var letsARowThrough: Bool {
    guard case .constant(let value, _) = self else { return false }
    switch value {
    case .null: return true
    case .integer(let count): return count > 0
    default: return false
    }
  }
}
