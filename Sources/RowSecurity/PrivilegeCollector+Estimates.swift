import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Estimates how many rows the policies and the conditions of a query leave.
  ///
  /// Source: `set_baserel_size_estimates()` in `src/backend/optimizer/path/costsize.c`.
  func estimate(_ rest: Rest) throws(EngineFailure) {
    guard !isLeftOut else { return }
    var conditions: [BoundExpression] = []
    for condition in rest.conditions {
      let folded = try fold(condition)
      // What stands behind FALSE is not looked at. Source: `simplify_and_arguments()`.
      if case .constant(.boolean(false), _) = folded { break }
      conditions.append(folded)
    }
    for table in rest.tables.all where table.isEstimated {
      let filters = try table.filters.map { (filter) throws(EngineFailure) in
        let folded = try fold(.or(filter.expressions))
        return BoundExpression.and(
          folded.conjuncts.filter { !alwaysHolds($0, in: .relation(table.relation)) })
      }
      let others = rest.tables.all.count == 1 ? conditions : []
      try estimate(filters, beside: others)
    }
    let first = rest.tables.all.count == 1 ? rest.tables.all[0].filters : []
    let before = try first.map { (filter) throws(EngineFailure) in
      try fold(.or(filter.expressions))
    }
    try estimate(conditions, after: before)
  }

  /// Of several values that a column must equal it is compared with one, and that with the others.
  ///
  /// Source: `generate_base_implied_equalities_const()` in
  /// `src/backend/optimizer/path/equivclass.c`.
  private func estimate(
    _ conditions: [BoundExpression], after before: [BoundExpression] = [],
    beside others: [BoundExpression] = []
  ) throws(EngineFailure) {
    let all = (before + conditions + others).flatMap(\.conjuncts)
    var compared: [BoundExpression: BoundExpression] = [:]
    for condition in all {
      guard let (column, value) = Self.equality(condition),
        !value.isVolatile(engine.catalog.catalog)
      else { continue }
      if case .constant? = compared[column] { continue }
      compared[column] = value
    }
    for condition in conditions.flatMap(\.conjuncts) {
      if let (column, value) = Self.equality(condition), let chosen = compared[column],
        chosen != value
      {
        continue
      }
      for value in Self.estimated(of: condition) { try planning.estimate(value) }
    }
  }

  /// A column, and a value that depends on no row of the query.
  private static func equality(
    _ condition: BoundExpression
  ) -> (column: BoundExpression, value: BoundExpression)? {
    guard case .compare(.equal, let left, let right, _) = condition else { return nil }
    for (column, value) in [(left, right), (right, left)] {
      if case .column(let position, _) = column, position.level == 0, !value.mentions(level: 0) {
        return (column, value)
      }
    }
    return nil
  }

  /// How many rows a query is asked for, and how many its functions in FROM give.
  ///
  /// Source: `preprocess_limit()` in `src/backend/optimizer/plan/planner.c`,
  /// `generate_series_int4_support()` in `src/backend/utils/adt/int.c`.
  func estimateCounts(of query: BoundQuery) throws(EngineFailure) {
    guard !isLeftOut else { return }
    var values = [query.limit, query.offset].compactMap { $0 }
    for source in query.sources {
      guard case .function(let function) = source.kind,
        case .builtin(let builtin, let arguments) = function.call,
        builtin.name == "generate_series"
      else { continue }
      values += arguments
    }
    for value in values where value.isWorthComputing { try planning.estimate(try fold(value)) }
  }

  /// Conditions of a query that finds nothing which are estimated all the same: of one source each,
  /// where that has rows, and of joins.
  func conditionsOfSources(
    _ query: BoundQuery, _ merged: [BoundExpression]
  ) throws(EngineFailure) -> [BoundExpression] {
    if let condition = query.condition, try fold(condition).isNeverTrue { return [] }
    var read: Set<Int> = []
    for (number, source) in query.sources.enumerated() {
      // A second condition hides that one shows nothing.
      let added = looksAtOneCondition ? try conditionCount(around: number, of: query) : nil
      if try !showsNothing(source, adding: added) { read.insert(number) }
    }
    let asked = (query.condition?.conjuncts ?? []).filter { !merged.contains($0) }
    return (asked + query.joins.flatMap(\.conditions).flatMap(\.conjuncts)).filter { condition in
      let sources = condition.sources(atLevel: 0)
      let isJoin = sources.count > 1 || isJoined && condition.mentions(level: 1)
      return isJoin || sources.count == 1 && sources.isSubset(of: read)
    }
  }

  func estimate(_ condition: BoundExpression) throws(EngineFailure) {
    for value in Self.estimated(of: try fold(condition)) { try planning.estimate(value) }
  }

  func estimated(of filters: [SecurityFilter]?) throws(EngineFailure) -> [BoundExpression] {
    var values: [BoundExpression] = []
    for filter in filters ?? [] {
      values += Self.estimated(of: try fold(.or(filter.expressions)))
    }
    return values
  }

  /// What columns are compared with in a condition, where that is worth computing.
  ///
  /// Source: `clause_selectivity_ext()` in `clausesel.c`, `get_restriction_variable()` and
  /// `scalararraysel()` in `selfuncs.c`.
  private static func estimated(of condition: BoundExpression) -> [BoundExpression] {
    switch condition {
    case .and(let operands), .or(let operands): return operands.flatMap { estimated(of: $0) }
    case .not(let operand): return estimated(of: operand)
    case .test(let operand, let test):
      // How many are missing is guessed without a look at what may be.
      switch test {
      case .isNull, .isNotNull, .isUnknown, .isNotUnknown: return []
      default: return estimated(of: operand)
      }
    case .compare(_, let left, let right, _), .distinct(let left, let right, _, _):
      return other(left, right)
    case .builtin(let builtin, let operands) where builtin.isOperator && operands.count == 2:
      return other(operands[0], operands[1])
    case .quantified(_, let operand, let array, _):
      return [operand, array].filter(\.isWorthComputing)
    case .compareRows(_, let left, let right):
      guard let left = left.first, let right = right.first else { return [] }
      return other(left, right)
    default: return []
    }
  }

  private static func other(
    _ left: BoundExpression, _ right: BoundExpression
  ) -> [BoundExpression] {
    let other: BoundExpression
    switch (left.mentions(level: 0), right.mentions(level: 0)) {
    case (true, false): other = right
    case (false, true): other = left
    default: return []
    }
    return other.isWorthComputing ? [other] : []
  }
}

extension BoundExpression {
  /// Whether something in it is called.
  fileprivate var isWorthComputing: Bool {
    switch self {
    case .column, .constant, .parameter, .valueFunction: false
    case .builtin, .function, .cast, .arithmetic: true
    default: hasOperand(where: \.isWorthComputing)
    }
  }
}
