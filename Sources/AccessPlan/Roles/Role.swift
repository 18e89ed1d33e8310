import AccessModel

/// A database role, declared by listing it in the plan and named in rules as `.role(accountant)`.
public struct Role: Hashable, Sendable {
  let name: String
  let groups: [String]
  let inherits: Bool
  let canLogin: Bool
  let bypassesRowSecurity: Bool
  let place: SourcePlace

  /// A role that is a member of the given ones, and by default uses their privileges.
  public init(
    _ name: String, memberOf groups: Role..., inherits: Bool = true, canLogin: Bool = false,
    bypassesRowSecurity: Bool = false, file: String = #fileID, line: Int = #line
  ) {
    self.name = name
    self.groups = groups.map(\.name)
    self.inherits = inherits
    self.canLogin = canLogin
    self.bypassesRowSecurity = bypassesRowSecurity
    self.place = SourcePlace(file: file, line: line)
  }

  /// Supabase: callers without a token.
  public static let anon = Role("anon")
  /// Supabase: callers with a valid token.
  public static let authenticated = Role("authenticated")
  /// Supabase: servers with the service key, which bypass row security.
  public static let serviceRole = Role("service_role")

  /// Roles are the same if their names are, wherever they were written.
  public static func == (a: Role, b: Role) -> Bool { a.name == b.name }
  /// By name, as `==`.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  var catalogRole: Catalog.Role {
    Catalog.Role(
      name, bypassesRowSecurity: bypassesRowSecurity, inherits: inherits, canLogin: canLogin,
      memberships: groups.map { Catalog.Membership(of: $0) }, place: place)
  }
}
