import AccessModel
import SQLText

extension CatalogPlanner {
  /// Everyone who could hold privileges on an object: PUBLIC, and every role the plan knows or
  /// its grants name, but the owner, and superusers, whom privileges do not bind.
  func strangers(to owner: String, acls: [AccessControlList?]) -> [Grantee] {
    let roles = document.catalog.roles.filter { !$0.isSuperuser }.map { Grantee.role($0.name) }
    let named = acls.flatMap { $0?.entries.map(\.grantee) ?? [] }
    var seen: Set<Grantee> = [.role(owner)]
    return ([.everyone] + roles + named).filter { seen.insert($0).inserted }
  }

  /// Takes away whatever defaults or an older plan gave to others than the owner.
  func closing(_ object: SQLObject, owner: String, acl: AccessControlList?) -> [SQLDefinition] {
    [.revokeAll(object, from: strangers(to: owner, acls: [acl]))]
  }

  /// The grants that make a closed object's privileges what the lists say.
  ///
  /// An owner who is listed with less than everything has the rest revoked. A nil list is the
  /// built-in default, which is the owner alone.
  func grants(
    _ object: SQLObject, owner: String, acl: AccessControlList?,
    columns: [(name: String, acl: AccessControlList?)] = [], all: [Privilege]
  ) -> [SQLDefinition] {
    var definitions = [SQLDefinition]()
    var entries = acl?.entries ?? []
    if let acl {
      // On tables an owner may hold MAINTAIN besides, which is of 17 and later.
      if Set(acl.privileges(of: .role(owner))).isSuperset(of: all) {
        entries.removeAll { $0.grantee == .role(owner) }
      } else {
        definitions.append(.revokeAll(object, from: [.role(owner)]))
      }
    }
    for isGrantable in [false, true] {
      let held = Self.privileges(entries, columns, isGrantable: isGrantable)
      for (privileges, grantees) in Self.joined(held) {
        definitions.append(
          .grant(privileges, on: object, to: grantees, withGrantOption: isGrantable))
      }
    }
    return definitions
  }

  /// Each grantee's privileges, in the order in which grantees are first met.
  private static func privileges(
    _ entries: [AccessControlList.Entry], _ columns: [(name: String, acl: AccessControlList?)],
    isGrantable: Bool
  ) -> [(grantee: Grantee, privileges: [SQLPrivilege])] {
    func wanted(_ entry: AccessControlList.Entry) -> [Privilege] {
      isGrantable
        ? entry.grantable : entry.privileges.filter { !entry.grantable.contains($0) }
    }
    var order = [Grantee]()
    var whole = [Grantee: [Privilege]]()
    var limited = [Grantee: [Privilege: [String]]]()
    func meet(_ grantee: Grantee) { if !order.contains(grantee) { order.append(grantee) } }
    for entry in entries {
      meet(entry.grantee)
      whole[entry.grantee, default: []] += wanted(entry)
    }
    for column in columns {
      for entry in column.acl?.entries ?? [] {
        meet(entry.grantee)
        for privilege in wanted(entry) {
          limited[entry.grantee, default: [:]][privilege, default: []].append(column.name)
        }
      }
    }
    return order.map { grantee in
      let parts = (limited[grantee] ?? [:]).sorted { $0.key < $1.key }
      return (
        grantee,
        (whole[grantee] ?? []).map { SQLPrivilege($0) }
          + parts.map { SQLPrivilege($0.key, columns: $0.value) }
      )
    }
  }

  /// One entry for all grantees with the same privileges.
  private static func joined(
    _ held: [(grantee: Grantee, privileges: [SQLPrivilege])]
  ) -> [([SQLPrivilege], [Grantee])] {
    var result = [([SQLPrivilege], [Grantee])]()
    for (grantee, privileges) in held where !privileges.isEmpty {
      if let index = result.firstIndex(where: { $0.0 == privileges }) {
        result[index].1.append(grantee)
      } else {
        result.append((privileges, [grantee]))
      }
    }
    return result
  }
}
