import AccessModel

/// Cases a step smaller than one: something dropped, or replaced by a part of itself.
enum Shrinking {
  static func candidates(_ question: DifferentialCase) -> [DifferentialCase] {
    statements(question.statement).map {
      var smaller = question
      smaller.statement = $0
      return smaller
    }
      + worlds(question.world, for: question.identity.role).map {
        var smaller = question
        smaller.world = $0
        return smaller
      }
      + (question.identity.claims == nil ? [] : [withoutClaims(question)])
  }

  private static func withoutClaims(_ question: DifferentialCase) -> DifferentialCase {
    var smaller = question
    smaller.identity.claims = nil
    return smaller
  }

  private static func worlds(
    _ world: DifferentialWorld, for role: String
  ) -> [DifferentialWorld] {
    var result: [DifferentialWorld] = []
    func add(_ change: (inout DifferentialWorld) -> Void) {
      var smaller = world
      change(&smaller)
      if smaller != world { result.append(smaller) }
    }
    let catalog = world.catalog
    for index in catalog.views.indices.reversed() { add { $0.catalog.views.remove(at: index) } }
    for index in catalog.functions.indices { add { $0.catalog.functions.remove(at: index) } }
    for (index, table) in catalog.tables.enumerated().reversed() {
      add {
        $0.catalog.tables.remove(at: index)
        $0.rows.removeAll { $0.table == table.name }
      }
    }
    for group in catalog.roles where group.name != role && group.name != "postgres" {
      add { $0.remove(role: group.name) }
    }
    for (index, table) in catalog.tables.enumerated() {
      for policy in table.policies.indices {
        add { $0.catalog.tables[index].policies.remove(at: policy) }
      }
    }
    for (index, rows) in world.rows.enumerated() {
      add { $0.rows[index].rows = [] }
      for row in rows.rows.indices { add { $0.rows[index].rows.remove(at: row) } }
    }
    for index in catalog.tables.indices { result += tables(world, index) }
    for (index, view) in catalog.views.enumerated() {
      for query in queries(view.query) { add { $0.catalog.views[index].query = query } }
      for column in view.columns.indices where view.columns[column].acl != nil {
        add { $0.catalog.views[index].columns[column].acl = nil }
      }
    }
    return result
  }

  private static func tables(_ world: DifferentialWorld, _ index: Int) -> [DifferentialWorld] {
    var result: [DifferentialWorld] = []
    func add(_ change: (inout Catalog.Table) -> Void) {
      var smaller = world
      change(&smaller.catalog.tables[index])
      if smaller != world { result.append(smaller) }
    }
    let table = world.catalog.tables[index]
    for key in table.foreignKeys.indices { add { $0.foreignKeys.remove(at: key) } }
    for check in table.checks.indices { add { $0.checks.remove(at: check) } }
    for key in table.keys.indices { add { $0.keys.remove(at: key) } }
    for (position, column) in table.columns.enumerated() {
      var smaller = world
      smaller.catalog.tables[index].columns.remove(at: position)
      if let rows = smaller.rows.firstIndex(where: { $0.table == table.name }),
        let place = smaller.rows[rows].columns.firstIndex(of: column.name)
      {
        smaller.rows[rows].columns.remove(at: place)
        for row in smaller.rows[rows].rows.indices {
          smaller.rows[rows].rows[row].remove(at: place)
        }
      }
      result.append(smaller)
      add { $0.columns[position].acl = nil }
      add { $0.columns[position].defaultValue = nil }
      add { $0.columns[position].identity = nil }
      add { $0.columns[position].generated = nil }
      add { $0.columns[position].isNullable = true }
    }
    for (position, policy) in table.policies.enumerated() {
      add { $0.policies[position].command = .all }
      add { $0.policies[position].roles = [.everyone] }
      for smaller in policy.using.map(expressions) ?? [] {
        add { $0.policies[position].using = smaller }
      }
      for smaller in policy.check.map(expressions) ?? [] {
        add { $0.policies[position].check = smaller }
      }
    }
    add { $0.rowSecurityForced = false }
    return result
  }
}

extension DifferentialWorld {
  /// Takes a role away from everything that names it.
  fileprivate mutating func remove(role: String) {
    catalog.roles.removeAll { $0.name == role }
    for index in catalog.roles.indices {
      catalog.roles[index].memberships.removeAll { $0.group == role }
    }
    func without(_ acl: AccessControlList?) -> AccessControlList? {
      acl.map { AccessControlList($0.entries.filter { $0.grantee != .role(role) }) }
    }
    func owner(_ name: String) -> String { name == role ? "postgres" : name }
    for index in catalog.schemas.indices {
      catalog.schemas[index].acl = without(catalog.schemas[index].acl)
      catalog.schemas[index].owner = owner(catalog.schemas[index].owner)
    }
    for index in catalog.sequences.indices {
      catalog.sequences[index].acl = without(catalog.sequences[index].acl)
      catalog.sequences[index].owner = owner(catalog.sequences[index].owner)
    }
    for index in catalog.functions.indices {
      catalog.functions[index].acl = without(catalog.functions[index].acl)
      catalog.functions[index].owner = owner(catalog.functions[index].owner)
    }
    for index in catalog.views.indices {
      catalog.views[index].acl = without(catalog.views[index].acl)
      catalog.views[index].owner = owner(catalog.views[index].owner)
      for column in catalog.views[index].columns.indices {
        catalog.views[index].columns[column].acl = without(
          catalog.views[index].columns[column].acl)
      }
    }
    for index in catalog.tables.indices {
      catalog.tables[index].acl = without(catalog.tables[index].acl)
      catalog.tables[index].owner = owner(catalog.tables[index].owner)
      for column in catalog.tables[index].columns.indices {
        catalog.tables[index].columns[column].acl = without(
          catalog.tables[index].columns[column].acl)
      }
      for policy in catalog.tables[index].policies.indices {
        catalog.tables[index].policies[policy].roles.removeAll { $0 == .role(role) }
      }
      catalog.tables[index].policies.removeAll(where: \.roles.isEmpty)
    }
  }
}
