import AccessModel
import SQLText

/// Default privileges: what objects made later will start with.
extension CatalogChange {
  mutating func addDefaultPrivileges() {
    let (first, last) = (
      old.defaultPrivileges.keyed(by: \.key), new.defaultPrivileges.keyed(by: \.key)
    )
    for key in Set(first.keys).union(last.keys).sorted() {
      let difference = GrantDifference(
        from: held(first[key], key), to: held(last[key], key))
      // A role or schema that goes takes its list along, but a role can't go before it.
      if old.schemas.contains(where: { $0.name == key.schema })
        && !new.schemas.contains(where: { $0.name == key.schema })
      {
        continue
      }
      stages.add(.narrowing, difference.revokes(ofDefaults: key))
      stages.add(.widening, difference.grants(ofDefaults: key))
    }
  }

  private func held(
    _ defaults: Catalog.DefaultPrivilege?, _ key: Catalog.DefaultPrivilege.Key
  ) -> Set<GrantDifference.Held> {
    GrantDifference.held(
      defaults?.acl ?? Catalog.DefaultPrivilege.usual(key, version), owner: key.role, all: [])
  }
}
