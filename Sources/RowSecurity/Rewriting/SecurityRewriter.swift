import AccessModel
public import SQLBinding

/// Walks a bound statement and decides, relation by relation. One use per statement.
///
/// Follows `fireRIRrules()` in `src/backend/rewrite/rewriteHandler.c`: views are replaced by their
/// queries, then policies are added to tables, and subqueries inside both are treated alike.
struct SecurityRewriter {
  let engine: RowSecurityEngine
  /// U: `current_user`.
  let caller: String
  let planning: Planning
  let sharedTargets: SharedTargets?
  /// What ON CONFLICT is refused with.
  var missingArbiter: EngineFailure?
  /// What rules have been looked for already, by relation and command.
  var ruled: Set<RuledCommand> = []
  /// Relations being expanded now: `activeRIRs`.
  private var active: [RelationID] = []
  /// How it came there, relation by relation.
  private var steps: [RecursionCycle.Step] = []
  /// What an error of infinite recursion is about.
  private(set) var cycle: RecursionCycle?

  init(
    _ engine: RowSecurityEngine, caller: String, sharing targets: SharedTargets? = nil,
    _ planning: Planning
  ) {
    self.engine = engine
    self.caller = caller
    sharedTargets = targets
    self.planning = planning
  }

  var catalog: Catalog { _read { yield engine.catalog.catalog } }

  var singleRows: SingleRows {
    SingleRows(catalog: catalog, version: engine.version, fold: planning.fold)
  }

  /// Decides every relation of `query`, read as `role` (C in the rules). RULES 50, 52.
  ///
  /// `lock`: FOR UPDATE of a view locks everything that its query reads. RULES 58.
  mutating func query(
    _ query: BoundQuery, as role: String, lock: SQLRowLock.Strength? = nil
  ) throws(EngineFailure) -> BoundQuery {
    let query = singleRows.merged(into: query)
    var result = lock.map(query.locked) ?? query
    result.sources = try subqueries(of: result.sources, as: role)
    for index in result.commonTables.indices {
      // Those that nothing refers to are rewritten all the same. RULES 16, 65.
      result.commonTables[index].statement = try commonTable(
        result.commonTables[index].statement, as: role)
    }
    result = try subqueries(in: result, as: role)
    result.condition = result.condition?.withTestsApart(catalog, engine.version)
    result.joins = result.joins.map { join in
      join.mapConditions {
        $0.withTestsApart(catalog, engine.version, isOptional: !join.isInner)
      }
    }
    result.sources = try policies(of: result.sources, as: role)
    try result.requireLocksOfRows(isWhole: lock == nil)
    return result
  }

  /// RULES 50: each statement of a WITH is its own command.
  private mutating func commonTable(
    _ statement: BoundStatement, as role: String
  ) throws(EngineFailure) -> BoundStatement {
    guard case .query(let query) = statement else {
      throw .undecided(Undecided("a data-modifying statement in WITH"))
    }
    return .query(try self.query(query, as: role))
  }

  /// Views and subqueries in FROM, which come before anything else. As in `fireRIRrules()`.
  mutating func subqueries(
    of sources: [BoundSource], as role: String
  ) throws(EngineFailure) -> [BoundSource] {
    var result = sources
    for index in result.indices {
      switch result[index].kind {
      case .query(let inner): result[index].kind = .query(try query(inner, as: role))
      case .function, .commonTable, .system: break
      case .relation(var relation):
        if case .sequence = relation.id {
          relation.security = RelationSecurity(checkedAs: relation.checkedAs ?? role)
          result[index].kind = .relation(relation)
        }
        guard case .view(let view) = relation.id else { continue }
        relation.security = try viewSecurity(view, relation, as: relation.checkedAs ?? role)
        result[index].kind = .relation(relation)
      }
    }
    return result
  }

  /// Policies of the tables, which come last, after the subqueries of the query's expressions.
  mutating func policies(
    of sources: [BoundSource], as role: String
  ) throws(EngineFailure) -> [BoundSource] {
    var result = sources
    for index in result.indices {
      guard case .relation(var relation) = result[index].kind, case .table(let table) = relation.id
      else { continue }
      relation.security = try tableSecurity(
        table, as: relation.checkedAs ?? role, isLocked: relation.isLocked)
      result[index].kind = .relation(relation)
    }
    return result
  }

  private mutating func tableSecurity(
    _ index: Int, as role: String, isLocked: Bool
  ) throws(EngineFailure) -> RelationSecurity {
    let table = catalog.tables[index]
    guard table.rowSecurityEnabled else { return RelationSecurity(checkedAs: role) }
    if let bypass = engine.bypass(of: table, as: role) {
      return RelationSecurity(checkedAs: role, bypass: bypass)
    }
    try engine.requireRowSecurity(on: table, as: role)
    // RULES 39: locked rows must be ones that UPDATE reaches, and are left out silently.
    var selected = PolicySelection.Result([], for: .select, hasSubquery: false)
    if isLocked { selected.append(try policies(of: index, as: role).filters(for: .update)) }
    selected.append(try policies(of: index, as: role).filters(for: .select))
    let filters = try expand(
      selected.filters, of: index, as: role, hasSubquery: selected.hasSubquery)
    return RelationSecurity(checkedAs: role, filters: filters, commands: selected.commands)
  }

  /// A view's query runs as the view's owner, or as the caller, whatever is around it. RULES 52.
  private mutating func viewSecurity(
    _ index: Int, _ relation: BoundRelation, as role: String
  ) throws(EngineFailure) -> RelationSecurity {
    let view = catalog.views[index]
    // Its rows are stored: whoever may read it reads them all. RULES 63.
    if view.isMaterialized { return RelationSecurity(checkedAs: role) }
    guard !active.contains(.view(index)) else {
      noteCycle(at: .view(index))
      throw .postgres(
        PostgresError(
          .invalidObjectDefinition,
          "infinite recursion detected in rules for relation \"\(view.name.name)\""))
    }
    active.append(.view(index))
    steps.append(RecursionCycle.Step(view.name, as: role))
    defer { leave() }
    let inner = view.securityInvoker ? caller : view.owner
    let written = try engine.catalog.views[index].query.get()
    let secured = try query(written, as: inner, lock: relation.lock)
    return RelationSecurity(checkedAs: role, viewQuery: secured)
  }

  func policies(of table: Int, as role: String) -> PolicySelection {
    PolicySelection(
      policies: catalog.tables[table].policies, bound: engine.catalog.tables[table].policies,
      held: engine.policyRoles.privileges(of: role))
  }

  /// Decides the subqueries inside policies, as the same role as their table. RULES 64.
  ///
  /// Recursion is armed only by policies with subqueries, and only while their table is already
  /// being expanded. RULES 65–67.
  mutating func expand(
    _ filters: [SecurityFilter], of table: Int, as role: String, hasSubquery: Bool
  ) throws(EngineFailure) -> [SecurityFilter] {
    guard hasSubquery else { return filters }
    guard !active.contains(.table(table)) else {
      noteCycle(at: .table(table))
      throw .postgres(
        PostgresError(
          .invalidObjectDefinition,
          "infinite recursion detected in policy for relation "
            + "\"\(catalog.tables[table].name.name)\""))
    }
    active.append(.table(table))
    steps.append(RecursionCycle.Step(catalog.tables[table].name, as: role))
    defer { leave() }
    var result: [SecurityFilter] = []
    for filter in filters {
      switch filter {
      case .restrictive(let condition):
        result.append(.restrictive(try expand(condition, of: table, as: role)))
      case .permissive(let conditions):
        var expanded: [PolicyCondition] = []
        for condition in conditions {
          expanded.append(try expand(condition, of: table, as: role))
        }
        result.append(.permissive(expanded))
      }
    }
    return result
  }

  private mutating func expand(
    _ condition: PolicyCondition, of table: Int, as role: String
  ) throws(EngineFailure) -> PolicyCondition {
    steps[steps.count - 1].policy = catalog.tables[table].policies[condition.policy].name
    return PolicyCondition(
      policy: condition.policy, try expression(condition.expression, as: role))
  }

  private mutating func leave() {
    active.removeLast()
    steps.removeLast()
  }

  private mutating func noteCycle(at id: RelationID) {
    guard let start = active.firstIndex(of: id) else { return }
    cycle = RecursionCycle(
      lead: Array(steps[..<start]), steps: Array(steps[start...]),
      end: engine.catalog.names.name(of: id))
  }

  mutating func expression(
    _ expression: BoundExpression, as role: String
  ) throws(EngineFailure) -> BoundExpression {
    let fold = planning.fold
    return try expression.mapQueries { (inner, isTested) throws(EngineFailure) in
      let secured = try query(inner, as: role)
      return isTested ? secured.tied(as: inner).tested(fold) : secured
    }
  }

  /// The subqueries of a query's expressions, clause by clause.
  ///
  /// Source: `query_tree_walker()` in `src/backend/nodes/nodeFuncs.c`.
  private mutating func subqueries(
    in query: BoundQuery, as role: String
  ) throws(EngineFailure) -> BoundQuery {
    var result = query
    for index in result.targets.indices {
      result.targets[index].expression = try expression(result.targets[index].expression, as: role)
    }
    // What groups, sorts and returns rows belongs to the outputs.
    if var grouping = result.grouping {
      for index in grouping.aggregates.indices {
        grouping.aggregates[index] = try grouping.aggregates[index].mapExpressions {
          (part) throws(EngineFailure) in try expression(part, as: role)
        }
      }
      if !areKeysRelation { grouping.keys = try expressions(grouping.keys, as: role) }
      result.grouping = grouping
    }
    for index in result.windows.indices {
      result.windows[index] = try window(result.windows[index], as: role)
    }
    for index in result.setFunctions.indices {
      result.setFunctions[index].call = try call(result.setFunctions[index].call, as: role)
    }
    for index in result.orderBy.indices {
      result.orderBy[index].expression = try expression(result.orderBy[index].expression, as: role)
    }
    if let keys = query.distinctOn { result.distinctOn = try expressions(keys, as: role) }
    result.joins = try joins(result.joins, as: role)
    result.condition = try optional(result.condition, as: role)
    if let having = query.grouping?.having {
      result.grouping?.having = try expression(having, as: role)
    }
    result.offset = try optional(result.offset, as: role)
    result.limit = try optional(result.limit, as: role)
    for index in result.sources.indices {
      guard case .function(var function) = result.sources[index].kind else { continue }
      function.call = try call(function.call, as: role)
      result.sources[index].kind = .function(function)
    }
    if let rows = result.values {
      var rewritten: [[BoundExpression]] = []
      for row in rows {
        var cells: [BoundExpression] = []
        for cell in row { cells.append(try expression(cell, as: role)) }
        rewritten.append(cells)
      }
      result.values = rewritten
    }
    if areKeysRelation, let keys = query.grouping?.keys {
      result.grouping?.keys = try expressions(keys, as: role)
    }
    return result
  }

  /// From 18 on, what GROUP BY computes is an entry of the range table, the last.
  private var areKeysRelation: Bool { engine.version >= .v18 }

  mutating func optional(
    _ expression: BoundExpression?, as role: String
  ) throws(EngineFailure) -> BoundExpression? {
    guard let expression else { return nil }
    return try self.expression(expression, as: role)
  }

  mutating func joins(
    _ joins: [BoundJoin], as role: String
  ) throws(EngineFailure) -> [BoundJoin] {
    var result: [BoundJoin] = []
    for join in joins {
      switch join {
      case .source: result.append(join)
      case .join(let kind, let left, let right, let condition):
        let sides = try self.joins([left, right], as: role)
        result.append(
          .join(kind, sides[0], sides[1], condition: try optional(condition, as: role)))
      }
    }
    return result
  }
}

extension SecurityFilter {
  /// The policies' conditions in it.
  public var conditions: [PolicyCondition] {
    switch self {
    case .permissive(let conditions): conditions
    case .restrictive(let condition): [condition]
    }
  }

  var expressions: [BoundExpression] { conditions.map(\.expression) }
}
