import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// All that a statement needs besides the schemas it names. RULES 10, 13, 14, 16.
  mutating func checks(
    for secured: BoundStatement, _ target: SecuredTarget?
  ) throws(EngineFailure) -> [PrivilegeCheck] {
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
      let defaults = update.assignments.filter { $0.value == nil }.map(\.column)
      try requireDefaults(of: update.target.id, defaults)
      try requireGenerated(of: update.target.id, assigned: Set(update.assignments.map(\.column)))
      needs = try changed(
        BoundQuery(
          sources: update.sources, joins: [.source(0)] + update.joins,
          condition: update.condition,
          targets: update.assignments.compactMap { $0.value.map { BoundTarget("", $0) } }),
        returning: update.returning, target)
    case .delete(let delete):
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
        BoundQuery(
          sources: merge.sources, joins: [.source(0)] + merge.joins,
          condition: merge.condition, targets: merge.expressions.map { BoundTarget("", $0) }),
        returning: merge.returning, target)
      // Where nothing matches, rows may be inserted.
      changesNothing = false
    }
    return needs.ordered + functions
  }

  private mutating func needs(
    of insert: BoundInsert, _ target: SecuredTarget?
  ) throws(EngineFailure) -> Needs {
    var needs = Needs()
    needs.own = target?.needs.named ?? []
    var inner = Needs()
    switch insert.source {
    case .query(let query):
      inner = try self.needs(of: query, as: caller)
      changesNothing = try findsNothing(try withConstantColumns(query))
    case .values(let rows):
      for row in rows {
        for case let cell? in row { try require(cell, as: caller, &needs) }
      }
    }
    let given = insert.columns.enumerated().filter { index, _ in
      guard case .values(let rows) = insert.source else { return true }
      return rows.allSatisfy { $0.indices.contains(index) && $0[index] != nil }
    }
    try requireDefaults(of: insert.target.id, otherThan: Set(given.map(\.element)))
    try requireGenerated(of: insert.target.id, assigned: nil)
    let conflict = insert.conflict?.expressions ?? []
    let returning = insert.returning.map(\.expression)
    for expression in Self.checks(of: target) + conflict + returning {
      try require(expression, as: caller, &needs)
    }
    needs.own += inner.own + (target?.needs.below ?? [])
    needs.separate += inner.separate
    needs.inSubqueries += inner.subplans
    return needs
  }

  /// UPDATE, DELETE and MERGE: a query over the target, which is source 0, and the others.
  private mutating func changed(
    _ rows: BoundQuery, returning: [BoundTarget], _ target: SecuredTarget?
  ) throws(EngineFailure) -> Needs {
    var query = rows
    if let target, let needs = try sharedNeeds(query, returning: returning, target) {
      return needs
    }
    let isTable: Bool
    if case .relation(var mention) = query.sources[0].kind, case .table = mention.id {
      isTable = true
      mention.security = RelationSecurity(
        checkedAs: target?.checkedAs ?? caller, filters: target?.filters)
      query.sources[0].kind = .relation(mention)
    } else {
      isTable = false
    }
    changesNothing = try readsNothing(try withConstantColumns(query))
    var needs = try self.needs(
      of: query, as: caller, others: Self.checks(of: target) + returning.map(\.expression))
    // The target's own checks take the place of that of a relation read.
    if isTable {
      needs.own.removeFirst()
    } else {
      needs.removeMention(of: query.sources[0])
    }
    // What is below the target comes before subqueries that become joins.
    var others = Needs()
    for source in query.sources.dropFirst() { requireOwn(source, as: caller, &others) }
    let count = min(others.own.count, needs.own.count)
    needs.own =
      (target?.needs.named ?? []) + needs.own.prefix(count) + (target?.needs.below ?? [])
      + needs.own.dropFirst(count)
    return needs
  }

  /// As above, of one table alone, with what other statements have found of its policies; nil where
  /// that does not do.
  private mutating func sharedNeeds(
    _ query: BoundQuery, returning: [BoundTarget], _ target: SecuredTarget
  ) throws(EngineFailure) -> Needs? {
    guard let demands = target.demands, query.sources.count == 1,
      query.condition?.hasSubquery != true,
      let policies = try demands.found({ () throws(EngineFailure) in try policyDemands(target) })
    else { return nil }
    if let condition = query.condition, try fold(condition).isNeverTrue { return nil }
    var needs = Needs()
    for value in query.targets { try require(value.expression, as: caller, &needs) }
    policies.checks.functions.forEach { append($0) }
    needs.inExpressions += policies.checks.relations
    for output in returning { try require(output.expression, as: caller, &needs) }
    if let condition = query.condition {
      try require(condition, as: caller, &needs, isQual: true)
    }
    policies.filters.functions.forEach { append($0) }
    needs.inPolicies += policies.filters.relations
    needs.own = target.needs.named + target.needs.below
    return needs
  }

  private func policyDemands(
    _ target: SecuredTarget
  ) throws(EngineFailure) -> TargetDemands.Found? {
    for filter in target.filters ?? [] {
      if try fold(.or(filter.expressions)).isNeverTrue { return nil }
    }
    var filters = PrivilegeCollector(engine, caller: caller, folding: fold)
    var filterNeeds = Needs()
    try filters.requirePolicies(target.filters, as: target.checkedAs, &filterNeeds)
    var checks = PrivilegeCollector(engine, caller: caller, folding: fold)
    var checkNeeds = Needs()
    for expression in Self.checks(of: target) {
      try checks.require(expression, as: caller, &checkNeeds)
    }
    return TargetDemands.Found(
      filters: .init(functions: filters.functions, relations: filterNeeds.inPolicies),
      checks: .init(functions: checks.functions, relations: checkNeeds.inExpressions))
  }

  /// What new rows must meet: looked at after the values, before RETURNING.
  private static func checks(of target: SecuredTarget?) -> [BoundExpression] {
    guard let target else { return [] }
    var filters = target.checks
    if let conflict = target.conflict { filters += conflict.existing + conflict.updated }
    if let merge = target.merge {
      filters += merge.updatable + merge.updated + merge.deletable + merge.inserted
    }
    return filters.map { .or($0.expressions) } + target.viewChecks.compactMap(\.condition)
  }

  /// Defaults are part of the statement, which need not find a row. RULES 18.
  private mutating func requireDefaults(
    of id: RelationID, otherThan given: Set<Int>
  ) throws(EngineFailure) {
    guard case .table(let table) = id else { return }
    let columns = engine.catalog.catalog.tables[table].columns.indices
    try requireDefaults(of: id, columns.filter { !given.contains($0) })
  }

  private mutating func requireDefaults(
    of id: RelationID, _ columns: [Int]
  ) throws(EngineFailure) {
    guard case .table(let table) = id else { return }
    let defaults = engine.catalog.tables[table].defaults
    for column in columns where defaults.indices.contains(column) {
      if case .ready(let value)? = defaults[column] {
        try requireFunctions(in: try fold(value))
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
    of domain: DomainType, isCertain: Bool = true
  ) throws(EngineFailure) {
    guard domain.mayHaveChecks else { return }
    let names = engine.catalog.names
    for part in domain.withBases {
      let type = names.catalog.types.first { $0.name == part.name }
      for check in type?.checks ?? [] {
        let bound = try Binder.domainCheck(
          check.expression, over: domain.innermostBase, in: names)
        try requireFunctions(in: try fold(bound), isCertain: isCertain)
      }
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
    let hasTrigger = engine.catalog.catalog.tables[table].triggers.contains { trigger in
      trigger.timing == .before && trigger.isForEachRow
        && trigger.events.contains { if case .update = $0 { true } else { false } }
    }
    for case .ready(let value)? in engine.catalog.tables[table].generated {
      if let assigned, !hasTrigger {
        var read: Set<Int> = []
        value.forEach { if let column = $0.plainColumn { read.insert(column) } }
        if read.isDisjoint(with: assigned) { continue }
      }
      try requireFunctions(in: try fold(value))
    }
  }

  /// EXECUTE on functions, which is the caller's even inside owner views and policies. RULES 18.
  mutating func requireFunctions(
    in expression: BoundExpression, isCertain: Bool = true
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
    for domain in domains { try requireFunctions(of: domain, isCertain: isCertain) }
    for index in called {
      var check = PrivilegeCheck(.execute, on: .function(index), as: caller)
      check.isCertain = isCertain
      append(check)
    }
  }
}

extension PrivilegeCollector.Needs {
  /// A view that is changed by its triggers is no view that is read.
  fileprivate mutating func removeMention(of source: BoundSource) {
    guard case .relation(let relation) = source.kind else { return }
    let isMention = { (check: PrivilegeCheck) in
      check.object == .relation(relation.id) && check.privilege == .select
    }
    if let index = own.firstIndex(where: isMention) {
      own.remove(at: index)
    } else if let index = separate.firstIndex(where: isMention) {
      separate.remove(at: index)
    }
  }
}
