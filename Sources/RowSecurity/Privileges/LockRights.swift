public import AccessModel
public import SQLBinding

/// LOCK TABLE: privileges alone, row security has no say. RULES 20.
extension RowSecurityEngine {
  /// `mode`: as `src/include/storage/lockdefs.h` counts, 1 for ACCESS SHARE to 8. With a view, all
  /// that it reads is locked, as its owner or as the caller.
  ///
  /// Source: `LockTableAclCheck()`, `LockViewRecurse()` in `src/backend/commands/lockcmds.c`.
  public func requireLock(
    _ relation: RelationID, mode: Int, as role: String
  ) throws(EngineFailure) {
    try requireLock(relation, mode: mode, as: role, caller: role, inside: [])
  }

  private func requireLock(
    _ relation: RelationID, mode: Int, as role: String, caller: String, inside: [Int]
  ) throws(EngineFailure) {
    let isLockable =
      switch relation {
      case .sequence: false
      case .table(let index): catalog.catalog.tables[index].kind != .foreign
      case .view(let index): !catalog.catalog.views[index].isMaterialized
      }
    guard isLockable else {
      let names = catalog.names
      throw .postgres(.cannotLock(names.name(of: relation).name, names.kinds(of: relation)))
    }
    let checks = enoughToLock(mode).map { PrivilegeCheck($0, on: .relation(relation), as: role) }
    guard checks.contains(where: { privileges.verdict(on: $0).isHeld }) else {
      throw .postgres(privileges.error(for: checks[0]))
    }
    guard case .view(let index) = relation else { return }
    let view = catalog.catalog.views[index]
    guard !inside.contains(index) else {
      throw .postgres(
        PostgresError(
          .invalidObjectDefinition,
          "infinite recursion detected in rules for relation \"\(view.name.name)\""))
    }
    for inner in try catalog.views[index].query.get().mentionedRelations {
      if case .view(let other) = inner, catalog.catalog.views[other].isMaterialized { continue }
      if case .sequence = inner { continue }
      if case .table(let other) = inner, catalog.catalog.tables[other].kind == .foreign { continue }
      try requireLock(
        inner, mode: mode, as: view.securityInvoker ? caller : view.owner, caller: caller,
        inside: inside + [index])
    }
  }

  private func enoughToLock(_ mode: Int) -> [Privilege] {
    let accessShare = 1
    let rowExclusive = 3
    var enough: [Privilege] = [.update, .delete, .truncate]
    if version >= .v17 { enough.append(.maintain) }
    if version >= .v16 {
      if mode <= rowExclusive { enough.append(.insert) }
      if mode <= accessShare { enough.append(.select) }
    } else if mode == accessShare {
      enough = [.select]
    } else if mode == rowExclusive {
      enough.append(.insert)
    }
    return enough
  }
}

extension PostgresError {
  /// Source: `RangeVarCallbackForLockTable()` in `src/backend/commands/lockcmds.c`.
  public static func cannotLock(_ name: String, _ kind: String) -> PostgresError {
    PostgresError(
      SQLState(rawValue: "42809"), "cannot lock relation \"\(name)\"",
      detail: "This operation is not supported for \(kind).")
  }
}

extension BoundQuery {
  /// The relations of its FROM, then those of subqueries.
  fileprivate var mentionedRelations: [RelationID] {
    var result: [RelationID] = []
    var inner: [BoundQuery] = []
    for source in sources {
      switch source.kind {
      case .relation(let relation): result.append(relation.id)
      case .query(let query): inner.append(query)
      case .function, .commonTable, .system: break
      }
    }
    for table in commonTables {
      if case .query(let query) = table.statement { inner.append(query) }
    }
    for expression in expressions { inner += expression.subqueries }
    return result + inner.flatMap(\.mentionedRelations)
  }
}

extension BoundExpression {
  fileprivate var subqueries: [BoundQuery] {
    [subquery].compactMap { $0 } + operands.flatMap(\.subqueries)
  }
}
