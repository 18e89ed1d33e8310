import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Estimates how many rows the policies and the conditions of a query leave.
  ///
  /// Source: `set_baserel_size_estimates()` in `src/backend/optimizer/path/costsize.c`.
  func estimate(_ rest: Rest, of query: BoundQuery) throws(EngineFailure) {
    let isAlone = rest.tables.all.count == 1 && !rest.isMixed
    var conditions: [BoundExpression] = []
    for condition in rest.conditions {
      let folded = try fold(condition)
      // What stands behind FALSE is not looked at. Source: `simplify_and_arguments()`.
      if case .constant(.boolean(false), _) = folded {
        if isAlone { conditions = [] }
        break
      }
      conditions.append(folded)
    }
    let query = rest.isMixed ? nil : query
    let levels = rest.tables.all.map(\.filters.askedOfExistingRows.count).max() ?? 0
    let own = conditions.flatMap(\.conjuncts).map { (expression: $0, level: levels) }
    var policies: [EquivalenceClasses.Clause] = []
    for table in rest.tables.all where table.isEstimated || isAlone {
      let clauses = try clauses(of: table)
      if isAlone { policies = clauses }
      guard table.isEstimated else { continue }
      try estimate(clauses, of: query, in: equivalences(isAlone ? clauses + own : clauses))
    }
    try estimate(own, of: query, in: equivalences(rest.isMixed ? [] : policies + own))
  }

  private func clauses(
    of table: FilteredTable
  ) throws(EngineFailure) -> [EquivalenceClasses.Clause] {
    var result: [EquivalenceClasses.Clause] = []
    for (level, filter) in table.filters.askedOfExistingRows.enumerated() {
      let folded = try fold(.or(filter.expressions))
      result += folded.conjuncts.filter { !alwaysHolds($0, in: .relation(table.relation)) }
        .map { ($0.atSource(table.number), level) }
    }
    return result
  }

  private func equivalences(_ clauses: [EquivalenceClasses.Clause]) -> EquivalenceClasses {
    let isJoined = isJoined
    return EquivalenceClasses(clauses, QualOrder(engine.catalog.catalog)) {
      // Columns of what it is joined to.
      !isJoined || !$0.mentions(level: 1)
    }
  }

  /// Of several values that a column must equal it is compared with one, and that with the others.
  private func estimate(
    _ clauses: [EquivalenceClasses.Clause], of query: BoundQuery?,
    in all: @autoclosure () -> EquivalenceClasses
  ) throws(EngineFailure) {
    var classes: EquivalenceClasses?
    var estimated: [(values: [BoundExpression], times: Int)] = []
    for clause in clauses {
      let values = Self.estimated(of: clause.expression)
      guard !values.isEmpty else { continue }
      let known = classes ?? all()
      classes = known
      guard known.asked(clause.expression) == clause.expression else { continue }
      let count = values.map { times($0, in: clause.expression, of: query) }.max() ?? 1
      estimated.append((values, count))
    }
    for turn in 0..<(estimated.map(\.times).max() ?? 0) {
      for clause in estimated where turn < clause.times {
        for value in clause.values { try planning.estimate(value) }
      }
    }
  }

  /// How often a value in a clause is computed: for each of the tables that inherit from the one that
  /// it is about. Only what calls functions of the catalog shows that.
  ///
  /// Source: `set_append_rel_size()` in `src/backend/optimizer/path/allpaths.c`.
  private func times(
    _ value: BoundExpression, in clause: BoundExpression, of query: BoundQuery?
  ) -> Int {
    guard QualOrder(engine.catalog.catalog).callsFunction(value), let query,
      let number = clause.sources(atLevel: 0).first, query.sources.indices.contains(number),
      case .relation(let relation) = query.sources[number].kind, !relation.isOnly,
      case .table(let index) = relation.id, isParent(index), !mayBePruned(number, of: query)
    else { return 1 }
    let catalog = engine.catalog.catalog
    let all = [index] + catalog.inheritors(of: index)
    return max(1, all.count { catalog.tables[$0].kind != .partitioned })
  }

  /// How many rows a query is asked for, and how many its functions in FROM give.
  ///
  /// Source: `preprocess_limit()` in `src/backend/optimizer/plan/planner.c`,
  /// `generate_series_int4_support()` in `src/backend/utils/adt/int.c`, `array_unnest_support()` in
  /// `src/backend/utils/adt/arrayfuncs.c`.
  func estimateCounts(of query: BoundQuery) throws(EngineFailure) {
    var values = [query.limit, query.offset].compactMap { $0 }
    var calls = query.setFunctions.map(\.call)
    for case .function(let function) in query.sources.map(\.kind) { calls.append(function.call) }
    for case .builtin(let builtin, let arguments) in calls
    where ["generate_series", "unnest"].contains(builtin.name) {
      values += arguments
    }
    for value in values where value.isWorthComputing { try planning.estimate(try fold(value)) }
  }

  /// Conditions of a query that finds nothing which are estimated all the same: of one source each,
  /// where that has rows, and of joins.
  func conditionsOfSources(
    _ query: BoundQuery, _ merged: [BoundExpression]
  ) throws(EngineFailure) -> [BoundExpression] {
    // Of WHERE that is never TRUE nothing else is left.
    let isLost = try query.condition.map(fold)?.isNeverTrue == true
    // A relation by itself is known to show nothing then, whatever else is asked.
    if isLost, isAlone, !looksAtOneCondition { return [] }
    let asked = isLost ? [] : (query.condition?.conjuncts ?? []).filter { !merged.contains($0) }
    return try estimated(
      asked + (try conditionsOfJoins(query)).flatMap(\.conjuncts), of: query)
  }

  /// Those of several sources or of a side that is always there, and those of one that has rows.
  private func estimated(
    _ conditions: [BoundExpression], of query: BoundQuery
  ) throws(EngineFailure) -> [BoundExpression] {
    guard !conditions.isEmpty else { return [] }
    let read = try sourcesWithRows(query)
    return conditions.filter { condition in
      let sources = condition.sources(atLevel: 0)
      if sources.count > 1 || isJoined && condition.mentions(level: 1) { return true }
      return sources.contains { number in
        read.contains(number)
          || query.joins.contains { $0.asks(condition, ofPresent: number) }
      }
    }
  }

  /// The sources that have rows as far as the planner can tell of each by itself.
  private func sourcesWithRows(_ query: BoundQuery) throws(EngineFailure) -> Set<Int> {
    var read: Set<Int> = []
    for (number, source) in query.sources.enumerated() {
      // A second condition hides that one shows nothing.
      let added = looksAtOneCondition ? try conditionCount(around: number, of: query) : nil
      if try !showsNothing(source, adding: added), !isGuessedEmpty(number, of: query) {
        read.insert(number)
      }
    }
    // Nor has it rows where a column must be NULL that never is.
    let always = query.joins.flatMap(\.innerConditions) + [query.condition].compactMap { $0 }
    return read.filter { number in
      func isOfIt(_ condition: BoundExpression) -> Bool {
        condition.sources(atLevel: 0) == [number]
      }
      let ofSide = query.joins.flatMap { $0.conditions(onOptional: number) }
      return !separated(always).contains { isOfIt($0) && asksForMissing($0, in: query) }
        && !separated(ofSide).contains {
          isOfIt($0) && asksForMissing($0, in: query, sources: [number])
        }
    }
  }

  /// What HAVING asks of rows, where that is looked at beside WHERE.
  func estimatedConditionsOfHaving(
    _ query: BoundQuery
  ) throws(EngineFailure) -> [BoundExpression] {
    guard looksAtOneCondition, let grouping = query.grouping,
      try grouping.having.map(fold)?.isNeverTrue != true
    else { return [] }
    return SplitHaving(grouping, engine.catalog.catalog).ofRows
  }

  /// What outer joins ask beside the query's conditions.
  func estimatedConditionsOfJoins(
    _ query: BoundQuery
  ) throws(EngineFailure) -> [BoundExpression] {
    let conditions = try conditionsOfJoins(query)
    guard !query.joins.allSatisfy({ $0.isSource || $0.isInner }) else { return conditions }
    return try estimated(conditions.flatMap(\.conjuncts), of: query)
  }

  /// What ON asks, but where it is never TRUE: nothing else is left of that.
  ///
  /// Source: `find_duplicate_ors()` in `src/backend/optimizer/prep/prepqual.c`.
  private func conditionsOfJoins(_ query: BoundQuery) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for condition in query.joins.flatMap(\.conditions) where try !fold(condition).isNeverTrue {
      result.append(condition)
    }
    return result
  }

  func estimate(_ condition: BoundExpression) throws(EngineFailure) {
    for value in Self.estimated(of: try fold(condition)) { try planning.estimate(value) }
  }

  func estimated(of filters: [SecurityFilter]?) throws(EngineFailure) -> [BoundExpression] {
    var values: [BoundExpression] = []
    for filter in (filters ?? []).askedOfExistingRows {
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
    case .builtin(let builtin, let operands)
    where operands.count == 2 && (builtin.isOperator || Self.matching.contains(builtin.name)):
      return other(operands[0], operands[1])
    case .quantified(_, let operand, let array, _):
      return [operand, array].filter(\.isWorthComputing)
    case .compareRows(_, let left, let right):
      guard let left = left.first, let right = right.first else { return [] }
      return other(left, right)
    default: return []
    }
  }

  /// Functions that are estimated as the operators that call them.
  ///
  /// Source: `like_regex_support()` in `src/backend/utils/adt/like_support.c`.
  private static let matching: Set = [
    "like", "textlike", "bpcharlike", "namelike", "bytealike", "texticlike", "bpchariclike",
    "nameiclike", "textregexeq", "bpcharregexeq", "nameregexeq", "texticregexeq",
    "bpcharicregexeq", "nameicregexeq", "starts_with",
  ]

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

extension BoundJoin {
  /// Whether ON of an outer join asks it of a source that is not on the side that may be missing.
  fileprivate func asks(_ conjunct: BoundExpression, ofPresent number: Int) -> Bool {
    guard case .join(let kind, let left, let right, let condition) = self else { return false }
    return left.asks(conjunct, ofPresent: number) || right.asks(conjunct, ofPresent: number)
      || kind != .inner && optional?.allSources.contains(number) != true
        && condition?.conjuncts.contains(conjunct) == true
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
