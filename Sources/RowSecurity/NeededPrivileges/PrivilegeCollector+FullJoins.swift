import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// The error of a FULL JOIN that can't be planned, in a query or in what is merged into it: joins
  /// are planned after conditions, and before privileges on tables are looked at.
  ///
  /// Source: `add_paths_to_joinrel()` in `src/backend/optimizer/path/joinpath.c`.
  func refusal(ofFullJoinsIn written: BoundQuery) throws(EngineFailure) -> PrivilegeCheck? {
    let query = reduced(written)
    for source in query.sources where isMerged(source, in: query) {
      guard let (inner, _) = content(of: source, as: caller) else { continue }
      if let refusal = try refusal(ofFullJoinsIn: inner) { return refusal }
    }
    for join in query.joins {
      if let refusal = try refusal(ofFullJoinsIn: join, query) { return refusal }
    }
    return nil
  }

  private func refusal(
    ofFullJoinsIn join: BoundJoin, _ query: BoundQuery
  ) throws(EngineFailure) -> PrivilegeCheck? {
    guard case .join(let kind, let left, let right, let condition) = join else { return nil }
    for side in [left, right] {
      if let refusal = try refusal(ofFullJoinsIn: side, query) { return refusal }
    }
    // A join of nothing with nothing is none.
    guard kind == .full, !leftOut(of: join, query).isEmpty else { return nil }
    let inner = left.innerSources + right.innerSources
    var asked: [BoundExpression] = []
    for condition in condition?.conjuncts ?? [] {
      let folded = try fold(condition).withoutLostAlternatives
      asked += folded.conjuncts.filter { !isConstant($0, of: inner, in: query) }
    }
    do throws(EngineFailure) {
      try FullJoin.require(
        .and(asked), left.allSources, right.allSources, engine.catalog.catalog)
      return nil
    } catch .postgres(let error) {
      return PrivilegeCheck(refusal: error, as: caller)
    } catch {
      throw error
    }
  }

  /// Whether it asks if a column is missing that is declared NOT NULL, or such a question decides an
  /// OR: each such condition becomes a constant by itself.
  ///
  /// Source: `add_base_clause_to_rel()`, `restriction_is_always_true()` and
  /// `restriction_is_always_false()` in `src/backend/optimizer/plan/initsplan.c`.
  private func isConstant(
    _ condition: BoundExpression, of sources: [Int], in query: BoundQuery
  ) -> Bool {
    guard case .or(let operands) = condition else {
      return constant(condition, of: sources, in: query) != nil
    }
    let constants = operands.map { constant($0, of: sources, in: query) }
    return constants.contains(true) || constants.allSatisfy { $0 == false }
  }

  /// Nil: it is none.
  private func constant(
    _ condition: BoundExpression, of sources: [Int], in query: BoundQuery
  ) -> Bool? {
    if case .not(let operand) = condition {
      return constant(operand, of: sources, in: query).map { !$0 }
    }
    guard case .test(let column, let test) = condition, test == .isNull || test == .isNotNull,
      asksForMissing(.test(column, .isNull), in: query, sources: sources)
    else { return nil }
    return test == .isNotNull
  }
}
