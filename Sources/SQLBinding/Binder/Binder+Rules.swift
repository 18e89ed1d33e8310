public import AccessModel

/// A rule whose names are resolved. OLD is source 0 and NEW source 1: of the condition itself, and
/// of the query around each action.
public struct BoundRule: Sendable {
  public let condition: BoundExpression?
  public let actions: [BoundStatement]
}

extension BoundCatalog {
  /// Binds a rule of a relation.
  public func bind(
    _ rule: Catalog.Rule, of id: RelationID
  ) throws(EngineFailure) -> BoundRule {
    if let unread = rule.unread { throw .undecided(Undecided(unread)) }
    var binder = Binder(names)
    // What the statement says takes the place of NEW.
    binder.nextCommonTable = CommonTableOwner.rule.firstNumber
    return try binder.rule(rule, of: id)
  }
}

extension Binder {
  fileprivate mutating func rule(
    _ rule: Catalog.Rule, of id: RelationID
  ) throws(EngineFailure) -> BoundRule {
    let condition = try rule.condition.map { (written) throws(EngineFailure) in
      let scope = try rows(of: id)
      scope.clause = .conditions
      return try self.condition(written, "WHERE", in: scope)
    }
    var actions: [BoundStatement] = []
    for action in rule.actions {
      statementScope = try rows(of: id)
      if let with = action.outerWith {
        let scope = Scope(names, inside: statementScope)
        _ = try self.with(with, in: scope, isOutermost: true)
        throw undecided("WITH in a rule")
      }
      actions.append(try statement(action))
    }
    try requireReturning(of: actions, rule, id)
    return BoundRule(condition: condition, actions: actions)
  }

  /// RETURNING stands for a row of the rule's relation, in one action of a rule that replaces every
  /// statement.
  ///
  /// Source: `DefineQueryRewrite()`, `checkRuleResultList()` in `src/backend/rewrite/rewriteDefine.c`.
  private func requireReturning(
    of actions: [BoundStatement], _ rule: Catalog.Rule, _ id: RelationID
  ) throws(EngineFailure) {
    let lists = actions.map(\.returned).filter { !$0.isEmpty }
    for (number, list) in lists.enumerated() {
      let unsupported: String? =
        number > 0
        ? "cannot have multiple RETURNING lists in a rule"
        : rule.condition != nil
          ? "RETURNING lists are not supported in conditional rules"
          : !rule.isInstead ? "RETURNING lists are not supported in non-INSTEAD rules" : nil
      if let unsupported { throw .postgres(PostgresError(.featureNotSupported, unsupported)) }
      try requireColumns(of: id, in: list)
    }
  }

  private func requireColumns(
    of id: RelationID, in list: [BoundTarget]
  ) throws(EngineFailure) {
    func refuse(_ message: String, _ detail: String? = nil) -> EngineFailure {
      .postgres(PostgresError(.invalidObjectDefinition, message, detail: detail))
    }
    let (columns, types) = (names.columnNames(of: id), names.columnTypes(of: id))
    for (number, target) in list.enumerated() {
      guard columns.indices.contains(number) else {
        throw refuse("RETURNING list has too many entries")
      }
      let given = target.expression.type == .unknown ? .text : target.expression.type
      guard let type = types[number], type != given else { continue }
      throw refuse(
        "RETURNING list's entry \(number + 1) has different type from column "
          + "\"\(columns[number])\"",
        "RETURNING list entry has type \(given), but column has type \(type).")
    }
    guard list.count == columns.count else { throw refuse("RETURNING list has too few entries") }
  }

  /// OLD and NEW would be of a query around the WITH of an action, which has none around it.
  ///
  /// Source: `transformRuleStmt()` in `src/backend/parser/parse_utilcmd.c`.
  static func requireUnused(
    _ rows: Scope, since before: [Set<Int>]
  ) throws(EngineFailure) {
    for (row, (earlier, now)) in zip(["OLD", "NEW"], zip(before, rows.used)) where earlier != now {
      throw .postgres(
        PostgresError(.featureNotSupported, "cannot refer to \(row) within WITH query"))
    }
  }

  private func rows(of id: RelationID) throws(EngineFailure) -> Scope {
    let scope = Scope(names, inside: nil)
    scope.isOfRule = true
    for alias in ["old", "new"] { try scope.add(source(id, alias: alias)) }
    return scope
  }
}

extension BoundStatement {
  fileprivate var returned: [BoundTarget] {
    switch self {
    case .insert(let insert): insert.returning
    case .update(let update): update.returning
    case .delete(let delete): delete.returning
    case .merge(let merge): merge.returning
    case .query, .truncate, .with: []
    }
  }
}
