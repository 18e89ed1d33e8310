import AccessPlan

/// That somebody may join a group, once. Members invite; who began the group may take it back.
struct GroupInvitation: Table {
  static let name = "group_invitations"

  let groupID = Column("group_id", .uuid).primaryKey()
    .references(GroupChat.self, \.id, onDelete: .cascade)
  let inviteeID = Column("invitee_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)
  let inviterID = Column("inviter_id", .uuid).references(User.self, \.id, onDelete: .cascade)
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)

  /// The one who invites.
  var owner: Condition { inviterID == auth.uid }

  /// Those whom it concerns.
  var concerned: Condition { owner || inviteeID == auth.uid || isOfOwnGroup(groupID) }

  /// Nobody invites in another's name.
  var invited: Condition { owner && Condition(mayInvite(groupID, inviteeID)) }

  var access: AccessRules {
    Allow(.select, .delete, to: .authenticated, where: concerned)
    Allow(.insert, to: .authenticated, check: invited, on: groupID, inviteeID, inviterID)
  }
}
