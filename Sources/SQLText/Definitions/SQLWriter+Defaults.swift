public import AccessModel

extension SQLWriter {
  /// ALTER DEFAULT PRIVILEGES up to the grantees.
  func change(
    of key: Catalog.DefaultPrivilege.Key, _ word: String, _ privileges: [Privilege]
  ) -> String {
    let schema = key.schema.map { "IN SCHEMA \(quoteIdentifier($0)) " } ?? ""
    let names = privileges.map(\.rawValue).joined(separator: ", ")
    return "ALTER DEFAULT PRIVILEGES FOR ROLE \(quoteIdentifier(key.role)) \(schema)"
      + "\(word) \(names) ON \(key.object.rawValue)"
  }
}

extension Catalog.DefaultPrivilege {
  /// The list that a database begins with: nothing for one schema's objects, where a list adds to
  /// that of all, else what PostgreSQL gives owners and PUBLIC.
  ///
  /// `version`: from 17 on owners of tables have MAINTAIN too.
  public static func usual(
    _ key: Key, _ version: PostgresVersion = .v15
  ) -> AccessControlList {
    guard key.schema == nil else { return AccessControlList() }
    return .builtIn(owner: key.role, all: key.object.all(version), everyone: key.object.everyone)
  }

  /// Statements that make the list what it is, where nothing has been said yet.
  public var definitions: [SQLDefinition] {
    let usual = Self.usual(key)
    var definitions: [SQLDefinition] = []
    for entry in usual.entries {
      let gone = entry.privileges.filter { !acl.privileges(of: entry.grantee).contains($0) }
      if !gone.isEmpty { definitions.append(.revokeDefault(gone, on: key, from: [entry.grantee])) }
    }
    for entry in acl.entries {
      let known = usual.privileges(of: entry.grantee)
      let plain = entry.privileges.filter {
        !entry.grantable.contains($0) && !known.contains($0)
          // What a newer server's owner holds of itself.
          && !($0 == .maintain && entry.grantee == .role(role))
      }
      let grantable = entry.grantee == .role(role) ? [] : entry.grantable
      for (privileges, option) in [(plain, false), (grantable, true)] where !privileges.isEmpty {
        definitions.append(
          .grantDefault(privileges, on: key, to: [entry.grantee], withGrantOption: option))
      }
    }
    return definitions
  }
}
