import AccessModel

extension PlanLoader {
  /// Policies for a table of the platform, which the platform's grants go with.
  mutating func load(_ rules: Rules) {
    let table = rules.table.init()
    let name = rules.table.qualifiedName
    let change = settings[ObjectIdentifier(rules.table)]?.rules
    let given =
      ((change ?? { relation in (relation as? any Table).flatMap(rules.rules) })(table)
      ?? AccessRules()).rules
    if plan.platform.schemas.allSatisfy({ $0.name != "auth" }) {
      report(
        .unknownRelation, "the plan's platform has no table `\(name)`", at: rules.place,
        help: "say `platform: .supabase`, or declare the table")
      return
    }
    check(given, of: table, isView: false)
    for rule in given {
      if rule.columns != nil {
        report(
          .invalidRule,
          "a rule of `\(name)` is limited to columns, and its grants are the platform's",
          at: rule.place, help: "leave `on:` out")
      }
      if case .grants = rule.kind {
        report(
          .invalidRule, "`\(name)` is the platform's, and so are its grants", at: rule.place,
          help: "say `Allow` or `Restrict`")
      }
    }
    context.openScope(of: name, table.columnDefinitions)
    defer { context.closeScope() }
    platformPolicies += policies(of: given, on: table).map { .init(policy: $0, table: name) }
  }
}
