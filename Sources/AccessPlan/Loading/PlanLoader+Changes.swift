import AccessModel

extension PlanLoader {
  /// Folds a variant's changes, in order, into one setting per relation.
  mutating func applyChanges() {
    for change in plan.changes {
      switch change.kind {
      case .apiDefaults(let defaults):
        apiDefaults = defaults
      case .rowSecurity(let state, let tables):
        for table in tables ?? allTables() {
          set(table, at: change.place) { $0.rowSecurity = state }
        }
      case .withoutRules:
        for relation in plan.parts.relations {
          set(relation, at: change.place) { $0.rules = { _ in AccessRules() } }
        }
      case .tableRules(let rules):
        for table in allTables() { set(table, at: change.place) { $0.rules = { _ in rules } } }
      case .rules(let relation, let rules):
        set(relation, at: change.place) { $0.rules = rules }
      case .definition(let view, let security, let query):
        set(view, at: change.place) { $0.definition = (security, query) }
      case .asStated(let relation):
        set(relation, at: change.place) { $0 = Settings() }
      case .function(let function):
        replace(function, at: change.place)
      }
    }
  }

  private mutating func replace(_ function: FunctionDeclaration, at place: SourcePlace) {
    let signatures = plan.parts.functions.map(\.signature)
    guard signatures.contains(function.signature) else {
      report(
        .unknownFunction,
        "variant `\(plan.title)` changes function `\(function.signature)`, which is not in the plan",
        at: place, help: suggestion(function.signature, signatures, "list it in the plan"))
      return
    }
    functionsInstead[function.signature] = function
  }

  private func allTables() -> [any Table.Type] {
    plan.parts.relations.compactMap { $0 as? any Table.Type }
  }

  private mutating func set(
    _ relation: any Relation.Type, at place: SourcePlace, _ change: (inout Settings) -> Void
  ) {
    let key = ObjectIdentifier(relation)
    let known =
      plan.parts.relations.map(ObjectIdentifier.init)
      + plan.parts.platformRules.map { ObjectIdentifier($0.table) }
    guard known.contains(key) else {
      let name = relation.qualifiedName.description
      report(
        .unknownRelation, "variant `\(plan.title)` changes `\(name)`, which is not in the plan",
        at: place,
        help: suggestion(
          name, plan.parts.relations.map { $0.qualifiedName.description }, "list it in the plan"))
      return
    }
    change(&settings[key, default: Settings()])
  }
}
