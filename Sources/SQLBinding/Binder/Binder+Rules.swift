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
    var binder = Binder(names, isCallerText: false)
    return try binder.rule(rule, of: id)
  }
}

extension Binder {
  fileprivate mutating func rule(
    _ rule: Catalog.Rule, of id: RelationID
  ) throws(EngineFailure) -> BoundRule {
    let condition = try rule.condition.map { (written) throws(EngineFailure) in
      try self.condition(written, "WHERE", in: try rows(of: id))
    }
    var actions: [BoundStatement] = []
    for action in rule.actions {
      guard action.outerWith == nil else { throw undecided("WITH in a rule") }
      statementScope = try rows(of: id)
      actions.append(try statement(action))
    }
    return BoundRule(condition: condition, actions: actions)
  }

  private func rows(of id: RelationID) throws(EngineFailure) -> Scope {
    let scope = Scope(names, inside: nil)
    for alias in ["old", "new"] { try scope.add(source(id, alias: alias)) }
    return scope
  }
}
