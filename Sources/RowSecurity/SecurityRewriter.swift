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
  /// Relation checks come first, then functions, which are checked when execution starts.
  private(set) var relationChecks: [PrivilegeCheck] = []
  private(set) var functionChecks: [PrivilegeCheck] = []
  /// Relations being expanded now: `activeRIRs`.
  private var active: [RelationID] = []

  init(_ engine: RowSecurityEngine, caller: String) {
    self.engine = engine
    self.caller = caller
  }

  var catalog: Catalog { engine.catalog.catalog }

  mutating func require(_ check: PrivilegeCheck) { relationChecks.append(check) }

  /// USAGE on the schema of a relation that the caller named. RULES 17.
  mutating func requireUsage(of id: RelationID) {
    let schema = engine.catalog.names.name(of: id).schema
    require(PrivilegeCheck(.usage, on: .schema(schema), as: caller))
  }

  /// SELECT on the columns read; on any column if none is. RULES 10, 11.
  mutating func requireSelect(_ relation: BoundRelation, as role: String) {
    require(
      PrivilegeCheck(
        .select, on: .relation(relation.id),
        columns: relation.readColumns.isEmpty ? .any : .all(relation.readColumns), as: role))
  }

  /// Decides every relation of `query`, read as `role` (C in the rules). RULES 50, 52.
  mutating func query(
    _ query: BoundQuery, as role: String
  ) throws(EngineFailure) -> BoundQuery {
    var result = query
    for source in query.sources {
      guard case .relation(let relation) = source.kind else { continue }
      requireSelect(relation, as: role)
    }
    result.sources = try sources(query.sources, as: role)
    return try subqueries(in: result, as: role)
  }

  mutating func sources(
    _ sources: [BoundSource], as role: String
  ) throws(EngineFailure) -> [BoundSource] {
    var result = sources
    for index in result.indices {
      switch result[index].kind {
      case .query(let inner): result[index].kind = .query(try query(inner, as: role))
      case .relation(var relation):
        relation.security = try security(of: relation.id, as: role)
        result[index].kind = .relation(relation)
      }
    }
    return result
  }

  private mutating func security(
    of id: RelationID, as role: String
  ) throws(EngineFailure) -> RelationSecurity {
    switch id {
    case .view(let index): return try viewSecurity(index, as: role)
    case .table(let index):
      let table = catalog.tables[index]
      guard table.rowSecurityEnabled else { return RelationSecurity(checkedAs: role) }
      if let bypass = engine.bypass(of: table, as: role) {
        return RelationSecurity(checkedAs: role, bypass: bypass)
      }
      let selected = try policies(of: index, as: role).filters(for: .select)
      let filters = try expand(
        selected.filters, of: index, as: role, hasSubquery: selected.hasSubquery)
      return RelationSecurity(checkedAs: role, filters: filters)
    }
  }

  /// A view's query runs as the view's owner, or as the caller, whatever is around it. RULES 52.
  private mutating func viewSecurity(
    _ index: Int, as role: String
  ) throws(EngineFailure) -> RelationSecurity {
    let view = catalog.views[index]
    guard !active.contains(.view(index)) else {
      throw .postgres(
        PostgresError(
          .invalidObjectDefinition,
          "infinite recursion detected in rules for relation \"\(view.name.name)\""))
    }
    active.append(.view(index))
    defer { active.removeLast() }
    let inner = view.securityInvoker ? caller : view.owner
    let secured = try query(try engine.catalog.views[index].query.get(), as: inner)
    return RelationSecurity(checkedAs: role, viewQuery: secured)
  }

  func policies(of table: Int, as role: String) -> PolicySelection {
    PolicySelection(
      policies: catalog.tables[table].policies, bound: engine.catalog.tables[table].policies,
      held: engine.roles.privileges(of: role))
  }

  /// Decides the subqueries inside policies, as the same role as their table. RULES 64.
  ///
  /// Recursion is armed only by policies with subqueries, and only while their table is already
  /// being expanded. RULES 65–67.
  mutating func expand(
    _ filters: [SecurityFilter], of table: Int, as role: String, hasSubquery: Bool
  ) throws(EngineFailure) -> [SecurityFilter] {
    for filter in filters { requireFunctions(in: filter.expressions) }
    guard hasSubquery else { return filters }
    guard !active.contains(.table(table)) else {
      throw .postgres(
        PostgresError(
          .invalidObjectDefinition,
          "infinite recursion detected in policy for relation "
            + "\"\(catalog.tables[table].name.name)\""))
    }
    active.append(.table(table))
    defer { active.removeLast() }
    var result: [SecurityFilter] = []
    for filter in filters {
      switch filter {
      case .restrictive(let condition):
        result.append(.restrictive(try expand(condition, as: role)))
      case .permissive(let conditions):
        var expanded: [PolicyCondition] = []
        for condition in conditions { expanded.append(try expand(condition, as: role)) }
        result.append(.permissive(expanded))
      }
    }
    return result
  }

  private mutating func expand(
    _ condition: PolicyCondition, as role: String
  ) throws(EngineFailure) -> PolicyCondition {
    PolicyCondition(
      policy: condition.policy, try expression(condition.expression, as: role))
  }

  mutating func expression(
    _ expression: BoundExpression, as role: String
  ) throws(EngineFailure) -> BoundExpression {
    requireFunctions(in: [expression])
    return try expression.mapQueries { (inner) throws(EngineFailure) in
      try query(inner, as: role)
    }
  }

  private mutating func subqueries(
    in query: BoundQuery, as role: String
  ) throws(EngineFailure) -> BoundQuery {
    var result = query
    for index in result.targets.indices {
      result.targets[index].expression = try expression(result.targets[index].expression, as: role)
    }
    for index in result.orderBy.indices {
      result.orderBy[index].expression = try expression(result.orderBy[index].expression, as: role)
    }
    result.joins = try joins(result.joins, as: role)
    result.condition = try optional(result.condition, as: role)
    result.limit = try optional(result.limit, as: role)
    result.offset = try optional(result.offset, as: role)
    if var grouping = result.grouping {
      for index in grouping.keys.indices {
        grouping.keys[index] = try expression(grouping.keys[index], as: role)
      }
      for index in grouping.aggregates.indices {
        grouping.aggregates[index].argument = try optional(
          grouping.aggregates[index].argument, as: role)
      }
      grouping.having = try optional(grouping.having, as: role)
      result.grouping = grouping
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
    return result
  }

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

  /// EXECUTE on functions, which is the caller's even inside owner views and policies. RULES 18.
  private mutating func requireFunctions(in expressions: [BoundExpression]) {
    for expression in expressions {
      expression.forEach { node in
        guard case .function(let index, _, _) = node else { return }
        let check = PrivilegeCheck(.execute, on: .function(index), as: caller)
        if !functionChecks.contains(check) { functionChecks.append(check) }
      }
    }
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
