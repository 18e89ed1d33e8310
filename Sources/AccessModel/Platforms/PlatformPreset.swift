/// What a database holds before anyone's plan or migrations.
public struct PlatformPreset: Sendable {
  /// `supabase`.
  public let name: String
  /// The role that owns what the plan makes, and bypasses row security.
  public let owner: String
  /// Roles that the platform's default privileges give everything in new objects of `public`.
  public let apiRoles: [String]
  /// Of these, the role that keeps everything even where a plan takes API defaults away.
  public let serviceRole: String?
  /// Roles, schemas and functions.
  public let catalog: Catalog

  /// PostgreSQL as `initdb` leaves it: a superuser `postgres` and the schema `public`.
  public static let postgres = PlatformPreset(
    name: "postgres", owner: "postgres", apiRoles: [], serviceRole: nil,
    catalog: Catalog(
      roles: [
        Catalog.Role(
          "postgres", isSuperuser: true, bypassesRowSecurity: true, canLogin: true,
          origin: .platform("postgres"))
      ],
      schemas: [
        Catalog.Schema(
          "public", owner: "postgres",
          acl: .builtIn(owner: "postgres", all: Privilege.allOnSchema, everyone: [.usage]),
          origin: .platform("postgres"))
      ]))
}
