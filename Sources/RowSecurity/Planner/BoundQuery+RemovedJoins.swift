import AccessModel
public import SQLBinding

extension BoundQuery {
  /// Whether a LEFT JOIN is left out before its optional side is planned: that adds no row, for its
  /// rows are told apart by what joins them, and nothing else asks for its columns.
  ///
  /// Of a table, a subquery planned by itself, or one of those that is all that a view or subquery
  /// merged into the query reads.
  ///
  /// Source: `join_is_removable()` in `src/backend/optimizer/plan/analyzejoins.c`.
  func joinsForNothing(_ number: Int, _ names: CatalogNames) -> Bool {
    guard let condition = joins.compactMap({ $0.condition(ofOptional: number) }).first else {
      return false
    }
    var rest = self
    rest.joins = rest.joins.map { $0.withoutCondition(ofOptional: number) }
    guard rest.columnsUsed(ofSource: number).isEmpty, !sources[number].isLateral else {
      return false
    }
    var columns: Set<Int> = []
    var fixed: Set<Int> = []
    for conjunct in condition.conjuncts {
      guard case .compare(.equal, let left, let right, _) = conjunct else { continue }
      for (own, other) in [(left, right), (right, left)] {
        let sources = other.sources(atLevel: 0)
        guard case .column(let position, _) = own.unwidened, position.level == 0,
          position.source == number, !sources.contains(number)
        else { continue }
        if sources.isEmpty {
          // It is asked of that side alone. Source: `relation_has_unique_index_for()`.
          guard !other.hasSubquery, !other.isVolatile(names.catalog) else { continue }
          fixed.insert(position.column)
        }
        columns.insert(position.column)
        if names.version >= .v16, mustEqualConstant(other) { fixed.insert(position.column) }
      }
    }
    return sources[number].isDistinct(for: columns, fixed: fixed, names)
  }

  /// Source: `reconsider_outer_join_clause()` in `src/backend/optimizer/path/equivclass.c`.
  private func mustEqualConstant(_ expression: BoundExpression) -> Bool {
    (condition?.conjuncts ?? []).contains { conjunct in
      guard case .compare(.equal, let left, let right, _) = conjunct else { return false }
      return [(left, right), (right, left)].contains { side, other in
        side == expression && other.sources(atLevel: 0).isEmpty && !other.hasSubquery
      }
    }
  }

  /// Without LEFT JOINs that add no row and of which nothing is asked.
  public func withoutUselessJoins(_ names: CatalogNames) -> BoundQuery {
    guard !joins.allSatisfy(\.isSource) else { return self }
    var result = self
    result.joins = joins.map { join in
      join.withoutOptional { joinsForNothing($0, names) }
    }
    return result
  }

  /// Source: `query_is_distinct_for()`.
  fileprivate func isDistinct(for columns: Set<Int>) -> Bool {
    if case .operation(_, let isAll, _, _)? = setOperation {
      return !isAll && targets.indices.allSatisfy(columns.contains)
    }
    guard setOperation == nil, setFunctions.isEmpty, values == nil else { return false }
    if isDistinct, distinctOn == nil, targets.indices.allSatisfy(columns.contains) { return true }
    guard let grouping, grouping.sets == nil else { return false }
    let grouped = targets.enumerated().filter { columns.contains($0.offset) }.compactMap { target in
      if case .groupKey(let key, _) = target.element.expression { key } else { nil }
    }
    return grouping.keys.indices.allSatisfy(grouped.contains)
  }
}

extension BoundSource {
  /// Whether it is one relation in the finished plan, whose rows these columns tell apart. `fixed`:
  /// those that must equal constants, so that nothing joins them any more.
  fileprivate func isDistinct(
    for columns: Set<Int>, fixed: Set<Int>, _ names: CatalogNames
  ) -> Bool {
    let inner: BoundQuery
    switch kind {
    case .function, .commonTable, .system: return false
    case .query(let query): inner = query
    case .relation(let relation):
      if case .table(let table) = relation.id {
        let model = names.catalog.tables[table]
        // Before 16 what has children has no indexes; inheritance has none over all of them.
        let isWhole =
          relation.isOnly || !names.isParent(table)
          || model.kind == .partitioned && names.version >= .v16
        return isWhole && model.isDistinct(for: columns)
      }
      guard let query = relation.security?.viewQuery else { return false }
      inner = query
    }
    guard isMerged(names.catalog) else {
      return inner.isDistinct(for: columns.subtracting(fixed))
    }
    guard inner.joins == [.source(0)], inner.condition?.hasSubquery != true else { return false }
    func below(_ columns: Set<Int>) -> Set<Int> {
      Set(
        columns.filter(inner.targets.indices.contains)
          .compactMap { inner.targets[$0].expression.plainColumn })
    }
    return inner.sources[0].isDistinct(for: below(columns), fixed: below(fixed), names)
  }
}

extension Catalog.Table {
  /// Source: `relation_has_unique_index_for()` in `indxpath.c`.
  fileprivate func isDistinct(for columns: Set<Int>) -> Bool {
    let names = Set(columns.filter(self.columns.indices.contains).map { self.columns[$0].name })
    return keys.contains { !$0.isDeferrable && names.isSuperset(of: $0.columns) }
      || indexes.contains { index in
        index.isUnique && !index.isComputed
          && index.parts.allSatisfy {
            if case .column(_, let name) = $0 { names.contains(name) } else { false }
          }
      }
  }
}

extension BoundJoin {
  /// Without the optional sides that are useless.
  fileprivate func withoutOptional(_ isUseless: (Int) -> Bool) -> BoundJoin {
    guard case .join(let kind, let left, let right, let condition) = self else { return self }
    if kind == .left, case .source(let number) = right, isUseless(number) {
      return left.withoutOptional(isUseless)
    }
    if kind == .right, case .source(let number) = left, isUseless(number) {
      return right.withoutOptional(isUseless)
    }
    return .join(
      kind, left.withoutOptional(isUseless), right.withoutOptional(isUseless),
      condition: condition)
  }

  /// ON of the LEFT JOIN whose missing side is one source; nil where there is none.
  fileprivate func condition(ofOptional number: Int) -> BoundExpression? {
    guard case .join(let kind, let left, let right, let condition) = self else { return nil }
    if kind == .left, right.isSource(number) { return condition }
    if kind == .right, left.isSource(number) { return condition }
    return left.condition(ofOptional: number) ?? right.condition(ofOptional: number)
  }

  fileprivate func withoutCondition(ofOptional number: Int) -> BoundJoin {
    guard case .join(let kind, let left, let right, let condition) = self else { return self }
    let isIt = kind == .left && right.isSource(number) || kind == .right && left.isSource(number)
    return .join(
      kind, left.withoutCondition(ofOptional: number), right.withoutCondition(ofOptional: number),
      condition: isIt ? nil : condition)
  }

  private func isSource(_ number: Int) -> Bool {
    if case .source(number) = self { true } else { false }
  }
}

extension BoundExpression {
  /// An integer as it was before it was made wider.
  fileprivate var unwidened: BoundExpression {
    if case .cast(let operand, let source, let target) = self, source.isInteger,
      target.type.isInteger
    {
      operand
    } else {
      self
    }
  }
}
