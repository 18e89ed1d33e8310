extension Catalog {
  /// What a server of version `target` holds after it was given these definitions, which were
  /// written for, or read from, version `source`.
  ///
  /// From 17 on a table's owner has MAINTAIN besides: an owner who held everything still does, one
  /// who was left with a part holds that part. Before 17 nobody has it.
  /// Source: `acldefault()` in `src/backend/utils/adt/acl.c` of 15 and 17.
  ///
  /// ```swift
  /// plan.catalog.adapted(from: plan.postgresVersion ?? .v15, to: live.version.known)
  /// ```
  public func adapted(from source: PostgresVersion, to target: PostgresVersion) -> Catalog {
    guard (source >= .v17) != (target >= .v17) else { return self }
    let isNewer = target >= .v17
    func adapted(_ acl: AccessControlList?, owner: String) -> AccessControlList? {
      isNewer ? acl?.withMaintenance(by: owner) : acl?.withoutMaintenance()
    }
    var result = self
    for index in result.tables.indices where result.tables[index].acl != nil {
      let table = result.tables[index]
      result.tables[index].acl = adapted(table.acl, owner: table.owner)
    }
    for index in result.views.indices where result.views[index].acl != nil {
      let view = result.views[index]
      result.views[index].acl = adapted(view.acl, owner: view.owner)
    }
    for index in result.defaultPrivileges.indices {
      let defaults = result.defaultPrivileges[index]
      // A list of one schema adds to the built-in one, and names what it adds.
      guard defaults.object == .tables, defaults.schema == nil else { continue }
      // A role loses by name what it is not to have on its own objects: never this.
      result.defaultPrivileges[index].acl =
        isNewer
        ? defaults.acl.granting([.maintain], to: defaults.role) : defaults.acl.withoutMaintenance()
    }
    return result
  }
}

extension AccessControlList {
  /// The owner of everything owns this too.
  fileprivate func withMaintenance(by owner: String) -> Self {
    let held = entries.first { $0.grantee == .role(owner) && $0.grantor == nil }
    guard let held, Set(held.privileges).isSuperset(of: Privilege.allOnTable) else { return self }
    return granting([.maintain], to: owner, withGrantOption: !held.grantable.isEmpty)
  }

  fileprivate func granting(
    _ privileges: [Privilege], to role: String, withGrantOption: Bool = false
  ) -> Self {
    var list = self
    list.grant(privileges, to: .role(role), withGrantOption: withGrantOption)
    return list
  }

  fileprivate func withoutMaintenance() -> Self {
    Self(
      entries.map { entry in
        Entry(
          entry.grantee, entry.privileges.filter { $0 != .maintain },
          grantable: entry.grantable.filter { $0 != .maintain }, grantor: entry.grantor)
      }.filter { !$0.privileges.isEmpty })
  }
}
