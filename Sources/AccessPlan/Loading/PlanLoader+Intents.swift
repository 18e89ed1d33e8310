import AccessModel

extension PlanLoader {
  mutating func load(_ draft: IntentDraft) -> Intent? {
    let name = draft.relation.qualifiedName
    let what = "an intent about `\(name)`"
    let inPlan =
      plan.parts.relations.contains { $0.qualifiedName == name }
      || plan.parts.platformRules.contains { $0.table.qualifiedName == name }
    if !inPlan {
      report(
        .unknownRelation, "\(what): the relation is not in the plan", at: draft.place,
        help: suggestion(
          name.description, plan.parts.relations.map { $0.qualifiedName.description },
          "list it in the plan"))
    }
    for audience in draft.audiences {
      if audience == .owner {
        if !draft.relation.init().owner.isDeclared {
          report(
            .missingOwner, "\(what) says `.owner`, but the relation has no `owner`",
            at: draft.place, help: "declare `var owner: Condition`, or name a role")
        }
      } else {
        checkRole(audience.grantee, what, at: draft.place)
      }
    }
    if draft.hasSpoiltColumn {
      report(
        .unknownColumn, "\(what) names something that is not a column", at: draft.place,
        help: "name the columns themselves, as in `columns: \\.email`")
    }
    return Intent(
      draft.claim, draft.audiences.map(\.subject), draft.commands, on: name,
      columns: draft.columns, rows: lowerRows(of: draft, what), place: draft.place)
  }

  /// As a relation's `owner` is lowered: its columns are qualified by its own name.
  private mutating func lowerRows(of draft: IntentDraft, _ what: String) -> SQLExpression? {
    guard let (condition, columns) = draft.rows else { return nil }
    if !condition.isDeclared {
      report(
        .missingOwner, "\(what) says `where: \\.owner`, but the relation has no `owner`",
        at: draft.place, help: "declare `var owner: Condition`, or name another condition")
      return nil
    }
    context.openScope(of: draft.relation.qualifiedName, columns)
    defer { context.closeScope() }
    context.subject = what
    context.place = draft.place
    return condition.lower(&context)
  }
}
