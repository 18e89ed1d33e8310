public import AccessModel

/// Who may make, change and drop roles. RULES 84.
///
/// Until 15 CREATEROLE is enough for any role that is no superuser. From 16 on ADMIN OPTION on the
/// role is needed besides, which whoever makes a role is given; and nobody gives an attribute that
/// he has not.
///
/// Source: `src/backend/commands/user.c`, 15 and 18.
public struct RoleAuthority: Sendable {
  /// What CREATE and ALTER ROLE set.
  public enum Attribute: String, Sendable {
    case superuser = "SUPERUSER"
    case createDatabase = "CREATEDB"
    case createRole = "CREATEROLE"
    case replication = "REPLICATION"
    case bypassRowSecurity = "BYPASSRLS"
    case password = "PASSWORD"
    /// Those that give nothing over others.
    case other
  }

  /// `current_user`.
  public let role: String
  private let catalog: Catalog
  private let version: PostgresVersion
  private let graph: RoleGraph

  public init(_ catalog: Catalog, as role: String, version: PostgresVersion) {
    (self.catalog, self.role, self.version) = (catalog, role, version)
    graph = RoleGraph(catalog.roles, databaseOwner: catalog.database?.owner, version: version)
  }

  private var isSuperuser: Bool { graph.isSuperuser(role) }
  private var canCreateRoles: Bool {
    isSuperuser || catalog.role(role)?.canCreateRoles == true
  }
  private var isNew: Bool { version >= .v16 }

  /// CREATE ROLE with these attributes switched on.
  public func requireCreation(with attributes: Set<Attribute>) throws(PostgresError) {
    guard !isSuperuser else { return }
    guard isNew else {
      let users: [(Attribute, String)] = [
        (.superuser, "superusers"), (.replication, "replication users"),
        (.bypassRowSecurity, "bypassrls users"),
      ]
      for (attribute, name) in users where attributes.contains(attribute) {
        throw Self.denied("must be superuser to create \(name)")
      }
      guard canCreateRoles else { throw Self.denied("permission denied to create role") }
      return
    }
    let problem = "permission denied to create role"
    guard canCreateRoles else {
      throw Self.denied(problem, "Only roles with the CREATEROLE attribute may create roles.")
    }
    for attribute in [Attribute.superuser, .createDatabase, .replication, .bypassRowSecurity]
    where attributes.contains(attribute) && !holds(attribute) {
      throw Self.denied(
        problem,
        "Only roles with the \(attribute.rawValue) attribute may create roles with the "
          + "\(attribute.rawValue) attribute.")
    }
  }

  /// ALTER ROLE that sets these attributes, to whatever value, or changes who is a member.
  public func requireAlteration(
    of name: String, _ attributes: Set<Attribute>, changesMembers: Bool
  ) throws(PostgresError) {
    guard !isSuperuser else { return }
    guard isNew else {
      return try requireOldAlteration(of: name, attributes, changesMembers: changesMembers)
    }
    let problem = "permission denied to alter role"
    try requireNoSuperuser(name, problem, "alter")
    if attributes.contains(.superuser) {
      throw Self.denied(
        problem, "Only roles with the SUPERUSER attribute may change the SUPERUSER attribute.")
    }
    if !canCreateRoles || !graph.isAdministrator(role, of: name) {
      guard attributes.isSubset(of: [.password]) else {
        throw Self.denied(
          problem,
          "Only roles with the CREATEROLE attribute and the ADMIN option on role \"\(name)\" may "
            + "alter this role.")
      }
      if attributes.contains(.password), name != role {
        throw Self.denied(
          problem,
          "To change another role's password, the current user must have the CREATEROLE "
            + "attribute and the ADMIN option on the role.")
      }
    } else {
      for attribute in [Attribute.createDatabase, .replication, .bypassRowSecurity]
      where attributes.contains(attribute) && !holds(attribute) {
        throw Self.denied(
          problem,
          "Only roles with the \(attribute.rawValue) attribute may change the "
            + "\(attribute.rawValue) attribute.")
      }
    }
    if changesMembers, !graph.isAdministrator(role, of: name) {
      throw Self.denied(
        problem, "Only roles with the ADMIN option on role \"\(name)\" may add or drop members.")
    }
  }

  private func requireOldAlteration(
    of name: String, _ attributes: Set<Attribute>, changesMembers: Bool
  ) throws(PostgresError) {
    if catalog.role(name)?.isSuperuser == true || attributes.contains(.superuser) {
      throw Self.denied("must be superuser to alter superuser roles or change superuser attribute")
    }
    if catalog.role(name)?.isReplication == true || attributes.contains(.replication) {
      throw Self.denied(
        "must be superuser to alter replication roles or change replication attribute")
    }
    if attributes.contains(.bypassRowSecurity) {
      throw Self.denied("must be superuser to change bypassrls attribute")
    }
    let isOwnPassword = name == role && attributes.isSubset(of: [.password]) && !changesMembers
    guard canCreateRoles || isOwnPassword else { throw Self.denied("permission denied") }
  }

  /// ALTER ROLE … SET; nil: ALL.
  public func requireSettings(of name: String?) throws(PostgresError) {
    guard !isSuperuser else { return }
    guard let name else {
      throw isNew
        ? Self.denied(
          "permission denied to alter setting",
          "Only roles with the SUPERUSER attribute may alter settings globally.")
        : Self.denied("must be superuser to alter settings globally")
    }
    guard isNew else {
      if catalog.role(name)?.isSuperuser == true {
        throw Self.denied("must be superuser to alter superusers")
      }
      guard canCreateRoles || name == role else { throw Self.denied("permission denied") }
      return
    }
    let problem = "permission denied to alter role"
    try requireNoSuperuser(name, problem, "alter")
    try requireAdministration(of: name, problem, "alter", unless: name == role)
  }

  public func requireRenaming(of name: String) throws(PostgresError) {
    guard !isSuperuser else { return }
    let problem = "permission denied to rename role"
    guard isNew else {
      if catalog.role(name)?.isSuperuser == true {
        throw Self.denied("must be superuser to rename superusers")
      }
      guard canCreateRoles else { throw Self.denied(problem) }
      return
    }
    try requireNoSuperuser(name, problem, "rename")
    try requireAdministration(of: name, problem, "rename")
  }

  /// COMMENT ON ROLE. Source: `check_object_ownership()` in `objectaddress.c`.
  public func requireCommenting(on name: String) throws(PostgresError) {
    guard !isSuperuser else { return }
    if catalog.role(name)?.isSuperuser == true {
      throw isNew
        ? Self.denied(
          "permission denied", "The current user must have the SUPERUSER attribute.")
        : Self.denied("must be superuser")
    }
    guard canCreateRoles else {
      throw isNew
        ? Self.denied(
          "permission denied", "The current user must have the CREATEROLE attribute.")
        : Self.denied("must have CREATEROLE privilege")
    }
    guard !isNew || graph.isAdministrator(role, of: name) else {
      throw Self.denied(
        "permission denied", "The current user must have the ADMIN option on role \"\(name)\".")
    }
  }

  /// Predefined roles are not changed. Source: `check_rolespec_name()`, `RenameRole()`.
  public static func requireUnreserved(
    _ name: String, detail: String = "Role names starting with \"pg_\" are reserved."
  ) throws(PostgresError) {
    guard name.hasPrefix("pg_") else { return }
    throw PostgresError(
      SQLState(rawValue: "42939"), "role name \"\(name)\" is reserved", detail: detail)
  }

  /// DROP ROLE, before any name is looked up.
  public func requireDropping() throws(PostgresError) {
    guard !canCreateRoles else { return }
    throw Self.denied(
      "permission denied to drop role",
      isNew
        ? "Only roles with the CREATEROLE attribute and the ADMIN option on the target roles may "
          + "drop roles." : nil)
  }

  public func requireDropping(_ name: String) throws(PostgresError) {
    guard !isSuperuser else { return }
    let problem = "permission denied to drop role"
    guard isNew else {
      guard catalog.role(name)?.isSuperuser != true else {
        throw Self.denied("must be superuser to drop superusers")
      }
      return
    }
    try requireNoSuperuser(name, problem, "drop")
    try requireAdministration(of: name, problem, "drop")
  }

  private func holds(_ attribute: Attribute) -> Bool {
    guard let own = catalog.role(role) else { return false }
    return switch attribute {
    case .createDatabase: own.canCreateDatabases
    case .replication: own.isReplication
    case .bypassRowSecurity: own.bypassesRowSecurity
    case .createRole: own.canCreateRoles
    case .superuser: own.isSuperuser
    case .password, .other: true
    }
  }

  private func requireNoSuperuser(
    _ name: String, _ problem: String, _ verb: String
  ) throws(PostgresError) {
    guard catalog.role(name)?.isSuperuser == true else { return }
    throw Self.denied(
      problem,
      "Only roles with the SUPERUSER attribute may \(verb) roles with the SUPERUSER attribute.")
  }

  private func requireAdministration(
    of name: String, _ problem: String, _ verb: String, unless isExempt: Bool = false
  ) throws(PostgresError) {
    guard !isExempt, !canCreateRoles || !graph.isAdministrator(role, of: name) else { return }
    throw Self.denied(
      problem,
      "Only roles with the CREATEROLE attribute and the ADMIN option on role \"\(name)\" may "
        + "\(verb) this role.")
  }

  private static func denied(_ message: String, _ detail: String? = nil) -> PostgresError {
    PostgresError(.insufficientPrivilege, message, detail: detail)
  }
}
