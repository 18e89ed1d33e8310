import AccessModel
import SQLBinding
import SQLText

/// What stands between roles and the objects of one catalog, so that two states can be compared
/// without rows.
///
/// A state gives at most what another one gives if each object asks for at least as much there:
/// privileges are among the other's, permissive policies are among the other's, restrictive ones
/// contain the other's, and whatever their conditions read and call is the same. Both are compared
/// by what they say, in normal form. That is more than is needed: some states that give less fail.
struct AccessGuards: Sendable {
  let catalog: Catalog
  private let version: PostgresVersion
  /// By the keys of `texts`.
  private(set) var relations: [String: RelationGuard] = [:]
  private(set) var functions: [String: FunctionGuard] = [:]
  private(set) var roles: RoleGuard
  private(set) var texts: DefinitionTexts

  struct RoleGuard: Hashable, Sendable {
    var memberships: Set<String> = []
    /// `alice superuser`, ….
    var attributes: Set<String> = []
    var schemas: Set<GrantDifference.Held> = []

    func isWithin(_ other: RoleGuard) -> Bool {
      memberships.isSubset(of: other.memberships) && attributes.isSubset(of: other.attributes)
        && schemas.isSubset(of: other.schemas)
    }
  }

  struct RelationGuard: Hashable, Sendable {
    var name: QualifiedName
    var owner: String
    var privileges: Set<GrantDifference.Held>
    var isTable: Bool
    var isEnabled = true
    var isForced = false
    var isClosed = false
    var permissive: Set<DefinitionTexts.Definition> = []
    var restrictive: Set<DefinitionTexts.Definition> = []
    /// A restrictive policy that is for some roles only lets members through who leave these.
    var restrictsRoles = false
    /// Of a view: what it shows and how.
    var definition: DefinitionTexts.Definition?
    /// Triggers and rules, which refuse what policies let through, and do more than was asked.
    var reactions: Set<DefinitionTexts.Definition> = []

    var others: Set<GrantDifference.Held> { privileges.filter { $0.grantee != .role(owner) } }
  }

  struct FunctionGuard: Hashable, Sendable {
    var key: CatalogChange.FunctionKey
    var owner: String
    var privileges: Set<GrantDifference.Held>
    var definition: DefinitionTexts.Definition?
  }

  init(_ catalog: Catalog, _ version: PostgresVersion) {
    self.catalog = catalog
    self.version = version
    texts = DefinitionTexts(catalog, version)
    roles = Self.roles(catalog, version)
    update()
  }

  init(_ catalog: Catalog, after previous: AccessGuards) {
    self.catalog = catalog
    version = previous.version
    texts = DefinitionTexts(catalog, after: (previous.catalog, previous.texts))
    roles = Self.roles(catalog, version)
    (relations, functions) = (previous.relations, previous.functions)
    update()
  }

  private mutating func update() {
    for key in texts.gone { (relations[key], functions[key]) = (nil, nil) }
    for table in catalog.tables {
      let key = DefinitionTexts.key(table.name)
      if texts.changed.contains(key) { relations[key] = guarding(table) }
    }
    for view in catalog.views {
      let key = DefinitionTexts.key(view.name)
      guard texts.changed.contains(key) else { continue }
      relations[key] = RelationGuard(
        name: view.name, owner: view.owner,
        privileges: GrantDifference.held(
          view.acl, columns: view.columns.map { ($0.name, $0.acl) }, owner: view.owner,
          all: Privilege.allOnTable(version)),
        isTable: false, definition: texts.own[key], reactions: Set(texts.reactions[key] ?? []))
    }
    for function in catalog.functions {
      let key = DefinitionTexts.key(function: function)
      guard texts.changed.contains(key) else { continue }
      functions[key] = FunctionGuard(
        key: .init(function), owner: function.owner,
        privileges: GrantDifference.held(
          function.acl, owner: function.owner, all: [.execute], everyone: [.execute]),
        definition: texts.own[key])
    }
  }

  private static func roles(
    _ catalog: Catalog, _ version: PostgresVersion
  ) -> RoleGuard {
    var result = RoleGuard()
    for role in catalog.roles {
      if role.isSuperuser { result.attributes.insert("\(role.name) superuser") }
      if role.bypassesRowSecurity { result.attributes.insert("\(role.name) bypass") }
      if role.inherits { result.attributes.insert("\(role.name) inherits") }
      for membership in role.memberships {
        result.memberships.insert("\(role.name) \(membership.group)")
        if membership.admin { result.memberships.insert("\(role.name) \(membership.group) admin") }
        let effective = membership.effective(of: role, version)
        if effective.inherit == true {
          result.memberships.insert("\(role.name) \(membership.group) inherit")
        }
        if effective.set == true {
          result.memberships.insert("\(role.name) \(membership.group) set")
        }
      }
    }
    for schema in catalog.schemas {
      for var item in GrantDifference.held(
        schema.acl, owner: schema.owner, all: Privilege.allOnSchema)
      {
        item.column = schema.name
        result.schemas.insert(item)
      }
    }
    return result
  }

  private func guarding(_ table: Catalog.Table) -> RelationGuard {
    var result = RelationGuard(
      name: table.name, owner: table.owner,
      privileges: GrantDifference.held(
        table.acl, columns: table.columns.map { ($0.name, $0.acl) }, owner: table.owner,
        all: Privilege.allOnTable(version)),
      isTable: true, isEnabled: table.rowSecurityEnabled, isForced: table.rowSecurityForced)
    let key = DefinitionTexts.key(table.name)
    result.reactions = Set(texts.reactions[key] ?? [])
    let readings = texts.policies[key] ?? []
    for (policy, reading) in zip(table.policies, readings) {
      if policy.isPermissive {
        result.permissive.insert(reading)
      } else if policy.name == CatalogChange.closingPolicy {
        result.isClosed = table.rowSecurityEnabled
      } else {
        result.restrictive.insert(reading)
        if policy.roles != [.everyone] { result.restrictsRoles = true }
      }
    }
    return result
  }
}
