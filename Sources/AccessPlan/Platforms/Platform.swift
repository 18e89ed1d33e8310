import AccessModel

/// What a database holds before the plan: roles, schemas and functions that the plan relies on.
public struct Platform: Sendable {
  let name: String
  /// The role that owns the plan's objects and bypasses row security.
  let owner: String
  /// Roles that the platform's default privileges give everything in new objects.
  let apiRoles: [String]
  /// Of these, the role that keeps everything even where the plan takes API defaults away.
  let serviceRole: String?
  let roles: [Catalog.Role]
  let schemas: [Catalog.Schema]
  let functions: [Catalog.Function]

  /// PostgreSQL as `initdb` leaves it: a superuser `postgres` and the schema `public`.
  public static let postgres = Platform(.postgres)

  init(_ preset: PlatformPreset) {
    name = preset.name
    owner = preset.owner
    apiRoles = preset.apiRoles
    serviceRole = preset.serviceRole
    roles = preset.catalog.roles
    schemas = preset.catalog.schemas
    functions = Array(preset.catalog.functions)
  }
}
