import AccessModel
import SQLBinding

/// From 17 on a condition that a column is there which is declared NOT NULL is dropped once all of
/// them were computed as far as they can be; an OR with such an alternative is dropped whole.
///
/// Source: `restriction_is_always_true()` in `src/backend/optimizer/plan/initsplan.c`.
extension PrivilegeCollector {
  /// What the columns of a condition are of.
  enum Scope {
    /// `present`: the sources that no join around the condition leaves out; nil: in WHERE.
    case query(BoundQuery, present: [Int]? = nil)
    case relation(BoundRelation)
  }

  func alwaysHolds(_ condition: BoundExpression, in scope: Scope) -> Bool {
    guard engine.version >= .v17, condition.testsForMissing else { return false }
    // Of one relation alone it is asked of each child.
    let isOfOne = condition.sources(atLevel: 0).count == 1 && !condition.mentions(level: 1)
    return alwaysHolds(condition, in: scope, excludesParents: !isOfOne)
  }

  private func alwaysHolds(
    _ condition: BoundExpression, in scope: Scope, excludesParents: Bool
  ) -> Bool {
    switch condition {
    case .or(let operands):
      return operands.contains {
        alwaysHolds($0, in: scope, excludesParents: excludesParents)
      }
    case .not(.and(let operands)):
      return operands.contains {
        alwaysHolds(.not($0), in: scope, excludesParents: excludesParents)
      }
    case .not(.test(let column, .isNull)), .test(let column, .isNotNull):
      let opposite = BoundExpression.test(column, .isNull)
      switch scope {
      case .query(let query, let present):
        return asksForMissing(
          opposite, in: query, sources: present, excludesParents: excludesParents)
      case .relation(let relation):
        return asksForMissing(opposite, of: relation, excludesParents: excludesParents)
      }
    default: return false
    }
  }

  /// Conditions one by one, computed as far as they can be where one may ask for a missing column.
  func separated(_ conditions: [BoundExpression]) -> [BoundExpression] {
    conditions.flatMap(\.conjuncts).flatMap { condition in
      guard condition.testsForMissing, case .or = condition, let folded = try? fold(condition)
      else { return [condition] }
      return folded.withoutLostAlternatives.withCommonClauses.conjuncts
    }
  }

  /// From 17 on the planner knows that a column declared NOT NULL is not NULL.
  ///
  /// `sources`: those that no join around the condition leaves out; nil: in WHERE.
  ///
  /// Source: `restriction_is_always_false()` in `src/backend/optimizer/plan/initsplan.c`.
  func asksForMissing(
    _ condition: BoundExpression, in query: BoundQuery, level: Int = 0, sources: [Int]? = nil,
    excludesParents: Bool = false
  ) -> Bool {
    if case .or(let operands) = condition {
      // Of one relation alone it is asked of each child.
      let isOfOne = condition.sources(atLevel: level).count == 1
      guard isOfOne || engine.version >= .v17, !operands.isEmpty else { return false }
      return operands.allSatisfy {
        asksForMissing(
          $0, in: query, level: level, sources: sources,
          excludesParents: excludesParents || !isOfOne)
      }
    }
    guard case .test(.column(let position, let type), .isNull) = condition.withoutNegatedTest,
      position.level == level, query.sources.indices.contains(position.source),
      (sources ?? query.joins.flatMap(\.innerSources)).contains(position.source)
    else { return false }
    let source = query.sources[position.source]
    if isMerged(source, in: query), let inner = content(of: source, as: caller)?.query {
      guard inner.targets.indices.contains(position.column) else { return false }
      return asksForMissing(
        .test(inner.targets[position.column].expression, .isNull), in: inner,
        excludesParents: excludesParents)
    }
    guard case .relation(let relation) = source.kind else { return false }
    let own = ColumnPosition(level: 0, source: position.source, column: position.column)
    return asksForMissing(
      .test(.column(own, type), .isNull), of: relation, excludesParents: excludesParents)
  }

  /// As above, of a condition over one relation, which is asked of each of the tables that inherit
  /// from it too: there every version knows it, unless it `excludesParents`.
  func asksForMissing(
    _ condition: BoundExpression, of relation: BoundRelation, excludesParents: Bool = false
  ) -> Bool {
    if case .or(let operands) = condition {
      // What all alternatives have in common stands beside the rest.
      let common = operands.dropFirst().reduce(operands.first?.conjuncts ?? []) { known, operand in
        known.filter(operand.conjuncts.contains)
      }
      return common.contains { asksForMissing($0, of: relation) }
        || !operands.isEmpty && operands.allSatisfy { asksForMissing($0, of: relation) }
    }
    guard case .test(.column(let position, _), .isNull) = condition.withoutNegatedTest,
      position.level == 0, case .table(let index) = relation.id
    else { return false }
    let isParent = !relation.isOnly && isParent(index)
    let isPartitioned = engine.catalog.catalog.tables[index].partitionKey != nil
    let isKnownOfItself = engine.version >= .v17 && (!isParent || isPartitioned)
    guard isParent && !excludesParents || isKnownOfItself else { return false }
    if SystemColumn(rawValue: position.column) != nil { return engine.version >= .v17 }
    let catalog = engine.catalog.catalog
    guard catalog.tables[index].columns.indices.contains(position.column) else { return false }
    let column = catalog.tables[index].columns[position.column]
    guard !isKnownOfItself else { return !column.isNullable }
    return !column.isNullable && catalog.isMissingNowhere(column.name, below: index)
  }
}

extension Catalog {
  /// Whether all tables that inherit from one declare a column NOT NULL.
  fileprivate func isMissingNowhere(_ column: String, below table: Int) -> Bool {
    inheritors(of: table).allSatisfy { child in
      tables[child].columns.contains { $0.name == column && !$0.isNullable }
    }
  }
}

extension BoundExpression {
  /// Whether it may be such a condition, by its form.
  var testsForMissing: Bool {
    switch self {
    case .or(let operands), .not(.and(let operands)), .and(let operands):
      operands.contains(where: \.testsForMissing)
    // The latter in an AND that is negated.
    case .test(_, .isNotNull), .not(.test(_, .isNull)), .test(_, .isNull): true
    default: false
    }
  }

  /// NOT of a test as the opposite test.
  fileprivate var withoutNegatedTest: BoundExpression {
    if case .not(.test(let column, .isNotNull)) = self { .test(column, .isNull) } else { self }
  }
}
