import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Whether a column must equal two constants, or others that must. Before 17 that is said of a
  /// join, and of one relation alone beside other conditions.
  ///
  /// Source: `generate_base_implied_equalities_const()` in `src/backend/optimizer/path/equivclass.c`.
  func contradictsItself(_ query: BoundQuery) throws(EngineFailure) -> Bool {
    if looksAtOneCondition, isAlone { return false }
    var equalities = EqualColumns()
    try note(conditionsOf: query, around: [], path: [0], &equalities)
    for (number, conjunct) in queriesJoined(in: query).enumerated() {
      if case .not = conjunct { continue }
      guard let inner = conjunct.subquery else { continue }
      let path = [number + 1]
      try note(conditionsOf: inner, around: [(query, [0])], path: path, &equalities)
      if let equality = conjunct.membershipEquality {
        try note(equality, in: [(inner, path), (query, [0])], &equalities)
      }
    }
    return equalities.areContradicted
  }

  /// Of several constants that a column must equal, each relation of a join is asked for one: that they
  /// differ is said of the join.
  ///
  /// Source: `process_implied_equality()` in `src/backend/optimizer/plan/initsplan.c`.
  func withOneValueEach(_ query: BoundQuery, isAlone: Bool) throws(EngineFailure) -> BoundQuery {
    guard !isAlone || query.sources.count > 1, let condition = query.condition else { return query }
    let conditions = try fold(condition).conjuncts.map(\.withoutNegatedComparison)
    let order = QualOrder(engine.catalog.catalog)
    let classes = EquivalenceClasses(conditions.map { ($0, 0) }, order)
    var result = query
    result.condition = .and(conditions.map(classes.asked))
    return result
  }

  /// As above, of conditions on what an outer join may do without. `sources`: those of that.
  func contradict(
    _ conditions: [BoundExpression], in query: BoundQuery, sources: [Int]
  ) -> Bool {
    if looksAtOneCondition { return false }
    var equalities = EqualColumns()
    for condition in conditions.flatMap(\.conjuncts)
    where condition.sources(atLevel: 0).isSubset(of: sources) {
      for part in (try? alternatives(of: condition)) ?? [] {
        try? note(part, in: [(query, [0])], present: sources, &equalities)
      }
    }
    return equalities.areContradicted
  }

  /// What a query asks of each row, with what is merged into it. `path`: where it stands.
  private func note(
    conditionsOf query: BoundQuery, around: [(query: BoundQuery, path: [Int])], path: [Int],
    _ equalities: inout EqualColumns
  ) throws(EngineFailure) {
    let always = query.joins.flatMap(\.innerConditions) + [query.condition].compactMap { $0 }
    for condition in always.flatMap(\.conjuncts) {
      for part in try alternatives(of: condition) {
        try note(part, in: [(query, path)] + around, &equalities)
      }
    }
    for number in query.joins.flatMap(\.innerSources) {
      for policy in try policies(of: query.sources[number]) {
        try note(policy.atSource(number), in: [(query, path)], &equalities)
      }
      guard let inner = contentMerged(from: number, of: query) else { continue }
      try note(conditionsOf: inner, around: [], path: path + [number], &equalities)
    }
  }

  /// What policies of a table ask of each row, where that is an equality with a constant.
  private func policies(of source: BoundSource) throws(EngineFailure) -> [BoundExpression] {
    guard case .relation(let relation) = source.kind, case .table = relation.id else { return [] }
    var result: [BoundExpression] = []
    for filter in (relation.security?.filters ?? []).askedOfExistingRows {
      guard filter.expressions.count == 1, filter.expressions[0].hasConstantEquality else {
        continue
      }
      result += try fold(filter.expressions[0]).conjuncts
    }
    return result
  }

  /// The query behind a source that becomes a part of the one around it; not one of a set operation.
  func contentMerged(from number: Int, of query: BoundQuery) -> BoundQuery? {
    let source = query.sources[number]
    guard query.setOperation == nil, isMerged(source),
      let inner = content(of: source, as: caller)?.query, inner.setOperation == nil
    else { return nil }
    return inner
  }

  /// What is left of an OR without the alternatives that are never TRUE.
  ///
  /// Source: `find_duplicate_ors()` in `src/backend/optimizer/prep/prepqual.c`.
  private func alternatives(
    of condition: BoundExpression
  ) throws(EngineFailure) -> [BoundExpression] {
    guard case .or = condition else { return [condition] }
    let rest = try fold(condition).withoutLostAlternatives
    if case .or(let operands) = rest, operands.count == 1 { return operands[0].conjuncts }
    return rest.conjuncts
  }

  /// `queries`: the one that the condition stands in, and what is around it. `present`: its sources
  /// that no join around the condition leaves out; nil: as in WHERE.
  private func note(
    _ condition: BoundExpression, in queries: [(query: BoundQuery, path: [Int])],
    present: [Int]? = nil, _ equalities: inout EqualColumns
  ) throws(EngineFailure) {
    guard case .compare(.equal, let left, let right, let type) = condition.withoutNegatedComparison,
      type.isInteger || type == .text
    else { return }
    func column(_ side: BoundExpression) -> EqualColumns.Column? {
      guard case .column(let position, _) = side.comparedOperand.withoutStringCasts,
        queries.indices.contains(position.level)
      else { return nil }
      let (query, path) = queries[position.level]
      return base(of: position, in: query, present: present, path: path)
    }
    let (first, second) = (column(left), column(right))
    if let first, let second { return equalities.unite(first, second) }
    guard let known = first ?? second,
      case .constant(let value, _) = try fold(first == nil ? left : right), !value.isNull
    else { return }
    equalities.note(value, of: known)
  }

  /// The column that stands behind one of a query, through what is merged into that.
  private func base(
    of position: ColumnPosition, in query: BoundQuery, present: [Int]? = nil, path: [Int]
  ) -> EqualColumns.Column? {
    guard position.column >= 0,
      (present ?? query.joins.flatMap(\.innerSources)).contains(position.source)
    else { return nil }
    let path = path + [position.source]
    guard let inner = contentMerged(from: position.source, of: query) else {
      return .init(path: path, column: position.column)
    }
    guard inner.targets.indices.contains(position.column),
      case .column(let below, _) = inner.targets[position.column].expression, below.level == 0
    else { return nil }
    return base(of: below, in: inner, path: path)
  }
}

extension BoundExpression {
  fileprivate var hasConstantEquality: Bool {
    conjuncts.contains { part in
      guard case .compare(.equal, let left, let right, _) = part.withoutNegatedComparison else {
        return false
      }
      return [left, right].contains { side in
        if case .constant = side.comparedOperand { true } else { false }
      }
    }
  }

  /// Texts of other types are compared as they are; `character` loses its blanks.
  ///
  /// Source: `canonicalize_ec_expression()` in `src/backend/optimizer/path/equivclass.c`.
  var withoutStringCasts: BoundExpression {
    guard case .cast(let inner, let source, let target) = self, source.isString,
      source.base != .character, target.type.isString, target.type.base != .character,
      target.modifiers.isEmpty
    else { return self }
    return inner.withoutStringCasts
  }
}

/// Columns that equal each other, with the constants that they equal.
private struct EqualColumns {
  struct Column: Hashable {
    /// The sources that it is reached through.
    var path: [Int]
    var column: Int
  }

  private var classes: [(columns: Set<Column>, values: Set<SQLValue>)] = []

  var areContradicted: Bool { classes.contains { $0.values.count > 1 } }

  mutating func note(_ value: SQLValue, of column: Column) {
    classes[place(of: column)].values.insert(value)
  }

  mutating func unite(_ first: Column, _ second: Column) {
    let (one, other) = (place(of: first), place(of: second))
    guard one != other else { return }
    classes[one].columns.formUnion(classes[other].columns)
    classes[one].values.formUnion(classes[other].values)
    classes.remove(at: other)
  }

  private mutating func place(of column: Column) -> Int {
    if let known = classes.firstIndex(where: { $0.columns.contains(column) }) { return known }
    classes.append(([column], []))
    return classes.count - 1
  }
}
