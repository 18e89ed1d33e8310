public import AccessModel
public import SQLBinding

extension BoundQuery {
  /// With outer joins as inner ones, or one-sided, where a condition would drop the rows that they
  /// add.
  ///
  /// Source: `reduce_outer_joins()` in `src/backend/optimizer/prep/prepjointree.c`.
  public func withReducedJoins(_ engine: RowSecurityEngine) -> BoundQuery {
    guard !joins.allSatisfy(\.isSource) else { return self }
    var result = withReducedJoinKinds(engine)
    // A subquery in ON of an inner join is joined as one in WHERE is.
    let asked = result.joins.flatMap(\.innerConditions)
    guard asked.contains(where: \.hasSubquery) else { return result }
    result.joins = result.joins.map(\.withoutInnerConditions)
    result.condition = .and((asked + [condition].compactMap { $0 }).flatMap(\.conjuncts))
    return result
  }

  /// As `withReducedJoins`; what ON asks stays there.
  func withReducedJoinKinds(_ engine: RowSecurityEngine) -> BoundQuery {
    guard joins.contains(where: \.hasOptionalSource) else { return self }
    var result = self
    let demanded = (condition?.conjuncts ?? []).reduce(
      into: condition?.demandedSources(engine) ?? []
    ) {
      $0.formUnion($1.sourcesDemandedByJoin(engine))
    }
    result.joins = joins.map { $0.reduced(by: demanded, engine) }
    return result
  }
}

extension BoundJoin {
  /// Without the conditions that all results meet.
  fileprivate var withoutInnerConditions: BoundJoin {
    switch self {
    case .source, .join(.full, _, _, _): self
    case .join(.inner, let left, let right, _):
      .join(.inner, left.withoutInnerConditions, right.withoutInnerConditions, condition: nil)
    case .join(.left, let left, let right, let condition):
      .join(.left, left.withoutInnerConditions, right, condition: condition)
    case .join(.right, let left, let right, let condition):
      .join(.right, left, right.withoutInnerConditions, condition: condition)
    }
  }

  fileprivate var hasOptionalSource: Bool {
    switch self {
    case .source: false
    case .join(.inner, let left, let right, _): left.hasOptionalSource || right.hasOptionalSource
    case .join: true
    }
  }

  /// `demanded`: sources that no row may lack.
  fileprivate func reduced(by demanded: Set<Int>, _ engine: RowSecurityEngine) -> BoundJoin {
    guard case .join(let written, let left, let right, let condition) = self else { return self }
    let needsLeft = !demanded.isDisjoint(with: left.allSources)
    let needsRight = !demanded.isDisjoint(with: right.allSources)
    let kind: Kind =
      switch written {
      case .inner: .inner
      case .left: needsRight ? .inner : .left
      case .right: needsLeft ? .inner : .right
      case .full:
        switch (needsLeft, needsRight) {
        case (true, true): .inner
        case (true, false): .left
        case (false, true): .right
        case (false, false): .full
        }
      }
    let own = condition?.demandedSources(engine) ?? []
    let (ofLeft, ofRight): (Set<Int>, Set<Int>) =
      switch kind {
      case .inner: (own.union(demanded), own.union(demanded))
      case .left: (demanded, own)
      case .right: (own, demanded)
      case .full: ([], [])
      }
    var asked = condition
    if kind != written, let condition, condition.hasSubquery {
      let optional: Set<Int> =
        switch written {
        case .left: right.allSources
        case .right: left.allSources
        case .inner, .full: []
        }
      asked = .and(condition.conjuncts.map { $0.unjoined(unlessAbout: optional) })
    }
    return .join(
      kind, left.reduced(by: ofLeft, engine), right.reduced(by: ofRight, engine),
      condition: asked)
  }
}

extension BoundExpression {
  /// Subqueries are joined before outer joins are reduced, and then only to the side that may be
  /// missing: others stay what they are, which `IS TRUE` around them keeps them.
  ///
  /// Source: `pull_up_sublinks_jointree_recurse()` in `prepjointree.c`.
  fileprivate func unjoined(unlessAbout optional: Set<Int>) -> BoundExpression {
    guard withoutNegation.subquery != nil, !sources(atLevel: 0).isSubset(of: optional) else {
      return self
    }
    return .test(self, .isTrue)
  }

  /// Sources whose columns cannot all be NULL where this holds.
  ///
  /// Source: `find_nonnullable_rels()` in `src/backend/optimizer/util/clauses.c`.
  func demandedSources(_ engine: RowSecurityEngine) -> Set<Int> {
    demandedSources(atLevel: 0, engine)
  }

  private func demandedSources(atLevel level: Int, _ engine: RowSecurityEngine) -> Set<Int> {
    switch withoutTruthCompared {
    case .and(let operands):
      return operands.reduce(into: []) {
        $0.formUnion($1.demandedSources(atLevel: level, engine))
      }
    case .or(let operands):
      let first = operands.first?.demandedSources(atLevel: level, engine) ?? []
      return operands.dropFirst().reduce(first) {
        $0.intersection($1.demandedSources(atLevel: level, engine))
      }
    case .test(let operand, .isNotNull), .test(let operand, .isTrue), .test(let operand, .isFalse),
      .test(let operand, .isNotUnknown):
      return operand.sourcesOfNull(atLevel: level, engine)
    // A constant demands nothing.
    case .compare(_, let left, let right, _) where left.isNull || right.isNull: return []
    // With no element it is FALSE.
    case .quantified(.compare, let value, let array, isAll: false),
      .not(.quantified(.compare, let value, let array, isAll: true)):
      return [value, array].sourcesOfNull(atLevel: level, engine)
    case let asked: return asked.sourcesOfNull(atLevel: level, engine)
    }
  }

  /// Sources that the join that a condition of WHERE becomes demands: what EXISTS asks of them, or
  /// what IN compares; from 16 on even where IN is no join.
  ///
  /// Source: `JOIN_SEMI` in `reduce_outer_joins_pass2()`, `prepjointree.c`, `SubPlan` in
  /// `find_nonnullable_rels_walker()`, `src/backend/optimizer/util/clauses.c`.
  fileprivate func sourcesDemandedByJoin(_ engine: RowSecurityEngine) -> Set<Int> {
    let mayBeJoin =
      engine.version >= .v16 || isMergedAsJoin(engine.catalog.catalog, engine.version)
    return switch self {
    case .exists(let query) where query.isMergedExistence:
      query.condition?.demandedSources(atLevel: 1, engine) ?? []
    case .inQuery(let operand, _, _, negated: false) where mayBeJoin:
      operand.sourcesOfNull(atLevel: 0, engine)
    case .quantifiedQuery(let comparison)
    where mayBeJoin && !comparison.isAll && !comparison.isOfOneRow && comparison.operands.count == 1:
      comparison.operands[0].sourcesOfNull(atLevel: 0, engine)
    default: []
    }
  }

  /// NULL before any row is seen.
  var isNull: Bool {
    switch self {
    case .constant(.null, _): true
    case .cast(let operand, _, _): operand.isNull
    default: false
    }
  }

  /// What is compared with TRUE or FALSE, itself or negated.
  ///
  /// Source: `simplify_boolean_equality()` in `src/backend/optimizer/util/clauses.c`.
  private var withoutTruthCompared: BoundExpression {
    guard case .compare(let operation, let left, let right, .boolean) = self,
      operation == .equal || operation == .notEqual
    else { return self }
    for (side, other) in [(left, right), (right, left)] {
      guard case .constant(let value, _) = other, let truth = value.truth else { continue }
      return truth == (operation == .equal) ? side : .not(side)
    }
    return self
  }

  /// Sources without which this is NULL.
  fileprivate func sourcesOfNull(atLevel level: Int, _ engine: RowSecurityEngine) -> Set<Int> {
    switch withoutTruthCompared {
    case .column(let position, _): return position.level == level ? [position.source] : []
    case .compare(_, let left, let right, _), .arithmetic(_, let left, let right, _):
      return [left, right].sourcesOfNull(atLevel: level, engine)
    case .not(.quantified(let operation, let value, let array, let isAll)):
      return BoundExpression.quantified(operation, value, array, isAll: !isAll)
        .sourcesOfNull(atLevel: level, engine)
    case .not(let operand), .negate(let operand, _), .cast(let operand, _, _):
      return operand.sourcesOfNull(atLevel: level, engine)
    case .builtin(let builtin, let arguments) where builtin.isStrict:
      return arguments.sourcesOfNull(atLevel: level, engine)
    case .function(let index, let arguments, _)
    where engine.catalog.catalog.functions[index].isStrict:
      return arguments.sourcesOfNull(atLevel: level, engine)
    case .quantified(.compare, let value, let array, let isAll):
      // Before 18 nobody minds that it is FALSE, not NULL, where there is no element.
      guard array.hasElements || !isAll && engine.version < .v18 else { return [] }
      return [value, array].sourcesOfNull(atLevel: level, engine)
    case .and(let operands), .or(let operands):
      let first = operands.first?.sourcesOfNull(atLevel: level, engine) ?? []
      return operands.dropFirst().reduce(first) {
        $0.intersection($1.sourcesOfNull(atLevel: level, engine))
      }
    default: return []
    }
  }

  private var hasElements: Bool {
    switch self {
    case .array(let elements, _): !elements.isEmpty
    case .constant(.array(let array), _): !array.elements.isEmpty
    case .cast(let operand, _, _): operand.hasElements
    default: false
    }
  }
}

extension [BoundExpression] {
  /// Sources without which one of them is NULL.
  fileprivate func sourcesOfNull(atLevel level: Int, _ engine: RowSecurityEngine) -> Set<Int> {
    reduce(into: []) { $0.formUnion($1.sourcesOfNull(atLevel: level, engine)) }
  }
}
