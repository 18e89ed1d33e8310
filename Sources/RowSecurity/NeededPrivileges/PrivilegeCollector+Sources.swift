import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Subqueries in FROM and views: merged into the query around them where they are simple, others
  /// planned by themselves.
  mutating func requireSources(
    of query: BoundQuery, as role: String, _ needs: inout Needs, _ leftOut: LeftOut,
    _ context: QueryContext
  ) throws(EngineFailure) -> Rest {
    var rest = Rest()
    // Each relation of several is planned before that is found out.
    let isExcluded =
      context.isExcluded
      || context.isAlone
        && (try? query.condition.map { (condition) throws(EngineFailure) in try fold(condition) })??
          .isNeverTrue == true
    let mayRemoveJoins = (try? removesJoins(query, context)) ?? false
    let pruned = mayRemoveJoins ? foldedForJoins(query) : query
    for (number, source) in query.sources.enumerated() {
      // Of a table that is joined for nothing the privileges are left, and what its policies read.
      let isRemoved =
        context.isRemoved || mayRemoveJoins && pruned.joinsForNothing(number, engine.catalog.names)
      let isEmpty = isRemoved || leftOut.sources.contains(number)
      guard let (inner, innerRole) = content(of: source, as: role) else {
        if !isEmpty { open(source, isPart: context.isPart) }
        guard case .relation(let relation) = source.kind, let security = relation.security,
          let filters = security.filters
        else { continue }
        rest.tables.append([
          FilteredTable(
            relation: relation, number: number, filters: filters, role: security.checkedAs,
            isEmpty: isEmpty,
            isEstimated: !isRemoved
              && (!isEmpty || !isExcluded && (try? showsNothing(source)) == false))
        ])
        continue
      }
      // What finds nothing keeps its outputs, but none of its conditions.
      let reader = leftOut.isEmpty ? query.withoutConditions : query
      var columns = reader.columnsUsed(ofSource: number)
      if leftOut.isEmpty, !isExcluded, !isRemoved {
        // But for subqueries, which are planned before it is known that there is no row.
        columns.formUnion(
          query.columnsUsed(ofSource: number).filter {
            inner.targets.indices.contains($0) && inner.targets[$0].expression.hasSubquery
          })
      }
      if context.readsWholeRows, !isMerged(source, in: query) || inner.isMergedUnion {
        columns.formUnion(0..<(inner.values?.first?.count ?? inner.targets.count))
      }
      var used: Outputs = query.setOperation == nil ? .some(columns) : context.ofParts
      guard !isMerged(source, in: query) else {
        if query.setOperation != nil { used = try outputs(ofPart: inner, used) }
        // A part of UNION ALL that finds nothing is left out with what it computes.
        let before = isLeftOut
        defer { isLeftOut = before }
        let isInner = query.joins.flatMap(\.innerSources).contains(number)
        let isOptional =
          engine.version < .v16 ? context.isOptional || !isInner : context.isOptional && isInner
        let around =
          isInner || query.setOperation != nil
          ? conditions(on: number, of: query, inner, context.askedAround) : []
        let missing = around.filter(\.testsForMissing)
        let asked =
          looksAtOneCondition
          ? try? joined(number, of: context.asked ?? query)
          : query.setOperation == nil || missing.isEmpty ? nil : inner.asking(missing)
        let found = try requireExpressions(
          of: inner, as: innerRole, &needs, outputs: used,
          QueryContext(
            isAlone: context.isAlone || isOptional && isExcludedAlone(inner),
            isInFrom: query.setOperation != nil,
            isPart: query.setOperation != nil || context.isPart, isInEmpty: isEmpty,
            isExcluded: isEmpty && isExcluded, isRemoved: isRemoved,
            // What that raises is raised when it is the query's turn.
            added: ((try? conditionCount(on: number, of: query)) ?? 0)
              + (context.isAlone ? context.added : 0),
            isOptional: isOptional, hasOuterJoins: context.hasOuterJoins,
            leftOut: leftOut.merged[number],
            asked: asked, askedAround: around,
            readsWholeRows: context.readsWholeRows, isBesideRows: !isInner && !leftOut.isEmpty
          ))
        rest.tables.append(merged: found.tables)
        // The parts of UNION ALL are planned one after the other.
        if query.setOperation != nil {
          rest.subqueries.append(found.subqueries.all)
        } else {
          rest.subqueries.append(merged: found.subqueries)
        }
        // What is joined for nothing is not estimated.
        if !isRemoved { rest.conditions += found.conditions }
        rest.isMixed = true
        continue
      }
      var subquery = SeparateQuery(
        query: (try? withLostConditions(
          inner, asSource: number,
          of: query.asking(context.askedAround.filter(\.testsForMissing)))) ?? inner,
        role: innerRole, outputs: used, isInEmpty: isEmpty,
        isOneOfSeveral: !context.isAlone && query.setOperation == nil,
        isSide: query.setOperation?.isPlainUnion == false)
      if case .relation(let relation) = source.kind {
        if !areViewsInPlace {
          subquery.checks = relation.privileges(as: role, engine.catalog.catalog)
        }
        subquery.refusal = refusal(ofLocking: relation, inner)
      }
      // From 16 on nobody looks at the tables of a join that was removed.
      if isRemoved, engine.version >= .v16 { continue }
      subquery.isAskedForNothing =
        isEmpty && !looksAtOneCondition
        && (try? showsNothing(
          number, of: withOneValueEach(query.asking(context.askedAround), isAlone: context.isAlone)))
          == true
      let asking = withImpliedEqualities(about: number, query)
      subquery.added = (try? conditionCount(pushedInto: number, inner, of: asking)) ?? 0
      subquery.asked = try? asked(number, inner, of: asking)
      // Alone in FROM it is known to be read for nothing, from 17 on by what is asked of it too.
      subquery.isUnplanned =
        isEmpty && context.isAlone
        && (isExcluded || !looksAtOneCondition && (try? contradictsItself(query)) == true
          || (try? plansNothing(of: subquery.query)) != true)
        || isRemoved
      rest.subqueries.append([subquery])
    }
    return rest
  }

  /// What a part of a UNION ALL that is merged into it gives to nobody is planned all the same, as its
  /// constants and subqueries show.
  ///
  /// Source: `preprocess_expression()` of `append_rel_list` in `src/backend/optimizer/plan/planner.c`.
  private func outputs(
    ofPart part: BoundQuery, _ outputs: Outputs
  ) throws(EngineFailure) -> Outputs {
    guard case .some(let used) = outputs else { return outputs }
    let count = part.values?.first?.count ?? part.targets.count
    var planned = used
    for index in 0..<count where !used.contains(index) {
      if try plansQuery(output: index, of: part) { planned.insert(index) }
    }
    return .some(planned)
  }

  /// Whether an output holds a subquery; its constants are computed. Columns of what is merged into the
  /// query stand for what they are there.
  private func plansQuery(
    output index: Int, of query: BoundQuery
  ) throws(EngineFailure) -> Bool {
    let given = query.values?.first ?? query.targets.map(\.expression)
    guard given.indices.contains(index) else { return false }
    if given[index].hasSubquery { return true }
    _ = try fold(given[index])
    for (number, source) in query.sources.enumerated() where isMerged(source, in: query) {
      guard let inner = content(of: source, as: caller)?.query, inner.setOperation == nil else {
        continue
      }
      for column in given[index].columns(ofSource: number, atLevel: 0).sorted() {
        if try plansQuery(output: column, of: inner) { return true }
      }
    }
    return false
  }

  /// With what it asks and gives computed as far as constants go: what mentions no column of an
  /// optional side any more does not ask for its rows.
  func foldedForJoins(_ query: BoundQuery) -> BoundQuery {
    guard query.joins.contains(where: { !$0.isSource && !$0.isInner }) else { return query }
    var result = query
    result.condition = query.condition.map { (try? fold($0)) ?? $0 }
    for index in result.targets.indices where query.grouping == nil {
      let expression = query.targets[index].expression
      result.targets[index].expression = (try? fold(expression)) ?? expression
    }
    return result
  }

  private func plansNothing(of query: BoundQuery) throws(EngineFailure) -> Bool {
    let planner = self.planner(of: query)
    return try planner.findsNothing(query, adding: 0)
  }

  /// Whether joins that nothing is asked of are removed: what is read whole, to lock it or beside rows
  /// that are changed, is asked for.
  func removesJoins(
    _ query: BoundQuery, _ context: QueryContext
  ) throws(EngineFailure) -> Bool {
    if context.isMerge || context.readsWholeRows { return false }
    return try !keepsJoins(query)
  }

  /// Without those joins: their constants are computed all the same, before they are looked at.
  func withoutRemovedJoins(
    _ query: BoundQuery, _ context: QueryContext
  ) throws(EngineFailure) -> BoundQuery {
    guard try removesJoins(query, context) else { return query }
    for condition in query.joins.flatMap(\.conditions) { _ = try fold(condition) }
    var result = query
    result.joins = foldedForJoins(query).withoutUselessJoins(engine.catalog.names).joins
    return result
  }

  /// Before 16 what asks nothing of any row keeps the joins below it.
  ///
  /// Source: `join_is_removable()` in `src/backend/optimizer/plan/analyzejoins.c`.
  private func keepsJoins(_ query: BoundQuery) throws(EngineFailure) -> Bool {
    guard engine.version < .v16 else { return false }
    for conjunct in query.condition?.conjuncts ?? [] {
      guard conjunct.sources(atLevel: 0).isEmpty else {
        if (try? fold(conjunct))?.isNeverTrue == true { return true }
        continue
      }
      guard case .constant(.boolean(true), _) = try fold(conjunct) else { return true }
    }
    return false
  }
}
