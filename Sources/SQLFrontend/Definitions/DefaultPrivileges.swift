import AccessModel

/// ALTER DEFAULT PRIVILEGES, as `pg_default_acl` keeps it.
enum DefaultPrivileges {
  typealias Object = Catalog.DefaultPrivilege.Object

  struct Key: Hashable {
    /// Whose new objects.
    var role: String
    /// Nil: of any schema; then the list replaces the built-in one instead of adding to it.
    var schema: String?
    var object: Object

    /// As messages name it. Source: `getObjectDescription()`.
    var description: String {
      let kind =
        switch object {
        case .tables: "relations"
        case .sequences: "sequences"
        case .functions: "functions"
        case .types: "types"
        case .schemas: "schemas"
        }
      let place = schema.map { " in schema \($0)" } ?? ""
      return "default privileges on new \(kind) belonging to role \(role)\(place)"
    }
  }
}

extension DatabaseState {
  /// What the catalog says of them: not a platform's, which is in no plan.
  var statedDefaultPrivileges: [Catalog.DefaultPrivilege] {
    let isSupabase = LivePlatform.isSupabase(catalog)
    return defaultPrivileges.filter { !isSupabase || !LivePlatform.isPlatform(role: $0.key.role) }
      .map { key, acl in
        Catalog.DefaultPrivilege(role: key.role, schema: key.schema, key.object, acl)
      }.sorted { $0.key < $1.key }
  }

  /// The privileges of an object that the current role creates now; nil: the built-in ones.
  /// Source: `get_user_default_acl()` in `src/backend/catalog/aclchk.c`.
  func newACL(_ object: DefaultPrivileges.Object, in schema: String?) -> AccessControlList? {
    let role = currentRole
    let builtIn = AccessControlList.builtIn(
      owner: role, all: object.all(postgresVersion), everyone: object.everyone)
    var result =
      defaultPrivileges[DefaultPrivileges.Key(role: role, schema: nil, object: object)] ?? builtIn
    if let schema {
      let key = DefaultPrivileges.Key(role: role, schema: schema, object: object)
      for entry in defaultPrivileges[key]?.entries ?? [] { result.merge(entry) }
    }
    // One that gives nothing is stored as none, which stands for the built-in ones: `aclmerge()`.
    return result.entries.isEmpty || Set(result.entries) == Set(builtIn.entries) ? nil : result
  }
}

extension AccessControlList {
  mutating func merge(_ entry: Entry) {
    grant(
      entry.privileges.filter { !entry.grantable.contains($0) }, to: entry.grantee,
      by: entry.grantor)
    grant(entry.grantable, to: entry.grantee, withGrantOption: true, by: entry.grantor)
  }
}
