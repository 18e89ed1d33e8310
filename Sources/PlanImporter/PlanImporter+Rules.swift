import AccessModel
import AccessPlan
import SQLText

extension PlanImporter {
  /// A relation's rules, and what of its owner and grants they can't say.
  typealias Rules = (rules: [String], definitions: [String])

  func rules(of table: Catalog.Table) -> Rules {
    var rules: [String] = []
    var definitions: [String] = []
    var given = defaults(in: table.name.schema)
    let target = granted(table.acl, owner: table.owner)
    for policy in table.policies {
      guard policy.roles.allSatisfy(isKnown) else {
        definitions.append(SQLWriter(layout: .indented).text(.createPolicy(policy, on: table.name)))
        continue
      }
      if let grants = grants(of: policy, on: table, within: target),
        let rule = allow(policy, of: table)
      {
        for (grantee, privileges) in grants { given[grantee, default: []].formUnion(privileges) }
        rules.append(rule)
      } else {
        rules.append(self.policy(policy, of: table))
      }
    }
    let rest = grants(
      table.acl, given, owner: table.owner, on: .table(table.name),
      columns: table.columns.map { ($0.name, $0.acl) }, table.name)
    return (rules + rest.rules, definitions + rest.definitions)
  }

  /// A view's rules are grants.
  func rules(of view: Catalog.View) -> Rules {
    grants(
      view.acl, defaults(in: view.name.schema), owner: view.owner, on: .view(view.name),
      columns: view.columns.map { ($0.name, $0.acl) }, view.name)
  }

  /// What the loader gives before any rule.
  private func defaults(in schema: String) -> [Grantee: Set<Privilege>] {
    var roles = preset.serviceRole.map { [$0] } ?? []
    if keepsAPIDefaults, schema == "public" { roles = preset.apiRoles }
    let all = Set(Privilege.allOnTable)
    return Dictionary(uniqueKeysWithValues: roles.map { (.role($0), all) })
  }

  private func granted(_ acl: AccessControlList?, owner: String) -> [Grantee: Set<Privilege>] {
    var result: [Grantee: Set<Privilege>] = [:]
    for entry in acl?.entries ?? [] where entry.grantee != .role(owner) {
      result[entry.grantee, default: []].formUnion(entry.privileges)
    }
    return result
  }

  /// What `Allow` would grant for a permissive policy, nil if that is more than there is.
  private func grants(
    of policy: Catalog.Policy, on table: Catalog.Table, within target: [Grantee: Set<Privilege>]
  ) -> [Grantee: Set<Privilege>]? {
    guard policy.isPermissive else { return [:] }
    let privileges: Set<Privilege>
    switch policy.command {
    case .all: privileges = [.select, .insert, .update, .delete]
    case .select: privileges = [.select]
    case .insert: privileges = [.insert]
    case .update: privileges = [.update]
    case .delete: privileges = [.delete]
    }
    var result: [Grantee: Set<Privilege>] = [:]
    let given = defaults(in: table.name.schema)
    let defaultsStand = keepsAPIDefaults && table.name.schema == "public"
    for grantee in policy.roles where given[grantee] == nil {
      if defaultsStand, grantee == .everyone { continue }
      guard target[grantee]?.isSuperset(of: privileges) == true else { return nil }
      result[grantee] = privileges
    }
    return result
  }

  /// The policy as `Allow` or `Restrict`; nil if they would give it other conditions.
  private func allow(_ policy: Catalog.Policy, of table: Catalog.Table) -> String? {
    var parts = [".\(policy.command.rawValue.lowercased())"]
    let audiences = policy.roles.map(names.audience)
    guard !audiences.isEmpty else { return nil }
    let word = policy.isPermissive ? "Allow" : "Restrict"
    let first = policy.command == .insert ? policy.check : policy.using
    guard let first, policy.command != .insert || policy.using == nil else { return nil }
    parts.append("to: \(audiences.joined(separator: ", "))")
    let isTrue = first == .literal(.boolean(true))
    if !isTrue || !policy.isPermissive { parts.append("where: \(condition(first, of: table))") }
    if policy.command != .insert, let check = policy.check {
      parts.append("check: \(condition(check, of: table))")
    }
    if !isNamedAsUsual(policy, audiences) {
      parts.append("named: \(swiftLiteral(policy.name))")
    }
    return "\(word)(\(parts.joined(separator: ", ")))"
  }

  private func policy(_ policy: Catalog.Policy, of table: Catalog.Table) -> String {
    var parts = [
      swiftLiteral(policy.name), "for: .\(policy.command.rawValue.lowercased())",
    ]
    if !policy.isPermissive { parts.append(".restrictive") }
    parts.append("to: \(policy.roles.map(names.audience).joined(separator: ", "))")
    if let using = policy.using { parts.append("using: \(condition(using, of: table))") }
    if let check = policy.check { parts.append("check: \(condition(check, of: table))") }
    return "Policy(\(parts.joined(separator: ", ")))"
  }

  /// As `Allow` names it by itself: `authenticated may select`.
  private func isNamedAsUsual(_ policy: Catalog.Policy, _ audiences: [String]) -> Bool {
    guard policy.isPermissive, !policy.roles.isEmpty else { return false }
    let people = policy.roles.map { $0 == .everyone ? "public" : $0.description }
    let verb = policy.command == .all ? "do all" : policy.command.rawValue.lowercased()
    return policy.name == "\(people.joined(separator: ", ")) may \(verb)"
  }

  func condition(_ expression: SQLExpression, of table: Catalog.Table) -> String {
    condition(
      expression, of: table.name,
      Dictionary(table.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { a, _ in a }))
  }

  func condition(
    _ expression: SQLExpression, of relation: QualifiedName, _ columns: [String: TypeName]
  ) -> String {
    let typed = TypedCondition(
      relation: relation, columns: columns, names: names, hasAuth: preset.name == "supabase")
    return typed.text(expression) ?? "unsafeSQL(\(sql(expression)))"
  }

  /// What is granted beyond `given`, and what is given but not granted.
  private func grants(
    _ acl: AccessControlList?, _ given: [Grantee: Set<Privilege>], owner: String,
    on object: SQLObject, columns: [(name: String, acl: AccessControlList?)],
    _ relation: QualifiedName
  ) -> Rules {
    var granted: [(privileges: String, audiences: [String])] = []
    var definitions: [SQLDefinition] = []
    let target = self.granted(acl, owner: owner)
    // REVOKE takes privileges on columns away too: those are given after it.
    var revoked: Set<Grantee> = []
    for (grantee, privileges) in given.sorted(by: { $0.key < $1.key }) {
      let surplus = privileges.subtracting(target[grantee] ?? [])
      guard !surplus.isEmpty else { continue }
      revoked.insert(grantee)
      definitions.append(.revokeAll(object, from: [grantee]))
      definitions += grant(
        (target[grantee] ?? []).sorted(), on: object, to: grantee, withGrantOption: false)
    }
    for entry in acl?.entries ?? [] where entry.grantee != .role(owner) {
      let rest = entry.privileges.filter {
        !(given[entry.grantee] ?? []).contains($0) && !entry.grantable.contains($0)
      }
      if !rest.isEmpty, isKnown(entry.grantee) {
        let list = rest.map { ".\($0)" }.joined(separator: ", ")
        if let index = granted.firstIndex(where: { $0.privileges == list }) {
          granted[index].audiences.append(names.audience(entry.grantee))
        } else {
          granted.append((list, [names.audience(entry.grantee)]))
        }
      } else {
        definitions += grant(rest, on: object, to: entry.grantee, withGrantOption: false)
      }
      definitions += grant(entry.grantable, on: object, to: entry.grantee, withGrantOption: true)
    }
    let held = acl?.privileges(of: .role(owner)) ?? Privilege.allOnTable
    if Set(held) != Set(Privilege.allOnTable) {
      definitions.append(.revokeAll(object, from: [.role(owner)]))
      definitions += grant(held, on: object, to: .role(owner), withGrantOption: false)
    }
    let rules =
      granted.map { "Grant(\($0.privileges), to: \($0.audiences.joined(separator: ", ")))" }
      + columnRules(columns, relation, except: revoked)
    let unusual = columnGrants(columns, on: object) {
      !$0.grantable.isEmpty || !isKnown($0.grantee) || revoked.contains($0.grantee)
    }
    return (rules, ownership(object, owner) + definitions.map(writer.text) + unusual)
  }

  /// One `Grant` for columns with the same privileges.
  private func columnRules(
    _ columns: [(name: String, acl: AccessControlList?)], _ relation: QualifiedName,
    except revoked: Set<Grantee>
  ) -> [String] {
    var order: [String] = []
    var columnsOf: [String: [String]] = [:]
    for column in columns {
      for entry in column.acl?.entries ?? []
      where entry.grantable.isEmpty && isKnown(entry.grantee)
        && !revoked.contains(entry.grantee)
      {
        let list = entry.privileges.map { ".\($0)" }.joined(separator: ", ")
        let start = "\(list), to: \(names.audience(entry.grantee))"
        if columnsOf[start] == nil { order.append(start) }
        columnsOf[start, default: []].append(names.property(column.name, of: relation))
      }
    }
    return order.map { start in
      "Grant(\(start), on: \((columnsOf[start] ?? []).joined(separator: ", ")))"
    }
  }

  /// A view as a struct.
  func view(_ view: Catalog.View, type: String) -> String {
    var text = "struct \(type): View {\n" + head(view.name, type: type, view.comment)
    text +=
      "  static let security = ViewSecurity.\(view.securityInvoker ? "invoker" : "definer")\n"
    if view.securityBarrier { text += "  static let barrier = true\n" }
    if let option = view.checkOption {
      text += "  static let checkOption: Catalog.View.CheckOption? = .\(option)\n"
    }
    text += "\n"
    for column in view.columns {
      let property = names.property(column.name, of: view.name)
      text +=
        "  let \(property) = Column(\(swiftLiteral(column.name)), \(swiftType(column.type)))"
      text += comment(column.comment).map { ".comment(\(swiftLiteral($0)))" } ?? ""
      text += "\n"
    }
    let columns = Dictionary(
      view.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { a, _ in a })
    if let owner = view.ownerCondition {
      text += "\n  var owner: Condition { \(condition(owner, of: view.name, columns)) }\n"
    }
    text += intendedRows(of: view.name, columns)
    let query = swiftLiteral(SQLWriter(layout: .indented).text(view.query), indent: 6)
    text += "\n  var query: Query {\n    .sql(\(query))\n  }\n"
    let rules = rules(of: view)
    text += block("var access: AccessRules", rules.rules)
    return text + definitions(rules.definitions) + "}\n"
  }
}
