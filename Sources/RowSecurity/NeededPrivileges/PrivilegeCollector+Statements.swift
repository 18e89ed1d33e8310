import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// All that a statement needs besides the schemas it names. RULES 10, 13, 14, 16.
  ///
  /// Throws what computing constants raises, but where a view was looked at before that may not be.
  mutating func checks(
    for secured: BoundStatement, _ target: SecuredTarget?
  ) throws(EngineFailure) -> [PrivilegeCheck] {
    do throws(EngineFailure) {
      let needs = try needs(for: secured, target)
      let change = refusal(ofChanging: secured.changed).map { [$0] } ?? []
      return planned + needs.ordered
        + prepared(lockRefusals + functionsOfSubplans + change + functions)
    } catch {
      let isRefused = planned.contains { !engine.privileges.verdict(on: $0).isHeld }
      guard isRefused else { throw error }
      return planned
    }
  }

  /// What can't be changed is looked at before the functions of the plan.
  ///
  /// Source: `CheckValidResultRel()` in `execMain.c`, called by `ExecInitModifyTable()`.
  private func refusal(ofChanging id: RelationID?) -> PrivilegeCheck? {
    guard case .view(let index)? = id else { return nil }
    return engine.catalog.catalog.views[index].refusalOfChange.map {
      PrivilegeCheck(refusal: $0, as: caller)
    }
  }

  private mutating func needs(
    for secured: BoundStatement, _ target: SecuredTarget?
  ) throws(EngineFailure) -> Needs {
    var needs = Needs()
    switch secured {
    case .with: throw .undecided(Undecided("a WITH of a WITH"))
    case .query(let query): needs = try self.needs(of: query, as: caller)
    case .truncate(let truncation):
      needs.own = truncation.relations.map {
        PrivilegeCheck(.truncate, on: .relation($0), as: caller)
      }
    case .insert(let insert): needs = try self.needs(of: insert, target)
    case .update(let update):
      stopPlanning(at: targetNeeds(target).named)
      let defaults = update.assignments.filter { $0.value == nil }.map(\.column)
      try requireDefaults(of: update.target.id, defaults)
      let columns = Set(update.assignments.map(\.column))
      try requireGenerated(of: update.target.id, assigned: columns)
      // What its conditions raise comes after its views.
      if !update.target.isOnly, (try? update.condition.map(fold))??.isNeverTrue != true {
        try requireGenerated(below: update.target.id, assigned: columns)
      }
      let assigned = Assigned(
        relation: update.target.id, outputs: ExpressionList(assignments: update.assignments))
      needs = try changed(
        BoundQuery(
          sources: update.sources, joins: [.source(0)] + update.joins,
          condition: update.condition,
          targets: assigned.outputs.expressions.map { BoundTarget("", $0) }),
        returning: update.returning, target,
        assigned: assigned)
    case .delete(let delete):
      stopPlanning(at: targetNeeds(target).named)
      needs = try changed(
        BoundQuery(
          sources: delete.sources, joins: [.source(0)] + delete.joins,
          condition: delete.condition, targets: []),
        returning: delete.returning, target)
    case .merge(let merge):
      for branch in merge.branches {
        switch branch.action {
        case .nothing, .delete: break
        case .update(let list):
          let defaults = list.filter { $0.value == nil }.map(\.column)
          try requireDefaults(of: merge.target.id, defaults)
        case .insert(let columns, let values, _):
          let given = zip(columns, values).filter { $0.1 != nil }.map(\.0)
          try requireDefaults(of: merge.target.id, otherThan: Set(given))
        }
      }
      needs = try changed(
        merge.joined, returning: merge.returning, target,
        assigned: Assigned(relation: merge.target.id), actions: .outputs(merge.actions))
      try requireGenerated(of: merge.target.id, assigned: nil)
      // Where nothing matches, rows may be inserted.
      changesNothing = false
    }
    return needs
  }

  private mutating func needs(
    of insert: BoundInsert, _ target: SecuredTarget?
  ) throws(EngineFailure) -> Needs {
    let given = insert.columns.enumerated().filter { index, _ in
      guard case .values(let rows) = insert.source else { return true }
      return rows.allSatisfy { $0.indices.contains(index) && $0[index] != nil }
    }
    let returning = insert.returning.map(\.expression)
    // The query is one in FROM.
    var rows = BoundQuery(targets: [])
    var assigned = Assigned(relation: insert.target.id)
    switch insert.source {
    case .query(let query):
      rows.sources = [
        BoundSource(alias: "", kind: .query(query), columnNames: [], columnTypes: [])
      ]
      rows.joins = [.source(0)]
      rows.targets = query.targets.indices.map { column in
        BoundTarget(
          "", .column(ColumnPosition(level: 0, source: 0, column: column), .unknown))
      }
      if query.isMergeable(engine.catalog.catalog) {
        assigned.outputs = ExpressionList(query.targets.map(\.expression), for: insert.columns)
        assigned.isMerged = true
      }
    case .values(let list) where list.count > 1:
      rows.values = list.map { row in row.compactMap { $0 } }
      assigned.rows = list.map { ExpressionList($0, for: insert.columns, isRow: true) }
    case .values(let list):
      assigned.outputs = ExpressionList(list.first ?? [], for: insert.columns)
      rows.targets = assigned.outputs.expressions.map { BoundTarget("", $0) }
    }
    let needs = try needs(
      of: rows, as: caller, others: try checks(of: target) + [ExpressionList(returning)],
      actions: .list(insert.conflict?.actions ?? []), target: targetNeeds(target),
      assigned: assigned)
    if case .query(let query) = insert.source {
      changesNothing = (try? findsNothing(try withConstantColumns(query))) == true
    }
    try requireDefaults(
      of: insert.target.id, otherThan: Set(given.map(\.element)),
      inRows: insert.hasSeveralRows ? Set(insert.columns) : [])
    try requireGenerated(of: insert.target.id, assigned: nil)
    return needs
  }

  /// UPDATE, DELETE and MERGE: a query over the target, which is source 0, and the others.
  private mutating func changed(
    _ rows: BoundQuery, returning: [BoundTarget], _ target: SecuredTarget?,
    assigned: Assigned? = nil, actions: Actions = .list([])
  ) throws(EngineFailure) -> Needs {
    var query = rows
    if let target, let needs = try sharedNeeds(query, returning: returning, target, assigned) {
      return needs
    }
    if case .relation(var mention) = query.sources[0].kind {
      // The target's own checks take the place of that of a relation read.
      mention.isUnchecked = true
      if case .table = mention.id {
        mention.security = RelationSecurity(
          checkedAs: target?.checkedAs ?? caller, filters: takeBarriers(from: &query, target))
      }
      query.sources[0].kind = .relation(mention)
    }
    let needs = try needs(
      of: query, as: caller,
      others: try checks(of: target) + [ExpressionList(returning.map(\.expression))],
      actions: actions, target: targetNeeds(target), assigned: assigned, changesRows: true)
    changesNothing = (try? readsNothing(try withConstantColumns(query))) == true
    return needs
  }

  /// The target's policies, and the conditions of security_barrier views above it, which are planned
  /// as those are.
  private func takeBarriers(
    from query: inout BoundQuery, _ target: SecuredTarget?
  ) -> [SecurityFilter]? {
    let barriers = (target?.barriers ?? []).map(\.conjuncts)
    let asked = query.condition?.conjuncts ?? []
    let others = asked.filter { condition in !barriers.contains { $0.contains(condition) } }
    guard others.count < asked.count else { return target?.filters }
    query.condition = others.isEmpty ? nil : .and(others)
    // Where one part of what a view asks is never TRUE, nothing else is left of it.
    let kept = barriers.map { $0.filter(asked.contains) }.filter { !$0.isEmpty }
    return (target?.filters ?? [])
      + kept.map { .restrictive(PolicyCondition(policy: 0, $0.count == 1 ? $0[0] : .and($0))) }
  }

  /// As above, of one table alone, with what other statements have found of its policies; nil where
  /// that does not do.
  private mutating func sharedNeeds(
    _ query: BoundQuery, returning: [BoundTarget], _ target: SecuredTarget, _ assigned: Assigned?
  ) throws(EngineFailure) -> Needs? {
    guard let demands = target.demands, query.sources.count == 1,
      engine.catalog.catalog.foreignServers.isEmpty, query.condition?.hasSubquery != true,
      let policies = try demands.found({ () throws(EngineFailure) in try policyDemands(target) })
    else { return nil }
    if let condition = query.condition, try fold(condition).isNeverTrue { return nil }
    var needs = Needs()
    let known = targetNeeds(target)
    let own = known.named + known.below
    append(planned: own.filter(\.isOnView))
    if let assigned { try compute(assigned.outputs, of: assigned.relation) }
    for value in query.targets { try require(value.expression, as: caller, &needs) }
    beginPart()
    append(planned: policies.checks.planned)
    policies.checks.functions.forEach { append($0) }
    needs.inExpressions += policies.checks.relations
    beginPart()
    try compute(ExpressionList(returning.map(\.expression)), of: nil)
    for output in returning { try require(output.expression, as: caller, &needs) }
    beginPart()
    if let condition = query.condition {
      try require(condition, as: caller, &needs, isQual: true)
    }
    beginPart()
    append(planned: policies.filters.planned)
    policies.filters.functions.forEach { append($0) }
    needs.inPolicies += policies.filters.relations
    for value in policies.estimated { try planning.estimate(value) }
    if let condition = query.condition { try estimate(condition) }
    needs.own = own.filter { !$0.isOnView }
    return needs
  }

  /// Of a materialized view they are looked at with those on tables.
  private func targetNeeds(_ target: SecuredTarget?) -> TargetNeeds {
    guard var needs = target?.needs else { return TargetNeeds() }
    for index in needs.named.indices {
      guard case .relation(.view(let view)) = needs.named[index].object else { continue }
      needs.named[index].isStoredView = engine.catalog.catalog.views[view].isMaterialized
    }
    return needs
  }

  private func policyDemands(
    _ target: SecuredTarget
  ) throws(EngineFailure) -> TargetDemands.Found? {
    for filter in target.filters ?? [] {
      if try fold(.or(filter.expressions)).isNeverTrue { return nil }
    }
    var filters = PrivilegeCollector(engine, caller: caller, planning, guess: guess)
    var filterNeeds = Needs()
    try filters.requirePolicies(target.filters, as: target.checkedAs, &filterNeeds)
    var checks = PrivilegeCollector(engine, caller: caller, planning, guess: guess)
    var checkNeeds = Needs()
    if target.checkedAs == caller, target.checksWhatItFilters {
      (checks, checkNeeds.inExpressions) = (filters, filterNeeds.inPolicies)
    } else {
      for expression in try self.checks(of: target).flatMap(\.expressions) {
        try checks.require(expression, as: caller, &checkNeeds)
      }
    }
    guard filters.opened.isEmpty, checks.opened.isEmpty else { return nil }
    return TargetDemands.Found(
      filters: .init(
        planned: filters.planned, functions: filters.functions, relations: filterNeeds.inPolicies),
      checks: .init(
        planned: checks.planned, functions: checks.functions,
        relations: checkNeeds.inExpressions),
      estimated: try estimated(of: target.filters))
  }

  /// What new rows must meet: looked at after the values, before RETURNING.
  /// Planned as conditions are: of what is never TRUE nothing is left.
  private func checks(of target: SecuredTarget?) throws(EngineFailure) -> [ExpressionList] {
    guard let target else { return [] }
    var filters = target.checks
    if let conflict = target.conflict { filters += conflict.existing + conflict.updated }
    if let merge = target.merge {
      filters += merge.updatable + merge.updated + merge.deletable + merge.inserted
    }
    var result: [BoundExpression] = []
    for check in filters.map({ .or($0.expressions) }) + target.viewChecks.compactMap(\.condition) {
      // What computing it raises is raised in its turn.
      guard let folded = try? fold(check) else {
        result.append(check)
        continue
      }
      if !folded.isNeverTrue { result.append(folded.withoutLostAlternatives) }
    }
    return result.map { ExpressionList([$0]) }
  }

  /// Defaults are part of the statement, which need not find a row. RULES 18.
  ///
  /// `inRows`: columns whose defaults stand in some of several rows.
  private mutating func requireDefaults(
    of id: RelationID, otherThan given: Set<Int>, inRows: Set<Int> = []
  ) throws(EngineFailure) {
    guard case .table(let table) = id else { return }
    let columns = engine.catalog.catalog.tables[table].columns.indices
    try requireDefaults(of: id, columns.filter { !given.contains($0) && !inRows.contains($0) })
    waitsForRows = true
    defer { waitsForRows = false }
    try requireDefaults(of: id, columns.filter { !given.contains($0) && inRows.contains($0) })
  }

  private mutating func requireDefaults(
    of id: RelationID, _ columns: [Int]
  ) throws(EngineFailure) {
    guard case .table(let table) = id else { return }
    let defaults = engine.catalog.tables[table].defaults
    for column in columns where defaults.indices.contains(column) {
      if case .ready(let value)? = defaults[column] {
        let folded = try fold(value)
        try requireFitting(folded, column, of: id)
        try requireFunctions(in: folded)
      }
      // NULL must be one of a domain's values too.
      if case .domain(let domain)? = engine.catalog.tables[table].columns[column]?.type {
        try requireFunctions(of: domain)
      }
    }
  }

  /// EXECUTE on the functions that a domain's constraints call. RULES 18.
  ///
  /// Source: `ExecInitCoerceToDomain()` in `src/backend/executor/execExpr.c`.
  private mutating func requireFunctions(
    of domain: DomainType
  ) throws(EngineFailure) {
    guard domain.mayHaveChecks else { return }
    let waited = waitsForRows
    waitsForRows = false
    defer { waitsForRows = waited }
    let names = engine.catalog.names
    for part in domain.withBases {
      let type = names.catalog.types.first { $0.name == part.name }
      for check in type?.checks ?? [] {
        let bound = try Binder.domainCheck(
          check.expression, over: domain.innermostBase, in: names)
        try requireFunctions(in: try fold(bound))
      }
    }
  }

  /// Those of tables that inherit, unless a CHECK may leave them out.
  private mutating func requireGenerated(
    below id: RelationID, assigned: Set<Int>
  ) throws(EngineFailure) {
    let tables = engine.catalog.catalog.tables
    guard engine.version < .v16, case .table(let parent) = id, tables[parent].kind == .ordinary,
      engine.catalog.names.isParent(parent)
    else { return }
    let names = Set(assigned.filter { $0 >= 0 }.map { tables[parent].columns[$0].name })
    for index in engine.catalog.catalog.inheritors(of: parent) where tables[index].checks.isEmpty {
      let columns = Set(
        tables[index].columns.indices.filter { names.contains(tables[index].columns[$0].name) })
      try requireGenerated(of: .table(index), assigned: columns)
    }
  }

  /// 15 prepares the generated columns that a statement computes before it looks for rows; later
  /// versions do it with the first row. `assigned`: by UPDATE.
  ///
  /// Source: `ExecInitStoredGenerated()` in `nodeModifyTable.c`.
  private mutating func requireGenerated(
    of id: RelationID, assigned: Set<Int>?
  ) throws(EngineFailure) {
    guard engine.version < .v16, case .table(let table) = id else { return }
    let hasTrigger = engine.catalog.catalog.tables[table].hasTriggerBeforeUpdatedRows
    for case .ready(let value)? in engine.catalog.tables[table].generated {
      if let assigned, !hasTrigger {
        var read: Set<Int> = []
        value.forEach { if let column = $0.plainColumn { read.insert(column) } }
        if read.isDisjoint(with: assigned) { continue }
      }
      do throws(EngineFailure) {
        try requireFunctions(in: try fold(value))
      } catch .postgres(let error) {
        // It is planned in its turn.
        functions.append(PrivilegeCheck(refusal: error, as: caller))
      }
    }
  }

  /// EXECUTE on functions, which is the caller's even inside owner views and policies. RULES 18.
  mutating func requireFunctions(
    in expression: BoundExpression
  ) throws(EngineFailure) {
    var called: [Int] = []
    var domains: [DomainType] = []
    expression.forEach { part in
      switch part {
      case .function(let index, _, _): called.append(index)
      case .cast(_, _, let target):
        if case .domain(let domain) = target.type { domains.append(domain) }
      default: break
      }
    }
    for domain in domains { try requireFunctions(of: domain) }
    if waitsForRows { return }
    for index in called {
      append(PrivilegeCheck(.execute, on: .function(index), as: caller))
    }
  }
}

extension SecuredTarget {
  /// Whether new rows must meet what old ones have met, and nothing else.
  fileprivate var checksWhatItFilters: Bool {
    conflict == nil && merge == nil && viewChecks.isEmpty
      && (filters ?? []).askedOfExistingRows.map(\.expressions) == checks.map(\.expressions)
  }
}

extension BoundInsert {
  /// `VALUES (…), (…)`, a relation of its own.
  var hasSeveralRows: Bool {
    if case .values(let rows) = source { rows.count > 1 } else { false }
  }
}

extension BoundMerge {
  /// The query over the target and the source whose rows it goes through.
  ///
  /// Source: `transform_MERGE_to_join()` in `src/backend/optimizer/prep/prepjointree.c`.
  fileprivate var joined: BoundQuery {
    let matches = Set(branches.filter { $0.action != .nothing }.map(\.match))
    let kind: BoundJoin.Kind? =
      switch (matches.contains(.notMatched), matches.contains(.notMatchedBySource)) {
      case (true, true): .full
      case (true, false): .right
      case (false, true): .left
      case (false, false): nil
      }
    var query = BoundQuery(
      sources: sources, joins: [.source(0)] + joins, condition: condition,
      targets: expressions.map { BoundTarget("", $0) })
    if let kind, let source = joins.first, joins.count == 1 {
      // What views ask of the target is asked below the join.
      let asked = kind == .full ? ownCondition : condition
      query.joins = [.join(kind, .source(0), source, condition: asked)]
      query.condition = nil
    }
    // Asked of each row again, to tell those that the source has not: also where there is no row.
    if matches.contains(.notMatchedBySource) {
      query.targets.insert(BoundTarget("", condition), at: 0)
    }
    return query
  }

  /// ON, without what views ask.
  private var ownCondition: BoundExpression {
    var own = condition.conjuncts
    for asked in targetCondition?.conjuncts ?? [] {
      if let place = own.firstIndex(of: asked) { own.remove(at: place) }
    }
    return .and(own)
  }
}

extension BoundStatement {
  /// The relation whose rows it changes.
  fileprivate var changed: RelationID? {
    switch self {
    case .insert(let insert): insert.target.id
    case .update(let update): update.target.id
    case .delete(let delete): delete.target.id
    case .merge(let merge): merge.target.id
    case .query, .truncate, .with: nil
    }
  }
}
