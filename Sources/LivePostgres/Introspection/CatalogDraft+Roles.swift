import AccessModel

/// Roles, schemas, the database, grants.
extension CatalogDraft {
  mutating func addRoles() {
    for row in rows[.roles] { roles[row.number(0)] = row.name(1) }
    if let database = rows[.database].first {
      let owner = role(database.number(1))
      catalog.database = Catalog.Database(database.name(0), owner: owner)
      reader = database.name(3)
      // Its one member is whoever owns the database, which may not be said of it by GRANT.
      for (number, name) in roles where name == "pg_database_owner" { roles[number] = owner }
    }
    var places: [Int: Int] = [:]
    for row in rows[.roles] where !row.name(1).hasPrefix("pg_") {
      var role = Catalog.Role(
        row.name(1), isSuperuser: row.isTrue(2), bypassesRowSecurity: row.isTrue(3),
        inherits: row.isTrue(4), canLogin: row.isTrue(5))
      role.canCreateRoles = row.isTrue(6)
      role.canCreateDatabases = row.isTrue(7)
      role.isReplication = row.isTrue(8)
      role.connectionLimit = row.number(9) < 0 ? nil : row.number(9)
      // The role that initdb made.
      if row.number(0) == 10 { role.origin = .platform("postgres") }
      places[row.number(0)] = catalog.roles.count
      catalog.roles.append(role)
    }
    for row in rows[.memberships] {
      guard let place = places[row.number(1)] else { continue }
      var membership = Catalog.Membership(of: role(row.number(0)), admin: row.isTrue(3))
      // Nil: the role that initdb made.
      membership.grantor = row.number(2) == 10 ? nil : roles[row.number(2)]
      let inherits = catalog.roles[place].inherits
      if let inherit = row.text(4), (inherit == "t") != inherits {
        membership.inherit = inherit == "t"
      }
      if row.text(5) == "f" { membership.set = false }
      catalog.roles[place].memberships.append(membership)
    }
    for row in rows[.settings] {
      let setting = Catalog.Function.Setting(row.name(1), row.name(2))
      if let place = places[row.number(0)] {
        catalog.roles[place].settings.removeAll { $0.name == setting.name }
        catalog.roles[place].settings.append(setting)
      } else if row.number(0) == 0 {
        catalog.database?.settings.removeAll { $0.name == setting.name }
        catalog.database?.settings.append(setting)
      }
    }
  }

  mutating func addLists() {
    for row in rows[.acls] {
      guard let privilege = Privilege(rawValue: row.name(3)) else { continue }
      let grantee = row.number(2)
      lists[row.name(0), default: []].append(
        ListEntry(
          grantee: grantee == 0 ? nil : grantee, grantor: row.number(1), privilege: privilege,
          isGrantable: row.isTrue(4)))
    }
    if let row = rows[.database].first, let owner = catalog.database?.owner {
      let list = acl(row.text(2), owner: owner)
      catalog.database?.acl = list
    }
  }

  mutating func addSchemas() {
    catalog.extensions = rows[.extensions].map { $0.name(0) }.filter { $0 != "plpgsql" }
    for row in rows[.extensionMembers] {
      makers[Member(catalog: row.name(0), number: row.number(1))] = row.name(2)
    }
    for row in rows[.schemas] {
      let owner = role(row.number(2))
      schemas[row.number(0)] = row.name(1)
      // The schema that initdb made is not the plan's.
      let isPublic = row.number(0) == 2200
      catalog.schemas.append(
        Catalog.Schema(
          row.name(1), owner: owner, acl: acl(row.text(3), owner: owner),
          origin: isPublic ? .platform("postgres") : origin("pg_namespace", row.number(0))))
    }
  }

  mutating func addDefaultPrivileges() {
    for row in rows[.defaultPrivileges] {
      guard let object = Self.objects[row.name(2)] else { continue }
      let owner = role(row.number(0))
      let schema = row.number(1)
      guard let list = acl(row.text(3), owner: owner) else { continue }
      catalog.defaultPrivileges.append(
        Catalog.DefaultPrivilege(
          role: owner, schema: schema == 0 ? nil : schemas[schema], object, list))
    }
  }

  private static let objects: [String: Catalog.DefaultPrivilege.Object] = [
    "r": .tables, "S": .sequences, "f": .functions, "T": .types, "n": .schemas,
  ]

  mutating func addComments() {
    let roleNames = Dictionary(
      catalog.roles.indices.map { (catalog.roles[$0].name, $0) }, uniquingKeysWith: { a, _ in a })
    let schemaNames = Dictionary(
      catalog.schemas.indices.map { (catalog.schemas[$0].name, $0) },
      uniquingKeysWith: { a, _ in a })
    for row in rows[.comments] {
      let number = row.number(1)
      let comment = row.text(3)
      switch row.name(0) {
      case "pg_class": setComment(comment, relation: number, column: row.number(2))
      case "pg_policy":
        guard let place = policies[number] else { continue }
        catalog.tables[place.table].policies[place.index].comment = comment
      case "pg_proc":
        if let place = functions[number] { catalog.functions[place].comment = comment }
      case "pg_type": if let place = types[number] { catalog.types[place].comment = comment }
      case "pg_trigger":
        switch triggers[number] {
        case (.table(let table), let index)?:
          catalog.tables[table].triggers[index].comment = comment
        case (.view(let view), let index)?: catalog.views[view].triggers[index].comment = comment
        default: break
        }
      case "pg_namespace":
        guard let place = schemas[number].flatMap({ schemaNames[$0] }) else { continue }
        catalog.schemas[place].comment = comment
      case "pg_authid":
        guard let place = roles[number].flatMap({ roleNames[$0] }) else { continue }
        catalog.roles[place].comment = comment
      default: break
      }
    }
  }

  private mutating func setComment(_ comment: String?, relation: Int, column: Int) {
    let name = columnNames[relation]?[column]
    switch relations[relation] {
    case .table(let index):
      guard column > 0 else { return catalog.tables[index].comment = comment }
      guard let place = catalog.tables[index].columns.firstIndex(where: { $0.name == name }) else {
        return
      }
      catalog.tables[index].columns[place].comment = comment
    case .view(let index):
      guard column > 0 else { return catalog.views[index].comment = comment }
      guard let place = catalog.views[index].columns.firstIndex(where: { $0.name == name }) else {
        return
      }
      catalog.views[index].columns[place].comment = comment
    case .sequence(let index): catalog.sequences[index].comment = comment
    case .composite, nil: break
    }
  }
}
