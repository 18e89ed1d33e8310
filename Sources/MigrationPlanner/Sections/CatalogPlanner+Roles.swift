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

  /// A schema's owner and privileges.
  func access(_ schema: Catalog.Schema) -> [SQLDefinition] {
    let object = SQLObject.schema(schema.name)
    return [.owner(object, schema.owner)]
      + closing(object, owner: schema.owner, acl: schema.acl)
      + grants(object, owner: schema.owner, acl: schema.acl, all: Privilege.allOnSchema)
  }
}
