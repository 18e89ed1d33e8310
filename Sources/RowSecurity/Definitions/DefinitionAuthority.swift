public import AccessModel

/// Whether a role may carry out a definition: RULES 84, and what GRANT says of grantors.
///
/// Source: `src/backend/catalog/aclchk.c`, `src/backend/utils/adt/acl.c`; the checks of each command
/// are in its file under `src/backend/commands`.
public struct DefinitionAuthority: Sendable {
  /// `current_user`.
  public let role: String
  private let catalog: Catalog
  private let version: PostgresVersion
  private let roles: RoleGraph

  public init(_ catalog: Catalog, as role: String, version: PostgresVersion = .v15) {
    self.role = role
    self.catalog = catalog
    self.version = version
    roles = RoleGraph(
      catalog.roles, databaseOwner: catalog.database?.owner ?? "postgres", version: version)
  }

  public var isSuperuser: Bool { roles.isSuperuser(role) }

  /// Throws PostgreSQL's answer where the role lacks the right.
  public func require(_ right: DefinitionRight) throws(PostgresError) {
    guard !isSuperuser else { return }
    switch right {
    case .ownership(let what, let owner, let schema):
      let ownsSchema = schema.flatMap(catalog.schema).map { holds($0.owner) } ?? false
      guard holds(owner) || ownsSchema else { throw Self.denied("must be owner of \(what)") }
    case .ownershipOfEither(let what, let owners):
      guard owners.contains(where: holds) else { throw Self.denied("must be owner of \(what)") }
    case .usage(let schema):
      guard has(.usage, onSchema: schema) else {
        throw Self.denied("permission denied for schema \(schema)")
      }
    case .typeUsage(let name, let named):
      guard let type = catalog.types.first(where: { $0.name == name }),
        !has(
          .usage,
          in: type.acl ?? .builtIn(owner: type.owner, all: [.usage], everyone: [.usage]))
      else { break }
      throw Self.denied("permission denied for type \(named)")
    case .languageUsage(let name):
      guard let acl = catalog.languages.first(where: { $0.name == name })?.acl,
        !has(.usage, in: acl)
      else { break }
      throw Self.denied("permission denied for language \(name)")
    case .wrapperUsage(let wrapper):
      guard !has(.usage, in: wrapper.acl ?? .builtIn(owner: wrapper.owner, all: [.usage]))
      else { break }
      throw Self.denied("permission denied for foreign-data wrapper \(wrapper.name)")
    case .serverUsage(let server):
      guard !has(.usage, in: server.acl ?? .builtIn(owner: server.owner, all: [.usage]))
      else { break }
      throw Self.denied("permission denied for foreign server \(server.name)")
    case .create(let schema):
      guard has(.create, onSchema: schema) else {
        throw Self.denied("permission denied for schema \(schema)")
      }
    case .createInDatabase:
      guard hasOnDatabase(.create) else {
        throw Self.denied("permission denied for database \(database.name)")
      }
    case .temporary:
      guard hasOnDatabase(.temporary) else {
        throw Self.denied(
          "permission denied to create temporary tables in database \"\(database.name)\"")
      }
    case .become(let other):
      // RULES 4. Source: `check_can_set_role()`, which is `check_is_member_of_role()` in 15.
      guard version >= .v16 else {
        guard roles.isMember(role, of: other) else {
          throw Self.denied("must be member of role \"\(other)\"")
        }
        break
      }
      guard roles.mayBecome(other, role) else {
        throw Self.denied("must be able to SET ROLE \"\(other)\"")
      }
    case .defaultPrivileges(let other):
      guard version >= .v16 else { return try require(.become(other)) }
      guard holds(other) else {
        throw Self.denied("permission denied to change default privileges")
      }
    case .privilege(let privilege, let relation, let columns):
      try require(privilege, on: relation, columns: columns)
    case .execute(let function, let named): try requireExecute(function, named: named)
    case .createRole(let message):
      guard catalog.role(role)?.canCreateRoles == true else { throw Self.denied(message) }
    case .createDatabase(let message):
      guard catalog.role(role)?.canCreateDatabases == true else { throw Self.denied(message) }
    case .superuser(let message, let hint):
      throw PostgresError(.insufficientPrivilege, message, hint: hint)
    case .administration(let group): try requireAdministration(of: group)
    case .maintenance(let what, let relation):
      try requireMaintenance(of: relation, named: what)
    }
  }

  /// Whether the role has an owner's privileges: is the owner, or a member that inherits.
  public func holds(_ owner: String) -> Bool {
    if isSuperuser { return true }
    return roles.privileges(of: role).contains(owner)
  }

  /// Whether a schema's names can be used, and so are on the search path.
  public func canUse(schema: String) -> Bool { isSuperuser || has(.usage, onSchema: schema) }

  /// A search path without schemas that the role may not use. RULES 17.
  ///
  /// Source: `recomputeNamespacePath()` in `src/backend/catalog/namespace.c`.
  public static func usable(
    _ path: [String], by role: String, in catalog: Catalog, _ version: PostgresVersion
  ) -> [String] {
    let closed = path.filter { name in
      guard let schema = catalog.schema(name) else { return false }
      return schema.acl?.entries.contains {
        $0.grantee == .everyone && $0.privileges.contains(.usage)
      } != true
    }
    guard !closed.isEmpty else { return path }
    let authority = DefinitionAuthority(catalog, as: role, version: version)
    return path.filter { !closed.contains($0) || authority.canUse(schema: $0) }
  }

  private var database: Catalog.Database {
    catalog.database ?? Catalog.Database("postgres", owner: "postgres")
  }

  private func has(_ privilege: Privilege, onSchema name: String) -> Bool {
    guard let schema = catalog.schema(name) else {
      // Everyone uses PostgreSQL's own schemas, whose owner has made the server.
      return privilege == .usage || !Catalog.systemSchemas.contains(name)
    }
    let acl = schema.acl ?? .builtIn(owner: schema.owner, all: Privilege.allOnSchema)
    return has(privilege, in: acl)
      || privilege == .usage
        && !roles.privileges(of: role).isDisjoint(with: ["pg_read_all_data", "pg_write_all_data"])
  }

  private func hasOnDatabase(_ privilege: Privilege) -> Bool {
    has(
      privilege,
      in: database.acl
        ?? .builtIn(
          owner: database.owner, all: Privilege.allOnDatabase, everyone: [.temporary, .connect]))
  }

  private func has(_ privilege: Privilege, in acl: AccessControlList) -> Bool {
    acl.entries.contains { entry in
      guard entry.privileges.contains(privilege) else { return false }
      switch entry.grantee {
      case .everyone: return true
      case .role(let name): return holds(name)
      }
    }
  }

  private func require(
    _ privilege: Privilege, on relation: QualifiedName, columns: [String]
  ) throws(PostgresError) {
    let (kind, owner, acl, columnLists) = access(to: relation)
    let list = acl ?? .builtIn(owner: owner, all: Privilege.allOnTable(version))
    if has(privilege, in: list) { return }
    let isOnColumns =
      !columns.isEmpty
      && columns.allSatisfy { name in
        columnLists.first { $0.name == name }?.acl.map { has(privilege, in: $0) } ?? false
      }
    guard isOnColumns else {
      throw Self.denied("permission denied for \(kind) \(relation.name)")
    }
  }

  private func access(
    to relation: QualifiedName
  ) -> (String, owner: String, AccessControlList?, [(name: String, acl: AccessControlList?)]) {
    if let table = catalog.table(relation) {
      return ("table", table.owner, table.acl, table.columns.map { ($0.name, $0.acl) })
    }
    if let view = catalog.view(relation) {
      let kind = view.isMaterialized ? "materialized view" : "view"
      return (kind, view.owner, view.acl, view.columns.map { ($0.name, $0.acl) })
    }
    let sequence = catalog.sequence(relation)
    return ("sequence", sequence?.owner ?? "", sequence?.acl, [])
  }

  /// RULES 20, 63: from 17 on MAINTAIN is enough.
  private func requireMaintenance(
    of relation: QualifiedName, named what: String
  ) throws(PostgresError) {
    let (_, owner, acl, _) = access(to: relation)
    if version < .v17 {
      guard holds(owner) else { throw Self.denied("must be owner of \(what)") }
      return
    }
    if roles.privileges(of: role).contains("pg_maintain") { return }
    let list = acl ?? .builtIn(owner: owner, all: Privilege.allOnTable(version))
    guard has(.maintain, in: list) else { throw Self.denied("permission denied for \(what)") }
  }

  private func requireExecute(_ index: Int, named name: String) throws(PostgresError) {
    guard catalog.functions.indices.contains(index) else { return }
    let function = catalog.functions[index]
    let acl =
      function.acl ?? .builtIn(owner: function.owner, all: [.execute], everyone: [.execute])
    guard has(.execute, in: acl) else {
      throw Self.denied("permission denied for function \(name)")
    }
  }

  /// Source: `check_role_membership_authorization()`, 15: ADMIN OPTION, CREATEROLE, or the role
  /// itself in its own session.
  private func requireAdministration(of group: String) throws(PostgresError) {
    if catalog.role(group)?.isSuperuser == true {
      throw Self.denied("must be superuser to alter superusers")
    }
    if catalog.role(role)?.canCreateRoles == true { return }
    guard roles.isAdministrator(role, of: group) else {
      throw Self.denied("must have admin option on role \"\(group)\"")
    }
  }

  private static func denied(_ message: String) -> PostgresError {
    PostgresError(.insufficientPrivilege, message)
  }
}

/// Objects that predefined roles reach without being named in their lists.
public enum PredefinedAccess: Hashable, Sendable { case schema, relation, column }

/// As whom a GRANT is done, and what of it can be.
public struct BestGrantor: Hashable, Sendable {
  /// Nil: the owner.
  public var grantor: String?
  /// Those of the privileges that can be granted.
  public var grantable: [Privilege]
}

extension DefinitionAuthority {
  /// The role with the most grant options of those whose privileges the current one has: the
  /// owner if possible. RULES 84.
  ///
  /// Source: `select_best_grantor()` in `src/backend/utils/adt/acl.c`.
  public func grantor(
    of privileges: [Privilege], in acl: AccessControlList, owner: String
  ) -> BestGrantor {
    if isSuperuser || role == owner {
      return BestGrantor(grantor: nil, grantable: privileges)
    }
    var best = BestGrantor(grantor: role, grantable: [])
    for candidate in roles.nearestPrivileges(of: role) {
      // The owner has every grant option, listed or not.
      let isOwner = candidate == owner
      let options = isOwner ? privileges : acl.grantable(by: .role(candidate))
      let usable = privileges.filter(options.contains)
      let found = BestGrantor(grantor: isOwner ? nil : candidate, grantable: usable)
      if usable.count == privileges.count { return found }
      if usable.count > best.grantable.count { best = found }
    }
    return best
  }

  /// The roles whose grant options count as those of a grantor: a superuser's are the owner's.
  public func optionHolders(for grantor: String, owner: String) -> Set<String> {
    let held = roles.privileges(of: grantor)
    return roles.isSuperuser(grantor) ? held.union([owner]) : held
  }

  /// Whether the role has any privilege or grant option of a list, or as a member of a predefined
  /// role; with neither, GRANT is an error and no warning. RULES 7.
  ///
  /// Source: `restrict_and_check_grant()`, `pg_aclmask()`.
  public func hasAny(
    of privileges: [Privilege], in acl: AccessControlList, on kind: PredefinedAccess? = nil
  ) -> Bool {
    if isSuperuser || privileges.contains(where: { has($0, in: acl) }) { return true }
    let held = roles.privileges(of: role)
    switch kind {
    case nil: return false
    case .schema: return !held.isDisjoint(with: ["pg_read_all_data", "pg_write_all_data"])
    case .column: return !held.isDisjoint(with: ["pg_read_all_data", "pg_write_all_data"])
    case .relation:
      return !held.isDisjoint(with: ["pg_read_all_data", "pg_write_all_data", "pg_maintain"])
    }
  }
}
