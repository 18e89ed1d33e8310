public import AccessModel
import Foundation

/// Which roles' privileges a role has. RULES 2, 3, 6, 7.
///
/// Source: `roles_is_member_of()` in `src/backend/utils/adt/acl.c`.
public struct RoleGraph: Sendable {
  private let roles: [String: Catalog.Role]
  /// When each was made.
  private let places: [String: Int]
  private let inherited = Inherited()
  private let databaseOwner: String?
  private let version: PostgresVersion

  /// `databaseOwner`: a member of `pg_database_owner` without a grant. RULES 6.
  public init(
    _ roles: [Catalog.Role], databaseOwner: String? = nil, version: PostgresVersion = .v15
  ) {
    self.databaseOwner = databaseOwner
    self.version = version
    self.roles = Dictionary(roles.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    places = Dictionary(
      roles.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The role and what it reaches by memberships that count.
  func closure(of role: String, _ counts: (Catalog.Membership) -> Bool) -> Set<String> {
    var result: Set<String> = [role]
    var pending = [role]
    while let name = pending.popLast() {
      if name == databaseOwner { result.insert("pg_database_owner") }
      for membership in roles[name]?.memberships ?? []
      where counts(membership) && result.insert(membership.group).inserted {
        pending.append(membership.group)
      }
    }
    return result
  }

  func memberships(of role: String) -> [Catalog.Membership] { roles[role]?.memberships ?? [] }

  /// Before 16 the member's own INHERIT counts for every hop; from 16 each grant says. RULES 3.
  func inherits(_ membership: Catalog.Membership, by member: String) -> Bool {
    membership.inherit ?? roles[member]?.inherits ?? true
  }

  public func exists(_ role: String) -> Bool { roles[role] != nil }

  /// The role and all whose privileges it uses without SET ROLE: `privs(role)`.
  public func privileges(of role: String) -> Set<String> {
    inherited.privileges(of: role) {
      var result: Set<String> = [role]
      var pending = [role]
      while let name = pending.popLast() {
        for group in inheritedGroups(of: name) where result.insert(group).inserted {
          pending.append(group)
        }
      }
      return result
    }
  }

  /// As `privileges(of:)`, the nearest first, and of those the oldest: in the order in which
  /// PostgreSQL looks for a grantor.
  func nearestPrivileges(of role: String) -> [String] {
    var result = [role]
    var next = 0
    while next < result.count {
      let groups = inheritedGroups(of: result[next]).filter { !result.contains($0) }
      result += groups.sorted { place(of: $0) < place(of: $1) }
      next += 1
    }
    return result
  }

  /// Predefined roles are older than all others, and few.
  private func place(of role: String) -> Int { places[role] ?? -1 }

  /// What a role is a member of with that membership's privileges.
  func inheritedGroups(of name: String) -> [String] {
    guard let member = roles[name] else { return [] }
    var groups = member.memberships.filter { inherits($0, by: name) }.map(\.group)
    if name == databaseOwner, member.inherits || version >= .v16 {
      groups.append("pg_database_owner")
    }
    return groups
  }

  /// What a role is a member of, inherited or not.
  func groups(of name: String) -> [String] {
    (roles[name]?.memberships ?? []).map(\.group)
      + (name == databaseOwner ? ["pg_database_owner"] : [])
  }

  /// A superuser passes every check. The attribute is never inherited. RULES 2.
  public func isSuperuser(_ role: String) -> Bool { roles[role]?.isSuperuser == true }

  /// BYPASSRLS or superuser; never inherited. RULES 2, 23.
  public func bypassesRowSecurity(_ role: String) -> Bool {
    guard let role = roles[role] else { return false }
    return role.isSuperuser || role.bypassesRowSecurity
  }
}

/// What has been asked for, since it is asked for again and again; all roles at once would be too
/// much where there are thousands.
private final class Inherited: @unchecked Sendable {
  private let lock = NSLock()
  private var known: [String: Set<String>] = [:]

  func privileges(of role: String, _ compute: () -> Set<String>) -> Set<String> {
    lock.lock()
    defer { lock.unlock() }
    if let result = known[role] { return result }
    let result = compute()
    known[role] = result
    return result
  }
}

extension RoleGraph {
  /// Whether a role is a member of another, by any path, inherited or not. RULES 4: who may be
  /// with SET ROLE, and so may give it objects.
  ///
  /// Source: `is_member_of_role()`; a superuser is a member of every role.
  public func isMember(_ role: String, of group: String) -> Bool {
    isSuperuser(role) || closure(of: role) { _ in true }.contains(group)
  }

  /// Whether a role has ADMIN OPTION on another, by grants to it or to a role that it is a member
  /// of. Source: `is_admin_of_role()`; nobody has it on himself.
  public func isAdministrator(_ role: String, of group: String) -> Bool {
    if isSuperuser(role) { return true }
    if role == group { return false }
    return closure(of: role) { _ in true }.contains { member in
      roles[member]?.memberships.contains { $0.group == group && $0.admin } == true
    }
  }
}
