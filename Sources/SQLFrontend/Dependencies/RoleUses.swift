import AccessModel

/// What keeps a role from being dropped. Catalog: `pg_shdepend`.
struct RoleUses {
  /// As DETAIL has them: `owner of table t`, `privileges for table t`.
  private(set) var lines: [String] = []
  /// Objects that the role owns, parts of others apart.
  private(set) var owned: [ObjectKey] = []

  private let role: String
  private let state: DatabaseState
  private var found: [(object: ObjectKey, line: String)] = []

  init(of role: String, in state: DatabaseState) {
    self.role = role
    self.state = state
    collect()
    for key in state.defaultPrivileges.keys { addDefault(key) }
    // As they were made: by OID. Source: `shared_dependency_comparator()`.
    found.sort { state.age(of: $0.object) < state.age(of: $1.object) }
    lines = found.map(\.line)
    // SQL is older than the schema `public`, PL/pgSQL younger.
    for name in ["plpgsql", "sql"]
    where state.catalog.languages.contains(where: { $0.name == name && holds($0.acl) }) {
      let isAfter = name == "plpgsql" && found.first?.object == .schema("public")
      lines.insert("privileges for language \(name)", at: isAfter ? 1 : 0)
    }
    // From 16 on who has granted a membership must stay.
    if state.postgresVersion >= .v16 {
      for member in state.catalog.roles {
        lines += member.memberships.filter { $0.grantor == role }.map {
          "privileges for membership of role \(member.name) in role \($0.group)"
        }
      }
    }
    for own in state.catalog.operators where own.owner == role {
      lines.append("owner of \(state.description(of: ObjectKey(own)))")
    }
    if let database = state.catalog.database {
      if database.owner == role { lines.append("owner of database \(database.name)") }
      if holds(database.acl) { lines.append("privileges for database \(database.name)") }
    }
  }

  private func holds(_ acl: AccessControlList?) -> Bool {
    acl?.entries.contains { $0.grantee == .role(role) || $0.grantor == role } ?? false
  }

  private mutating func add(_ object: ObjectKey, owner: String?, _ acl: AccessControlList?) {
    let description = state.description(of: object)
    if owner == role {
      found.append((object, "owner of \(description)"))
      owned.append(object)
    } else if holds(acl) {
      found.append((object, "privileges for \(description)"))
    }
  }

  private mutating func collect() {
    let catalog = state.catalog
    for table in catalog.tables {
      add(.relation(table.name), owner: table.owner, table.acl)
      for column in table.columns where holds(column.acl) && table.owner != role {
        let key = ObjectKey.column(table.name, column.name)
        found.append((key, "privileges for \(state.description(of: key))"))
      }
      for policy in table.policies {
        let key = ObjectKey.policy(policy.name, on: table.name)
        // Once for each time that it is named.
        for named in policy.roles where named == .role(role) {
          found.append((key, "target of \(state.description(of: key))"))
        }
      }
    }
    for view in catalog.views { add(.relation(view.name), owner: view.owner, view.acl) }
    for sequence in catalog.sequences {
      add(.relation(sequence.name), owner: sequence.owner, sequence.acl)
    }
    for schema in catalog.schemas { add(.schema(schema.name), owner: schema.owner, schema.acl) }
    for function in catalog.functions {
      add(
        .function(function.name, function.arguments.map(\.type)), owner: function.owner,
        function.acl)
    }
    for type in catalog.types { add(.type(type.name), owner: type.owner, type.acl) }
    for wrapper in catalog.foreignDataWrappers {
      add(.foreignDataWrapper(wrapper.name), owner: wrapper.owner, wrapper.acl)
    }
    for server in catalog.foreignServers {
      add(.foreignServer(server.name), owner: server.owner, server.acl)
    }
  }

  private mutating func addDefault(_ key: DefaultPrivileges.Key) {
    guard let acl = state.defaultPrivileges[key] else { return }
    let what = key.description
    if key.role == role {
      found.append((.defaultPrivileges(what), "owner of \(what)"))
    } else if acl.entries.contains(where: { $0.grantee == .role(role) }) {
      found.append((.defaultPrivileges(what), "privileges for \(what)"))
    }
  }
}
