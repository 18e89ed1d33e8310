import AccessModel
import SQLBinding

extension SecurityRewriter {
  /// Whether a rule on the relation named takes the statement away: DO INSTEAD NOTHING, without a
  /// condition, and no other rule for the event.
  ///
  /// Source: `RewriteQuery()` in `src/backend/rewrite/rewriteHandler.c`.
  func isReplacedByNothing(_ statement: BoundStatement) throws(EngineFailure) -> Bool {
    let (id, verb, returns): (RelationID, ViewUpdatability.Verb, Bool)
    switch statement {
    case .insert(let insert):
      guard insert.conflict == nil else { return false }
      (id, verb, returns) = (insert.target.id, .insert, !insert.returning.isEmpty)
    case .update(let update):
      (id, verb, returns) = (update.target.id, .update, !update.returning.isEmpty)
    case .delete(let delete):
      (id, verb, returns) = (delete.target.id, .delete, !delete.returning.isEmpty)
    case .query, .merge, .truncate, .with: return false
    }
    let met = rules(on: id, for: verb)
    guard met.count == 1, let rule = met.first, rule.isInstead, rule.condition == nil,
      rule.actions.isEmpty, rule.unread == nil
    else { return false }
    guard returns else { return true }
    let keyword = verb.rawValue.uppercased()
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "cannot perform \(keyword) RETURNING on relation "
          + "\"\(engine.catalog.names.name(of: id).name)\"",
        hint: "You need an unconditional ON \(keyword) DO INSTEAD rule with a RETURNING clause."))
  }

  /// Other rules are not rewritten yet.
  func requireNoRule(_ id: RelationID, _ verb: ViewUpdatability.Verb) throws(EngineFailure) {
    guard let met = rules(on: id, for: verb).first else { return }
    let name = engine.catalog.names.name(of: id).name
    throw .undecided(Undecided("the rule `\(met.name)` on `\(name)`"))
  }

  private func rules(
    on id: RelationID, for verb: ViewUpdatability.Verb
  ) -> [Catalog.Rule] {
    let rules: [Catalog.Rule] =
      switch id {
      case .table(let index): catalog.tables[index].rules
      case .view(let index): catalog.views[index].rules
      }
    return rules.filter {
      $0.event.rawValue == verb.rawValue.uppercased() && $0.enabled != .disabled
        && $0.enabled != .replica
    }
  }
}
