import AccessModel

/// What a database is to be: the plan's objects as the plan says, all others as they are.
struct TargetCatalog {
  private(set) var catalog: Catalog
  private(set) var reports: [OwnershipReport] = []
  private let live: Catalog
  private let document: PlanDocument
  private let takeOver: Set<String>
  private let planner: CatalogPlanner
  private let version: PostgresVersion

  init(
    _ live: Catalog, plan: PlanDocument, takeOver: Set<String>, version: PostgresVersion
  ) {
    var document = plan
    document.catalog = plan.catalog.adapted(from: plan.postgresVersion ?? .v15, to: version)
    (self.live, self.document, self.takeOver) = (live, document, takeOver)
    self.version = version
    catalog = live
    planner = CatalogPlanner(document)
    addRoles()
    addSchemas()
    addTypesAndSequences()
    addFunctions()
    addTables()
    addViews()
    addDefaultPrivileges()
  }

  /// A plan that says nothing of default privileges leaves them alone.
  private mutating func addDefaultPrivileges() {
    let planned = document.catalog.defaultPrivileges
    guard !planned.isEmpty else { return }
    let known = Set(planned.map(\.key))
    let roles = Set(document.catalog.roles.map(\.name))
    for defaults in catalog.defaultPrivileges where !known.contains(defaults.key) {
      let scope = defaults.schema.map { " in schema `\($0)`" } ?? ""
      report(
        "default privileges of `\(defaults.role)`\(scope) on \(defaults.object.rawValue) are not in "
          + "the plan: they are left alone",
        isFinding: roles.contains(defaults.role) && !takeOver.contains("*"),
        help: roles.contains(defaults.role)
          ? "revoke them, say them in the plan, or add `--take-over '*'`"
          : "revoke them, or say them and the role in the plan")
    }
    catalog.defaultPrivileges.removeAll {
      known.contains($0.key) || takeOver.contains("*") && roles.contains($0.role)
    }
    catalog.defaultPrivileges += planned
  }

  /// Whether a comment marks an object as this plan's.
  private func isOurs(_ comment: String?) -> Bool {
    guard let line = comment?.split(separator: "\n").last, line.hasPrefix("rowkeep: ") else {
      return false
    }
    let title = line.dropFirst("rowkeep: ".count).prefix { $0 != "," }
    return title == document.name || title.hasPrefix(document.name + "/")
  }

  /// `names`: what the user may call it, `public.saved.owner` or `saved.owner`.
  private func takes(_ relation: QualifiedName, _ part: String? = nil) -> Bool {
    let suffix = part.map { ".\($0)" } ?? ""
    let names = ["*", relation.description, "\(relation.schema).\(relation.name)"]
    return names.contains(where: takeOver.contains)
      || names.dropFirst().contains { takeOver.contains($0 + suffix) }
  }

  private func isNamed(_ relation: QualifiedName) -> Bool {
    takeOver.contains(relation.description)
      || takeOver.contains("\(relation.schema).\(relation.name)")
  }

  private mutating func report(
    _ message: String, isFinding: Bool = false, help: String
  ) {
    reports.append(OwnershipReport(message: message, help: help, isFinding: isFinding))
  }

  private mutating func addRoles() {
    let known = Set(document.catalog.roles.map(\.name))
    for role in document.catalog.roles where role.origin == .plan {
      guard let index = catalog.roles.firstIndex(where: { $0.name == role.name }) else {
        catalog.roles.append(role)
        continue
      }
      let before = catalog.roles[index]
      catalog.roles[index].isSuperuser = role.isSuperuser
      catalog.roles[index].bypassesRowSecurity = role.bypassesRowSecurity
      catalog.roles[index].inherits = role.inherits
      catalog.roles[index].canLogin = role.canLogin
      // Memberships in roles that the plan does not know are left alone.
      let others = before.memberships.filter { !known.contains($0.group) }.map { other in
        var kept = other
        // As the server keeps it, whatever becomes of the role's attribute.
        if role.inherits != before.inherits {
          kept.inherit = other.effective(of: before, version).inherit
        }
        return kept
      }
      let wanted = role.memberships.map { membership in
        before.memberships.first {
          $0.effective(of: before, version) == membership.effective(of: role, version)
        }.map { known in
          var same = membership
          same.grantor = known.grantor
          return same
        } ?? membership
      }
      catalog.roles[index].memberships = wanted + others
    }
  }

  private mutating func addSchemas() {
    for schema in document.catalog.schemas
    where schema.origin == .plan || planner.changesPlatform(schema) {
      guard let index = catalog.schemas.firstIndex(where: { $0.name == schema.name }) else {
        catalog.schemas.append(schema)
        continue
      }
      if schema.origin == .plan { catalog.schemas[index].owner = schema.owner }
      catalog.schemas[index].acl = merged(
        schema.acl, catalog.schemas[index].acl, owner: schema.owner, all: Privilege.allOnSchema,
        of: "schema \(schema.name)")
    }
  }

  private mutating func addTypesAndSequences() {
    for type in document.catalog.types where type.origin == .plan {
      guard let index = catalog.types.firstIndex(where: { $0.name == type.name }) else {
        catalog.types.append(type)
        continue
      }
      catalog.types[index].kind = type.kind
      catalog.types[index].checks = type.checks
      catalog.types[index].defaultValue = type.defaultValue
      catalog.types[index].owner = type.owner
      catalog.types[index].acl = merged(
        type.acl, catalog.types[index].acl, owner: type.owner, all: [.usage], everyone: [.usage],
        of: "type \(type.name)")
    }
    let (names, schemas) = (
      Set(document.catalog.types.map(\.name)), Set(document.catalog.schemas.map(\.name))
    )
    for type in live.types
    where type.origin == .plan && schemas.contains(type.name.schema) && !names.contains(type.name) {
      guard takes(type.name) else {
        report(
          "type `\(type.name)` is not in the plan: it is left alone",
          help: "`--take-over \(type.name)` drops it")
        continue
      }
      catalog.types.removeAll { $0.name == type.name }
    }
    addSequences(schemas)
  }

  private mutating func addSequences(_ schemas: Set<String>) {
    let names = Set(document.catalog.sequences.map(\.name))
    for sequence in live.sequences
    where schemas.contains(sequence.name.schema) && !names.contains(sequence.name) {
      // One that a column owns is its table's.
      let table = sequence.ownedBy.map(\.table)
      if let table, document.catalog.table(table) == nil { continue }
      let isOwn = table.flatMap { live.table($0) }.map { isOurs($0.comment) } == true
      guard isOwn || takes(sequence.name) || table.map({ takes($0) }) == true else {
        report(
          "sequence `\(sequence.name)` is not in the plan: it is left alone",
          help: "`--take-over \(sequence.name)` drops it")
        continue
      }
      catalog.sequences.removeAll { $0.name == sequence.name }
    }
    for sequence in document.catalog.sequences {
      guard let index = catalog.sequences.firstIndex(where: { $0.name == sequence.name }) else {
        catalog.sequences.append(sequence)
        continue
      }
      catalog.sequences[index].owner = sequence.owner
      catalog.sequences[index].ownedBy = sequence.ownedBy
      catalog.sequences[index].count(as: sequence)
      catalog.sequences[index].acl = merged(
        sequence.acl, catalog.sequences[index].acl, owner: sequence.owner,
        all: Privilege.allOnSequence, of: "sequence \(sequence.name)")
    }
  }

  private mutating func addFunctions() {
    let planned = document.catalog.functions.filter { $0.origin == .plan }
    let keys = Set(planned.map(CatalogChange.FunctionKey.init))
    catalog.functions = live.functions.filter { function in
      keys.contains(CatalogChange.FunctionKey(function))
        || !isOurs(function.comment) && !takeOver.contains(function.name.description)
    }
    for function in planned {
      var function = function
      function.comment = planner.mark(function.comment, function.place)
      let key = CatalogChange.FunctionKey(function)
      if let index = catalog.functions.firstIndex(where: { .init($0) == key }) {
        function.acl = merged(
          function.acl, catalog.functions[index].acl, owner: function.owner, all: [.execute],
          everyone: [.execute], of: "function \(function.name)")
        catalog.functions[index] = function
      } else {
        catalog.functions.append(function)
      }
    }
  }

  private mutating func addViews() {
    let planned = document.catalog.views.filter { ($0.origin ?? .plan) == .plan }
    let names = Set(planned.map(\.name))
    catalog.views = live.views.filter { view in
      names.contains(view.name) || !isOurs(view.comment) && !isNamed(view.name)
    }
    for view in planned {
      var view = view
      view.comment = planner.mark(view.comment, view.place)
      if let index = catalog.views.firstIndex(where: { $0.name == view.name }) {
        let before = catalog.views[index]
        view.acl = merged(
          view.acl, before.acl, owner: view.owner, all: Privilege.allOnTable(version),
          of: "view \(view.name)")
        addParts(of: before.triggers, to: &view.triggers, on: view.name, "trigger", \.name)
        addParts(of: before.rules, to: &view.rules, on: view.name, "rule", \.name)
        addParts(of: before.indexes, to: &view.indexes, on: view.name, "index", \.name)
        catalog.views[index] = view
      } else {
        catalog.views.append(view)
      }
    }
  }

  private mutating func addTables() {
    let planned = document.catalog.tables
    let names = Set(planned.map(\.name))
    for table in live.tables where !names.contains(table.name) {
      if isNamed(table.name) || isOurs(table.comment) && takeOver.contains("*") {
        catalog.tables.removeAll { $0.name == table.name }
      } else if isOurs(table.comment) {
        report(
          "table `\(table.name)` is no longer in the plan: it keeps its rows and its access",
          isFinding: true, help: "`--take-over \(table.name)` drops it with its rows")
      }
    }
    for table in planned {
      let isPlatforms = (table.origin ?? .plan) != .plan
      guard let index = catalog.tables.firstIndex(where: { $0.name == table.name }) else {
        if !isPlatforms { catalog.tables.append(marked(table)) }
        continue
      }
      let before = catalog.tables[index]
      catalog.tables[index] = isPlatforms ? before : merged(marked(table), before)
      catalog.tables[index].policies = policies(of: table, before)
      addAttachments(of: table, before, at: index)
    }
  }

  private func marked(_ table: Catalog.Table) -> Catalog.Table {
    var table = table
    table.comment = planner.mark(table.comment, table.place)
    table.policies = table.policies.map { marked($0) }
    return table
  }

  private func marked(_ policy: Catalog.Policy) -> Catalog.Policy {
    var policy = policy
    policy.comment = planner.mark(policy.comment, policy.place)
    return policy
  }

  /// What of the table is there and not in the plan stays, unless it is taken over.
  private mutating func merged(
    _ table: Catalog.Table, _ before: Catalog.Table
  ) -> Catalog.Table {
    var result = table
    result.acl = merged(
      table.acl, before.acl, owner: table.owner, all: Privilege.allOnTable(version),
      of: "table \(table.name)")
    let order = before.columns.map(\.name)
    addParts(of: before.columns, to: &result.columns, on: table.name, "column", \.name)
    result.columns = result.columns.enumerated().sorted { a, b in
      let (x, y) = (order.firstIndex(of: a.element.name), order.firstIndex(of: b.element.name))
      return (x ?? order.count + a.offset) < (y ?? order.count + b.offset)
    }.map(\.element)
    addParts(of: before.keys, to: &result.keys, on: table.name, "constraint", \.name)
    addParts(of: before.foreignKeys, to: &result.foreignKeys, on: table.name, "constraint", \.name)
    addParts(of: before.checks, to: &result.checks, on: table.name, "constraint", \.name)
    addParts(of: before.exclusions, to: &result.exclusions, on: table.name, "constraint", \.name)
    return result
  }

  /// On the platform's tables too: what a plan attaches to them is the plan's.
  private mutating func addAttachments(
    of table: Catalog.Table, _ before: Catalog.Table, at index: Int
  ) {
    var (indexes, rules, triggers) = (table.indexes, table.rules, table.triggers)
    addParts(of: before.indexes, to: &indexes, on: table.name, "index", \.name)
    addParts(of: before.rules, to: &rules, on: table.name, "rule", \.name)
    addParts(of: before.triggers, to: &triggers, on: table.name, "trigger", \.name)
    catalog.tables[index].indexes = indexes
    catalog.tables[index].rules = rules
    catalog.tables[index].triggers = triggers
  }

  private mutating func addParts<Part>(
    of before: [Part], to parts: inout [Part], on relation: QualifiedName, _ kind: String,
    _ name: (Part) -> String
  ) {
    let known = Set(parts.map(name))
    for part in before where !known.contains(name(part)) {
      if takes(relation, name(part)) { continue }
      parts.append(part)
      report(
        "\(kind) `\(name(part))` of `\(relation)` is not in the plan: it is left alone",
        help: "`--take-over \(relation).\(name(part))` drops it")
    }
  }

  private mutating func policies(
    of table: Catalog.Table, _ before: Catalog.Table
  ) -> [Catalog.Policy] {
    var result = table.policies.map(marked)
    let known = Set(result.map(\.name))
    for policy in before.policies where !known.contains(policy.name) {
      if isOurs(policy.comment) || takes(table.name, policy.name) { continue }
      result.append(policy)
      let widens = policy.isPermissive && table.rowSecurityEnabled
      report(
        policy.isPermissive
          ? "policy \"\(policy.name)\" of `\(table.name)` is not the plan's and lets through what "
            + "the plan's policies may not"
          : "restrictive policy \"\(policy.name)\" of `\(table.name)` is not the plan's: it is left "
            + "alone",
        isFinding: widens, help: "`--take-over \(table.name).\(policy.name)` drops it")
    }
    return result
  }

  /// The plan's list, and what roles hold that the plan does not know.
  private mutating func merged(
    _ planned: AccessControlList?, _ held: AccessControlList?, owner: String, all: [Privilege],
    everyone: [Privilege] = [], of object: String
  ) -> AccessControlList? {
    let known = Set(document.catalog.roles.map(\.name) + [owner])
    let others = (held?.entries ?? []).filter { entry in
      if case .role(let name) = entry.grantee { !known.contains(name) } else { false }
    }
    let strangers = others.filter {
      !(planned?.entries.map(\.grantee).contains($0.grantee) ?? false)
    }
    guard !strangers.isEmpty else { return planned }
    for entry in strangers {
      report(
        "`\(entry.grantee)`, which the plan does not know, holds "
          + "\(entry.privileges.map(\.rawValue).joined(separator: ", ")) on \(object)",
        help: "revoke it, or declare the role in the plan")
    }
    var list = planned ?? .builtIn(owner: owner, all: all, everyone: everyone)
    list.entries += strangers
    return list
  }
}

/// Something in the database that is not the plan's.
public struct OwnershipReport: Hashable, Sendable {
  /// What it is, lower case, without a full stop.
  public var message: String
  /// How it becomes the plan's.
  public var help: String
  /// Whether access may be wider than the plan because of it.
  public var isFinding: Bool
}
