import AccessModel

/// What a GRANT or REVOKE does, apart from to what.
struct GrantAction {
  var isGrant: Bool
  /// WITH GRANT OPTION, or GRANT OPTION FOR.
  var isOption: Bool
  var isCascading: Bool
  var grantees: [Grantee]
  /// Nil: ALL.
  var privileges: [Named]?
  var version = PostgresVersion.v15

  struct Named {
    /// Nil for ALL (columns).
    var name: String?
    var columns: [String]
  }

  /// The whole-object privileges among those that an object can have.
  func privileges(of all: [Privilege], _ kind: String) throws(ReadFailure) -> [Privilege] {
    guard let privileges else { return all }
    var result: [Privilege] = []
    for named in privileges {
      if kind != "relation", !named.columns.isEmpty {
        throw .refused(
          SQLState(rawValue: "0LP01"), "column privileges are only valid for relations")
      }
      guard named.columns.isEmpty else { continue }
      guard let name = named.name else { return all }
      guard let privilege = privilege(name), all.contains(privilege) else {
        throw invalid(name, kind)
      }
      result.append(privilege)
    }
    return result
  }

  /// Nil for a word that is none in this version.
  func privilege(_ word: String) -> Privilege? {
    let privilege = Privilege(word: word)
    return privilege == .maintain && version < .v17 ? nil : privilege
  }

  func invalid(_ name: String, _ kind: String) -> ReadFailure {
    privilege(name) == nil && name.lowercased() != "set"
      && name.lowercased() != "alter system"
      ? .refused(
        .syntaxError, "unrecognized privilege type \"\(name.lowercased())\"")
      : .refused(
        SQLState(rawValue: "0LP01"), "invalid privilege type \(name.uppercased()) for \(kind)")
  }

  /// Changes a list as the role that it is done as; nil: the owner. `holders`: those whose grant
  /// options count as the grantor's.
  /// Source: `merge_acl_with_grant()` in `src/backend/catalog/aclchk.c`.
  func apply(
    _ privileges: [Privilege], to list: inout AccessControlList, by grantor: String?, owner: String,
    holders: Set<String> = []
  ) throws(ReadFailure) {
    for grantee in grantees {
      if isGrant, isOption, grantee == .everyone {
        throw .refused(
          SQLState(rawValue: "0LP01"), "grant options can only be granted to roles")
      }
      // There was none that could be granted.
      if privileges.isEmpty { continue }
      if isGrant {
        // The owner has them from nobody.
        if isOption, let grantor, !holders.contains(owner),
          list.isGiver(grantee, of: privileges, to: holders.union([grantor]))
        {
          throw .refused(
            SQLState(rawValue: "0LP01"),
            "grant options cannot be granted back to your own grantor")
        }
        list.grant(privileges, to: grantee, withGrantOption: isOption, by: grantor)
        continue
      }
      let before = list.grantable(by: grantee)
      list.revoke(privileges, optionOnly: isOption, from: grantee, by: grantor)
      let lost = before.filter { !list.grantable(by: grantee).contains($0) }
      // The owner never loses the options.
      if case .role(let name) = grantee, name != owner {
        try revokeDependents(of: name, lost, in: &list)
      }
    }
  }

  /// What a role gave on without the option any more. Source: `recursive_revoke()` in `acl.c`.
  private func revokeDependents(
    of role: String, _ lost: [Privilege], in list: inout AccessControlList
  ) throws(ReadFailure) {
    guard !lost.isEmpty else { return }
    while let entry = list.entries.first(where: {
      $0.grantor == role && !$0.privileges.filter(lost.contains).isEmpty
    }) {
      guard isCascading else {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "2BP01"), "dependent privileges exist",
            hint: "Use CASCADE to revoke them too."), location: nil)
      }
      let before = list.grantable(by: entry.grantee)
      list.revoke(lost, from: entry.grantee, by: role)
      let next = before.filter { !list.grantable(by: entry.grantee).contains($0) }
      if case .role(let name) = entry.grantee { try revokeDependents(of: name, next, in: &list) }
    }
  }
}

extension Privilege {
  /// As a statement spells it.
  init?(word: String) {
    let word = word.uppercased()
    self.init(rawValue: word == "TEMP" ? "TEMPORARY" : word)
  }
}

extension AccessControlList {
  mutating func revoke(
    _ privileges: [Privilege], optionOnly: Bool, from grantee: Grantee, by grantor: String?
  ) {
    guard optionOnly else { return revoke(privileges, from: grantee, by: grantor) }
    for index in entries.indices
    where entries[index].grantee == grantee && entries[index].grantor == grantor {
      entries[index].grantable.removeAll(where: privileges.contains)
    }
  }

  /// Whether a grantor, in any of its roles, has its options from `grantee`, however far back.
  ///
  /// Source: `check_circularity()` in `src/backend/utils/adt/acl.c`.
  func isGiver(_ grantee: Grantee, of privileges: [Privilege], to grantor: Set<String>) -> Bool {
    guard case .role = grantee else { return false }
    return !privileges.allSatisfy { privilege in
      let options = entries.filter { $0.grantee != grantee && $0.grantable.contains(privilege) }
      var holders: Set<String> = []
      var isComplete = false
      while !isComplete {
        isComplete = true
        for case .role(let role) in options.filter({ $0.grantor.map(holders.contains) ?? true })
          .map(\.grantee) where holders.insert(role).inserted
        {
          isComplete = false
        }
      }
      return !holders.isDisjoint(with: grantor)
    }
  }
}
