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
  private var relations: [QualifiedName: RelationGuard] = [:]
  private var functions: [CatalogChange.FunctionKey: FunctionGuard] = [:]
  private var roles: RoleGuard
  private var texts: DefinitionTexts

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
    var owner: String
    var privileges: Set<GrantDifference.Held>
    var isTable: Bool
    var isEnabled = true
    var isForced = false
    var isClosed = false
    var permissive: Set<String> = []
    var restrictive: Set<String> = []
    /// A restrictive policy that is for some roles only lets members through who leave these.
    var restrictsRoles = false
    /// Of a view: what it shows and how.
    var meaning = ""
    /// Triggers and rules, which refuse what policies let through, and do more than was asked.
    var reactions: Set<String> = []

    var others: Set<GrantDifference.Held> { privileges.filter { $0.grantee != .role(owner) } }
  }

  struct FunctionGuard: Hashable, Sendable {
    var owner: String
    var privileges: Set<GrantDifference.Held>
    var meaning: String
  }

  init(_ catalog: Catalog, after previous: AccessGuards? = nil) {
    self.catalog = catalog
    texts = DefinitionTexts(catalog, after: previous.map { ($0.catalog, $0.texts) })
    roles = Self.roles(catalog)
    for table in catalog.tables { relations[table.name] = guarding(table) }
    for view in catalog.views {
      relations[view.name] = RelationGuard(
        owner: view.owner,
        privileges: GrantDifference.held(
          view.acl, columns: view.columns.map { ($0.name, $0.acl) }, owner: view.owner,
          all: Privilege.allOnTable),
        isTable: false, meaning: texts.meaning(ofView: view.name),
        reactions: texts.reactions(of: view.name, view.triggers, view.rules))
    }
    for function in catalog.functions {
      functions[.init(function)] = FunctionGuard(
        owner: function.owner,
        privileges: GrantDifference.held(
          function.acl, owner: function.owner, all: [.execute], everyone: [.execute]),
        meaning: texts.meaning(of: function))
    }
  }

  private static func roles(_ catalog: Catalog) -> RoleGuard {
    var result = RoleGuard()
    for role in catalog.roles {
      if role.isSuperuser { result.attributes.insert("\(role.name) superuser") }
      if role.bypassesRowSecurity { result.attributes.insert("\(role.name) bypass") }
      if role.inherits { result.attributes.insert("\(role.name) inherits") }
      for membership in role.memberships {
        result.memberships.insert("\(role.name) \(membership.group)")
        if membership.admin { result.memberships.insert("\(role.name) \(membership.group) admin") }
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
      owner: table.owner,
      privileges: GrantDifference.held(
        table.acl, columns: table.columns.map { ($0.name, $0.acl) }, owner: table.owner,
        all: Privilege.allOnTable),
      isTable: true, isEnabled: table.rowSecurityEnabled, isForced: table.rowSecurityForced)
    result.reactions = texts.reactions(of: table.name, table.triggers, table.rules)
    let readings = texts.policies(of: table.name)
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

  /// Objects of which this state may give more than both others.
  func wider(
    than old: AccessGuards, _ new: AccessGuards
  ) -> Set<CatalogChange.ClosedObject> {
    var result: Set<CatalogChange.ClosedObject> = []
    let (inOld, inNew) = (roles.isWithin(old.roles), roles.isWithin(new.roles))
    let (sameAsOld, sameAsNew) = (roles == old.roles, roles == new.roles)
    for (name, relation) in relations {
      let isFine =
        inOld && relation.isWithin(old.relations[name], sameRoles: sameAsOld)
        || inNew && relation.isWithin(new.relations[name], sameRoles: sameAsNew)
        || inOld && inNew && relation.isMixture(of: old.relations[name], new.relations[name])
      if !isFine { result.insert(.relation(name)) }
    }
    for (key, function) in functions {
      let isFine =
        inOld && function.isWithin(old.functions[key])
        || inNew && function.isWithin(new.functions[key])
      if !isFine { result.insert(.function(key)) }
    }
    return result
  }
}

extension AccessGuards.RelationGuard {
  func isWithin(_ other: Self?, sameRoles: Bool) -> Bool {
    guard let other else { return others.isEmpty }
    guard owner == other.owner else { return false }
    if (other.isForced ? privileges : others).isEmpty { return true }
    guard privileges.isSubset(of: other.privileges) else { return false }
    if isTable, isClosed, isForced || !other.isForced { return true }
    if !isTable {
      return others.isEmpty || meaning == other.meaning && reactions == other.reactions
    }
    guard reactions == other.reactions else { return false }
    if !other.isEnabled { return true }
    guard isEnabled, isForced || !other.isForced, sameRoles || !restrictsRoles else {
      return false
    }
    return permissive.isSubset(of: other.permissive)
      && restrictive.isSuperset(of: other.restrictive)
  }

  /// Each row goes through one permissive policy, of the old or the new, and through all
  /// restrictive ones of both.
  func isMixture(of old: Self?, _ new: Self?) -> Bool {
    guard let old, let new, isTable, owner == old.owner, owner == new.owner, isEnabled,
      reactions == old.reactions, reactions == new.reactions,
      old.isEnabled, new.isEnabled, isForced || !old.isForced && !new.isForced,
      !restrictsRoles
        || restrictive == old.restrictive && restrictive == new.restrictive
    else { return false }
    return privileges.isSubset(of: old.privileges) && privileges.isSubset(of: new.privileges)
      && permissive.isSubset(of: old.permissive.union(new.permissive))
      && restrictive.isSuperset(of: old.restrictive.union(new.restrictive))
  }
}

extension AccessGuards.FunctionGuard {
  func isWithin(_ other: Self?) -> Bool {
    let others = privileges.filter { $0.grantee != .role(owner) }
    guard let other else { return others.isEmpty }
    return others.isEmpty && owner == other.owner
      || owner == other.owner && meaning == other.meaning
        && privileges.isSubset(of: other.privileges)
  }
}
