public import AccessModel
public import SQLBinding

/// What `has_table_privilege()` and its kin answer. RULES 5, 25.
///
/// Source: `src/backend/utils/adt/acl.c`; manual, 9.26.2 "Access Privilege Inquiry Functions".
extension RowSecurityEngine {
  public enum InquiredObject: Hashable, Sendable {
    case object(PrivilegeCheck.Object)
    /// A column counts where the whole relation does not.
    case column(RelationID, Int)
    /// Any column of a relation.
    case anyColumn(RelationID)
    case database
    /// One of `pg_catalog`, with the privileges that a new server has.
    case systemRelation(String, isView: Bool)
    /// A schema or function that comes with the server, of which everyone has a privilege.
    case systemObject(Privilege)
  }

  /// One privilege asked for, with the right to pass it on or not.
  public struct InquiredPrivilege: Hashable, Sendable {
    public var privilege: Privilege
    public var withGrantOption: Bool

    public init(_ privilege: Privilege, withGrantOption: Bool) {
      self.privilege = privilege
      self.withGrantOption = withGrantOption
    }
  }

  /// Whether a role has a privilege. `role` nil: PUBLIC.
  public func hasPrivilege(
    _ asked: InquiredPrivilege, on object: InquiredObject, as role: String?
  ) -> Bool {
    if let role, roles.isSuperuser(role) { return true }
    let held = role.map { roles.privileges(of: $0) } ?? []
    func isHeld(_ list: AccessControlList) -> Bool {
      list.entries.contains { entry in
        let privileges = asked.withGrantOption ? entry.grantable : entry.privileges
        guard privileges.contains(asked.privilege) else { return false }
        switch entry.grantee {
        case .everyone: return !asked.withGrantOption
        case .role(let name): return held.contains(name)
        }
      }
    }
    switch object {
    case .object(let object): return holds(asked, on: object, held, isHeld)
    case .column(let relation, let column):
      let lists = privileges.columnLists(of: .relation(relation))
      return holds(asked, on: .relation(relation), held, isHeld)
        || lists.indices.contains(column) && isHeld(lists[column])
    case .anyColumn(let relation):
      return holds(asked, on: .relation(relation), held, isHeld)
        || privileges.columnLists(of: .relation(relation)).contains(where: isHeld)
    case .database:
      guard let database = catalog.catalog.database else { return isHeld(Self.newDatabase) }
      if asked.withGrantOption, held.contains(database.owner) { return true }
      return isHeld(database.acl ?? Self.database(ownedBy: database.owner))
    case .systemRelation(let name, let isView):
      if asked.withGrantOption { return held.contains(Self.serverOwner) }
      if !isView, [.insert, .update, .delete, .truncate].contains(asked.privilege) { return false }
      if let all = Self.predefinedRoles[asked.privilege], held.contains(all) { return true }
      return isHeld(Self.accessControl(ofSystemRelation: name))
    case .systemObject(let everyone):
      if held.contains(Self.serverOwner) { return true }
      return !asked.withGrantOption && asked.privilege == everyone
    }
  }

  /// Who has made the server.
  private static let serverOwner = "postgres"

  /// What predefined roles hold on every relation. RULES 7.
  private static let predefinedRoles: [Privilege: String] = [
    .select: "pg_read_all_data", .insert: "pg_write_all_data", .update: "pg_write_all_data",
    .delete: "pg_write_all_data", .maintain: "pg_maintain",
  ]

  /// Everyone reads the system catalogs, but for some. No privilege lets one change a table of them
  /// who is no superuser.
  ///
  /// Source: `pg_class_aclmask()` in `src/backend/catalog/aclchk.c`, `system_views.sql`.
  private static func accessControl(ofSystemRelation name: String) -> AccessControlList {
    var everyone: [Privilege] = hiddenSystemRelations.contains(name) ? [] : [.select]
    if name == "pg_settings" { everyone.append(.update) }
    var result = AccessControlList.builtIn(
      owner: serverOwner, all: Privilege.allOnTable(.v18), everyone: everyone)
    if statisticRelations.contains(name) {
      result.grant([.select], to: .role("pg_read_all_stats"))
    }
    return result
  }

  private static let hiddenSystemRelations: Set = statisticRelations.union([
    "pg_authid", "pg_config", "pg_file_settings", "pg_hba_file_rules", "pg_ident_file_mappings",
    "pg_largeobject", "pg_replication_origin_status", "pg_shadow", "pg_statistic",
    "pg_statistic_ext_data", "pg_subscription", "pg_user_mapping",
  ])

  private static let statisticRelations: Set = [
    "pg_aios", "pg_backend_memory_contexts", "pg_shmem_allocations", "pg_shmem_allocations_numa",
  ]

  private func holds(
    _ asked: InquiredPrivilege, on object: PrivilegeCheck.Object, _ held: Set<String>,
    _ isHeld: (AccessControlList) -> Bool
  ) -> Bool {
    // An owner may always grant. Source: `aclmask()`.
    if asked.withGrantOption, let owner = owner(of: object), held.contains(owner) { return true }
    if !asked.withGrantOption {
      let check = PrivilegeCheck(asked.privilege, on: object, as: "")
      // nextval() needs no USAGE where there is UPDATE, which is all that a predefined role gives.
      if case .sequence = object, asked.privilege == .usage {
        return isHeld(privileges.accessControl(of: object))
      }
      if privileges.predefinedRole(allowing: check, among: held) != nil { return true }
    }
    return isHeld(privileges.accessControl(of: object))
  }

  func owner(of object: PrivilegeCheck.Object) -> String? {
    switch object {
    case .relation(.table(let index)): catalog.catalog.tables[index].owner
    case .relation(.view(let index)): catalog.catalog.views[index].owner
    case .relation(.sequence(let index)): catalog.catalog.sequences[index].owner
    case .schema(let name): catalog.catalog.schema(name)?.owner
    case .sequence(let name): catalog.catalog.sequence(name)?.owner
    case .function(let index): catalog.catalog.functions[index].owner
    case .refusal: nil
    }
  }

  private static let newDatabase = database(ownedBy: "postgres")

  private static func database(ownedBy owner: String) -> AccessControlList {
    .builtIn(owner: owner, all: Privilege.allOnDatabase, everyone: [.temporary, .connect])
  }

  /// How a membership is asked about. RULES 5.
  public enum InquiredMembership: Hashable, Sendable { case member, usage, set, admin }

  /// What `pg_has_role()` answers.
  public func hasRole(
    _ role: String, of group: String, _ asked: InquiredMembership
  ) -> Bool {
    switch asked {
    case .member: roles.isMember(role, of: group)
    case .usage: roles.isSuperuser(role) || roles.privileges(of: role).contains(group)
    case .set: roles.mayBecome(group, role)
    case .admin: roles.isAdministrator(role, of: group)
    }
  }

  /// What `row_security_active()` answers: whether policies apply, whatever the setting
  /// `row_security` says. RULES 25.
  public func isRowSecurityActive(on relation: RelationID, as role: String) -> Bool {
    guard case .table(let index) = relation else { return false }
    let table = catalog.catalog.tables[index]
    return table.rowSecurityEnabled && bypass(of: table, as: role) == nil
  }
}
