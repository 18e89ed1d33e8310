public import AccessModel
public import SQLBinding

/// Which grants and objects the information schema shows a role: its own, those it gave, and those it
/// has any privilege on.
///
/// Source: `src/backend/catalog/information_schema.sql`.
extension RowSecurityEngine {
  /// One privilege that one role gave another.
  public struct ShownGrant: Hashable, Sendable {
    public let grantor: String
    public let grantee: Grantee
    public let privilege: Privilege
    /// What the owner has he may always pass on.
    public let isGrantable: Bool
  }

  /// The grants of some privileges that a role gave or has. A column's are those on the whole relation,
  /// and its own. `ofAnyone`: those to PUBLIC too.
  public func grants(
    of privileges: [Privilege], on object: InquiredObject, shownTo role: String, ofAnyone: Bool
  ) -> [ShownGrant] {
    let (owner, lists) = accessControl(of: object)
    guard let owner else { return [] }
    var seen: Set<ShownGrant> = []
    return lists.flatMap(\.entries).flatMap { entry in
      entry.privileges.filter(privileges.contains).map { privilege in
        ShownGrant(
          grantor: entry.grantor ?? owner, grantee: entry.grantee, privilege: privilege,
          isGrantable: entry.grantable.contains(privilege) || isHeld(owner, by: entry.grantee))
      }
    }.filter { grant in
      let isTheirs =
        switch grant.grantee {
        case .everyone: ofAnyone
        case .role(let name): hasRole(role, of: name, .usage)
        }
      guard isTheirs || hasRole(role, of: grant.grantor, .usage) else { return false }
      return seen.insert(grant).inserted
    }
  }

  private func isHeld(_ owner: String, by grantee: Grantee) -> Bool {
    if case .role(let role) = grantee { hasRole(role, of: owner, .usage) } else { false }
  }

  private func accessControl(
    of object: InquiredObject
  ) -> (owner: String?, lists: [AccessControlList]) {
    switch object {
    case .object(let object): (owner(of: object), [privileges.accessControl(of: object)])
    case .column(let relation, let column):
      (
        owner(of: .relation(relation)),
        [
          privileges.accessControl(of: .relation(relation)),
          privileges.columnLists(of: .relation(relation))[column],
        ]
      )
    case .anyColumn, .database, .systemRelation, .systemObject: (nil, [])
    }
  }

  /// Whether the information schema lists an object for a role: a relation or a column of it, a schema,
  /// a function.
  public func isListed(_ object: InquiredObject, for role: String) -> Bool {
    switch object {
    case .object(.relation(let relation)):
      isReached(object, by: Privilege.allOnTable, role)
        || isReached(.anyColumn(relation), by: Privilege.allOnColumn, role)
    case .object(.schema): isReached(object, by: Privilege.allOnSchema, role)
    case .object(.function): isReached(object, by: [.execute], role)
    case .column: isReached(object, by: Privilege.allOnColumn, role)
    case .object, .anyColumn, .database, .systemRelation, .systemObject: false
    }
  }

  /// Whether it lists a relation's triggers and constraints: to read it is not enough.
  public func isListedInDetail(_ relation: RelationID, for role: String) -> Bool {
    isReached(.object(.relation(relation)), by: Privilege.allOnTable.filter { $0 != .select }, role)
      || isReached(
        .anyColumn(relation), by: Privilege.allOnColumn.filter { $0 != .select }, role)
  }

  /// By its owner, and by whoever has one of the privileges.
  private func isReached(
    _ object: InquiredObject, by privileges: [Privilege], _ role: String
  ) -> Bool {
    if let owner = accessControl(of: object).owner, hasRole(role, of: owner, .usage) { return true }
    return privileges.contains {
      hasPrivilege(InquiredPrivilege($0, withGrantOption: false), on: object, as: role)
    }
  }
}
