import AccessPlan

/// That somebody may join a group. Members invite, and nobody whom they blocked or who blocked them.
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
  var concerned: Condition { owner || inviteeID == auth.uid }

  /// A member invites somebody who is not blocked either way, where there is room.
  var mayInvite: Condition {
    owner && Condition(isMemberOf(groupID)) && Condition(hasRoom(groupID))
      && !Condition(isBlockedWith(inviteeID))
  }

  var access: AccessRules {
    Allow(.select, .delete, to: .authenticated, where: concerned)
    Allow(.insert, to: .authenticated, check: mayInvite, on: groupID, inviteeID, inviterID)
  }
}
