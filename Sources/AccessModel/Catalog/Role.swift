extension Catalog {
  /// A role: a user or a group, with its attributes and the roles it is a member of.
  ///
  /// Source: PostgreSQL manual, "Database Roles"; catalog `pg_authid`.
  public struct Role: Hashable, Codable, Sendable {
    public var name: String
    public var isSuperuser: Bool
    public var bypassesRowSecurity: Bool
    /// Uses the privileges of the roles it is a member of without SET ROLE.
    public var inherits: Bool
    public var canLogin: Bool
    @Omitted public var canCreateRoles: Bool
    @Omitted public var canCreateDatabases: Bool
    @Omitted public var isReplication: Bool
    /// Nil: no limit.
    public var connectionLimit: Int?
    /// ALTER ROLE … SET, in order: what its sessions start with.
    @Omitted public var settings: [Function.Setting]
    public var memberships: [Membership]
    public var comment: String?
    public var origin: Origin
    public var place: SourcePlace?

    public init(
      _ name: String, isSuperuser: Bool = false, bypassesRowSecurity: Bool = false,
      inherits: Bool = true, canLogin: Bool = false, memberships: [Membership] = [],
      origin: Origin = .plan, place: SourcePlace? = nil
    ) {
      self.name = name
      self.isSuperuser = isSuperuser
      self.bypassesRowSecurity = bypassesRowSecurity
      self.inherits = inherits
      self.canLogin = canLogin
      self.memberships = memberships
      self.origin = origin
      self.place = place
    }
  }

  /// One `GRANT group TO member`, kept with the member. Catalog: `pg_auth_members`.
  public struct Membership: Hashable, Codable, Sendable {
    /// The role whose member this is.
    public var group: String
    public var admin: Bool
    /// 16 and later: WITH INHERIT. Nil means the member's own INHERIT attribute, as before 16.
    public var inherit: Bool?
    /// 16 and later: WITH SET. Nil means true.
    public var set: Bool?
    /// GRANTED BY; nil: the superuser that the database began with, or not known.
    public var grantor: String?

    public init(of group: String, admin: Bool = false, inherit: Bool? = nil, set: Bool? = nil) {
      self.group = group
      self.admin = admin
      self.inherit = inherit
      self.set = set
    }
  }

  /// A schema. Catalog: `pg_namespace`.
  public struct Schema: Hashable, Codable, Sendable {
    public var name: String
    public var owner: String
    public var acl: AccessControlList?
    public var comment: String?
    public var origin: Origin
    public var place: SourcePlace?

    public init(
      _ name: String, owner: String, acl: AccessControlList? = nil, origin: Origin = .plan,
      place: SourcePlace? = nil
    ) {
      self.name = name
      self.owner = owner
      self.acl = acl
      self.origin = origin
      self.place = place
    }
  }
}
