import AccessModel
import RowSecurity
import SQLBinding

/// What the planner does to subqueries and views in FROM, as far as it decides which of their
/// outputs are computed, and for which rows: only then an output may raise an error.
///
/// Source: `pull_up_simple_subquery()` in `prepjointree.c`, `remove_unused_subquery_outputs()` in
/// `allpaths.c`.
extension QueryCompiler {
  /// `isNeeded`: whether or not it makes a difference to the query by itself. `barriers`: subqueries
  /// that were security_barrier views before conditions were moved into them.
  func merged(
    _ query: BoundQuery, isNeeded: Bool = false, barriers: Set<Int> = []
  ) -> BoundQuery {
    guard query.setOperation == nil, query.values == nil else { return query }
    let isLocking = !query.lockedSources.isEmpty
    var query = isLocking ? query : query.withReducedJoins(session.engine)
    if isLocking, !query.readsWholeRows { query = readingWholeRows(query) }
    query = query.movingHaving(session.catalog.catalog)
    let known = JoinPlanner.conjuncts(query.condition) + query.innerConditions
    let isNeeded =
      isNeeded
      || query.sources.count > 1
        && query.sources.contains { tellsOfRows($0) || session.showsInside($0) }
    var barriers = barriers
    for number in query.sources.indices {
      guard case (var inner, let isBarrierView)? = subquery(query.sources[number]),
        !isLocking || ordersMatter(inner, query),
        isNeeded || outputsMayFail(inner) || !inner.windows.isEmpty
          || ordersMatter(inner, query)
      else { continue }
      if isBarrierView { barriers.insert(number) }
      let isBarrier = barriers.contains(number)
      if !isBarrier, !isLocking, !asksOfJoins(inner, query), !asksOfOwnRows(inner, query),
        let pulledUp = query.pullingUp(inner, at: number, isVolatile: isVolatile)
          ?? query.pullingUp(join: inner, at: number, isVolatile: isVolatile)
      {
        return merged(pulledUp, isNeeded: isNeeded, barriers: barriers)
      }
      // What is lateral is computed for each row around.
      if !query.sources[number].isLateral || !inner.mentions(level: 1) {
        if !isBarrier, !isLocking { liftOutputs(of: &inner, above: number, in: &query) }
        moveConditions(of: &query, on: number, into: &inner, isBarrier, known, staysApart: true)
      }
      if query.readsWholeRows { continue }
      let rest = inner.keepingInParts(query.columns(ofSource: number), catalog, isPlanned: false)
      if rest != inner { query.sources[number].kind = .query(rest) }
    }
    return query
  }

  /// With conditions on its subqueries and views asked inside of them; what they give stays as it is.
  func movingConditions(_ query: BoundQuery) -> BoundQuery {
    var query = query
    let known = JoinPlanner.conjuncts(query.condition) + query.innerConditions
    for number in query.sources.indices {
      guard case (var inner, let isBarrier)? = subquery(query.sources[number]),
        !query.sources[number].isLateral || !inner.mentions(level: 1)
      else { continue }
      let staysApart =
        isBarrier || !inner.isOnlySelection
        || inner.targets.map(\.expression).contains(where: isVolatile)
      moveConditions(
        of: &query, on: number, into: &inner, isBarrier, known, staysApart: staysApart)
    }
    return query
  }

  /// Conditions on a subquery that stays one are asked inside of it, among its own: of a
  /// security_barrier view leakproof ones alone. `known`: all that was asked, before any was moved.
  /// `staysApart`: no node above computes its outputs.
  ///
  /// Source: `subquery_push_qual()` in `src/backend/optimizer/path/allpaths.c`.
  private func moveConditions(
    of query: inout BoundQuery, on number: Int, into inner: inout BoundQuery, _ isBarrier: Bool,
    _ known: [BoundExpression], staysApart: Bool
  ) {
    guard ordersMatter(inner, query) || staysApart && outputsMayFail(inner),
      let parts = inner.partsThatTakeConditions,
      let own = inner.columnsThatTakeConditions(catalog, ofGroups: true)
    else { return }
    let columns = parts.reduce(own) { columns, part in
      columns.intersection(part.columnsThatTakeConditions(catalog, ofGroups: true) ?? [])
    }
    let order = QualOrder(session.catalog.catalog)
    let inliner = FunctionInliner(session: session)
    let outputs = parts.flatMap(\.targets).map(\.expression)
    let conditions = JoinPlanner.conjuncts(query.condition)
    let isSet = inner.setOperation != nil
    let tellsApart = inner.tellsRowsApart
    let isMerged = isSet || inner.isOnlySelection && !outputs.contains(where: isVolatile)
    let isBarrierAlone = isBarrier && query.sources.count == 1
    let isMoved = { (condition: BoundExpression) in
      let sources = condition.sources(atLevel: 0)
      // What mentions no column has nothing to leak, and is asked once unless it is volatile.
      let isOfRows =
        sources == [number] || sources.isEmpty && isBarrierAlone && isVolatile(condition)
      return isOfRows && (!condition.hasSubquery || !condition.mentions(level: 1))
        && condition.columnsAreWithin(columns) && !condition.hasCorrelatedSubquery
        && (!isSet || !outputs.contains(where: isVolatile) && !session.catalog.isJoin(condition))
        && (isMerged
          || !condition.hasSubplan
            && (!tellsApart || !condition.isVolatile(catalog, inQueries: false)))
        && (!isBarrier || sources.isEmpty || order.isLeakproof(inliner.inlined(condition)))
    }
    // WHERE speaks of the rows that a join has added too.
    let isOptional = !query.joins.flatMap(\.innerSources).contains(number)
    let asked =
      isOptional
      ? query.joins.flatMap { $0.conditions(onOptional: number) }.flatMap(JoinPlanner.conjuncts)
      : conditions + query.innerConditions
    let moved = asked.filter(isMoved)
    let implied =
      impliedConditions(on: number, by: known + (isOptional ? asked : [])).filter(isMoved)
    guard !moved.isEmpty || !implied.isEmpty else { return }
    // What a column must equal says so of columns of others too.
    let isAlone = query.sources.count == 1 && !conditions.contains(where: \.hasSubquery)
    let left = moved.filter { isAlone || JoinPlanner.lookup($0, in: number, catalog) == nil }
    if !isOptional {
      let kept = conditions.filter { !left.contains($0) }
      query.condition = kept.isEmpty ? nil : .and(kept)
    }
    query.joins = query.joins.map { join in
      join.mapConditions { .and(JoinPlanner.conjuncts($0).filter { !left.contains($0) }) }
    }
    // The planner makes equalities anew, behind the others.
    inner = inner.taking(
      moved.filter { !$0.isEquality } + moved.filter(\.isEquality)
        + implied.filter { !moved.contains($0) })
    query.sources[number].kind = .query(inner)
  }

  /// What a subquery that is merged computes is computed of the rows that the join leaves: of its
  /// source the query then takes what that is made of.
  private func liftOutputs(
    of inner: inout BoundQuery, above number: Int, in query: inout BoundQuery
  ) {
    let targets = inner.targets.map(\.expression)
    guard query.sources.count > 1, query.joins.flatMap(\.innerSources).contains(number),
      inner.isOnlySelection, !targets.contains(where: isVolatile),
      query.columns(ofSource: number).allSatisfy({ $0 >= 0 })
    else { return }
    var lifted: [Int: BoundExpression] = [:]
    var places: [ColumnPosition: Int] = [:]
    for (column, target) in targets.enumerated()
    where mayFail(target) && !target.mentions(level: 1) {
      lifted[column] = target.mapColumns { position, type, depth in
        guard position.level == depth else { return .column(position, type) }
        var own = position
        own.level = 0
        let place = places[own] ?? inner.targets.count
        if places[own] == nil {
          places[own] = place
          inner.targets.append(BoundTarget("", .column(own, type)))
          query.sources[number].columnNames.append("")
          query.sources[number].columnTypes.append(type)
        }
        return .column(ColumnPosition(level: depth, source: number, column: place), type)
      }
      inner.targets[column].expression = .constant(.null, target.type)
    }
    guard !lifted.isEmpty else { return }
    query = query.mapColumns(depth: 0) { position, type, depth in
      guard position.level == depth, position.source == number,
        let output = lifted[position.column]
      else { return .column(position, type) }
      return output.shifted(by: depth)
    }
    query.sources[number].kind = .query(inner)
  }

  /// That columns of a source equal what those of others must that they equal.
  ///
  /// Source: `generate_base_implied_equalities_const()` in `equivclass.c`.
  private func impliedConditions(
    on number: Int, by conditions: [BoundExpression]
  ) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for case .compare(.equal, let left, let right, let type) in conditions {
      for (own, other) in [(left, right), (right, left)] {
        guard case .column(let position, _) = own, position.level == 0, position.source == number,
          case .column(let outside, _) = other, outside.level == 0, outside.source != number
        else { continue }
        for condition in conditions {
          guard let known = JoinPlanner.lookup(condition, in: outside.source, catalog),
            known.column == outside.column, condition.comparedType == type
          else { continue }
          result.append(.compare(.equal, own, known.value, type: type))
        }
      }
    }
    return result
  }

  var catalog: Catalog { session.catalog.catalog }

  /// Whether what mentions no column is asked of the rows that joins inside of a subquery leave.
  private func asksOfJoins(_ inner: BoundQuery, _ query: BoundQuery) -> Bool {
    JoinPlanner.conjuncts(inner.condition).contains(where: session.catalog.isJoin)
      && JoinPlanner.conjuncts(query.condition).contains {
        $0.sources(atLevel: 0).isEmpty && isVolatile($0)
      }
  }

  /// Whether what mentions no column is asked of the rows of a subquery before they are joined.
  ///
  /// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
  private func asksOfOwnRows(_ inner: BoundQuery, _ query: BoundQuery) -> Bool {
    query.sources.count > 1
      && JoinPlanner.conjuncts(inner.condition).contains {
        $0.sources(atLevel: 0).isEmpty && isVolatile($0)
      }
  }

  /// Tables of WITH that are subqueries where they are referred to. In conditions and outputs only
  /// where it shows what of them is computed.
  ///
  /// Source: `SS_process_ctes()` in `src/backend/optimizer/plan/subselect.c`.
  func mergingCommonTables(_ query: BoundQuery) -> BoundQuery {
    var query = query
    for number in query.commonTables.indices {
      let table = query.commonTables[number]
      guard table.references > 0, !table.isRecursive, table.isMaterialized != true,
        table.references == 1 || table.isMaterialized == false,
        case .query(let inner) = table.statement, inner.lockedSources.isEmpty,
        !inner.isVolatile(catalog)
      else { continue }
      let isShown =
        outputsMayFail(inner)
        || JoinPlanner.conjuncts(inner.condition).contains {
          $0.callsCatalog && !$0.mentions(level: 0)
        }
      let merged = query.reading(table.id, as: inner, inExpressions: isShown)
      query = merged.query
      query.commonTables[number].references -= merged.count
    }
    return query
  }

  private func subquery(_ source: BoundSource) -> (BoundQuery, isBarrier: Bool)? {
    guard let inner = source.innerQuery else { return nil }
    guard case .relation(let relation) = source.kind else { return (inner, false) }
    guard case .view(let index) = relation.id else { return nil }
    return (inner, catalog.views[index].securityBarrier)
  }

  /// Whether what is asked of its rows tells of which, as what it is joined to decides.
  func tellsOfRows(_ source: BoundSource) -> Bool {
    let order = QualOrder(session.catalog.catalog)
    return source.ownConditions.contains { order.mayMatterBesideOthers($0, raises: session.raises) }
  }

  /// Whether conditions of both may be asked in another order than that of the queries.
  private func ordersMatter(_ inner: BoundQuery, _ query: BoundQuery) -> Bool {
    let outer = JoinPlanner.conjuncts(query.condition) + query.joins.flatMap(\.conditions)
    guard !outer.isEmpty else { return false }
    let order = QualOrder(session.catalog.catalog)
    // Those of a source too, which may become a part of it, or take its conditions.
    let conditions =
      outer + JoinPlanner.conjuncts(inner.condition)
      + JoinPlanner.conjuncts(inner.grouping?.having) + inner.joins.flatMap(\.conditions)
      + inner.sources.flatMap(\.ownConditions)
    if conditions.contains(where: \.equalsComputed), conditions.count(where: \.equalsFixed) > 1 {
      return true
    }
    return (conditions.count > 1 || inner.sources.count > 1)
      && conditions.contains {
        // What it reads has policies.
        $0.hasSubquery || order.mayMatterBesideOthers($0, raises: session.raises)
      }
  }

  /// Whether it tells of which rows it computes what it gives, or what it reads does.
  func outputsMayFail(_ query: BoundQuery) -> Bool {
    query.outputs.contains(where: mayFail)
      || query.sources.contains { $0.innerQuery.map(outputsMayFail) == true }
      || query.commonTables.contains { table in
        if case .query(let inner) = table.statement { outputsMayFail(inner) } else { false }
      }
  }

  /// Calls of functions, subqueries, divisions and conversions of text.
  private func mayFail(_ expression: BoundExpression) -> Bool {
    switch expression {
    case .function, .scalarQuery: true
    case .builtin(let builtin, _) where builtin.volatility == .volatile: true
    case .arithmetic(let symbol, _, _, _) where [.divide, .modulo].contains(symbol): true
    case .cast(_, let source, let target) where source.isString && !target.type.isString: true
    default: expression.hasOperand(where: mayFail)
    }
  }

  private func isVolatile(_ expression: BoundExpression) -> Bool {
    expression.isVolatile(session.catalog.catalog)
  }
}

extension BoundQuery {
  /// Columns of a source that something asks for.
  func columns(ofSource number: Int) -> Set<Int> {
    var result: Set<Int> = []
    _ = mapColumns(depth: 0) { position, type, depth in
      if position.level == depth, position.source == number { result.insert(position.column) }
      return .column(position, type)
    }
    return result
  }

  /// What it computes once its rows are there.
  fileprivate var outputs: [BoundExpression] {
    targets.map(\.expression) + (grouping?.aggregates ?? []).flatMap(\.expressions)
      + windows.flatMap(\.expressions) + (values ?? []).flatMap { $0 }
  }

  /// With a subquery where a table of WITH is read, and in how many places it now stands.
  fileprivate func reading(
    _ table: Int, as inner: BoundQuery, inExpressions: Bool, depth: Int = 0
  ) -> (query: BoundQuery, count: Int) {
    var count = 0
    func reading(_ query: BoundQuery) -> BoundQuery {
      let result = query.reading(table, as: inner, inExpressions: inExpressions, depth: depth + 1)
      count += result.count
      return result.query
    }
    var result = self
    for number in sources.indices {
      switch sources[number].kind {
      case .commonTable(id: table) where depth == 0 || !inner.mentionsOutside:
        result.sources[number].kind = .query(inner)
        count += 1
      case .query(let query): result.sources[number].kind = .query(reading(query))
      default: break
      }
    }
    for number in commonTables.indices {
      guard case .query(let query) = commonTables[number].statement else { continue }
      result.commonTables[number].statement = .query(reading(query))
    }
    if inExpressions {
      result = result.mapExpressions { expression in expression.mapQueries { reading($0) } }
    }
    return (result, count)
  }

  /// A column of a query around it.
  var mentionsOutside: Bool {
    var found = false
    _ = mapColumns(depth: 0) { position, type, depth in
      found = found || position.level > depth
      return .column(position, type)
    }
    return found
  }
}

extension BoundQuery {
  /// Itself, or what UNION and INTERSECT are of, where a condition on its rows may be asked in each;
  /// nil where it may not.
  ///
  /// Source: `subquery_is_pushdown_safe()` in `src/backend/optimizer/path/allpaths.c`.
  fileprivate var partsThatTakeConditions: [BoundQuery]? {
    if isOnlySelection || takesConditions { return [self] }
    guard let setOperation, setOperation.takesConditions, limit == nil, offset == nil,
      windows.isEmpty, setFunctions.isEmpty
    else { return nil }
    var parts: [BoundQuery] = []
    for source in sources {
      guard case .query(let part) = source.kind, let inner = part.partsThatTakeConditions else {
        return nil
      }
      parts += inner
    }
    return parts
  }

  /// What groups, sorts, numbers or tells apart rows may do so with those alone that meet it.
  private var takesConditions: Bool {
    limit == nil && offset == nil && values == nil && setOperation == nil
  }

  /// With conditions on its output columns asked of its own rows, or of those of its parts.
  fileprivate func taking(_ conditions: [BoundExpression]) -> BoundQuery {
    // The columns of queries around it are one query further out there.
    let outputs = setOperation == nil ? targets.map(\.expression) : nil
    let asked = conditions.map { condition in
      condition.replacingLeaves { leaf in
        guard case .column(var position, let type) = leaf else { return nil }
        if position.level == 0 { return outputs?[position.column] }
        position.level += 1
        return .column(position, type)
      }
    }
    var result = self
    guard setOperation == nil else {
      result.sources = sources.map { source in
        guard case .query(let part) = source.kind else { return source }
        var source = source
        source.kind = .query(part.taking(asked))
        return source
      }
      return result
    }
    if grouping != nil {
      result.grouping?.having = .and(JoinPlanner.conjuncts(grouping?.having) + asked)
    } else {
      result.condition = .and(JoinPlanner.conjuncts(condition) + asked)
    }
    return result
  }
}

extension BoundSetOperation {
  /// Columns of other types are converted first, and what EXCEPT takes away is not known before.
  fileprivate var takesConditions: Bool {
    switch self {
    case .source: true
    case .operation(let kind, _, let left, let right):
      kind != .except && left.takesConditions && right.takesConditions
    case .converted: false
    }
  }
}

extension BoundExpression {
  /// It mentions output columns alone: no whole row, no system column.
  fileprivate func columnsAreWithin(_ outputs: Set<Int>) -> Bool {
    if case .column(let position, _) = self {
      return position.level > 0 || outputs.contains(position.column)
    }
    return operands.allSatisfy { $0.columnsAreWithin(outputs) }
  }
}

extension BoundExpression {
  fileprivate var comparedType: DataType? {
    if case .compare(_, _, _, let type) = self { type } else { nil }
  }

  fileprivate var hasCorrelatedSubquery: Bool {
    subquery?.mentionsOutside == true || hasOperand(where: \.hasCorrelatedSubquery)
  }
}

extension BoundQuery {
  /// What ON asks of all its rows.
  fileprivate var innerConditions: [BoundExpression] {
    joins.flatMap(\.innerConditions).flatMap { JoinPlanner.conjuncts($0) }
  }
}
