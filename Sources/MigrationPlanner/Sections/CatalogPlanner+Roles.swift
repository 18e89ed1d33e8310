import AccessModel
import SQLText

extension CatalogPlanner {
  /// All roles first, since a group may be declared after its members.
  func roles(_ roles: [Catalog.Role]) -> [SQLDefinition] {
    roles.map(SQLDefinition.role)
      + roles.flatMap { role in
        role.memberships.map { .membership($0, member: role.name) }
      }
  }

  /// Whether a schema that is there before the plan has other privileges than the platform gave.
  func changesPlatform(_ schema: Catalog.Schema) -> Bool {
    guard case .platform(let name) = schema.origin else { return false }
    let preset = [PlatformPreset.supabase, .postgres].first { $0.name == name }
    guard let given = preset?.catalog.schema(schema.name) else { return false }
    return given.acl != schema.acl
  }

  /// A schema's owner and privileges.
  func access(_ schema: Catalog.Schema) -> [SQLDefinition] {
    let object = SQLObject.schema(schema.name)
    // A platform's schema stays whose it is.
    return (schema.origin == .plan ? [.owner(object, schema.owner)] : [])
      + closing(object, owner: schema.owner, acl: schema.acl)
      + grants(object, owner: schema.owner, acl: schema.acl, all: Privilege.allOnSchema)
  }
}
