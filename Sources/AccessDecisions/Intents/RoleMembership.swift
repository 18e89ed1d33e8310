public import AccessModel

/// Which roles' privileges a role has.
///
/// Used only to tell whom an intent speaks of; what a role may do is asked of an engine.
public enum RoleMembership {
  /// Whether `role` is `group`, or has its privileges through memberships that it inherits.
  ///
  /// Until 15 a step counts if the member has INHERIT, from 16 if the grant was made WITH INHERIT.
  /// Superusers are members only of what they were granted. Source: `roles_is_member_of` in
  /// `src/backend/utils/adt/acl.c`.
  public static func role(
    _ role: String, hasPrivilegesOf group: String, in catalog: Catalog
  ) -> Bool {
    var reached: Set<String> = [role]
    var waiting = [role]
    while let name = waiting.popLast() {
      if name == group { return true }
      guard let member = catalog.role(name) else { continue }
      for membership in member.memberships
      where membership.inherit ?? member.inherits && reached.insert(membership.group).inserted {
        waiting.append(membership.group)
      }
    }
    return false
  }

  /// Whether row security never applies to the role: SUPERUSER and BYPASSRLS, which memberships do
  /// not pass on.
  public static func bypassesRowSecurity(_ role: String, in catalog: Catalog) -> Bool {
    catalog.role(role).map { $0.isSuperuser || $0.bypassesRowSecurity } ?? false
  }
}
