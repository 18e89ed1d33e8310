extension Catalog {
  /// Calls a role otherwise wherever it owns, grants or is granted to.
  public mutating func rename(role old: String, to new: String) {
    func renamed(_ acl: AccessControlList?) -> AccessControlList? {
      guard let acl else { return nil }
      var result = AccessControlList()
      for entry in acl.entries {
        let grantee: Grantee = entry.grantee == .role(old) ? .role(new) : entry.grantee
        result.entries.append(
          AccessControlList.Entry(
            grantee, entry.privileges, grantable: entry.grantable,
            grantor: entry.grantor == old ? nil : entry.grantor))
      }
      return result
    }
    func owner(_ name: String) -> String { name == old ? new : name }
    for index in schemas.indices {
      schemas[index].acl = renamed(schemas[index].acl)
      schemas[index].owner = owner(schemas[index].owner)
    }
    for index in defaultPrivileges.indices {
      defaultPrivileges[index].role = owner(defaultPrivileges[index].role)
      defaultPrivileges[index].acl =
        renamed(defaultPrivileges[index].acl) ?? defaultPrivileges[index].acl
    }
    for index in tables.indices {
      tables[index].acl = renamed(tables[index].acl)
      tables[index].owner = owner(tables[index].owner)
      for column in tables[index].columns.indices {
        tables[index].columns[column].acl = renamed(tables[index].columns[column].acl)
      }
    }
    for index in views.indices {
      views[index].acl = renamed(views[index].acl)
      views[index].owner = owner(views[index].owner)
      for column in views[index].columns.indices {
        views[index].columns[column].acl = renamed(views[index].columns[column].acl)
      }
    }
    for index in sequences.indices {
      sequences[index].acl = renamed(sequences[index].acl)
      sequences[index].owner = owner(sequences[index].owner)
    }
    for index in functions.indices {
      functions[index].acl = renamed(functions[index].acl)
      functions[index].owner = owner(functions[index].owner)
    }
    for index in types.indices {
      types[index].acl = renamed(types[index].acl)
      types[index].owner = owner(types[index].owner)
    }
  }
}
