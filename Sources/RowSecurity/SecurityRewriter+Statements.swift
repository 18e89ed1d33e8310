import AccessModel
import SQLBinding

extension SecurityRewriter {
  /// Decides a whole statement. RULES 38–42.
  mutating func statement(
    _ statement: BoundStatement
  ) throws(EngineFailure) -> SecuredStatement {
    var target: SecuredTarget?
    let decided: BoundStatement
    switch statement {
    case .query(let query):
      requireUsage(in: query)
      decided = .query(try self.query(query, as: caller))
    case .insert(let insert): (decided, target) = try self.insert(insert)
    case .update(let update): (decided, target) = try self.update(update)
    case .delete(let delete): (decided, target) = try self.delete(delete)
    case .truncate(let id): decided = try truncate(id)
    }
    var collector = PrivilegeCollector(engine, caller: caller, folding: fold)
    let needed = try collector.checks(for: decided, target)
    return SecuredStatement(
      statement: decided, privileges: schemaChecks + needed, target: target)
  }

  /// USAGE on the schemas of all relations the caller's own text names. RULES 17.
  private mutating func requireUsage(in query: BoundQuery) {
    requireUsage(in: query.sources)
    for table in query.commonTables {
      if case .query(let inner) = table.statement { requireUsage(in: inner) }
    }
    for expression in query.expressions { requireUsage(in: expression) }
  }

  private mutating func requireUsage(in sources: [BoundSource]) {
    for source in sources {
      switch source.kind {
      case .relation(let relation) where relation.isNamedByCaller: requireUsage(of: relation.id)
      case .relation: break
      case .query(let inner): requireUsage(in: inner)
      case .function, .commonTable: break
      }
    }
  }

  private mutating func requireUsage(in expression: BoundExpression) {
    if let query = expression.subquery { requireUsage(in: query) }
    for operand in expression.operands { requireUsage(in: operand) }
  }

  /// The table that a statement changes; views are refused as the rewriter refuses them.
  private mutating func targetTable(
    _ id: RelationID, _ verb: ViewUpdatability.Verb, _ columns: [Int]
  ) throws(EngineFailure) -> Int {
    requireUsage(of: id)
    switch id {
    case .table(let index): return index
    case .view(let index):
      throw try ViewUpdatability(engine.catalog).refusal(
        of: verb, view: index, columns: columns)
    }
  }

  private mutating func insert(
    _ insert: BoundInsert
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    var result = insert
    let table = try targetTable(insert.target.id, .insert, insert.columns)
    if case .query(let query) = insert.source { requireUsage(in: query) }
    for expression in insert.expressions { requireUsage(in: expression) }
    switch insert.source {
    case .query(let query): result.source = .query(try self.query(query, as: caller))
    case .values(let rows):
      var rewritten: [[BoundExpression?]] = []
      for row in rows {
        var cells: [BoundExpression?] = []
        for cell in row { cells.append(try optional(cell, as: caller)) }
        rewritten.append(cells)
      }
      result.source = .values(rewritten)
    }
    result.returning = try returning(insert.returning)
    // RULES 42: with a column read by RETURNING, SELECT policies hold for the new row too.
    let target = try securedTarget(table, as: caller) {
      (policies) throws(EngineFailure) in
      var checks = try policies.checks(for: .insert)
      if !insert.target.readColumns.isEmpty {
        checks.append(try policies.checks(for: .select, usingOnly: true))
      }
      return (nil, checks)
    }
    return (.insert(result), target)
  }

  private mutating func update(
    _ update: BoundUpdate
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    var result = update
    let table = try targetTable(
      update.target.id, .update, update.assignments.map(\.column))
    requireUsage(in: Array(update.sources.dropFirst()))
    for expression in update.expressions { requireUsage(in: expression) }
    result.sources = try subqueries(ofOthers: update.sources)
    result.joins = try joins(update.joins, as: caller)
    for index in result.assignments.indices {
      result.assignments[index].value = try optional(result.assignments[index].value, as: caller)
    }
    result.condition = try optional(update.condition, as: caller)
    result.returning = try returning(update.returning)
    // RULES 40: UPDATE policies filter and check; where columns are read, SELECT policies do too.
    let isRead = !update.target.readColumns.isEmpty
    let target = try securedTarget(table, as: caller) {
      (policies) throws(EngineFailure) in
      var filters = try policies.filters(for: .update)
      var checks = try policies.checks(for: .update)
      if isRead {
        filters.append(try policies.filters(for: .select))
        checks.append(try policies.checks(for: .select, usingOnly: true))
      }
      return (filters, checks)
    }
    result.sources = try policies(ofOthers: result.sources)
    return (.update(result), target)
  }

  private mutating func delete(
    _ delete: BoundDelete
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    var result = delete
    let table = try targetTable(delete.target.id, .delete, [])
    requireUsage(in: Array(delete.sources.dropFirst()))
    for expression in delete.expressions { requireUsage(in: expression) }
    result.sources = try subqueries(ofOthers: delete.sources)
    result.joins = try joins(delete.joins, as: caller)
    result.condition = try optional(delete.condition, as: caller)
    result.returning = try returning(delete.returning)
    // RULES 41.
    let isRead = !delete.target.readColumns.isEmpty
    let target = try securedTarget(table, as: caller) {
      (policies) throws(EngineFailure) in
      var filters = try policies.filters(for: .delete)
      if isRead { filters.append(try policies.filters(for: .select)) }
      return (filters, nil)
    }
    result.sources = try policies(ofOthers: result.sources)
    return (.delete(result), target)
  }

  /// RULES 20: TRUNCATE needs its privilege, and row security has no say.
  private mutating func truncate(_ id: RelationID) throws(EngineFailure) -> BoundStatement {
    requireUsage(of: id)
    if case .view(let index) = id {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"), "\"\(catalog.views[index].name.name)\" is not a table"))
    }
    return .truncate(id)
  }

  /// The sources besides the target, which are read like any others. RULES 50.
  private mutating func subqueries(
    ofOthers list: [BoundSource]
  ) throws(EngineFailure) -> [BoundSource] {
    Array(list.prefix(1)) + (try subqueries(of: Array(list.dropFirst()), as: caller))
  }

  private mutating func policies(
    ofOthers list: [BoundSource]
  ) throws(EngineFailure) -> [BoundSource] {
    Array(list.prefix(1)) + (try policies(of: Array(list.dropFirst()), as: caller))
  }

  private mutating func returning(
    _ targets: [BoundTarget]
  ) throws(EngineFailure) -> [BoundTarget] {
    var result = targets
    for index in result.indices {
      result[index].expression = try expression(result[index].expression, as: caller)
    }
    return result
  }

  /// Filters and checks of a table for a role, or why there are none.
  private mutating func securedTarget(
    _ table: Int, as role: String,
    _ select: (PolicySelection) throws(EngineFailure) -> (
      PolicySelection.Result?, PolicySelection.Result?
    )
  ) throws(EngineFailure) -> SecuredTarget {
    let model = catalog.tables[table]
    guard model.rowSecurityEnabled else { return SecuredTarget(checkedAs: role, checks: []) }
    if let bypass = engine.bypass(of: model, as: role) {
      return SecuredTarget(checkedAs: role, checks: [], bypass: bypass)
    }
    try engine.requireRowSecurity(on: model, as: role)
    let (filters, checks) = try select(policies(of: table, as: role))
    let hasSubquery = filters?.hasSubquery == true || checks?.hasSubquery == true
    return SecuredTarget(
      checkedAs: role,
      filters: try filters.map { (selected) throws(EngineFailure) in
        try expand(selected.filters, of: table, as: role, hasSubquery: hasSubquery)
      },
      checks: try expand(checks?.filters ?? [], of: table, as: role, hasSubquery: hasSubquery))
  }
}

extension PolicySelection.Result {
  /// Both must be met, this one first.
  mutating func append(_ other: Self) {
    filters += other.filters
    hasSubquery = hasSubquery || other.hasSubquery
  }
}

extension BoundInsert {
  fileprivate var expressions: [BoundExpression] {
    let values: [BoundExpression] =
      if case .values(let rows) = source { rows.flatMap { $0.compactMap { $0 } } } else { [] }
    return values + returning.map(\.expression)
  }
}

extension BoundUpdate {
  fileprivate var expressions: [BoundExpression] {
    joins.flatMap(\.conditions) + [condition].compactMap { $0 } + returning.map(\.expression)
      + assignments.compactMap(\.value)
  }
}

extension BoundDelete {
  fileprivate var expressions: [BoundExpression] {
    joins.flatMap(\.conditions) + [condition].compactMap { $0 } + returning.map(\.expression)
  }
}
