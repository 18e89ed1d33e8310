import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// All that a statement needs besides the schemas it names. RULES 10, 13, 14, 16.
  mutating func checks(
    for secured: BoundStatement, _ target: SecuredTarget?
  ) throws(EngineFailure) -> [PrivilegeCheck] {
    var needs = Needs()
    switch secured {
    case .query(let query): needs = try self.needs(of: query, as: caller)
    case .truncate(let id):
      needs.own = [PrivilegeCheck(.truncate, on: .relation(id), as: caller)]
    case .insert(let insert): needs = try self.needs(of: insert, target)
    case .update(let update):
      let assigned = Set(update.assignments.map(\.column))
      needs = try changed(
        update.target, .update, .all(assigned),
        rows: BoundQuery(
          sources: update.sources, joins: [.source(0)] + update.joins,
          condition: update.condition,
          targets: update.assignments.compactMap { $0.value.map { BoundTarget("", $0) } }),
        returning: update.returning, target)
    case .delete(let delete):
      needs = try changed(
        delete.target, .delete, .none,
        rows: BoundQuery(
          sources: delete.sources, joins: [.source(0)] + delete.joins,
          condition: delete.condition, targets: []),
        returning: delete.returning, target)
    }
    return needs.ordered + functions
  }

  private func targetChecks(
    _ target: BoundTargetRelation, _ privilege: Privilege, _ columns: PrivilegeCheck.Columns
  ) -> [PrivilegeCheck] {
    var result = [
      PrivilegeCheck(privilege, on: .relation(target.id), columns: columns, as: caller)
    ]
    if !target.readColumns.isEmpty {
      result.append(
        PrivilegeCheck(
          .select, on: .relation(target.id), columns: .all(target.readColumns), as: caller))
    }
    return result
  }

  private mutating func needs(
    of insert: BoundInsert, _ target: SecuredTarget?
  ) throws(EngineFailure) -> Needs {
    var needs = Needs()
    // RULES 13: columns assigned explicitly; DEFAULT VALUES needs any one.
    needs.own = targetChecks(
      insert.target, .insert, insert.columns.isEmpty ? .any : .all(Set(insert.columns)))
    var inner = Needs()
    switch insert.source {
    case .query(let query): inner = try self.needs(of: query, as: caller)
    case .values(let rows):
      for row in rows {
        for case let cell? in row { try require(cell, as: caller, &needs) }
      }
    }
    for expression in Self.checks(of: target) + insert.returning.map(\.expression) {
      try require(expression, as: caller, &needs)
    }
    needs.own += inner.own
    needs.separate += inner.separate
    needs.inSubqueries += inner.subplans
    return needs
  }

  /// UPDATE and DELETE: a query over the target, which is source 0, and the others.
  private mutating func changed(
    _ relation: BoundTargetRelation, _ privilege: Privilege, _ columns: PrivilegeCheck.Columns,
    rows: BoundQuery, returning: [BoundTarget], _ target: SecuredTarget?
  ) throws(EngineFailure) -> Needs {
    var query = rows
    if case .relation(var mention) = query.sources[0].kind {
      mention.security = RelationSecurity(checkedAs: caller, filters: target?.filters)
      query.sources[0].kind = .relation(mention)
    }
    var needs = try self.needs(
      of: query, as: caller, others: Self.checks(of: target) + returning.map(\.expression))
    // The target's own check takes the place of that of a relation read.
    needs.own.removeFirst()
    needs.own = targetChecks(relation, privilege, columns) + needs.own
    return needs
  }

  /// What new rows must meet: looked at after the values, before RETURNING.
  private static func checks(of target: SecuredTarget?) -> [BoundExpression] {
    (target?.checks ?? []).map { .or($0.expressions) }
  }

  /// EXECUTE on functions, which is the caller's even inside owner views and policies. RULES 18.
  mutating func requireFunctions(in expression: BoundExpression, isCertain: Bool = true) {
    var called: [Int] = []
    expression.forEach { if case .function(let index, _, _) = $0 { called.append(index) } }
    for index in called {
      var check = PrivilegeCheck(.execute, on: .function(index), as: caller)
      check.isCertain = isCertain
      append(check)
    }
  }
}
