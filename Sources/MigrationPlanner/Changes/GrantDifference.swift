import AccessModel
import SQLText

/// What must be revoked and granted to make an object's privileges what they are to be.
struct GrantDifference {
  /// One privilege that one grantee holds of one grantor.
  struct Held: Hashable, Comparable {
    var grantee: Grantee
    var privilege: Privilege
    /// Nil: the whole object.
    var column: String?
    /// Nil: the owner.
    var grantor: String?
    var isGrantable: Bool

    static func < (a: Self, b: Self) -> Bool {
      (a.grantee, a.privilege, a.column ?? "") < (b.grantee, b.privilege, b.column ?? "")
    }
  }

  private(set) var revoked: [Held] = []
  private(set) var granted: [Held] = []

  init(from old: Set<Held>, to new: Set<Held>) {
    let gone = old.subtracting(new)
    var missing = new.subtracting(old)
    // Revoking a privilege on a table takes the grantee's column privileges of the kind away too.
    for item in gone where item.column == nil {
      missing.formUnion(
        new.filter { $0.grantee == item.grantee && $0.privilege == item.privilege })
    }
    // One that is on the whole table again needs no revoking of it on columns, but is granted first.
    revoked = gone.sorted()
    granted = missing.sorted()
  }

  /// All that is held on an object. An owner may always grant, whatever the list says.
  static func held(
    _ acl: AccessControlList?, columns: [(name: String, acl: AccessControlList?)] = [],
    owner: String, all: [Privilege], everyone: [Privilege] = []
  ) -> Set<Held> {
    var result: Set<Held> = []
    func add(_ list: AccessControlList, _ column: String?) {
      for entry in list.entries {
        for privilege in entry.privileges {
          let isOwner = entry.grantee == .role(owner)
          result.insert(
            Held(
              grantee: entry.grantee, privilege: privilege, column: column,
              grantor: entry.grantor == owner ? nil : entry.grantor,
              isGrantable: !isOwner && entry.grantable.contains(privilege)))
        }
      }
    }
    add(acl ?? .builtIn(owner: owner, all: all, everyone: everyone), nil)
    for column in columns { if let acl = column.acl { add(acl, column.name) } }
    return result
  }

  /// REVOKE statements, one for each grantee.
  func revokes(on object: SQLObject) -> [SQLChange] {
    statements(revoked) { privileges, grantee, _ in
      .revoke(privileges, on: object, from: [grantee])
    }
  }

  /// GRANT statements, one for each grantee and grant option.
  func grants(on object: SQLObject) -> [SQLChange] {
    statements(granted) { privileges, grantee, isGrantable in
      .define(.grant(privileges, on: object, to: [grantee], withGrantOption: isGrantable))
    }
  }

  /// ALTER DEFAULT PRIVILEGES that revokes.
  func revokes(ofDefaults key: Catalog.DefaultPrivilege.Key) -> [SQLChange] {
    statements(revoked) { privileges, grantee, _ in
      .define(.revokeDefault(privileges.map(\.privilege), on: key, from: [grantee]))
    }
  }

  /// ALTER DEFAULT PRIVILEGES that grants.
  func grants(ofDefaults key: Catalog.DefaultPrivilege.Key) -> [SQLChange] {
    statements(granted) { privileges, grantee, isGrantable in
      .define(
        .grantDefault(
          privileges.map(\.privilege), on: key, to: [grantee], withGrantOption: isGrantable))
    }
  }

  /// What another role granted only that role can take back or give again.
  private func statements(
    _ items: [Held], _ make: ([SQLPrivilege], Grantee, Bool) -> SQLChange
  ) -> [SQLChange] {
    struct Key: Hashable { var grantee: Grantee, grantor: String?, isGrantable: Bool }
    var order: [Key] = []
    var groups: [Key: [Held]] = [:]
    for item in items {
      let key = Key(grantee: item.grantee, grantor: item.grantor, isGrantable: item.isGrantable)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(item)
    }
    return order.flatMap { key -> [SQLChange] in
      let change = make(Self.privileges(groups[key] ?? []), key.grantee, key.isGrantable)
      return key.grantor.map { [.actAs($0), change, .actAs(nil)] } ?? [change]
    }
  }

  private static func privileges(_ items: [Held]) -> [SQLPrivilege] {
    let whole = items.filter { $0.column == nil }.map { SQLPrivilege($0.privilege) }
    let kinds = Set(items.filter { $0.column != nil }.map(\.privilege)).sorted()
    return whole
      + kinds.map { kind in
        SQLPrivilege(
          kind, columns: items.filter { $0.privilege == kind }.compactMap(\.column).sorted())
      }
  }
}
