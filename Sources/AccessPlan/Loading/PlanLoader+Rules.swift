import AccessModel

extension PlanLoader {
  /// Reports what is wrong with a relation's rules, whatever they are lowered to.
  mutating func check(_ rules: [Rule], of relation: any Relation, isView: Bool) {
    let name = type(of: relation).qualifiedName
    let columns = relation.columnDefinitions
    for rule in rules {
      let what = "a rule of `\(name)`"
      for audience in rule.audiences { checkRole(audience.grantee, what, at: rule.place) }
      if isView {
        checkViewRule(rule, what)
      } else if case .policiesAndGrants = rule.kind {
        checkOwner(rule, what, of: relation)
      } else if rule.audiences.contains(.owner) {
        report(
          .invalidRule, "\(what) says `.owner`, which only `Allow` and `Restrict` know",
          at: rule.place, help: "say `Allow` or `Restrict`, or name a role")
      }
      checkPolicy(rule, what)
      checkColumns(rule, what, columns)
    }
  }

  private mutating func checkOwner(_ rule: Rule, _ what: String, of relation: any Relation) {
    if rule.audiences.contains(.owner), !relation.owner.isDeclared {
      report(
        .missingOwner, "\(what) says `.owner`, but the table has no `owner`", at: rule.place,
        help: "declare `var owner: Condition`, or name a role")
    }
    if rule.check != nil, !rule.commands.contains(where: { $0 == .insert || $0 == .update }) {
      report(
        .invalidRule, "\(what) has `check:` but neither inserts nor updates", at: rule.place,
        help: "say `where:`")
    }
  }

  /// PostgreSQL refuses the condition that a command has no use for.
  private mutating func checkPolicy(_ rule: Rule, _ what: String) {
    guard case .policy(let command, let using, let check) = rule.kind else { return }
    if command == .insert, using != nil {
      report(
        .invalidRule, "\(what) has `using:`, and INSERT meets new rows only", at: rule.place,
        help: "say `check:`")
    }
    if command == .select || command == .delete, check != nil {
      report(
        .invalidRule, "\(what) has `check:` but neither inserts nor updates", at: rule.place,
        help: "say `using:`")
    }
  }

  private mutating func checkViewRule(_ rule: Rule, _ what: String) {
    let help = "put the condition into the view's query, or into rules of the tables below"
    if case .policy = rule.kind {
      report(
        .invalidRule, "\(what) is a policy on a view, and views have none", at: rule.place,
        help: help)
    } else if !rule.isPermissive {
      report(
        .invalidRule, "\(what) restricts a view, and views have no policies", at: rule.place,
        help: help)
    } else if rule.condition != nil || rule.check != nil {
      report(
        .invalidRule, "\(what) has a condition, and views have no policies", at: rule.place,
        help: help)
    }
    if rule.audiences.contains(.owner) {
      report(
        .invalidRule, "\(what) says `.owner`, and views have no policies", at: rule.place,
        help: "say `.authenticated`, and let the query or the tables' rules choose the rows")
    }
  }

  private mutating func checkColumns(_ rule: Rule, _ what: String, _ columns: [ColumnDefinition]) {
    guard let limited = rule.columns else { return }
    if rule.commands.contains(.delete) {
      report(
        .invalidRule, "\(what) limits DELETE to columns, and whole rows are deleted",
        at: rule.place, help: "allow `.delete` in a rule of its own")
    }
    for column in limited where !columns.contains(where: { $0.identity === column.identity }) {
      report(
        .unknownColumn,
        "\(what) is limited to `\(column.name)`, which is another relation's column",
        at: rule.place, help: suggestion(column.name, columns.map(\.name), "name a column here"))
    }
  }

  /// The policies of a table's rules: for each rule one FOR ALL, or one per command.
  mutating func policies(of rules: [Rule], on table: any Table) -> [Catalog.Policy] {
    var drafts: [(policy: Catalog.Policy, isNamed: Bool)] = []
    let name = type(of: table).qualifiedName
    context.subject = "a rule of `\(name)`"
    for rule in rules {
      switch rule.kind {
      case .grants: continue
      case .policy(let command, let using, let check):
        drafts.append((policy(rule, command, using: using, check: check), true))
        continue
      case .policiesAndGrants: break
      }
      // Owners are authenticated callers with a condition of their own, so they need a policy
      // apart from the other audiences'.
      let groups = [
        rule.audiences.filter { $0 == .owner }, rule.audiences.filter { $0 != .owner },
      ].filter { !$0.isEmpty }
      let commands: [Catalog.Policy.Command] =
        rule.commands.count == AccessCommand.allCases.count
        ? [.all] : rule.commands.map(\.policyCommand)
      for group in groups {
        for command in commands {
          let policyName = PolicyName(
            rule, group, command, isOnly: groups.count == 1 && commands.count == 1)
          drafts.append(
            (policy(policyName.text, rule, group, command, on: table), rule.name != nil))
        }
      }
    }
    return named(drafts, on: name)
  }

  /// A `Policy`, as it is.
  private mutating func policy(
    _ rule: Rule, _ command: Catalog.Policy.Command, using: Condition?, check: Condition?
  ) -> Catalog.Policy {
    context.place = rule.place
    let grantees = rule.audiences.map(\.grantee)
    return Catalog.Policy(
      rule.name ?? "", isPermissive: rule.isPermissive, command: command,
      roles: grantees.contains(.everyone) ? [.everyone] : grantees,
      using: using?.lower(&context), check: check?.lower(&context), place: rule.place)
  }

  private mutating func policy(
    _ name: String, _ rule: Rule, _ audiences: [Audience], _ command: Catalog.Policy.Command,
    on table: any Table
  ) -> Catalog.Policy {
    context.place = rule.place
    let owner = audiences == [.owner] && table.owner.isDeclared ? table.owner : nil
    let existing = owner.and(rule.condition) ?? true
    let new = owner.and(rule.check ?? rule.condition) ?? true
    let grantees = audiences.map(\.grantee)
    return Catalog.Policy(
      name, isPermissive: rule.isPermissive, command: command,
      // PUBLIC absorbs other roles: PostgreSQL would warn and drop them.
      roles: grantees.contains(.everyone) ? [.everyone] : grantees,
      using: command == .insert
        ? nil
        : existing.lower(&context).lookingUpIdentities(of: type(of: table).qualifiedName.name),
      // Without a check of its own, UPDATE checks new rows by USING.
      check: command == .insert || (rule.check != nil && (command == .update || command == .all))
        ? new.lower(&context) : nil,
      place: rule.place)
  }

  /// Generated names make room for given ones; given ones must differ by themselves.
  private mutating func named(
    _ drafts: [(policy: Catalog.Policy, isNamed: Bool)], on table: QualifiedName
  ) -> [Catalog.Policy] {
    let given = drafts.filter(\.isNamed).map(\.policy)
    for policy in given {
      checkName(policy.name, "a policy of `\(table)`", at: policy.place)
    }
    checkDistinct(
      given.map { ($0.name, $0.place) }, { "`\(table)` has two policies named `\($0)`" },
      help: "give one of them another name")
    var taken = Set(given.map(\.name))
    return drafts.map { draft in
      var policy = draft.policy
      if !draft.isNamed { policy.name = freeName(policy.name, separator: " ", taken: &taken) }
      return policy
    }
  }
}

extension Optional where Wrapped == Condition {
  /// Both, where both are given.
  fileprivate func and(_ other: Condition?) -> Condition? {
    guard let self, let other else { return self ?? other }
    return self && other
  }
}
