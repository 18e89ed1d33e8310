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
    case .merge(let merge): (decided, target) = try self.merge(merge)
    case .truncate(let truncation): decided = try truncate(truncation)
    }
    var collector = PrivilegeCollector(engine, caller: caller, folding: fold)
    let needed = try collector.checks(for: decided, target)
    return SecuredStatement(
      statement: decided, privileges: schemaChecks + needed, target: target)
  }

  /// USAGE on the schemas of all relations the caller's own text names. RULES 17.
  mutating func requireUsage(in query: BoundQuery) {
    requireUsage(in: query.sources)
    for table in query.commonTables {
      if case .query(let inner) = table.statement { requireUsage(in: inner) }
    }
    for expression in query.expressions { requireUsage(in: expression) }
  }

  mutating func requireUsage(in sources: [BoundSource]) {
    for source in sources {
      switch source.kind {
      case .relation(let relation) where relation.isNamedByCaller: requireUsage(of: relation.id)
      case .relation: break
      case .query(let inner): requireUsage(in: inner)
      case .function, .commonTable: break
      }
    }
  }

  mutating func requireUsage(in expression: BoundExpression) {
    if let query = expression.subquery { requireUsage(in: query) }
    for operand in expression.operands { requireUsage(in: operand) }
  }

  /// RULES 20: TRUNCATE needs its privilege, and row security has no say.
  private mutating func truncate(
    _ truncation: BoundTruncate
  ) throws(EngineFailure) -> BoundStatement {
    for id in truncation.relations {
      requireUsage(of: id)
      guard case .view(let index) = id else { continue }
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"), "\"\(catalog.views[index].name.name)\" is not a table"))
    }
    return .truncate(truncation)
  }

  /// The sources besides the target, which are read like any others. RULES 50.
  mutating func subqueries(
    ofOthers list: [BoundSource]
  ) throws(EngineFailure) -> [BoundSource] {
    Array(list.prefix(1)) + (try subqueries(of: Array(list.dropFirst()), as: caller))
  }

  mutating func policies(
    ofOthers list: [BoundSource]
  ) throws(EngineFailure) -> [BoundSource] {
    Array(list.prefix(1)) + (try policies(of: Array(list.dropFirst()), as: caller))
  }

  mutating func returning(
    _ targets: [BoundTarget]
  ) throws(EngineFailure) -> [BoundTarget] {
    var result = targets
    for index in result.indices {
      result[index].expression = try expression(result[index].expression, as: caller)
    }
    return result
  }
}
