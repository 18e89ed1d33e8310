import AccessModel

/// What of a database a plan has something to say about.
struct DriftScope {
  private let document: PlanDocument
  var plan: Catalog
  var live: Catalog
  var notes: [String] = []

  init(plan document: PlanDocument, live: Catalog, _ version: PostgresVersion) {
    self.document = document
    plan = document.catalog.adapted(from: document.postgresVersion ?? .v15, to: version)
    self.live = live
  }

  mutating func narrow() {
    live.extensions = []
    keepSchemas()
    keepRoles()
    takeOwner()
    takePlatform()
    keepDefaultPrivileges()
  }

  /// Most plans say nothing of default privileges: then they are told, and no drift.
  private mutating func keepDefaultPrivileges() {
    let roles = Set(plan.roles.map(\.name))
    let schemas = Set(plan.schemas.map(\.name))
    live.defaultPrivileges.removeAll { defaults in
      !roles.contains(defaults.role) || defaults.schema.map { !schemas.contains($0) } ?? false
    }
    guard plan.defaultPrivileges.isEmpty else { return }
    for defaults in live.defaultPrivileges {
      let owner = Grantee.role(defaults.role)
      let grants = defaults.acl.entries.filter { $0.grantee != owner }.map { entry in
        "\(entry.privileges.map(\.rawValue).joined(separator: ", ")) to \(entry.grantee)"
      }
      guard !grants.isEmpty else { continue }
      let scope = defaults.schema.map { " in schema `\($0)`" } ?? ""
      notes.append(
        "not in the plan, and not compared: new \(defaults.object.rawValue) of `\(defaults.role)`"
          + "\(scope) start with \(grants.joined(separator: "; "))")
    }
    live.defaultPrivileges = []
  }

  private mutating func keepSchemas() {
    let plan = plan
    let known = Set(plan.schemas.map(\.name))
    let others = live.schemas.filter { !known.contains($0.name) && $0.origin == .plan }
    if !others.isEmpty {
      notes.append(
        "not in the plan, and not compared: schema "
          + others.map { "`\($0.name)`" }.joined(separator: ", "))
    }
    live.schemas.removeAll { !known.contains($0.name) }
    live.tables.removeAll { Self.isForeign($0.name, $0.origin, plan.table($0.name) != nil, known) }
    live.views.removeAll { Self.isForeign($0.name, $0.origin, plan.view($0.name) != nil, known) }
    live.sequences.removeAll { !known.contains($0.name.schema) }
    let functions = Set(plan.functions.map(\.name))
    live.functions.removeAll {
      Self.isForeign($0.name, $0.origin, functions.contains($0.name), known)
    }
    let types = Set(plan.types.map(\.name))
    live.types.removeAll { Self.isForeign($0.name, $0.origin, types.contains($0.name), known) }
  }

  /// Of another schema, or an extension's or the platform's own.
  private static func isForeign(
    _ name: QualifiedName, _ origin: Catalog.Origin?, _ isPlanned: Bool, _ schemas: Set<String>
  ) -> Bool {
    !isPlanned && (!schemas.contains(name.schema) || (origin ?? .plan) != .plan)
  }

  /// Roles belong to the whole server: others matter as far as they are members of the plan's.
  private mutating func keepRoles() {
    let known = Set(plan.roles.map(\.name))
    let bypassing = live.roles.filter {
      !known.contains($0.name) && ($0.isSuperuser || $0.bypassesRowSecurity)
        && $0.origin == .plan
    }
    if !bypassing.isEmpty {
      notes.append(
        "not in the plan, and row security does not hold for: "
          + bypassing.map { "`\($0.name)`" }.joined(separator: ", "))
    }
    live.roles.removeAll { role in
      !known.contains(role.name)
        && !role.memberships.contains { known.contains($0.group) && !Self.isTrusted(role) }
    }
    // A role's own sessions and logins are the installation's affair.
    for index in live.roles.indices {
      guard let own = plan.role(live.roles[index].name) else { continue }
      if live.roles[index].isSuperuser, own.isSuperuser { live.roles[index] = own }
    }
  }

  private static func isTrusted(_ role: Catalog.Role) -> Bool {
    role.isSuperuser || role.bypassesRowSecurity
  }

  /// A plan does not say who runs its migration: whoever owns its tables stands for the
  /// administrator.
  private mutating func takeOwner() {
    let administrator = document.administrator
    let owners = Set(
      live.tables.filter { table in
        plan.table(table.name)?.owner == administrator
      }.map(\.owner))
    guard owners.count == 1, let owner = owners.first, owner != administrator,
      plan.role(owner) == nil
    else { return }
    notes.append("`\(owner)` owns what the plan gives to `\(administrator)`")
    live.rename(role: owner, to: administrator)
    // Its memberships are an administrator's.
    live.roles.removeAll { $0.name == owner }
  }

  /// The platform's own objects are its affair; policies and row security on its tables, who its
  /// roles are, and who may use its schemas are not.
  private mutating func takePlatform() {
    for index in live.roles.indices {
      guard let own = plan.role(live.roles[index].name), own.origin != .plan else { continue }
      let memberships = live.roles[index].memberships
      live.roles[index] = own
      live.roles[index].memberships = memberships
    }
    for index in live.schemas.indices {
      guard let own = plan.schema(live.schemas[index].name), own.origin != .plan else { continue }
      let known = Set(
        plan.roles.filter { !$0.isSuperuser && !$0.bypassesRowSecurity }.map(\.name))
      let acl = live.schemas[index].acl
      let owner = live.schemas[index].owner
      live.schemas[index] = own
      live.schemas[index].acl?.entries.removeAll { entry in
        if case .role(let name) = entry.grantee { return known.contains(name) }
        return true
      }
      for entry in acl?.entries ?? [] {
        if case .role(let name) = entry.grantee, name == owner || !known.contains(name) { continue }
        live.schemas[index].acl?.entries.append(entry)
      }
    }
    let functions = plan.functions.filter { $0.origin != .plan }
    for index in live.functions.indices {
      let function = live.functions[index]
      let own = functions.first {
        $0.name == function.name && $0.arguments.map(\.type) == function.arguments.map(\.type)
      }
      if let own { live.functions[index] = own }
    }
    for index in live.tables.indices {
      let table = live.tables[index]
      guard let own = plan.table(table.name), (own.origin ?? .plan) != .plan else { continue }
      live.tables[index] = own
      live.tables[index].policies = table.policies
      live.tables[index].rowSecurityEnabled = table.rowSecurityEnabled
    }
  }
}
