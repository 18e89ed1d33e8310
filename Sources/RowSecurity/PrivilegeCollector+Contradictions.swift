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
    let always = query.joins.flatMap(\.innerConditions) + [query.condition].compactMap { $0 }
    for condition in always.flatMap(\.conjuncts) {
      for part in try alternatives(of: condition) { try note(part, in: [query], &equalities) }
    }
    for (number, conjunct) in queriesJoined(in: query).enumerated() {
      if case .not = conjunct { continue }
      guard let inner = conjunct.subquery else { continue }
      for condition in inner.condition?.conjuncts ?? [] {
        for part in try alternatives(of: condition) {
          try note(part, in: [inner, query], number: number + 1, &equalities)
        }
      }
      if case .inQuery(let operand, _, let type, _) = conjunct, let output = inner.targets.first {
        let equality = BoundExpression.compare(
          .equal, output.expression, operand.shifted(by: 1), type: type)
        try note(equality, in: [inner, query], number: number + 1, &equalities)
      }
    }
    return equalities.areContradicted
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

  /// `queries`: the one that the condition stands in, and what is around it. `number`: of the first
  /// among those that are joined.
  private func note(
    _ condition: BoundExpression, in queries: [BoundQuery], number: Int = 0,
    _ equalities: inout EqualColumns
  ) throws(EngineFailure) {
    guard case .compare(.equal, let left, let right, let type) = condition,
      type.isInteger || type == .text
    else { return }
    func column(_ side: BoundExpression) -> EqualColumns.Column? {
      guard case .column(let position, _) = side.comparedOperand, position.column >= 0,
        queries.indices.contains(position.level),
        queries[position.level].joins.flatMap(\.innerSources).contains(position.source)
      else { return nil }
      return .init(
        query: position.level == queries.count - 1 ? 0 : number, source: position.source,
        column: position.column)
    }
    let (first, second) = (column(left), column(right))
    if let first, let second { return equalities.unite(first, second) }
    guard let known = first ?? second,
      case .constant(let value, _) = try fold(first == nil ? left : right), !value.isNull
    else { return }
    equalities.note(value, of: known)
  }
}

/// Columns that equal each other, with the constants that they equal.
private struct EqualColumns {
  struct Column: Hashable {
    var query: Int
    var source: Int
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
