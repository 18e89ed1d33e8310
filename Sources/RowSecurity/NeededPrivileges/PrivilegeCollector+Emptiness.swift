public import AccessModel
public import SQLBinding

extension PrivilegeCollector {
  /// Whether a query finds no row whatever the tables hold, as its constants alone show: FALSE in
  /// WHERE, default deny on a relation joined to all others, or a subquery of that kind.
  ///
  /// `added`: how many conditions the queries around it add to its one relation, where the planner
  /// must find out; nil: whether or not it does.
  func findsNothing(_ query: BoundQuery, adding added: Int? = nil) throws(EngineFailure) -> Bool {
    // An aggregate without GROUP BY gives a row whatever it reads.
    if let grouping = query.grouping, grouping.keys.isEmpty { return false }
    if query.values != nil { return false }
    if let operation = query.setOperation {
      guard operation.isPlainUnion, query.isOnlySetOperation else { return false }
      return try partsFindNothing(of: query, adding: added)
    }
    return try readsNothing(query, adding: added)
  }

  /// As it looks at a query that is planned by itself.
  func planner(of query: BoundQuery) -> PrivilegeCollector {
    var result = self
    (result.isAlone, result.isJoined) = (leafCount(of: query) == 1, false)
    return result
  }

  /// Whether no part of a set operation finds any row.
  func partsFindNothing(
    of query: BoundQuery, adding added: Int?
  ) throws(EngineFailure) -> Bool {
    for source in query.sources {
      guard case .query(let part) = source.kind else { return false }
      let planner = self.planner(of: part)
      guard try planner.findsNothing(part, adding: added) else { return false }
    }
    return !query.sources.isEmpty
  }

  /// With outer joins reduced by what the condition demands, which is nothing once it is a constant;
  /// what ON asks is planned all the same.
  func reduced(_ query: BoundQuery) -> BoundQuery {
    guard let condition = query.condition, let folded = try? fold(condition) else {
      return query.withReducedJoins(engine)
    }
    var result = query
    result.condition =
      folded.isNeverTrue ? .constant(.boolean(false), .boolean) : folded.withoutLostAlternatives
    result = result.withReducedJoinKinds(engine)
    result.condition = condition
    return folded.isNeverTrue ? result : result.withReducedJoins(engine)
  }

  /// As `findsNothing`, of what is there to be grouped.
  func readsNothing(_ written: BoundQuery, adding added: Int? = nil) throws(EngineFailure) -> Bool {
    let query = withImpliedEqualities(reduced(written))
    let isAlone = query.sources.count == 1
    if let condition = query.condition, try fold(condition).isNeverTrue {
      guard isAlone, self.isAlone, let added, looksAtOneCondition else { return true }
      return try added + conditionCount(behind: query.sources[0]) == 0
        || hasChildren(query.sources[0])
    }
    let always = query.joins.flatMap(\.innerConditions) + [query.condition].compactMap { $0 }
    if separated(always).contains(where: { asksForMissing($0, in: query) }) {
      return true
    }
    if try contradictsItself(query) { return true }
    for conjunct in queriesJoined(in: query) {
      guard case .not = conjunct else {
        guard let inner = conjunct.subquery, !inner.isNodeOverNothing else { continue }
        // What EXISTS asks is asked of the join.
        if case .exists = conjunct, let condition = inner.condition, try fold(condition).isNeverTrue
        {
          return true
        }
        var planner = self
        planner.isJoined = true
        let joined = inner.joined(by: conjunct)
        if try planner.findsNothing(joined, adding: added.map { _ in 0 }) { return true }
        let asked = inner.joins.flatMap(\.innerConditions) + [inner.condition].compactMap { $0 }
        if separated(asked).contains(where: { asksForMissing($0, in: query, level: 1) }) {
          return true
        }
        continue
      }
    }
    for condition in query.joins.flatMap(\.innerConditions) {
      if try fold(condition).isNeverTrue { return true }
    }
    for source in query.joins.flatMap(\.innerSources) {
      guard try showsNothing(source, of: query) else { continue }
      var conditions = added
      if let added {
        conditions = try conditionCount(around: source, of: query) + (isAlone ? added : 0)
      }
      if try showsNothing(source, of: query, adding: conditions) { return true }
    }
    for join in query.joins {
      if case .join(.full, _, _, _) = join, leftOut(of: join, query).isEmpty { return true }
    }
    return try readsNothing(flattened: query, adding: added)
  }

  /// Before 17 the planner sees that a relation has no row only where FALSE is all that is said of
  /// it: another condition of WHERE, or a second default deny, hides that.
  ///
  /// Source: `relation_excluded_by_constraints()` in `src/backend/optimizer/util/plancat.c`.
  var looksAtOneCondition: Bool { engine.version < .v17 }

  /// Conditions of the query that speak of one source only.
  func conditionCount(
    on source: Int, of query: BoundQuery
  ) throws(EngineFailure) -> Int {
    let merged = queriesJoined(in: query)
    let written =
      (query.condition?.conjuncts ?? []).filter { !merged.contains($0) }
      + query.joins.flatMap { $0.innerConditions + $0.conditions(onOptional: source) }
      .flatMap(\.conjuncts)
    var count = 0
    for condition in written {
      let condition = try fold(condition)
      let sources = condition.sources(atLevel: 0)
      // What a subquery says of the query around it too joins the two. What mentions no column
      // belongs to all that is joined, unless each row may have another answer.
      guard
        sources == [source]
          || sources.isEmpty && query.sources.count == 1
            && (isAlone || condition.isVolatile(engine.catalog.catalog)),
        !isJoined || !condition.mentions(level: 1)
      else { continue }
      count += condition.restrictionCount
    }
    for condition in conditionsMerged(about: source, of: query) {
      count += try fold(condition).restrictionCount
    }
    return count
  }

  /// Conditions of subqueries that are merged into the query, which speak of one of its sources alone.
  func conditionsMerged(about source: Int, of query: BoundQuery) -> [BoundExpression] {
    var inner: [BoundQuery] = queriesJoined(in: query).compactMap { conjunct in
      if case .not = conjunct { nil } else { conjunct.subquery }
    }
    // What a side that may be missing says belongs to its join.
    for number in query.joins.flatMap(\.innerSources) {
      let other = query.sources[number]
      guard isMerged(other) else { continue }
      if let content = content(of: other, as: caller)?.query { inner.append(content) }
    }
    return inner.flatMap { $0.condition?.conjuncts ?? [] }.filter {
      $0.sources(atLevel: 1) == [source] && $0.sources(atLevel: 0).isEmpty
    }.map { $0.shifted(by: -1) }
  }

  /// Conditions of the query that are asked of a source by itself.
  func conditionCount(
    around number: Int, of query: BoundQuery
  ) throws(EngineFailure) -> Int {
    let source = query.sources[number]
    guard !isMerged(source), let inner = content(of: source, as: caller)?.query else {
      return try conditionCount(on: number, of: query)
    }
    return try conditionCount(pushedInto: number, inner, of: query)
  }

  /// As `showsNothing`, with what the query around it asks of a subquery planned by itself.
  func showsNothing(
    _ number: Int, of query: BoundQuery, adding added: Int? = nil
  ) throws(EngineFailure) -> Bool {
    let source = query.sources[number]
    if looksAtOneCondition, added != nil, let asked = try joined(number, of: query) {
      return try findsNothing(asked, adding: 0) || isGuessedEmpty(number, of: query)
    }
    if added != nil, !isMerged(source), let inner = content(of: source, as: caller)?.query,
      let asked = try asked(number, inner, of: query)
    {
      return try planner(of: inner).findsNothing(asked, adding: 0)
        || isGuessedEmpty(number, of: query)
    }
    if try showsNothing(source, adding: added) { return true }
    if !isMerged(source), let inner = content(of: source, as: caller)?.query,
      !inner.isNodeOverNothing,
      let asked = try withLostConditions(inner, asSource: number, of: query),
      try planner(of: inner).findsNothing(asked, adding: added.map { _ in 0 })
    {
      return true
    }
    guard !looksAtOneCondition, !isMerged(source),
      let inner = content(of: source, as: caller)?.query, inner.grouping == nil,
      inner.setOperation == nil, !inner.isNodeOverNothing
    else { return isGuessedEmpty(number, of: query) }
    let pushed = try conditions(pushedInto: number, inner, of: query)
    guard !pushed.isEmpty else { return isGuessedEmpty(number, of: query) }
    let asked = inner.asked(pushed, asSource: number)
    let planner = self.planner(of: inner)
    return try planner.findsNothing(asked) || isGuessedEmpty(number, of: query)
  }

  /// A subquery with joins that is merged into the query, with what that asks of it alone; nil if it
  /// is none.
  func joined(
    _ number: Int, of query: BoundQuery
  ) throws(EngineFailure) -> BoundQuery? {
    let source = query.sources[number]
    guard isMerged(source, in: query), let inner = content(of: source, as: caller)?.query,
      leafCount(of: inner) > 1, query.joins.flatMap(\.innerSources).contains(number)
    else { return nil }
    let conditions =
      (query.condition?.conjuncts ?? [])
      + query.joins.flatMap(\.innerConditions).flatMap(\.conjuncts)
    var asked: [BoundExpression] = []
    for condition in conditions
    where condition.sources(atLevel: 0) == [number] && !condition.hasSubquery
      && !condition.mentions(level: 1)
    {
      let folded = try fold(condition)
      if folded.restrictionCount > 0 { asked.append(folded) }
    }
    return asked.isEmpty ? nil : inner.asked(asked, asSource: number)
  }

  private func conditionCount(behind source: BoundSource) throws(EngineFailure) -> Int {
    var count = 0
    if case .relation(let relation) = source.kind {
      for filter in (relation.security?.filters ?? []).askedOfExistingRows {
        count += try fold(.or(filter.expressions)).restrictionCount
      }
    }
    guard isMerged(source), let inner = content(of: source, as: caller)?.query else { return count }
    if let condition = inner.condition { count += try fold(condition).restrictionCount }
    for source in inner.sources { count += try conditionCount(behind: source) }
    return count
  }

  /// How many relations a query reads, with those of all that is merged into it.
  func leafCount(of query: BoundQuery) -> Int {
    var count = 0
    let rows = SingleRows(
      catalog: engine.catalog.catalog, version: engine.version, fold: planning.fold
    ).numbers(in: query)
    for (number, source) in query.sources.enumerated() where !rows.contains(number) {
      guard isMerged(source, in: query), let inner = content(of: source, as: caller)?.query
      else {
        count += 1
        continue
      }
      count += leafCount(of: inner)
    }
    for conjunct in queriesJoined(in: query) {
      count += conjunct.withoutNegation.subquery.map(leafCount) ?? 0
    }
    return count
  }

  func showsNothing(
    _ source: BoundSource, adding added: Int? = nil
  ) throws(EngineFailure) -> Bool {
    if let inner = content(of: source, as: caller)?.query {
      guard !isMerged(source) else { return try findsNothing(inner, adding: added) }
      if inner.isNodeOverNothing { return false }
      let planner = self.planner(of: inner)
      return try planner.findsNothing(inner, adding: added)
    }
    guard case .relation(let relation) = source.kind else { return false }
    if hasNoPartition(relation) { return true }
    for filter in relation.security?.filters ?? [] {
      let condition = try fold(.or(filter.expressions))
      guard
        condition.isNeverTrue
          || condition.conjuncts.contains(where: { asksForMissing($0, of: relation) })
      else { continue }
      guard let added, looksAtOneCondition else { return true }
      return try added + conditionCount(behind: source) == 1 || hasChildren(source)
    }
    return false
  }

  /// Of tables that are read with their children, each child is looked at by itself, whatever else
  /// is said of it.
  ///
  /// Source: `apply_child_basequals()` in `src/backend/optimizer/util/inherit.c`.
  func hasChildren(_ source: BoundSource) -> Bool {
    if isMerged(source), let inner = content(of: source, as: caller)?.query {
      return inner.sources.count == 1 && hasChildren(inner.sources[0])
    }
    guard case .relation(let relation) = source.kind, case .table(let index) = relation.id,
      !relation.isOnly
    else { return false }
    return isParent(index)
  }

  /// Source: `set_rel_size()` in `src/backend/optimizer/path/allpaths.c`.
  private func hasNoPartition(_ relation: BoundRelation) -> Bool {
    guard case .table(let index) = relation.id,
      engine.catalog.catalog.tables[index].kind == .partitioned
    else { return false }
    return relation.isOnly || !isParent(index)
  }

  func isParent(_ table: Int) -> Bool { engine.catalog.names.isParent(table) }

  /// The query with the constants of subqueries merged into it in place of their columns.
  func withConstantColumns(_ query: BoundQuery) throws(EngineFailure) -> BoundQuery {
    var constants: [ColumnPosition: BoundExpression] = [:]
    for number in query.joins.flatMap(\.innerSources) {
      guard isMerged(query.sources[number]),
        let inner = content(of: query.sources[number], as: caller)?.query
      else { continue }
      for (column, target) in try withConstantColumns(inner).targets.enumerated() {
        let folded = try fold(target.expression)
        guard case .constant = folded else { continue }
        constants[ColumnPosition(level: 0, source: number, column: column)] = folded
      }
    }
    guard !constants.isEmpty else { return query }
    // In subqueries too, and in those of FROM that speak of what stands beside them.
    func constant(_ position: ColumnPosition, _ type: DataType, _ depth: Int) -> BoundExpression {
      let own = ColumnPosition(level: 0, source: position.source, column: position.column)
      return position.level == depth
        ? constants[own] ?? .column(position, type)
        : .column(position, type)
    }
    func replaced(_ expression: BoundExpression) -> BoundExpression {
      expression.mapColumns(constant)
    }
    // Which subqueries are joined is decided before columns are replaced.
    func asked(_ condition: BoundExpression) -> BoundExpression {
      let conjuncts = condition.conjuncts.map { conjunct in
        let whole = replaced(conjunct)
        return isJoined(conjunct) != isJoined(whole) ? conjunct : whole
      }
      return conjuncts.count == 1 ? conjuncts[0] : .and(conjuncts)
    }
    var result = query
    result.condition = query.condition.map(asked)
    result.joins = query.joins.map { $0.mapConditions(asked) }
    result.grouping?.aggregates = (query.grouping?.aggregates ?? []).map {
      $0.mapExpressions(replaced)
    }
    for index in result.targets.indices where query.grouping == nil {
      result.targets[index].expression = replaced(result.targets[index].expression)
    }
    for index in result.sources.indices {
      guard case .query(let inner) = result.sources[index].kind else { continue }
      result.sources[index].kind = .query(inner.mapColumns(depth: 1, constant))
    }
    return result
  }
}

extension BoundSource {
  /// Whether it becomes a part of the query around it; tables are one.
  public func isMerged(_ catalog: Catalog) -> Bool {
    switch kind {
    case .query(let inner): return inner.isMergeable(catalog)
    case .function, .commonTable, .system: return true
    case .relation(let relation):
      guard let inner = relation.security?.viewQuery, case .view(let index) = relation.id else {
        return true
      }
      return !catalog.views[index].securityBarrier && inner.isMergeable(catalog)
    }
  }
}

extension BoundQuery {
  /// With conditions of the query around it, whose source of that number it is, on its columns.
  func asked(_ conditions: [BoundExpression], asSource number: Int) -> BoundQuery {
    var result = self
    let own = conditions.map { condition in
      condition.mapColumns { position, type, _ in
        guard position.level == 0, position.source == number,
          targets.indices.contains(position.column)
        else { return .column(position, type) }
        return targets[position.column].expression
      }
    }
    result.condition = .and(own + [condition].compactMap { $0 })
    return result
  }

  /// The subquery of IN with what the row around it must equal; that of EXISTS as it is.
  func joined(by conjunct: BoundExpression) -> BoundQuery {
    guard let equality = conjunct.membershipEquality, equality.mentions(level: 1) else {
      return self
    }
    var result = self
    result.condition = .and([condition, equality].compactMap { $0 })
    return result
  }

  /// Windows that nothing asks for are no node.
  private var asksForWindows: Bool {
    guard !windows.isEmpty else { return false }
    var isFound = false
    for expression in targets.map(\.expression) + orderBy.map(\.expression) {
      expression.forEach { if case .window = $0 { isFound = true } }
    }
    return isFound
  }

  /// What groups, numbers, sorts, cuts or locks rows is planned even where there are none to come.
  ///
  /// Source: `grouping_planner()` in `src/backend/optimizer/plan/planner.c`.
  var isNodeOverNothing: Bool {
    grouping != nil || asksForWindows || isDistinct || distinctOn != nil || !orderBy.isEmpty
      || limit != nil
      || sources.contains { source in
        if case .relation(let relation) = source.kind { relation.isLocked } else { false }
      }
  }
}

extension BoundJoin {
  var allSources: Set<Int> {
    switch self {
    case .source(let index): [index]
    case .join(_, let left, let right, _): left.allSources.union(right.allSources)
    }
  }
}

extension BoundExpression {
  /// How many conditions the planner makes of it.
  var restrictionCount: Int {
    if case .constant(let value, _) = self, value.truth == true { return 0 }
    return isNeverTrue ? 1 : conjuncts.count
  }
}
